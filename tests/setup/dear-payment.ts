import { openBuyer } from '~/server/billing/invoices/invoice-parties'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import type { TestShop } from './shop'

/** A payment by a user, allocated to nothing, of EUR 50,000 by default: refunding it needs two administrators. @returns its id */
export const dearPayment = ({ db, services }: TestShop, userId: string, amount = 50_000): Promise<string> =>
  db.prisma.$transaction(async (tx) => {
    const buyer = await openBuyer(tx, userId)
    const { id } = await receiveMoney(tx, {
      buyerId: buyer?.id ?? '',
      method: 'transfer',
      amount,
      receivedOn: '2026-11-20',
      documentId: null,
      noun: null,
      nounId: null,
      actor: { userId: null, email: null },
      at: services.now(),
      reason: 'Payment received',
      key: `dear:${userId}`,
    })
    return id
  })
