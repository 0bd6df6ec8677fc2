import * as z from 'zod'
import { TRPCError } from '@trpc/server'
import {
  creditKinds,
  creditRequestStates,
  type creditRequestInput,
  type creditRequestsInput,
  type CreditKind,
  type CreditOutcome,
  type CreditRequest,
  type CreditRequestState,
} from '~/contracts/credit'
import { Prisma, type CreditRequest as Row } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/auth/call'
import { recordAudit } from '~/server/platform/audit/record'
import { readJsonWithin, toAmount, type JsonReader } from '~/server/platform/database/column-values'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { jsonAmount, jsonObject, jsonTime, type JsonRow } from '~/server/platform/lists/json-row'
import { timeColumn, byId } from '~/server/platform/lists/sorts'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import type { Services } from '~/server/services'
import { openAccount, type Movement } from './account'
import { causeNumber } from './cause'
import { tellIssued, type CreditEmailing } from './emails'
import { issueAll, takeAway } from './lots'
import { settlePending } from './settle'

/** Credit above the limit: asked for by one administrator, decided by another. */

type Tx = Prisma.TransactionClient

const REQUEST = { one: 'request' }
const emailOf = (user: Prisma.Sql) => Prisma.sql`(SELECT left(u.email, 254) FROM users AS u WHERE u.id = ${user})`

const row: JsonRow<CreditRequest> = {
  json: jsonObject({
    id: Prisma.sql`t.id`,
    userId: Prisma.sql`t.user_id`,
    email: emailOf(Prisma.sql`t.user_id`),
    kind: Prisma.sql`t.kind`,
    amount: Prisma.sql`t.amount`,
    reason: Prisma.sql`t.reason`,
    causeNoun: Prisma.sql`t.cause_noun`,
    causeId: Prisma.sql`t.cause_id`,
    causeNumber: causeNumber(Prisma.sql`t.cause_noun`, Prisma.sql`t.cause_id`),
    state: Prisma.sql`t.state`,
    requestedBy: Prisma.sql`t.requested_by`,
    requestedByEmail: emailOf(Prisma.sql`t.requested_by`),
    requestedAt: Prisma.sql`t.requested_at`,
    decidedByEmail: emailOf(Prisma.sql`t.decided_by`),
    decidedAt: Prisma.sql`t.decided_at`,
    createdAt: Prisma.sql`t.created_at`,
    version: Prisma.sql`t.version`,
  }),
  schema: z.object({
    id: z.string(),
    userId: z.string(),
    email: z.string().nullable(),
    kind: z.enum(creditKinds),
    amount: jsonAmount,
    reason: z.string(),
    causeNoun: z.string(),
    causeId: z.string(),
    causeNumber: z.string().nullable(),
    state: z.enum(creditRequestStates),
    requestedBy: z.string().nullable(),
    requestedByEmail: z.string().nullable(),
    requestedAt: jsonTime.nullable(),
    decidedByEmail: z.string().nullable(),
    decidedAt: jsonTime.nullable(),
    createdAt: jsonTime,
    version: z.int(),
  }),
}

const table = Prisma.sql`credit_requests AS t`
const keyset = { name: '-created', columns: [timeColumn(Prisma.sql`t.created_at`), byId], descending: true }

/** The requests of a state, or all, the latest first. @throws BAD_REQUEST for a foreign cursor */
export async function listRequests(
  { db }: Pick<Services, 'db'>,
  { state, cursor, limit }: z.output<typeof creditRequestsInput>,
): Promise<{ rows: CreditRequest[]; nextCursor: string | null }> {
  const filter = state ? Prisma.sql`t.state = ${state}::credit_request_state` : Prisma.sql`TRUE`
  const source = { table, matches: () => Prisma.sql`FALSE`, found: () => [] }
  const { rows, nextCursor } = await readPageOfRows(db, { source, keyset, filter, cursor, limit, counted: null, row })
  return { rows, nextCursor }
}

/** One request, or the one that waits for a cause. */
export async function readRequest(db: JsonReader, where: Prisma.Sql): Promise<CreditRequest | null> {
  const found = await db.readJson(
    Prisma.sql`SELECT ${row.json}::text FROM ${table} WHERE ${where} ORDER BY t.created_at DESC, t.id LIMIT 1`,
  )
  return found === null ? null : row.schema.parse(found)
}

interface Asked {
  userId: string
  kind: CreditKind
  /** EUR; below 0 to take away. */
  amount: number
}

/** What an approval would do, written down. @param movement whose actor asks; null for one whom nobody has proven: whoever approves first takes their place */
export const askForApproval = (tx: Tx, { userId, kind, amount }: Asked, movement: Movement, requestedBy: string | null): Promise<Row> =>
  tx.creditRequest.create({
    data: {
      userId,
      kind,
      amount,
      reason: movement.reason,
      causeNoun: movement.cause.noun,
      causeId: movement.cause.id,
      requestedBy,
      requestedAt: requestedBy === null ? null : movement.at,
      createdAt: movement.at,
    },
  })

