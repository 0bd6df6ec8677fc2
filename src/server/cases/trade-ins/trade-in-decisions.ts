import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type {
  declineCreditInput,
  issueCreditInput,
  TradeInCredit,
  UndecidedTradeIn,
  undecidedCreditInput,
} from '~/contracts/credit/trade-ins'
import { records } from '~/contracts/records'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { Prisma } from '~/generated/prisma/client'
import type { StatusCall } from '~/server/platform/records/status-records'
import { type JsonReader, readJsonWithin, toAmountOrNull } from '~/server/platform/database/column-values'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { jsonAmount, jsonAmountOrNull, jsonObject, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import { nameOfUser } from '~/server/platform/records/customer-list'
import { addressOrNull } from '~/server/identity/users/no-address'
import type { Services } from '~/server/services'
import { confirmFinalValue, endConfirmed, unagreedAt, unagreedJson, unagreedShape } from '../base/agreed-value'
import { readRequest, type RequestReader } from '~/server/credit/read-requests'
import { issueForTradeIns } from './trade-in-credit'
import { tellCredited } from './trade-in-emails'
import { completedNotices, differenceNotices } from './trade-in-notices'

/** Completed trade-ins may lack credit (by plain SQL, or without a customer or value then); an administrator decides. */

type Tx = Prisma.TransactionClient

const causeOf = (alias: string) => Prisma.raw(`${alias}.cause_noun = 'tradeIns' AND ${alias}.cause_id = t.id::text`)

/** Nothing was issued, nothing waits, and nobody has decided against it. */
export const isUndecided = Prisma.sql`t.status = 'completed'
  AND NOT EXISTS (SELECT FROM credit_entries AS e WHERE ${causeOf('e')})
  AND NOT EXISTS (SELECT FROM credit_requests AS r WHERE ${causeOf('r')} AND r.state IN ('waiting', 'refused'))
  AND (t.credit_declined_at IS NULL OR t.credit_declined_at < t.completed_at)`

const missing = Prisma.sql`CASE WHEN NOT EXISTS (SELECT FROM users AS u WHERE u.id = t.user_id) THEN 'customer'
  WHEN ${unagreedJson} IS NOT NULL THEN 'agreement' WHEN coalesce(nullif(t.final_value, 'NaN'), 0) <= 0 THEN 'value' END`

const missingShape = z.enum(['customer', 'value', 'agreement']).nullable()

const row: JsonRow<Omit<UndecidedTradeIn, 'unagreed'> & { unagreed: z.output<typeof unagreedShape> }> = rowOf(
  {
    id: z.string(),
    tradeInNumber: z.string(),
    userId: z.string().nullable(),
    email: z.string().nullable(),
    customerName: z.string().nullable(),
    finalValue: jsonAmountOrNull,
    completedAt: jsonTime.nullable(),
    missing: missingShape,
    unagreed: unagreedShape,
  },
  {
    tradeInNumber: Prisma.sql`left(t.trade_in_number, 200)`,
    email: Prisma.sql`(SELECT left(${addressOrNull(Prisma.sql`u.email`)}, 254) FROM users AS u WHERE u.id = t.user_id)`,
    customerName: nameOfUser(Prisma.sql`t.user_id`),
    missing,
    unagreed: unagreedJson,
  },
)

const source = { table: Prisma.sql`trade_ins AS t`, matches: () => Prisma.sql`FALSE`, found: () => [] }

/** @throws BAD_REQUEST for a foreign cursor */
export async function listUndecided(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { cursor, limit }: z.output<typeof undecidedCreditInput>,
): Promise<{ rows: UndecidedTradeIn[]; nextCursor: string | null }> {
  const request = { source, keyset: createdSorts['-created'], filter: isUndecided, cursor, limit, counted: null, row }
  const { rows, nextCursor } = await readPageOfRows(db, request)
  return { rows: rows.map((found) => ({ ...found, unagreed: unagreedAt(found.unagreed, now()) })), nextCursor }
}

const creditShape = z
  .object({
    status: z.string(),
    issued: jsonAmount,
    takenBack: jsonAmount,
    unspent: jsonAmount,
    missing: missingShape,
    unagreed: unagreedShape,
    undecided: z.boolean(),
    finalValue: jsonAmountOrNull,
  })
  .nullable()

const sumOf = (kind: string) =>
  Prisma.sql`(SELECT coalesce(sum(e.amount), 0) FROM credit_entries AS e WHERE ${causeOf('e')} AND e.kind = ${kind}::credit_entry_kind)`

type CreditReader = RequestReader & Pick<Services, 'now'>

async function readCredit(db: JsonReader, reader: CreditReader, id: string): Promise<TradeInCredit> {
  const found = creditShape.parse(
    await db.readJson(Prisma.sql`
      SELECT ${jsonObject({
        status: Prisma.sql`t.status`,
        issued: sumOf('issue'),
        takenBack: sumOf('reverse'),
        unspent: Prisma.sql`(SELECT coalesce(sum(l.available), 0) FROM credit_lots AS l WHERE ${causeOf('l')})`,
        missing,
        unagreed: unagreedJson,
        undecided: Prisma.sql`(${isUndecided})`,
        finalValue: Prisma.sql`t.final_value`,
      })}::text FROM trade_ins AS t WHERE t.id = ${id}::uuid`),
  )
  if (!found) throw notFound(records.tradeIns)
  const { status, undecided, missing: lacks, unagreed, finalValue, ...sums } = found
  const latest = await readRequest(
    db,
    reader,
    Prisma.sql`t.cause_noun = 'tradeIns' AND t.cause_id = ${id.toLowerCase()} AND t.state IN ('waiting', 'refused')`,
  )
  const reason = status === 'completed' && undecided ? (lacks ?? 'decision') : null
  const waiting = latest?.state === 'waiting' ? latest : null
  const isBegun = sums.issued > 0 || waiting !== null
  const brought = sumOfAmounts([sums.issued, -sums.takenBack, waiting?.amount ?? 0])
  return {
    ...sums,
    waiting,
    refused: latest?.state === 'refused' ? latest : null,
    missing: reason,
    unagreed: unagreedAt(unagreed, reader.now()),
    difference: status === 'completed' && isBegun ? sumOfAmounts([finalValue ?? 0, -brought]) : 0,
  }
}

/** Ends a former customer's request, and reports the difference to a new value. @returns sentences for the editor */
export async function creditAfterUpdate(
  tx: Tx,
  reader: CreditReader,
  was: Pick<TradeIn, 'id' | 'userId' | 'finalValue'>,
  row: Pick<TradeIn, 'userId' | 'finalValue' | 'status'>,
): Promise<string[]> {
  const isOthers = row.userId !== was.userId
  if (isOthers) await endConfirmed(tx, was.id)
  const { count: withdrawn } = isOthers
    ? await tx.creditRequest.updateMany({
        where: { causeNoun: 'tradeIns', causeId: was.id, state: 'waiting' },
        data: { state: 'withdrawn', decidedAt: reader.now() },
      })
    : { count: 0 }
  const isToTell = row.status === 'completed' && (isOthers || row.finalValue !== was.finalValue)
  return [
    ...(withdrawn > 0 ? ['The store credit that waited for an approval was withdrawn.'] : []),
    ...(isToTell ? differenceNotices((await readCredit({ readJson: readJsonWithin(tx) }, reader, was.id)).difference) : []),
  ]
}

/** @throws NOT_FOUND */
export const tradeInCreditOf = (
  { db, ...reader }: Pick<Services, 'db'> & CreditReader,
  { tradeInId }: { tradeInId: string },
): Promise<TradeInCredit> => readCredit(db, reader, tradeInId)

/** @param mayAdd also allows credit missing since @throws NOT_FOUND; CONFLICT if it is not completed, or decided already */
async function lockUndecided(tx: Tx, reader: CreditReader, id: string, mayAdd: boolean): Promise<void> {
  await lockRow(tx, records.tradeIns, id)
  const [found] = await tx.$queryRaw<{ open: boolean; status: string }[]>`
    SELECT (${isUndecided}) AS open, t.status::text AS status FROM trade_ins AS t WHERE t.id = ${id}::uuid`
  if (found?.status !== 'completed') throw new TRPCError({ code: 'CONFLICT', message: 'This trade-in is not completed.' })
  const { difference, waiting } = await readCredit({ readJson: readJsonWithin(tx) }, reader, id)
  if (!found.open && !(mayAdd && difference > 0 && waiting === null))
    throw new TRPCError({ code: 'CONFLICT', message: 'The store credit of this trade-in was decided already.' })
}

type Deciding = StatusCall & Pick<Services, 'db'>

/**
 * Issues the final value, or the difference to a raised one; above the limit it waits for a second administrator. `confirmsValue` issues a
 * value that the customer has not accepted.
 * @throws NOT_FOUND; CONFLICT if it is not completed, has no customer, value or agreement, or was decided already
 */
export function issueForTradeIn(
  call: Deciding,
  { tradeInId: id, confirmsValue }: z.output<typeof issueCreditInput>,
): Promise<TradeInCredit & { notices: string[] }> {
  return call.db.prisma.$transaction(async (tx) => {
    await lockUndecided(tx, call, id, true)
    const { finalValue } = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { finalValue: true } })
    const value = toAmountOrNull(finalValue)
    if (value !== null && value > 0) await confirmFinalValue(tx, call, { id, value, isConfirmed: confirmsValue === true })
    const outcomes = await issueForTradeIns(tx, call, [id.toLowerCase()])
    const notices = completedNotices(outcomes, call.creditLimit)
    if (outcomes.some(({ outcome }) => outcome === 'customer' || outcome === 'value' || outcome === 'agreement')) {
      throw new TRPCError({ code: 'CONFLICT', message: notices.join(' ') })
    }
    for (const { outcome, amount } of outcomes) if (outcome === 'issued') await tellCredited(tx, call, id, amount)
    return { ...(await readCredit({ readJson: readJsonWithin(tx) }, call, id)), notices }
  })
}

/** @throws NOT_FOUND, CONFLICT as `issueForTradeIn` */
export function declineForTradeIn(call: Deciding, { tradeInId: id, note }: z.output<typeof declineCreditInput>): Promise<TradeInCredit> {
  return call.db.prisma.$transaction(async (tx) => {
    await lockUndecided(tx, call, id, false)
    // The same clock as `completed_at`.
    await tx.$executeRaw`UPDATE trade_ins SET credit_declined_at = now() WHERE id = ${id}::uuid`
    await recordAudit(tx, call.actor, {
      action: 'trade_in.credit_declined',
      subjectType: 'trade_in',
      subjectId: id.toLowerCase(),
      ...(note ? { after: { note } } : {}),
    })
    return readCredit({ readJson: readJsonWithin(tx) }, call, id)
  })
}
