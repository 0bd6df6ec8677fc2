import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { refundCredit, type CreditKind } from '~/contracts/credit'
import type { adjustCreditInput, CreditOutcome, issueRefundInput } from '~/contracts/credit-requests'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/auth/call'
import { requireRecentProof } from '~/server/auth/reauthenticate'
import { notFound } from '~/server/platform/database/conflict'
import { openAccount, type Movement } from './account'
import type { CreditEmailing } from './emails'
import { spendable } from './entries'
import { mustBeEnough } from './lots'
import { applyCredit, askForApproval, outcomeOf } from './requests'

type Tx = Prisma.TransactionClient
type AdjustingCall = CreatingCall<'creditLimit' | keyof CreditEmailing>

interface Wanted {
  userId: string
  kind: CreditKind
  amount: number
  reason: string
}

/** Less cannot be taken than there is; who asks for it learns that at once. @throws BAD_REQUEST for `amount` */
async function mustBeThere(tx: Tx, userId: string, amount: number, at: Date): Promise<void> {
  if (amount >= 0) return
  const account = await openAccount(tx, userId)
  const [found] = await tx.$queryRaw<{ amount: number }[]>`
    SELECT coalesce(sum(amount), 0)::float8 AS amount FROM (${spendable(account.id, at)}) AS lots`
  mustBeEnough(found?.amount ?? 0, -amount, 'amount')
}

/** Writes credit at once, or, above the limit, asks a second administrator. */
async function give(tx: Tx, call: AdjustingCall, { userId, kind, amount, reason }: Wanted, key: string): Promise<CreditOutcome> {
  const { actor, viewer, creditLimit } = call
  const at = call.now()
  if (!(await tx.user.count({ where: { id: userId } })) && !(await tx.creditAccount.count({ where: { userId } })))
    throw notFound(records.users)
  const noun = kind === 'refund' ? 'refund' : 'adjustment'
  const movement: Movement = { actor, at, reason, cause: { noun, id: key }, key: `${noun}:${viewer.userId}:${key}` }
  if (Math.abs(amount) <= creditLimit) {
    await applyCredit(tx, call, { userId, kind, amount }, movement)
    return outcomeOf(tx, 'applied', userId, null)
  }
  await mustBeThere(tx, userId, amount, at)
  const { id } = await askForApproval(tx, { userId, kind, amount }, movement, viewer.userId)
  return outcomeOf(tx, 'waiting', userId, id)
}

/** @throws FORBIDDEN above the limit without a recent proof */
function mustBeProven({ viewer, now, creditLimit }: AdjustingCall, amount: number): void {
  if (Math.abs(amount) > creditLimit) requireRecentProof(viewer, now())
}

/**
 * Adds to a customer's credit, or takes from it. Above the limit it waits for a second administrator.
 * @throws NOT_FOUND; FORBIDDEN above the limit without a recent proof; BAD_REQUEST for `amount` where less is there than is taken;
 * CONFLICT for an idempotency key that was sent with another input
 */
export async function adjustCredit(call: AdjustingCall, input: z.output<typeof adjustCreditInput>): Promise<CreditOutcome> {
  mustBeProven(call, input.amount)
  const key = input.idempotencyKey ?? randomUUID()
  return createOnce(call, input, (tx, { userId, amount, reason }) => give(tx, call, { userId, kind: 'adjustment', amount, reason }, key))
}

/** Issues credit for a refund, with the bonus, for 24 months (spec §9). @throws as `adjustCredit` */
export async function issueRefund(call: AdjustingCall, input: z.output<typeof issueRefundInput>): Promise<CreditOutcome> {
  const issued = refundCredit(input.amount)
  mustBeProven(call, issued)
  const key = input.idempotencyKey ?? randomUUID()
  return createOnce(call, input, (tx, { userId, reason }) => give(tx, call, { userId, kind: 'refund', amount: issued, reason }, key))
}
