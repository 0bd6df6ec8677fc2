import { randomUUID } from 'node:crypto'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun } from '~/contracts/credit/invoices'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import { lockBuyers, moveMoney, type MoneyMove } from '~/server/credit/billing/ledger'

type Tx = Prisma.TransactionClient

interface Settling {
  actor: Actor
  at: Date
  noun: BilledNoun
  nounId: string
}

/** EUR of store credit that the work has used, by buyer. */
const usedCredit = (tx: Tx, { noun, nounId }: Settling) =>
  tx.$queryRaw<{ buyerId: string; amount: number }[]>`
    SELECT b.id::text AS "buyerId", sum(p.captured)::float8 AS amount
    FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id AND a.buyer_id IS NULL JOIN buyers AS b ON b.user_id = a.user_id
    WHERE p.noun = ${noun} AND p.noun_id = ${nounId} GROUP BY b.id`

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
  if (ids.length > 1) await lockBuyers(tx, { noun, nounIds: ids })
  for (const nounId of ids) await settleBill(tx, { ...settling, nounId })
}

/**
 * Brings the invoices of a repair or an order to what has been paid for it: used store credit first, then payments that are on account for
 * it, the oldest first. From wherever they are, so it may run again. What nothing owes stays on account. The caller has locked the repair or
 * order.
 */
export async function settleBill(tx: Tx, settling: Settling): Promise<void> {
  const { actor, at, noun, nounId } = settling
  const accounts = await lockBuyers(tx, { noun, nounIds: [nounId] })
  const invoices = await tx.billingDocument.findMany({
    where: { noun, nounId, kind: 'invoice', state: 'issued' },
    orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, buyerId: true, owed: true, storeCredit: true },
  })
  const credit = await usedCredit(tx, settling)
  const money = await tx.payment.findMany({
    where: { onAccount: { gt: 0 }, noun, nounId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, buyerId: true, onAccount: true },
  })
  for (const account of accounts) {
    const isTheirs = ({ buyerId }: { buyerId: string | null }) => buyerId === account.buyerId
    const open = invoices
      .filter(isTheirs)
      .map(({ id, owed, storeCredit }) => ({ id, owed: toAmount(owed), storeCredit: toAmount(storeCredit) }))
    const moves: MoneyMove[] = []
    const settled = sumOfAmounts(open.map(({ storeCredit }) => storeCredit))
    let more = sumOfAmounts([credit.find(isTheirs)?.amount ?? 0, -settled])
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
    for (const receipt of money.filter(isTheirs)) {
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
