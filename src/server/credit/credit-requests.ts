import type { SignedInCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { sumOfAmounts, type CreditKind } from '~/contracts/credit/credit'
import type { CreditOutcome, CreditRequestState, creditRequestInput } from '~/contracts/credit/requests'
import { Prisma, type CreditRequest as Row } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { Services } from '~/server/services'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin, toAmount } from '~/server/platform/database/column-values'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { openAccount, type Movement } from './credit-account'
import { mustBeAgreed } from '~/server/cases/base/agreed-value'
import { tellIssued, type CreditEmailing } from './credit-emails'
import { issueAll, takeAway } from './credit-lots'
import { tellApprovers } from '~/server/identity/users/approvers'
import { addressOf, isSameNetwork, lockDecider, mustBeAnother } from '~/server/identity/users/second-administrator'
import { readRequest, type RequestReader } from './read-requests'

type Tx = Prisma.TransactionClient

const REQUEST = { one: 'request' }
interface Asked {
  userId: string
  kind: CreditKind
  /** EUR; negative to take away. */
  amount: number
}

export interface Asking {
  userId: string
  ip: string | null
}

export interface Waiting extends Asked {
  because: string
  movement: Movement
}

/** @param by null without a recent proof: the first approver then counts as the requester */
const requestData = ({ userId, kind, amount, because, movement }: Waiting, by: Asking | null) => ({
  userId,
  kind,
  amount,
  reason: movement.reason,
  causeNoun: movement.cause.noun,
  causeId: movement.cause.id,
  because,
  requestedBy: by?.userId ?? null,
  requestedIp: by?.ip ?? null,
  requestedAt: by === null ? null : movement.at,
  createdAt: movement.at,
})

type Telling = Pick<Services, 'outbox' | 'siteUrl'>

export async function askForApproval(tx: Tx, services: Telling, waiting: Waiting, by: Asking): Promise<Row> {
  const request = await tx.creditRequest.create({ data: requestData(waiting, by) })
  await tell(tx, services, [waiting], by)
  return request
}

export async function askForApprovals(tx: Tx, services: Telling, waiting: readonly Waiting[], by: Asking | null): Promise<void> {
  await tx.creditRequest.createMany({ data: waiting.map((each) => requestData(each, by)) })
  await tell(tx, services, waiting, by)
}

type Told = Pick<Waiting, 'amount' | 'movement'> & { because: string | null }

/** Emails all who may approve, once for any number of requests. */
async function tell(tx: Tx, services: Telling, waiting: readonly Told[], by: Asking | null): Promise<void> {
  const [first] = waiting
  if (!first) return
  const sum = formatEuro(sumOfAmounts(waiting.map(({ amount }) => amount)))
  const what =
    waiting.length === 1
      ? `${sum} of store credit (${first.movement.reason.slice(0, 200)})`
      : `${sum} of store credit, in ${waiting.length} requests`
  const { because, movement } = first
  await tellApprovers(tx, services, { router: 'credit', requestedBy: by?.userId ?? null, at: movement.at, what, because })
}

/** Writes an approved amount, and emails the customer about an issue. @throws NOT_FOUND; BAD_REQUEST for `amount` if less is there */
export async function applyCredit(tx: Tx, services: CreditEmailing, { userId, kind, amount }: Asked, movement: Movement): Promise<void> {
  const account = await openAccount(tx, userId)
  if (amount < 0) await takeAway(tx, account, movement, -amount)
  else await tellIssued(tx, services, await issueAll(tx, [{ ...movement, account, kind, amount }]))
}

async function lockRequest(tx: Tx, id: string, version: number | undefined): Promise<Row> {
  await tx.$queryRaw`SELECT id FROM credit_requests WHERE id = ${id}::uuid FOR UPDATE`
  const request = await tx.creditRequest.findUnique({ where: { id } })
  if (!request) throw notFound(REQUEST)
  if (request.state !== 'waiting') throw new TRPCError({ code: 'CONFLICT', message: `This request has already been ${request.state}.` })
  if (version !== undefined && version !== request.version) throw conflict(REQUEST)
  return request
}

type Deciding = SignedInCall<'db' | 'now' | 'secret' | keyof CreditEmailing>

const isFromOwnNetwork = ({ actor }: Pick<Deciding, 'actor'>, request: Pick<Row, 'requestedIp'>) =>
  isSameNetwork(request.requestedIp, addressOf(actor))

