import { sumOfAmounts } from '~/contracts/credit/credit'
import { billedNoun } from '~/contracts/billing/invoices'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { calendarDay } from '~/lib/instant'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { tellReceipt, type ReceiptCall } from '~/server/billing/receipts/receipt-emails'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { tellStaff } from '~/server/identity/users/approvers'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import type { CheckoutState } from './card-provider'
import { dueOfPage } from './payment-subject'

export type Taking = Pick<Services, 'db' | 'log' | ReceiptCall>

export type Outcome = 'done' | 'unchanged' | 'unknown' | 'unusable'

export const SYSTEM = { userId: null, email: null }
export const CURRENCY = 'eur'

/** Notifies staff of money that nothing asks for any more: the order is cancelled, or the invoice credited or paid otherwise. */
const tellOfUnasked = (
  tx: Prisma.TransactionClient,
  services: Taking,
  { paymentId, amount, unasked }: { paymentId: string; amount: number; unasked: number },
): Promise<void> =>
  tellStaff(tx, services, {
    router: 'payments',
    subject: `Paid by card, and not asked for any more: ${formatEuro(unasked)}`,
    before: [
      `${formatEuro(amount)} was paid by card (${paymentId}). When it came, ${formatEuro(sumOfAmounts([amount, -unasked]))} was left to pay: what it was for is cancelled, credited or paid otherwise.`,
    ],
    link: { label: 'Open the payments', path: '/money?tab=payments' },
    after: 'The rest stands on account for the customer. Pay it back, or put it against another invoice of theirs.',
  })

/** Records a page's payment once, with the sum that the provider reports. */
function takePaid(services: Taking, page: CheckoutState, rowId: string, paymentId: string): Promise<Outcome> {
  const { db, now, businessTimeZone, log } = services
  return db.prisma.$transaction(async (tx) => {
    const asked = await tx.checkoutSession.findUniqueOrThrow({ where: { id: rowId }, select: { noun: true, nounId: true, buyerId: true } })
    await lockBilling(tx, { works: [asked], buyers: [asked.buyerId] })
    await tx.$queryRaw`SELECT id FROM checkout_sessions WHERE id = ${rowId}::uuid FOR UPDATE`
    const row = await tx.checkoutSession.findUniqueOrThrow({ where: { id: rowId } })
    if (row.state === 'paid') return 'unchanged'
    const at = now()
    const wanted = toAmount(row.amount)
    const unasked = Math.max(0, sumOfAmounts([page.amount, -(await dueOfPage(tx, services, row))]))
    const note = wanted === page.amount ? null : `The page had asked for ${formatEuro(wanted)}.`
    const { id, isNew } = await receiveMoney(tx, {
      buyerId: row.buyerId,
      method: 'stripe',
      amount: page.amount,
      receivedOn: calendarDay(page.paidAt ?? at, businessTimeZone),
      reference: paymentId,
      note,
      documentId: row.documentId,
      noun: billedNoun(row.noun),
      nounId: row.nounId,
      externalId: paymentId,
      actor: SYSTEM,
      at,
      reason: 'Paid by card',
      key: `stripe:${paymentId}`,
    })
    await tx.checkoutSession.update({ where: { id: rowId }, data: { state: 'paid', externalId: page.externalId, paymentId: id } })
    if (note !== null) log.error({ checkout: rowId, payment: id }, 'Another amount was paid than the page had asked for')
    if (isNew) {
      const after = { method: 'stripe', amount: page.amount, ...(unasked > 0 && { unasked }), ...(note !== null && { note }) }
      await recordAudit(tx, SYSTEM, { action: 'payment.received', subjectType: 'payment', subjectId: id, after })
      await tellReceipt(tx, services, id)
      if (unasked > 0) await tellOfUnasked(tx, services, { paymentId, amount: page.amount, unasked })
    }
    return 'done'
  })
}

/** Brings a row to the state of its page. Safe to repeat in any order: a paid row stays paid, and a payment on an ended page counts. */
export async function takePage(services: Taking, page: CheckoutState): Promise<Outcome> {
  const { prisma } = services.db
  const row =
    page.id === null ? null : await prisma.checkoutSession.findUnique({ where: { id: page.id }, select: { id: true, state: true } })
  if (!row) return 'unknown'
  if (row.state === 'paid') return 'unchanged'
  const { externalId, url, expiresAt } = page
  if (page.state === 'paid') {
    if (page.currency !== CURRENCY || page.paymentId === null || page.amount <= 0) {
      services.log.error({ checkout: row.id, page: externalId, currency: page.currency }, 'A payment is not in EUR, or names no payment')
      return 'unusable'
    }
    return takePaid(services, page, row.id, page.paymentId)
  }
  const changes = {
    ended: { from: ['asked', 'open'], to: { state: 'ended' } },
    // A page with a payment under way is not offered again.
    waiting: { from: ['asked', 'open'], to: { state: 'open', url: null } },
    open: { from: ['asked'], to: { state: 'open', url, expiresAt } },
  } as const
  const { from, to } = changes[page.state]
  const { count } = await prisma.checkoutSession.updateMany({
    where: { id: row.id, state: { in: [...from] } },
    data: { ...to, externalId },
  })
  return count > 0 ? 'done' : 'unchanged'
}
