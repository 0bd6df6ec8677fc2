import { emailAddress } from '~/contracts/identity/auth'
import { numberSpellings } from '~/contracts/numbers'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import type { Services } from '~/server/services'
import { orderLink } from './order-email-templates'
import { orderPage } from '~/server/billing/invoices/order-page'

/** Sent to the order's own address; nothing for an unknown number. */
export async function sendOrderLink(
  { db, ...services }: Pick<Services, 'db' | 'outbox' | 'siteUrl' | 'secret'>,
  number: string,
): Promise<void> {
  const sales = await db.prisma.orderSale.findMany({
    where: { channel: 'checkout', tokenHash: { not: null }, order: { orderNumber: { in: numberSpellings('orders', number) } } },
    select: { orderId: true, email: true, order: { select: { orderNumber: true } } },
  })
  for (const { orderId, email, order } of sales) {
    const { data: to } = emailAddress.safeParse(email)
    if (to === undefined) continue
    const letter = { to, name: null, href: `${services.siteUrl}${orderPage(services, orderId)}`, values: { number: order.orderNumber } }
    await db.prisma.$transaction((tx) => queueEmail(tx, services, (branding) => writeEmail(branding, orderLink, letter)))
  }
}
