import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Prisma } from '~/generated/prisma/client'
import { lockAccount } from '~/server/credit/credit-account'
import type { MoneyMove } from '~/server/billing/invoices/invoice-ledger'
import { reverseCapture, voidHold } from '~/server/credit/hold-credit'
import type { Actor } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import type { Billed } from './lock-document'

/** A credit note is taken off the debt first, then money, then store credit. */

type Tx = Prisma.TransactionClient

/** By payment, the latest first. */
const moneyOf = (tx: Tx, documentId: string) =>
  tx.$queryRaw<{ receiptId: string; amount: number }[]>`
    SELECT e.receipt_id::text AS "receiptId", sum(-credit_added(e, 'owed'))::float8 AS amount
    FROM credit_entries AS e JOIN payments AS p ON p.id = e.receipt_id WHERE e.document_id = ${documentId}::uuid
    GROUP BY e.receipt_id, p.created_at HAVING sum(-credit_added(e, 'owed')) > 0 ORDER BY p.created_at DESC, e.receipt_id DESC`

/** Needs the lock of the buyer's account. @param amount EUR */
export async function takeOff(tx: Tx, documentId: string, amount: number): Promise<MoneyMove[]> {
  const { owed } = await tx.billingDocument.findUniqueOrThrow({ where: { id: documentId }, select: { owed: true } })
  const moves: MoneyMove[] = []
  let left = Math.max(0, sumOfAmounts([amount, -toAmount(owed)]))
  for (const { receiptId, amount: paid } of left > 0 ? await moneyOf(tx, documentId) : []) {
    const part = Math.min(left, paid)
    if (part <= 0) continue
    moves.push({ kind: 'release', documentId, receiptId, amount: part })
    left = sumOfAmounts([left, -part])
  }
  if (left > 0) moves.push({ kind: 'unsettle', documentId, amount: left })
  return [...moves, { kind: 'correct', documentId, amount }]
}

interface UsedCredit {
  id: string
  captured: number
  held: number
}

/** Store credit payments of a repair or an order, the latest first, with their account locked. */
export async function lockCreditOf(tx: Tx, billed: Billed | null, buyerId: string): Promise<UsedCredit[]> {
  if (!billed) return []
  const buyer = await tx.buyer.findUniqueOrThrow({ where: { id: buyerId }, select: { userId: true } })
  const where = { userId: buyer.userId, buyerId: null }
  const accounts = await tx.ledgerAccount.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  for (const { id } of accounts) await lockAccount(tx, id)
  const payments = await tx.creditPayment.findMany({
    where: { ...billed, accountId: { in: accounts.map(({ id }) => id) }, captured: { gt: 0 } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, captured: true, held: true },
  })
  return payments.map(({ id, captured, held }) => ({ id, captured: toAmount(captured), held: toAmount(held) }))
}

interface GivingBack extends Billed {
  actor: Actor
  at: Date
  key: string
}

/** The payment's purpose ends too, so that no later change of the repair or order takes the credit again. */
export async function giveBackCredit(
  tx: Tx,
  { actor, at, noun, nounId, key }: GivingBack,
  payments: readonly UsedCredit[],
  amount: number,
): Promise<void> {
  let left = amount
  for (const { id, captured, held } of payments) {
    const part = Math.min(left, captured)
    if (part <= 0) continue
    const movement = { actor, at, reason: 'Given back by a credit note', cause: { noun, id: nounId } }
    await reverseCapture(tx, id, { ...movement, key: `${key}:${id}:reverse` }, part)
    await voidHold(tx, id, { ...movement, key: `${key}:${id}:void` }, part)
    const rest = sumOfAmounts([captured, held, -part])
    await tx.creditPayment.update({ where: { id }, data: rest > 0 ? { amount: rest } : { releasedAt: at } })
    left = sumOfAmounts([left, -part])
  }
}
