import type { CustomerBill } from '~/contracts/billing/bill'
import type { Prisma } from '~/generated/prisma/client'
import { readBill, type BillOf } from './read-bill'

type Tx = Prisma.TransactionClient

interface Asked extends Omit<BillOf, 'customerId' | 'viewerId'> {
  /** The present or former customer; null for a case of nobody. */
  customerId: string | null
  /** It was given to somebody else: nothing of it is asked of the one who reads. */
  isFormer?: boolean
  /** It is read by a link, which people pass on: it names nobody. */
  isLinked?: boolean
}

/** True if a document of it waits for its customer's address. */
async function wantsAddress(tx: Tx, { noun, nounId, customerId, isFormer = false }: Asked): Promise<boolean> {
  if (customerId === null || isFormer) return false
  return (await tx.billingDocument.count({ where: { noun, nounId, state: 'waiting', waitsFor: { has: 'address' } }, take: 1 })) > 0
}

/** The bill of a repair or an order as its customer sees it. @throws NOT_FOUND, also for an order of somebody else */
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

/** True where there is something to show of a bill: a cost, a document or a payment. */
export const isBill = ({ cost, invoices, payments }: CustomerBill): boolean =>
  (cost !== null && cost > 0) || invoices.length > 0 || payments.length > 0
