import * as z from 'zod'
import { CREDIT_CURRENCY, creditBooks, creditEntryKinds, creditKinds } from '~/contracts/credit/credit'
import type { CreditEntry, creditEntriesInput } from '~/contracts/credit/accounts'
import type { CreditBalance, CreditLot, CreditStatement, CreditStatementEntry } from '~/contracts/credit/statement'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonObject, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { type Keyset, integerColumn, timeColumn, byId } from '~/server/platform/lists/sorts'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import type { Services } from '~/server/services'
import { acceptedValue } from '~/server/cases/base/accepted-value'
import { causeNumber } from './cause-number'

const shownFields = {
  lotKind: Prisma.sql`(SELECT l.kind FROM credit_lots AS l WHERE l.id = t.lot_id)`,
  expiresAt: Prisma.sql`(SELECT l.expires_at FROM credit_lots AS l WHERE l.id = t.lot_id)`,
  causeNumber: causeNumber(Prisma.sql`t.cause_noun`, Prisma.sql`t.cause_id`),
  seal: Prisma.sql`credit_entry_seal(t)`,
}
const shownShape = {
  id: z.string(),
  accountId: z.string(),
  number: z.int(),
  at: jsonTime,
  kind: z.enum(creditEntryKinds),
  debit: z.enum(creditBooks),
  credit: z.enum(creditBooks),
  amount: z.number(),
  lotId: z.string(),
  lotKind: z.enum(creditKinds),
  expiresAt: jsonTime.nullable(),
  causeNoun: z.string(),
  causeId: z.string(),
  causeNumber: z.string().nullable(),
  reason: z.string(),
  seal: z.string(),
  previousHash: z.string(),
  hash: z.string(),
}
export const shownRow: JsonRow<CreditStatementEntry> = rowOf(shownShape, shownFields)

const wholeRow: JsonRow<CreditEntry> = rowOf(
  {
    ...shownShape,
    userId: z.string(),
    movementId: z.string(),
    paymentId: z.string().nullable(),
    actorId: z.string().nullable(),
    actorEmail: z.string().nullable(),
    key: z.string(),
    part: z.int(),
  },
  { ...shownFields, userId: Prisma.sql`(SELECT a.user_id FROM credit_accounts AS a WHERE a.id = t.account_id)` },
)

const none = Prisma.sql`FALSE`
/** Entries of store credit; of money they have no lot. */
const ofCredit = Prisma.sql`t.lot_id IS NOT NULL`
/** Entries are not searched. */
export const entries: ListSource = { table: Prisma.sql`credit_entries AS t`, matches: () => none, found: () => [] }
const latestOfAccount: Keyset = { name: '-number', columns: [integerColumn(Prisma.sql`t.number`), byId], descending: true }
const latestOfAll: Keyset = { name: '-at', columns: [timeColumn(Prisma.sql`t.at`), byId], descending: true }

interface Position {
  cursor?: string | null | undefined
  limit: number
}

const pageOfAccount = <Row>(db: JsonReader, row: JsonRow<Row>, accountId: string, { cursor, limit }: Position) =>
  readPageOfRows(db, {
    source: entries,
    keyset: latestOfAccount,
    filter: Prisma.sql`t.account_id = ${accountId}::uuid AND ${ofCredit}`,
    cursor,
    limit,
    counted: null,
    row,
  })

/** EUR that accepted offers will bring when their trade-ins are completed, and issues that wait for an approval. */
const pendingOf = (userId: string) => Prisma.sql`
  coalesce((
    SELECT sum(${acceptedValue('t')})
    FROM trade_ins AS t WHERE t.user_id = ${userId}::uuid AND t.status NOT IN ('completed', 'rejected')
  ), 0) + coalesce((SELECT sum(r.amount) FROM credit_requests AS r WHERE r.user_id = ${userId}::uuid AND r.state = 'waiting' AND r.amount > 0), 0)`

const balanceShape = z.object({ balance: z.number(), held: z.number(), pending: z.number() })
const lotsShape = z
  .array(z.object({ id: z.string(), kind: z.enum(creditKinds), available: z.number(), held: z.number(), expiresAt: jsonTime.nullable() }))
  .nullable()

