import { randomUUID } from 'node:crypto'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun } from '~/contracts/billing/invoices'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { lockBuyers, moveMoney, type MoneyMove } from '~/server/billing/invoices/invoice-ledger'

type Tx = Prisma.TransactionClient

interface Settling {
  actor: Actor
  at: Date
  noun: BilledNoun
  nounId: string
}

interface Side {
  accountId: string
  kind: 'invoice' | 'credit' | 'payment'
  id: string
  /** EUR owed of an invoice, used of store credit, or on account of a payment. */
  amount: number
  /** EUR of store credit put against an invoice. */
  storeCredit: number
}

/** Invoices, used store credit and payments on account of the work, by buyer, the oldest first. */
const readSides = (tx: Tx, { noun, nounId }: Settling) =>
  tx.$queryRaw<Side[]>`
    SELECT a.id::text AS "accountId", s.kind, s.id::text AS id, s.amount::float8 AS amount, s.store_credit::float8 AS "storeCredit" FROM (
      SELECT buyer_id, 'invoice' AS kind, id, issued_at AS at, owed AS amount, store_credit
      FROM billing_documents WHERE noun = ${noun} AND noun_id = ${nounId}::uuid AND kind = 'invoice' AND state = 'issued'
      UNION ALL SELECT b.id, 'credit', b.id, NULL, sum(p.captured), 0
      FROM credit_payments AS p JOIN credit_accounts AS c ON c.id = p.account_id AND c.buyer_id IS NULL JOIN LATERAL (
        SELECT id FROM buyers WHERE user_id = c.user_id AND (former_of IS NULL OR former_of = c.former_of) ORDER BY former_of NULLS LAST LIMIT 1) AS b ON TRUE
      WHERE p.noun = ${noun} AND p.noun_id = ${nounId} GROUP BY b.id
      UNION ALL SELECT buyer_id, 'payment', id, created_at, on_account, 0
      FROM payments WHERE noun = ${noun} AND noun_id = ${nounId}::uuid AND on_account > 0
    ) AS s JOIN credit_accounts AS a ON a.buyer_id = s.buyer_id ORDER BY a.buyer_id, s.at, s.id`

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

/** Used store credit first, then payments on account, the oldest first. May run again. Needs the lock of the repair or order. */
export async function settleBill(tx: Tx, settling: Settling): Promise<void> {
  await lockBuyers(tx, { noun: settling.noun, nounIds: [settling.nounId] })
  await settleLockedBill(tx, settling)
}

export async function settleLockedBill(tx: Tx, settling: Settling): Promise<void> {
  const { actor, at } = settling
  const sides = await readSides(tx, settling)
  for (const id of new Set(sides.map(({ accountId }) => accountId))) {
    const of = (kind: Side['kind']) => sides.filter((side) => side.accountId === id && side.kind === kind)
    const open = of('invoice').map(({ id: documentId, amount: owed, storeCredit }) => ({ documentId, owed, storeCredit }))
    const moves: MoneyMove[] = []
    const settled = sumOfAmounts(open.map(({ storeCredit }) => storeCredit))
    let more = sumOfAmounts([...of('credit').map(({ amount }) => amount), -settled])
    for (const invoice of more < 0 ? open.toReversed() : []) {
      const amount = Math.min(invoice.storeCredit, -more)
      if (amount <= 0) continue
      moves.push({ kind: 'unsettle', documentId: invoice.documentId, amount })
      invoice.owed = sumOfAmounts([invoice.owed, amount])
      more = sumOfAmounts([more, amount])
    }
    for (const invoice of open) {
      const amount = Math.min(invoice.owed, Math.max(0, more))
      if (amount <= 0) continue
      moves.push({ kind: 'settle', documentId: invoice.documentId, amount })
      invoice.owed = sumOfAmounts([invoice.owed, -amount])
      more = sumOfAmounts([more, -amount])
    }
    for (const payment of of('payment')) {
      let left = payment.amount
      for (const invoice of open) {
        const amount = Math.min(left, invoice.owed)
        if (amount <= 0) continue
        moves.push({ kind: 'allocate', documentId: invoice.documentId, receiptId: payment.id, amount })
        invoice.owed = sumOfAmounts([invoice.owed, -amount])
        left = sumOfAmounts([left, -amount])
      }
    }
    await moveMoney(tx, { id }, { actor, at, reason: 'Put against the invoice', key: `settle:${randomUUID()}` }, moves)
  }
}
