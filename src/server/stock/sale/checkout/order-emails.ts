import { randomUUID } from 'node:crypto'
import type { Invoice } from '~/contracts/billing/invoices'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { emailAddress } from '~/contracts/identity/auth'
import { parcelPage } from '~/contracts/carriers'
import { amountOfLines } from '~/contracts/stock/sales'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { parcelText } from '~/lib/parcel-text'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { readJsonWithin, toAmount } from '~/server/platform/database/column-values'
import type { StatusEffect } from '~/server/platform/records/status-records'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import { readOwnLines } from '../read-order-lines'
import { orderConfirmed, orderLapsed, orderPlaced, orderSent, orderShort, orderUnpaid } from './order-email-templates'
import { orderPage } from '~/server/billing/invoices/order-page'

type Tx = Prisma.TransactionClient
export type OrderEmails = Pick<Services, 'outbox' | 'siteUrl' | 'secret' | 'businessTimeZone'>

const MOST_NAMED = 30

/** Null without a reachable customer. Only one who has paid is greeted by name. */
async function contentOf(tx: Tx, services: OrderEmails, orderId: string, isPaid: boolean) {
  const sale = await tx.orderSale.findUnique({
    where: { orderId },
    include: { order: { select: { orderNumber: true, totalAmount: true } } },
  })
  if (!sale || !emailAddress.safeParse(sale.email).success) return null
  const lines = await readOwnLines({ readJson: readJsonWithin(tx) }, orderId)
  const items = lines.slice(0, MOST_NAMED).map((line) => `${line.quantity} × ${line.title} · ${formatEuro(amountOfLines([line]))}`)
  return {
    heldUntil: sale.heldUntil,
    amount: toAmount(sale.order.totalAmount),
    parcel: { carrier: sale.carrier, trackingNumber: sale.trackingNumber },
    letter: { to: sale.email ?? '', name: isPaid ? sale.fullName : null, href: `${services.siteUrl}${orderPage(services, orderId)}` },
    values: {
      number: sale.order.orderNumber,
      items: [...items, ...(lines.length > MOST_NAMED ? [`and ${lines.length - MOST_NAMED} more`] : [])].join('\n'),
      total: formatEuro(toAmount(sale.order.totalAmount)),
      address: sale.deliveryAddress ?? '',
    },
  }
}

export async function tellPlaced(tx: Tx, services: OrderEmails, orderId: string): Promise<void> {
  const content = await contentOf(tx, services, orderId, false)
  if (!content) return
  const until = content.heldUntil ? formatDay(calendarDay(content.heldUntil, services.businessTimeZone)) : ''
  await queueEmail(tx, services, (branding) =>
    writeEmail(branding, orderPlaced, { ...content.letter, values: { ...content.values, until } }),
  )
}

export async function tellPaid(tx: Tx, services: OrderEmails, orderId: string, isThere: boolean): Promise<void> {
  const content = await contentOf(tx, services, orderId, true)
  if (!content) return
  const template = isThere ? orderConfirmed : orderShort
  await queueEmail(tx, services, (branding) => writeEmail(branding, template, { ...content.letter, values: content.values }))
}

/** @param lapsesAt when the order is cancelled @param credit EUR of store credit that pays a part */
export async function tellUnpaid(
  tx: Tx,
  services: OrderEmails,
  orderId: string,
  { at, lapsesAt, credit }: { at: Date; lapsesAt: Date; credit: number },
): Promise<void> {
  const content = await contentOf(tx, services, orderId, false)
  if (!content) return
  const dayOf = (moment: Date) => formatDay(calendarDay(moment, services.businessTimeZone))
  const { heldUntil, letter, values, amount } = content
  const kept =
    heldUntil !== null && heldUntil > at
      ? `We keep the goods for you until ${dayOf(heldUntil)}.`
      : 'The time for which we kept the goods for you is over, but you get them as long as they are in stock.'
  const { address: _address, ...rest } = values
  await queueEmail(tx, services, (branding) =>
    writeEmail(branding, orderUnpaid, {
      ...letter,
      values: { ...rest, total: formatEuro(sumOfAmounts([amount, -credit])), kept, lapses: dayOf(lapsesAt) },
    }),
  )
}

/** @returns the email's id; null without a reachable customer */
async function tellSent(tx: Tx, services: OrderEmails, orderId: string): Promise<string | null> {
  const content = await contentOf(tx, services, orderId, true)
  if (!content) return null
  const { letter, values, parcel } = content
  const page = parcelPage(parcel)
  const branding = { ...(await readBranding(tx, services.siteUrl)), texts: services.outbox.texts }
  const email = writeEmail(branding, orderSent, {
    ...letter,
    ...(page !== null && { foot: { label: 'Track your parcel', href: page } }),
    values: { ...values, parcel: parcelText(parcel) ?? '' },
  })
  const id = randomUUID()
  await services.outbox.customerEmails(tx, [{ id, email }])
  return id
}

export async function tellLapsed(
  tx: Tx,
  services: OrderEmails,
  orderId: string,
  { by, note, credit }: { by: Date; note: Invoice | null; credit: number },
): Promise<void> {
  const content = await contentOf(tx, services, orderId, false)
  if (!content) return
  const { address: _address, ...rest } = content.values
  const invoice = note?.number && note.of?.number ? ` The attached credit note ${note.number} corrects invoice ${note.of.number}.` : ''
  const back = credit > 0 ? ` Your store credit of ${formatEuro(credit)} is back in your account.` : ''
  const branding = { ...(await readBranding(tx, services.siteUrl)), texts: services.outbox.texts }
  const email = writeEmail(branding, orderLapsed, {
    ...content.letter,
    values: { ...rest, invoice: `${invoice}${back}`, by: formatDay(calendarDay(by, services.businessTimeZone)) },
  })
  await services.outbox.customerEmails(tx, [
    { id: randomUUID(), email, lasts: true, document: note?.number ? { kind: 'invoice', id: note.id } : undefined },
  ])
}

/** A letter that still waits gives way to the new one. */
export async function tellAgain(tx: Tx, services: OrderEmails, orderId: string, former: string | null): Promise<void> {
  if (former !== null) await services.outbox.withdrawWrong(tx, [former])
  await tx.orderSale.update({ where: { orderId }, data: { sentEmail: await tellSent(tx, services, orderId) } })
}

/** Tells buyers of the checkout once that a completed order is on its way; an order taken back takes a waiting letter back too. */
export const followSent: StatusEffect = async (tx, call, { ids, status, tells }) => {
  const isSent = status === 'completed'
  const sales = await tx.orderSale.findMany({
    where: { orderId: { in: [...ids] }, channel: 'checkout', sentEmail: isSent ? null : { not: null } },
    select: { orderId: true, sentEmail: true },
    orderBy: { orderId: 'asc' },
  })
  if (isSent) for (const { orderId } of tells ? sales : []) await tellAgain(tx, call, orderId, null)
  else if (sales.length > 0) {
    const letters = sales.flatMap(({ sentEmail }) => sentEmail ?? [])
    await call.outbox.withdrawWrong(tx, letters)
    await tx.orderSale.updateMany({ where: { sentEmail: { in: letters } }, data: { sentEmail: null } })
  }
  return []
}