const auditDecision = (tx: Tx, { actor }: Deciding, request: Row, state: CreditRequestState | 'confirmed', note?: string) =>
  recordAudit(tx, actor, {
    action: `credit_request.${state}`,
    subjectType: 'credit_request',
    subjectId: request.id,
    after: {
      amount: toAmount(request.amount),
      userId: request.userId,
      ...(note ? { note } : {}),
      ...(state === 'approved' ? { sameNetwork: isFromOwnNetwork({ actor }, request) } : {}),
    },
  })

const isForTradeIn = ({ causeNoun }: { causeNoun: string }) => causeNoun === 'tradeIns'

/** @throws CONFLICT */
async function lockCause(tx: Tx, id: string, at: Date): Promise<void> {
  const request = await tx.creditRequest.findUnique({ where: { id }, select: { causeNoun: true, causeId: true } })
  if (!request || !isForTradeIn(request)) return
  const [tradeIn] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status::text AS status FROM trade_ins WHERE id = ${request.causeId}::uuid FOR UPDATE`
  if (tradeIn?.status !== 'completed') throw new TRPCError({ code: 'CONFLICT', message: 'The trade-in is no longer completed.' })
  await mustBeAgreed(tx, request.causeId, at)
}

const movementOf = ({ actor }: Deciding, at: Date, { id, reason, causeNoun, causeId }: Row): Movement => ({
  actor,
  at,
  reason,
  cause: { noun: causeNoun as Movement['cause']['noun'], id: causeId },
  key: `request:${id}`,
})

/** Follow-up of an approved credit of a trade-in, in the same transaction. @param amount EUR */
export type TradeInCredited = (tx: Tx, call: Deciding, tradeInId: string, amount: number, at: Date) => Promise<void>

/**
 * Approves a request as the first administrator if nobody has confirmed it, else as the second, which carries it out.
 * @throws NOT_FOUND; FORBIDDEN for the requester; CONFLICT if it no longer waits; BAD_REQUEST for `amount` if less is there
 */
export function approveRequest(
  call: Deciding,
  { id, version }: z.output<typeof creditRequestInput>,
  tradeInCredited: TradeInCredited,
): Promise<CreditOutcome> {
  const { db, viewer, actor, now } = call
  const at = now()
  return db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    await lockCause(tx, id, at)
    const request = await lockRequest(tx, id, version)
    const asked = { userId: request.userId, kind: request.kind, amount: toAmount(request.amount) }
    const movement = movementOf(call, at, request)
    if (request.requestedBy === null) {
      const data = { requestedBy: viewer.userId, requestedAt: at, requestedIp: addressOf(actor) }
      await tx.creditRequest.update({ where: { id }, data })
      await auditDecision(tx, call, request, 'confirmed')
      await tell(tx, call, [{ ...asked, because: request.because, movement }], { userId: viewer.userId, ip: data.requestedIp })
      return outcomeOf(tx, call, 'waiting', request.userId, id)
    }
    await mustBeAnother(tx, request.requestedBy, viewer, at)
    await applyCredit(tx, call, asked, movement)
    await tx.creditRequest.update({ where: { id }, data: { state: 'approved', decidedBy: viewer.userId, decidedAt: at } })
    await auditDecision(tx, call, request, 'approved')
    if (isForTradeIn(request)) await tradeInCredited(tx, call, request.causeId, asked.amount, at)
    return outcomeOf(tx, call, 'applied', request.userId, id)
  })
}

/** Any administrator may refuse. @throws NOT_FOUND, CONFLICT */
export function refuseRequest(
  call: Deciding,
  { id, version, note }: z.output<typeof creditRequestInput> & { note?: string | undefined },
): Promise<CreditOutcome> {
  return call.db.prisma.$transaction(async (tx) => {
    const request = await lockRequest(tx, id, version)
    const decision = { state: 'refused', decidedBy: call.viewer.userId, decidedAt: call.now(), decisionNote: note ?? null } as const
    await tx.creditRequest.update({ where: { id }, data: decision })
    await auditDecision(tx, call, request, 'refused', note)
    return outcomeOf(tx, call, 'waiting', request.userId, id)
  })
}

export async function outcomeOf(
  tx: Tx,
  reader: RequestReader,
  state: CreditOutcome['state'],
  userId: string,
  requestId: string | null,
): Promise<CreditOutcome> {
  const account = await tx.ledgerAccount.findFirst({ where: { userId, formerOf: null }, select: { balance: true } })
  const request =
    requestId === null ? null : await readRequest({ readJson: readJsonWithin(tx) }, reader, Prisma.sql`t.id = ${requestId}::uuid`)
  return { state, request, balance: account ? toAmount(account.balance) : 0 }
}
