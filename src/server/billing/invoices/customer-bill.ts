import type { CustomerBill } from '~/contracts/billing/bill'
import type { Prisma } from '~/generated/prisma/client'
import { readBill, type BillOf } from './read-bill'

type Tx = Prisma.TransactionClient

interface Asked extends Omit<BillOf, 'customerId' | 'viewerId'> {
  /** The present or a former customer; null without one. */
  customerId: string | null
  /** The record has changed hands: the reader owes nothing of it. */
  isFormer?: boolean
  /** Read by a link, which people pass on, so no person is named. */
  isLinked?: boolean
}

async function wantsAddress(tx: Tx, { noun, nounId, customerId, isFormer = false }: Asked): Promise<boolean> {
  if (customerId === null || isFormer) return false
  return (await tx.billingDocument.count({ where: { noun, nounId, state: 'waiting', waitsFor: { has: 'address' } }, take: 1 })) > 0
}

/** @throws NOT_FOUND, also for another customer's order */
export async function readCustomerBill(tx: Tx, asked: Asked): Promise<CustomerBill> {
  const { isFormer: _isFormer, isLinked = false, ...of } = asked
  const bill = await readBill(tx, of)
  const unnamed = isLinked && { buyerName: null }
  return {
    ...bill,
    invoices: bill.invoices.map((invoice) => ({ ...invoice, ...unnamed, ...(isLinked && { buyerEmail: null, userId: null }) })),
    payments: bill.payments.map((payment) => ({ ...payment, ...unnamed, ...(isLinked && { reference: null }) })),
    wantsAddress: await wantsAddress(tx, asked),
  }
}

export const isBill = ({ cost, invoices, payments }: CustomerBill): boolean =>
  (cost !== null && cost > 0) || invoices.length > 0 || payments.length > 0
