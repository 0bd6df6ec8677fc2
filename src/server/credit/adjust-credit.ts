import { createOnce, type CreatingCall } from '~/server/call'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { refundCredit, type CreditKind } from '~/contracts/credit/credit'
import type { adjustCreditInput, CreditOutcome, issueRefundInput } from '~/contracts/credit/requests'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { notFound } from '~/server/platform/database/conflict'
import { addressOf } from '~/server/identity/users/second-administrator'
import { openAccount, type LockedAccount, type Movement } from './credit-account'
import type { CreditEmailing } from './credit-emails'
import { spendable } from './credit-entries'
import { lockLimit, mustBeProven } from './credit-limit'
import { mustBeEnough } from './credit-lots'
import { applyCredit, askForApproval, outcomeOf } from './credit-requests'

type Tx = Prisma.TransactionClient
type AdjustingCall = CreatingCall<'creditLimit' | keyof CreditEmailing>

interface Wanted {
  userId: string
  kind: CreditKind
  amount: number
  reason: string
}

/** @throws BAD_REQUEST for `amount` */
async function mustBeThere(tx: Tx, account: LockedAccount, amount: number, at: Date): Promise<void> {
  if (amount >= 0) return
  const [found] = await tx.$queryRaw<{ amount: number }[]>`
    SELECT coalesce(sum(amount), 0)::float8 AS amount FROM (${spendable(account.id, at)}) AS lots`
  mustBeEnough(found?.amount ?? 0, -amount, 'amount')
}

/** Writes credit at once, or above the limit asks a second administrator. @throws FORBIDDEN without a recent proof above the limit */
async function give(tx: Tx, call: AdjustingCall, { userId, kind, amount, reason }: Wanted, key: string): Promise<CreditOutcome> {
  const { actor, viewer } = call
  const at = call.now()
  const limit = await lockLimit(tx, call, [userId])
  if (!(await tx.user.count({ where: { id: userId } })) && !(await tx.ledgerAccount.count({ where: { userId } })))
    throw notFound(records.users)
  const account = await openAccount(tx, userId)
  const noun = kind === 'refund' ? 'refund' : 'adjustment'
  const movement: Movement = { actor, at, reason, cause: { noun, id: key }, key: `${noun}:${viewer.userId}:${key}` }
  const because = limit.whyAbove(userId, amount)
  if (because === null) {
    await applyCredit(tx, call, { userId, kind, amount }, movement)
    return outcomeOf(tx, call, 'applied', userId, null)
  }
  mustBeProven(call, because)
  await mustBeThere(tx, account, amount, at)
  const { id } = await askForApproval(
    tx,
    call,
    { userId, kind, amount, because, movement },
    { userId: viewer.userId, ip: addressOf(actor) },
  )
  return outcomeOf(tx, call, 'waiting', userId, id)
}

/**
 * Adds to a customer's credit, or takes from it. Above the limit on sums (docs/credit.md) it waits for a second administrator.
 * @throws NOT_FOUND; FORBIDDEN above the limit without a recent proof; BAD_REQUEST for `amount` if less is there; CONFLICT for an
 * idempotency key with another input
 */
export async function adjustCredit(call: AdjustingCall, input: z.output<typeof adjustCreditInput>): Promise<CreditOutcome> {
  const key = input.idempotencyKey ?? randomUUID()
  return createOnce(call, input, (tx, { userId, amount, reason }) => give(tx, call, { userId, kind: 'adjustment', amount, reason }, key))
}

/** Issues a refund with the bonus, for 24 months (requirements §9). @throws as `adjustCredit` */
export async function issueRefund(call: AdjustingCall, input: z.output<typeof issueRefundInput>): Promise<CreditOutcome> {
  const issued = refundCredit(input.amount)
  const key = input.idempotencyKey ?? randomUUID()
  return createOnce(call, input, (tx, { userId, reason }) => give(tx, call, { userId, kind: 'refund', amount: issued, reason }, key))
}
