import { caseNouns, type CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma, type Case, type Repair, type TradeIn } from '~/generated/prisma/client'
import { notFound } from '~/server/platform/database/conflict'
import { columnName } from '~/server/platform/lists/json-row'

/** Records stay with the customer of their time (the trigger `give_case_on`, docs/decisions/015); customers' reads go through here. */

export const caseRefOf = ({ id, kind }: Case): CaseRef => ({ noun: kind, id })

type Db = Pick<Prisma.TransactionClient, '$queryRaw' | 'repair' | 'tradeIn'>

export interface CustomerCase {
  ref: CaseRef
  /** Null for a case without a customer, which a link may open. */
  customerId: string | null
  /** When it changed hands; null while it is theirs. */
  endedAt: Date | null
  /** Opened by a link that opens nothing else of its request. */
  isAlone?: boolean
}

export const isWith = (customer: Prisma.Sql, of = Prisma.sql`t.case_id`) =>
  Prisma.sql`customer_of_row(t.customer_id, ${of}) IS NOT DISTINCT FROM ${customer}`

export const madeWith = ({ id }: CaseRef, customerId: string | null) => isWith(Prisma.sql`${customerId}::uuid`, Prisma.sql`${id}::uuid`)

const casesNow = (userId: string) =>
  Prisma.join(
    caseNouns.map((noun) => Prisma.sql`SELECT c.id FROM ${Prisma.raw(records[noun].table)} AS c WHERE c.user_id = ${userId}::uuid`),
    ' UNION ALL ',
  )

/** Reads the ids of the user's cases first, which are indexed. */
export const madeWithUser = (userId: string) =>
  Prisma.sql`(t.customer_id = ${userId}::uuid OR (t.customer_id IS NULL AND t.case_id = ANY (ARRAY(${casesNow(userId)}))))`

export const rowsOf = ({ customerId, endedAt }: Pick<CustomerCase, 'customerId' | 'endedAt'>) => ({
  OR: [...(endedAt === null ? [{ customerId: null }] : []), ...(customerId === null ? [] : [{ customerId }])],
})

export async function presentCase(db: Pick<Db, '$queryRaw'>, ref: CaseRef): Promise<CustomerCase | null> {
  const [found] = await db.$queryRaw<{ customerId: string | null }[]>`
    SELECT user_id::text AS "customerId" FROM ${Prisma.raw(records[ref.noun].table)} WHERE id = ${ref.id}::uuid`
  return found ? { ref, customerId: found.customerId, endedAt: null } : null
}

export const rowsOfPresent = async (db: Pick<Db, '$queryRaw'>, ref: CaseRef) =>
  rowsOf((await presentCase(db, ref)) ?? { customerId: null, endedAt: null })

/** History entries `t` written while a customer had the case. */
export const happenedWith = ({ id }: CaseRef, customerId: string | null) =>
  Prisma.sql`is_of_customer(t.id, ${id}::uuid, ${customerId}::uuid)`

/** The cases as the customer sees them, in place of the table: former ones as they were. */
export const casesOf = (noun: CaseRef['noun'], customerId: string) => Prisma.sql`${Prisma.raw(records[noun].table)}_of(${customerId}::uuid)`

export async function findCustomerCase(
  db: Pick<Db, '$queryRaw'>,
  { noun, id }: CaseRef,
  customerId: string | null,
): Promise<CustomerCase | null> {
  const [found] = await db.$queryRaw<{ isPresent: boolean; endedAt: Date | null }[]>`
    SELECT t.user_id IS NOT DISTINCT FROM ${customerId}::uuid AS "isPresent",
      (SELECT max(c.ended_at) FROM case_customers AS c WHERE c.case_id = t.id AND c.user_id = ${customerId}::uuid) AS "endedAt"
    FROM ${Prisma.raw(records[noun].table)} AS t WHERE t.id = ${id}::uuid`
  if (found?.isPresent) return { ref: { noun, id }, customerId, endedAt: null }
  return found?.endedAt ? { ref: { noun, id }, customerId, endedAt: found.endedAt } : null
}

const columns = (fields: Record<string, string>) =>
  Prisma.join(Object.values(fields).map((field) => Prisma.raw(`t.${columnName(field)} AS "${field}"`)))

export const repairsOf = (db: Pick<Db, '$queryRaw'>, customerId: string, ids: readonly string[]): Promise<Repair[]> =>
  db.$queryRaw<Repair[]>`
    SELECT ${columns(Prisma.RepairScalarFieldEnum)} FROM ${casesOf('repairs', customerId)} AS t WHERE t.id = ANY (${[...ids]}::uuid[])`

export const tradeInsOf = (db: Pick<Db, '$queryRaw'>, customerId: string, ids: readonly string[]): Promise<TradeIn[]> =>
  db.$queryRaw<TradeIn[]>`
    SELECT ${columns(Prisma.TradeInScalarFieldEnum)} FROM ${casesOf('tradeIns', customerId)} AS t WHERE t.id = ANY (${[...ids]}::uuid[])`

/** @throws NOT_FOUND */
export async function repairOf(db: Db, { ref: { id }, customerId }: CustomerCase): Promise<Repair> {
  const row = customerId === null ? await db.repair.findUnique({ where: { id } }) : (await repairsOf(db, customerId, [id]))[0]
  if (!row) throw notFound(records.repairs)
  return row
}

/** @throws NOT_FOUND */
export async function tradeInOf(db: Db, { ref: { id }, customerId }: CustomerCase): Promise<TradeIn> {
  const row = customerId === null ? await db.tradeIn.findUnique({ where: { id } }) : (await tradeInsOf(db, customerId, [id]))[0]
  if (!row) throw notFound(records.tradeIns)
  return row
}
