import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Payment, Prisma } from '~/generated/prisma/client'
import { billedOf } from '~/server/billing/invoices/lock-document'
import { settleBill } from '~/server/billing/invoices/settle-bill'
import { lockMoney, moveMoney, type MoneyMove, type MoneyMovement } from '~/server/billing/invoices/invoice-ledger'
import { toAmount } from '~/server/platform/database/column-values'
import { lockBilling, type Of } from './billing-locks'

type Tx = Prisma.TransactionClient

/** A refund is entered when it is requested, so that its money cannot be used twice; a failed one is reversed by another entry. */

interface Allocation extends Of {
  documentId: string
  number: string | null
  amount: number
}

/** The latest allocation first. */
export const allocationsOf = (tx: Pick<Tx, '$queryRaw'>, paymentId: string): Promise<Allocation[]> => tx.$queryRaw<Allocation[]>`
  SELECT d.id::text AS "documentId", d.number, d.noun, d.noun_id::text AS "nounId",
    sum(CASE e.kind WHEN 'allocate' THEN e.amount ELSE -e.amount END)::float8 AS amount
  FROM credit_entries AS e JOIN billing_documents AS d ON d.id = e.document_id WHERE e.receipt_id = ${paymentId}::uuid
  GROUP BY d.id HAVING sum(CASE e.kind WHEN 'allocate' THEN e.amount ELSE -e.amount END) > 0 ORDER BY max(e.number) DESC, d.id`

/** @param sums as for `lockBilling` @returns the repairs and orders involved */
export const lockRefunded = (tx: Tx, { id }: Pick<Payment, 'id'>, sums: readonly (string | null)[] = []): Promise<Of[]> =>
  lockBilling(tx, { payments: [id], sums })

async function settleAll(tx: Tx, { actor, at }: MoneyMovement, subjects: readonly Of[]): Promise<void> {
  const keys = new Set<string>()
  for (const subject of subjects) {
    const billed = billedOf(subject)
    if (!billed || keys.has(billed.nounId)) continue
    keys.add(billed.nounId)
    await settleBill(tx, { actor, at, ...billed })
  }
}

export interface Refundable {
  payment: Payment
  /** EUR neither refunded nor waiting to be. */
  left: number
}

/** EUR that can be refunded. Needs `lockRefunded`. @param but a waiting refund that is being decided */
export async function refundableOf(tx: Tx, { id }: Pick<Payment, 'id'>, but?: string): Promise<Refundable> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
  const waiting = await tx.refund.aggregate({
    where: { paymentId: id, state: 'waiting', ...(but !== undefined && { id: { not: but } }) },
    _sum: { amount: true },
  })
  const sum = waiting._sum.amount
  const left = sumOfAmounts([toAmount(payment.amount), -toAmount(payment.refunded), sum ? -toAmount(sum) : 0])
  return { payment, left: Math.max(0, left) }
}

/**
 * From the account first, then from invoices, which are owed again. Needs `lockRefunded`. @returns the reopened invoices: number and EUR
 */
export async function giveBack(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'buyerId' | 'onAccount'>,
  amount: number,
  movement: MoneyMovement,
  subjects: readonly Of[],
  kind: 'refund' | 'unreceive' = 'refund',
): Promise<{ number: string; amount: number }[]> {
  const account = await lockMoney(tx, payment.buyerId)
  const moves: MoneyMove[] = []
  const again: { number: string; amount: number }[] = []
  let missing = sumOfAmounts([amount, -Math.min(amount, toAmount(payment.onAccount))])
  for (const { documentId, number, amount: paid } of await allocationsOf(tx, payment.id)) {
    const part = Math.min(missing, paid)
    if (part <= 0) break
    moves.push({ kind: 'release', documentId, receiptId: payment.id, amount: part })
    again.push({ number: number ?? '', amount: part })
    missing = sumOfAmounts([missing, -part])
  }
  await moveMoney(tx, account, movement, [...moves, { kind, receiptId: payment.id, amount }])
  await settleAll(tx, movement, subjects)
  return again
}

/** Returns the money of a failed refund to the account and the invoices that it had paid. */
export async function takeBack(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'buyerId'>,
  amount: number,
  movement: MoneyMovement,
  subjects: readonly Of[],
): Promise<void> {
  const account = await lockMoney(tx, payment.buyerId)
  await moveMoney(tx, account, movement, [{ kind: 'unrefund', receiptId: payment.id, amount }])
  await settleAll(tx, movement, subjects)
}
