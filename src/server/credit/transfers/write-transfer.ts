import { createOnce, type CreatingCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { openTransferStates, type takeBackInput, type useInShopInput } from '~/contracts/credit/transfers'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { toAmount } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { lockAccount, openAccount } from '../credit-account'
import { spendable, takeFrom } from '../credit-entries'
import { mustBeEnough } from '../credit-lots'
import { authorize } from '../hold-credit'

/** Records a transfer with the credit that it holds; run-transfers.ts carries it out. */

type Tx = Prisma.TransactionClient

export const transferNotFound = () => notFound({ one: 'transfer' })
export const notOffered = () =>
  new TRPCError({
    code: 'PRECONDITION_FAILED',
    message: 'Store credit cannot be used at the checkout of this shop: ask us to use it for you.',
  })
const isUnderWay = () =>
  new TRPCError({ code: 'CONFLICT', message: 'A transfer of your store credit is still under way. Please wait until it is done.' })

/** Most expiries in a transfer: each is a call of its own, so that credit keeps its expiry there. */
const MOST_PARTS = 10

/** The soonest expiry first. @throws BAD_REQUEST for `amount` */
async function partsOf(tx: Tx, accountId: string, at: Date, amount: number): Promise<{ amount: number; expiresAt: Date | null }[]> {
  const parts = await tx.$queryRaw<{ amount: number; expiresAt: Date | null }[]>`
    SELECT l.expires_at AS "expiresAt", sum(taken.amount)::float8 AS amount
    FROM (${takeFrom(spendable(accountId, at), amount)}) AS taken JOIN credit_lots AS l ON l.id = taken.lot_id
    GROUP BY l.expires_at ORDER BY l.expires_at NULLS LAST`
  mustBeEnough(sumOfAmounts(parts.map((part) => part.amount)), amount, 'amount')
  if (parts.length > MOST_PARTS) {
    const most = sumOfAmounts(parts.slice(0, MOST_PARTS).map((part) => part.amount))
    throw fieldError('validation_failed', 'amount', `Your credit expires on many days: please use at most ${formatEuro(most)} at once.`)
  }
  return parts
}

/** @throws CONFLICT while a transfer of it is under way */
async function mustBeSettled(tx: Tx, accountId: string): Promise<void> {
  if (await tx.creditTransfer.count({ where: { accountId, state: { in: [...openTransferStates] } } })) throw isUnderWay()
}

/**
 * Holds an amount for the platform's checkout: one transfer for each expiry.
 * @returns their ids and account
 * @throws CONFLICT while another is under way, and without a verified address; BAD_REQUEST for `amount`
 */
export function writeOut(call: CreatingCall<never>, input: z.output<typeof useInShopInput>): Promise<{ accountId: string; ids: string[] }> {
  const { actor, viewer, now } = call
  return createOnce(call, input, async (tx, { amount }) => {
    const at = now()
    const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { emailVerifiedAt: true } })
    if (!emailVerifiedAt)
      throw new TRPCError({ code: 'CONFLICT', message: 'Please verify your email address first: your account at the shop goes by it.' })
    const { id: accountId } = await openAccount(tx, viewer.userId)
    await mustBeSettled(tx, accountId)
    const batchId = randomUUID()
    const ids: string[] = []
    for (const [index, part] of (await partsOf(tx, accountId, at, amount)).entries()) {
      const id = randomUUID()
      const cause = { noun: 'platform', id } as const
      const held = await authorize(tx, {
        userId: viewer.userId,
        noun: 'platform',
        nounId: id,
        amount: part.amount,
        actor,
        at,
        cause,
        reason: 'To use in the shop',
        key: `transfer:${id}:authorize`,
      })
      const by = { createdBy: actor.userId, createdByEmail: actor.email, createdAt: at }
      await tx.creditTransfer.create({
        data: {
          id,
          accountId,
          batchId,
          part: index + 1,
          paymentId: held.id,
          amount: part.amount.toFixed(2),
          expiresAt: part.expiresAt,
          ...by,
        },
      })
      ids.push(id)
    }
    return { accountId, ids }
  })
}

/**
 * Records that the rest of a transfer is to come back; the platform gives the amount later.
 * @param owner the calling customer; null for an administrator
 * @throws NOT_FOUND, also for another customer's; CONFLICT while another is under way, or if nothing can come back
 */
export function writeBack(
  call: CreatingCall<never>,
  owner: string | null,
  input: z.output<typeof takeBackInput>,
): Promise<{ accountId: string; ids: string[] }> {
  const { actor, now } = call
  return createOnce(call, input, async (tx, { transferId }) => {
    const at = now()
    const found = await tx.creditTransfer.findUnique({ where: { id: transferId }, include: { account: { select: { userId: true } } } })
    if (!found || (owner !== null && found.account.userId !== owner)) throw transferNotFound()
    await lockAccount(tx, found.accountId)
    await mustBeSettled(tx, found.accountId)
    // Read behind the lock, to include the previous transfer.
    const transfer = await tx.creditTransfer.findUniqueOrThrow({ where: { id: transferId } })
    const left = sumOfAmounts([toAmount(transfer.amount), -toAmount(transfer.takenBack)])
    if (transfer.direction !== 'out' || transfer.state !== 'done' || left <= 0)
      throw new TRPCError({ code: 'CONFLICT', message: 'Nothing of this transfer can be taken back.' })
    if (transfer.expiresAt && transfer.expiresAt <= at) throw new TRPCError({ code: 'CONFLICT', message: 'This store credit has expired.' })
    const { accountId, paymentId, carrier, ownerRef, accountRef, expiresAt } = transfer
    const by = { createdBy: actor.userId, createdByEmail: actor.email, createdAt: at }
    const { id } = await tx.creditTransfer.create({
      data: {
        direction: 'back',
        accountId,
        paymentId,
        carrier,
        ownerRef,
        accountRef,
        expiresAt,
        ofId: transferId,
        amount: left.toFixed(2),
        ...by,
      },
      select: { id: true },
    })
    return { accountId, ids: [id] }
  })
}
