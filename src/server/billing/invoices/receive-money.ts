import type { PaymentMethod } from '~/contracts/billing/receipts'
import type { BilledNoun } from '~/contracts/billing/invoices'
import type { Prisma } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import { cents } from '~/server/credit/credit-entries'
import { lockMoney, moveMoney, type MoneyMove, type MoneyMovement } from '~/server/billing/invoices/invoice-ledger'
import { settleBill } from './settle-bill'

type Tx = Prisma.TransactionClient

export interface Receipt extends MoneyMovement {
  buyerId: string
  method: PaymentMethod
  /** EUR. */
  amount: number
  /** As '2026-11-21'. */
  receivedOn: string
  reference?: string | null
  note?: string | null
  /** The paid invoice; before one is issued, the repair or order alone. */
  documentId: string | null
  noun: BilledNoun | null
  nounId: string | null
  externalId?: string | null
}

/**
 * Once for each key: its invoice first, then the same work's, the rest on account. Needs the work's lock. @returns id and whether it is new
 */
export async function receiveMoney(tx: Tx, receipt: Receipt): Promise<{ id: string; isNew: boolean }> {
  const {
    buyerId,
    method,
    amount,
    receivedOn,
    reference = null,
    note = null,
    documentId,
    noun,
    nounId,
    externalId = null,
    ...movement
  } = receipt
  const account = await lockMoney(tx, buyerId)
  const known = await tx.payment.findUnique({ where: { key: movement.key }, select: { id: true } })
  if (known) return { id: known.id, isNew: false }
  const { id } = await tx.payment.create({
    data: {
      accountId: account.id,
      buyerId,
      method,
      amount: cents(amount),
      receivedOn: new Date(receivedOn),
      reference,
      note,
      documentId,
      noun,
      nounId,
      externalId,
      key: movement.key,
      createdBy: movement.actor.userId,
      createdAt: movement.at,
    },
    select: { id: true },
  })
  const moves: MoneyMove[] = [{ kind: 'receive', receiptId: id, amount }]
  const invoice =
    documentId === null ? null : await tx.billingDocument.findUnique({ where: { id: documentId }, select: { owed: true, buyerId: true } })
  const owed = invoice?.buyerId === buyerId ? toAmount(invoice.owed) : 0
  if (documentId !== null && owed > 0) moves.push({ kind: 'allocate', documentId, receiptId: id, amount: Math.min(amount, owed) })
  await moveMoney(tx, account, movement, moves)
  if (noun !== null && nounId !== null) await settleBill(tx, { actor: movement.actor, at: movement.at, noun, nounId })
  return { id, isNew: true }
}