/** Expired credit does not count, even before the nightly job writes it off. */
const balanceFields = (userId: string, at: Date) => ({
  balance: Prisma.sql`coalesce(a.balance, 0) - coalesce((
    SELECT sum(l.available) FROM credit_lots AS l WHERE l.account_id = a.id AND l.available > 0 AND l.expires_at <= ${at}::timestamptz), 0)`,
  // Amounts held by payments of a merged customer stay in the former account.
  held: Prisma.sql`coalesce((SELECT sum(h.held) FROM credit_accounts AS h WHERE h.user_id = ${userId}::uuid), 0)`,
  pending: pendingOf(userId),
})

const accountOf = (userId: string) =>
  Prisma.sql`(SELECT 1) AS one LEFT JOIN credit_accounts AS a ON a.user_id = ${userId}::uuid AND a.former_of IS NULL`

/** Somebody's balance; zeros without an account. */
export async function readBalance({ db, now }: Pick<Services, 'db' | 'now'>, userId: string): Promise<CreditBalance> {
  const found = await db.readJson(Prisma.sql`SELECT ${jsonObject(balanceFields(userId, now()))}::text FROM ${accountOf(userId)}`)
  return { ...balanceShape.parse(found), currency: CREDIT_CURRENCY }
}

const lotJson = jsonObject({
  id: Prisma.sql`l.id`,
  kind: Prisma.sql`l.kind`,
  available: Prisma.sql`l.available`,
  held: Prisma.sql`l.held`,
  expiresAt: Prisma.sql`l.expires_at`,
})
/** Lots with something left that one answer names. */
const MOST_LOTS = 200

/** The customer's own statement: balance, what of it expires when, and a page of the entries, the latest first. @throws BAD_REQUEST for a foreign cursor */
export async function readStatement(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  position: Position,
): Promise<CreditStatement> {
  const at = now()
  const found = z.object({ ...balanceShape.shape, accountId: z.string().nullable(), total: z.int(), lots: lotsShape }).parse(
    await db.readJson(Prisma.sql`
        SELECT ${jsonObject({
          ...balanceFields(userId, at),
          accountId: Prisma.sql`a.id`,
          total: Prisma.sql`coalesce(a.entries, 0)`,
          lots: Prisma.sql`(SELECT json_agg(${lotJson} ORDER BY l.expires_at NULLS LAST, l.created_at, l.id) FROM (
            SELECT * FROM credit_lots WHERE account_id = a.id AND (held > 0 OR (available > 0 AND (expires_at IS NULL OR expires_at > ${at}::timestamptz)))
            ORDER BY expires_at NULLS LAST, created_at, id LIMIT ${MOST_LOTS}
          ) AS l)`,
        })}::text FROM ${accountOf(userId)}`),
  )
  const { lots, ...balance } = found
  const page = found.accountId === null ? { rows: [], nextCursor: null } : await pageOfAccount(db, shownRow, found.accountId, position)
  const left: CreditLot[] = lots ?? []
  return { ...balance, currency: CREDIT_CURRENCY, lots: left, rows: page.rows, nextCursor: page.nextCursor }
}

export interface CreditEntryPage {
  rows: CreditEntry[]
  nextCursor: string | null
}

/** Entries for administrators, the latest first: of one account, or of all. @throws BAD_REQUEST for a foreign cursor */
export async function listEntries(
  { db }: Pick<Services, 'db'>,
  { accountId, userId, ...position }: z.output<typeof creditEntriesInput>,
): Promise<CreditEntryPage> {
  const account =
    accountId ??
    (userId === undefined
      ? undefined
      : ((await db.prisma.ledgerAccount.findFirst({ where: { userId, formerOf: null }, select: { id: true } }))?.id ?? null))
  if (account === null) return { rows: [], nextCursor: null }
  if (account !== undefined) {
    const { rows, nextCursor } = await pageOfAccount(db, wholeRow, account, position)
    return { rows, nextCursor }
  }
  const { rows, nextCursor } = await readPageOfRows(db, {
    source: entries,
    keyset: latestOfAll,
    filter: ofCredit,
    cursor: position.cursor,
    limit: position.limit,
    counted: null,
    row: wholeRow,
  })
  return { rows, nextCursor }
}