/**
 * Writes what has been decided to a customer's account, and to the customer of what is issued.
 * @throws NOT_FOUND; BAD_REQUEST for `amount` where less is there than is taken away
 */
export async function applyCredit(tx: Tx, services: CreditEmailing, { userId, kind, amount }: Asked, movement: Movement): Promise<void> {
  const account = await openAccount(tx, userId)
  if (amount < 0) await takeAway(tx, account, movement, -amount)
  else await tellIssued(tx, services, await issueAll(tx, [{ ...movement, account, kind, amount }]))
}

async function lockRequest(tx: Tx, id: string, version: number | undefined): Promise<Row> {
  await tx.$queryRaw`SELECT id FROM credit_requests WHERE id = ${id}::uuid FOR UPDATE`
  const request = await tx.creditRequest.findUnique({ where: { id } })
  if (!request) throw notFound(REQUEST)
  if (request.state !== 'waiting') throw new TRPCError({ code: 'CONFLICT', message: `This request was ${request.state} meanwhile.` })
  if (version !== undefined && version !== request.version) throw conflict(REQUEST)
  return request
}

type Deciding = SignedInCall<'db' | 'now' | keyof CreditEmailing>

const auditDecision = (tx: Tx, { actor }: Deciding, request: Row, state: CreditRequestState | 'confirmed', note?: string) =>
  recordAudit(tx, actor, {
    action: `credit_request.${state}`,
    subjectType: 'credit_request',
    subjectId: request.id,
    after: { amount: toAmount(request.amount), userId: request.userId, ...(note ? { note } : {}) },
  })

/** The trade-in that a request is about is locked before everything else, and must be completed still. @throws CONFLICT */
async function lockCause(tx: Tx, id: string): Promise<void> {
  const request = await tx.creditRequest.findUnique({ where: { id }, select: { causeNoun: true, causeId: true } })
  if (request?.causeNoun !== 'tradeIns') return
  const [tradeIn] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status::text AS status FROM trade_ins WHERE id = ${request.causeId}::uuid FOR UPDATE`
  if (tradeIn?.status !== 'completed') throw new TRPCError({ code: 'CONFLICT', message: 'The trade-in is not completed any more.' })
}

/**
 * Approves what waits: as the first administrator where nobody has confirmed it yet, else as the second, and then it is done.
 * @throws NOT_FOUND; FORBIDDEN for the administrator who has asked; CONFLICT where it does not wait any more; BAD_REQUEST for
 * `amount` where less is there than is taken away
 */
export function approveRequest(call: Deciding, { id, version }: z.output<typeof creditRequestInput>): Promise<CreditOutcome> {
  const { db, viewer, actor, now } = call
  const at = now()
  return db.prisma.$transaction(async (tx) => {
    await lockCause(tx, id)
    const request = await lockRequest(tx, id, version)
    if (request.requestedBy === null) {
      await tx.creditRequest.update({ where: { id }, data: { requestedBy: viewer.userId, requestedAt: at } })
      await auditDecision(tx, call, request, 'confirmed')
      return outcomeOf(tx, 'waiting', request.userId, id)
    }
    if (request.requestedBy === viewer.userId) {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'Another administrator than the one who has asked for it must approve this.' })
    }
    const cause = { noun: request.causeNoun as Movement['cause']['noun'], id: request.causeId }
    const movement: Movement = { actor, at, reason: request.reason, cause, key: `request:${id}` }
    await applyCredit(tx, call, { userId: request.userId, kind: request.kind, amount: toAmount(request.amount) }, movement)
    await tx.creditRequest.update({ where: { id }, data: { state: 'approved', decidedBy: viewer.userId, decidedAt: at } })
    await auditDecision(tx, call, request, 'approved')
    if (request.causeNoun === 'tradeIns') await settlePending(tx, actor, at, [request.causeId])
    return outcomeOf(tx, 'applied', request.userId, id)
  })
}

/** Refuses what waits, by whichever administrator. @throws NOT_FOUND, CONFLICT */
export function refuseRequest(
  call: Deciding,
  { id, version, note }: z.output<typeof creditRequestInput> & { note?: string | undefined },
): Promise<CreditOutcome> {
  return call.db.prisma.$transaction(async (tx) => {
    const request = await lockRequest(tx, id, version)
    await tx.creditRequest.update({ where: { id }, data: { state: 'refused', decidedBy: call.viewer.userId, decidedAt: call.now() } })
    await auditDecision(tx, call, request, 'refused', note)
    return outcomeOf(tx, 'waiting', request.userId, id)
  })
}

/** What has become of it, as it is stored then. @param requestId null where nobody had to be asked */
export async function outcomeOf(tx: Tx, state: CreditOutcome['state'], userId: string, requestId: string | null): Promise<CreditOutcome> {
  const account = await tx.creditAccount.findUnique({ where: { userId }, select: { balance: true } })
  const request = requestId === null ? null : await readRequest({ readJson: readJsonWithin(tx) }, Prisma.sql`t.id = ${requestId}::uuid`)
  return { state, request, balance: account ? toAmount(account.balance) : 0 }
}
