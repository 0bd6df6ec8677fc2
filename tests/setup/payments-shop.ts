import { openStripe } from '~/server/billing/stripe/stripe-client'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import type { ServiceOptions } from '~/server/create-services'
import { openTestShop, TEST_NOW } from './shop'
import { playStripe, STRIPE_KEY, STRIPE_SECRET } from './stripe-server'

/** A shop that takes cards at a played Stripe, with repairs that are agreed. @param timeoutMs the longest that Stripe is waited for */
export async function openPaymentsShop(options: Partial<ServiceOptions> = {}, timeoutMs = 1_000) {
  const now = options.now ?? (() => TEST_NOW)
  const stripe = await playStripe({ now })
  const cardPayments = openStripe({
    secretKey: STRIPE_KEY,
    webhookSecret: STRIPE_SECRET,
    apiBase: stripe.address,
    timeoutMs,
    settleSeconds: 60,
  })
  const shop = await openTestShop({ creditLimit: 1000, cardPayments, ...options })
  const { prisma } = shop.db
  let numbers = 0

  /** A repair whose estimate its customer has accepted. */
  async function agreed(userId: string | null, total: number) {
    numbers += 1
    const row = await prisma.repair.create({
      data: { userId, status: 'repairing', repairNumber: `REP-5${String(numbers).padStart(4, '0')}` },
    })
    const quote = await prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total } })
    await prisma.repairLine.create({
      data: { repairId: row.id, estimateId: quote.id, kind: 'labour', label: 'Repair', quantity: 1, price: total },
    })
    return row
  }

  return {
    ...shop,
    stripe,
    agreed,
    /** The token of a link to a repair. */
    link: async (id: string) => {
      const address = await prisma.$transaction((tx) => createTrackingLink(tx, { noun: 'repairs', id }, 'https://shop.example'))
      return address.replace('https://shop.example/track/', '')
    },
    /** Sums of all payments in cents, and of the ledger; rows that do not add up. */
    sums: async () => {
      const [sums] = await prisma.$queryRaw<{ stripe: number; received: number; wrong: number }[]>`
        SELECT (SELECT coalesce(sum(amount - refunded), 0) * 100 FROM payments WHERE method = 'stripe')::int AS stripe,
          (SELECT coalesce(sum(CASE WHEN credit = 'received' THEN amount WHEN debit = 'received' THEN -amount ELSE 0 END), 0) * 100 FROM credit_entries)::int AS received,
          (SELECT count(*) FROM payments WHERE on_account + allocated + refunded <> amount)::int
            + (SELECT count(*) FROM billing_documents WHERE state = 'issued' AND kind = 'invoice' AND owed + paid + store_credit + credited <> total)::int AS wrong`
      return sums
    },
    close: async () => {
      await shop.close()
      await stripe.stop()
    },
  }
}

export type PaymentsShop = Awaited<ReturnType<typeof openPaymentsShop>>
