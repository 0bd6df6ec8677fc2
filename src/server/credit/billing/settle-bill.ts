import { randomUUID } from 'node:crypto'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun } from '~/contracts/credit/invoices'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import { lockMoney, moveMoney, type MoneyMove } from '~/server/credit/billing/ledger'

type Tx = Prisma.TransactionClient

interface Settling {
  actor: Actor
  at: Date
  noun: BilledNoun
  nounId: string
}

/** EUR of store credit of a buyer that the work has used. */
async function usedCredit(tx: Tx, { noun, nounId }: Settling, userId: string): Promise<number> {
  const [used] = await tx.$queryRaw<{ amount: number }[]>`
    SELECT coalesce(sum(p.captured), 0)::float8 AS amount FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id
    WHERE p.noun = ${noun} AND p.noun_id = ${nounId} AND a.user_id = ${userId}::uuid AND a.buyer_id IS NULL`
  return used?.amount ?? 0
}

/** Locks the money of all who were ever billed for repairs or orders, and of others, in the order in which everybody does. */
export async function lockBuyers(tx: Tx, noun: BilledNoun, nounIds: readonly string[], others: readonly string[] = []): Promise<void> {
  const found = await tx.billingDocument.findMany({
    where: { noun, nounId: { in: [...nounIds] }, state: 'issued', buyerId: { not: null } },
    distinct: ['buyerId'],
    select: { buyerId: true },
  })
  const ids = new Set([...others, ...found.flatMap(({ buyerId }) => buyerId ?? [])])
  for (const id of [...ids].toSorted()) await lockMoney(tx, id)
}

/** Settles the bills of repairs or orders after store credit for them has changed. The caller has locked them. */
export async function settleBills(
  tx: Tx,
  { nounIds, ...settling }: Omit<Settling, 'nounId'> & { nounIds: readonly string[] },
): Promise<void> {
  const { noun } = settling
  const billed = await tx.billingDocument.findMany({
    where: { noun, nounId: { in: [...nounIds] }, kind: 'invoice', state: 'issued' },
    distinct: ['nounId'],
    orderBy: { nounId: 'asc' },
    select: { nounId: true },
  })
  const ids = billed.flatMap(({ nounId }) => nounId ?? [])
  if (ids.length > 1) await lockBuyers(tx, noun, ids)
  for (const nounId of ids) await settleBill(tx, { ...settling, nounId })
}

/**
 * Brings the invoices of a repair or an order to what has been paid for it: used store credit first, then payments that are on account for
 * it, the oldest first. From wherever they are, so it may run again. What nothing owes stays on account. The caller has locked the repair or
 * order.
 */
export async function settleBill(tx: Tx, settling: Settling): Promise<void> {
  const { actor, at, noun, nounId } = settling
  const buyers = await tx.billingDocument.findMany({
    where: { noun, nounId, kind: 'invoice', state: 'issued', buyerId: { not: null } },
    distinct: ['buyerId'],
    orderBy: { buyerId: 'asc' },
    select: { buyerRow: { select: { id: true, userId: true } } },
  })
  for (const { buyerRow: buyer } of buyers) {
    if (!buyer) continue
    const account = await lockMoney(tx, buyer.id)
    const invoices = await tx.billingDocument.findMany({
      where: { noun, nounId, kind: 'invoice', state: 'issued', buyerId: buyer.id },
      orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
      select: { id: true, owed: true, storeCredit: true },
    })
    const open = invoices.map(({ id, owed, storeCredit }) => ({ id, owed: toAmount(owed), storeCredit: toAmount(storeCredit) }))
    const moves: MoneyMove[] = []
    const settled = sumOfAmounts(open.map(({ storeCredit }) => storeCredit))
    let more = sumOfAmounts([await usedCredit(tx, settling, buyer.userId), -settled])
    for (const invoice of more < 0 ? open.toReversed() : []) {
      const amount = Math.min(invoice.storeCredit, -more)
      if (amount <= 0) continue
      moves.push({ kind: 'unsettle', documentId: invoice.id, amount })
      invoice.owed = sumOfAmounts([invoice.owed, amount])
      more = sumOfAmounts([more, amount])
    }
    for (const invoice of open) {
      const amount = Math.min(invoice.owed, Math.max(0, more))
      if (amount <= 0) continue
      moves.push({ kind: 'settle', documentId: invoice.id, amount })
      invoice.owed = sumOfAmounts([invoice.owed, -amount])
      more = sumOfAmounts([more, -amount])
    }
    const receipts = await tx.payment.findMany({
      where: { buyerId: buyer.id, onAccount: { gt: 0 }, noun, nounId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true, onAccount: true },
    })
    for (const receipt of receipts) {
      let left = toAmount(receipt.onAccount)
      for (const invoice of open) {
        const amount = Math.min(left, invoice.owed)
        if (amount <= 0) continue
        moves.push({ kind: 'allocate', documentId: invoice.id, receiptId: receipt.id, amount })
        invoice.owed = sumOfAmounts([invoice.owed, -amount])
        left = sumOfAmounts([left, -amount])
      }
    }
    await moveMoney(tx, account, { actor, at, reason: 'Put against the invoice', key: `settle:${randomUUID()}` }, moves)
  }
}
