import { randomUUID } from 'node:crypto'
import { askedFor, type Invoice } from '~/contracts/billing/invoices'
import { whenToPayInvoice } from '~/contracts/billing/when-to-pay'
import { records } from '~/contracts/records'
import type { SiteSettings } from '~/contracts/site/settings'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { ownPageOf } from '~/lib/record-paths'
import { accountPage } from '~/server/identity/auth/account-page'
import { mailable } from '~/server/cases/base/case-emails'
import { isMailable } from '~/server/cases/base/is-mailable'
import { createTrackingLinks } from '~/server/cases/base/tracking-links'
import { writeEmail, type Branding } from '~/server/platform/email-texts/write-email'
import { recipientFields, type InvoiceRef, type ReceiptRef, type Recipient } from '~/server/platform/outbox/outbox'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Email } from '~/server/platform/mail/email'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { invoiceCredited, invoiceIssued, invoiceReminder } from './invoice-email-templates'
import { readWorkFor } from './invoice-parties'
import { findOrderPage } from './order-page'
import { readInvoiceWithin } from './read-invoice'
import { readOwedOf, toCreditOfRow } from './read-owed'
import { readBill } from './read-bill'

type Tx = Prisma.TransactionClient
type Emailing = Pick<Services, 'now' | 'outbox' | 'secret' | 'siteUrl'>

type About = Pick<Invoice, 'nounId' | 'userId'> & { noun: string | null }
interface Known {
  customerId?: string | null
  settings?: SiteSettings
  /** The email's id; a new one by default. */
  emailId?: string
}

/** The page of the present customer's repair or order, which needs no account; null without one. */
async function findPage(tx: Tx, call: Emailing, { noun, nounId, userId }: About, known: Known, linkId: string): Promise<string | null> {
  if (nounId === null || (noun !== 'repairs' && noun !== 'orders')) return null
  const { customerId = (await readWorkFor(tx, noun, nounId)).userId } = known
  if (userId !== customerId) return null
  if (noun === 'orders') {
    const page = await findOrderPage(tx, call, nounId)
    return page && `${call.siteUrl}${page}`
  }
  const [href] = await createTrackingLinks(tx, [{ noun, id: nounId, linkId }], call.siteUrl)
  return href ?? null
}

/** In the account: that of the customer's own order, else the overview. */
async function ownPage(tx: Tx, { noun, nounId, userId }: About): Promise<string> {
  if (noun !== 'orders' || nounId === null) return paths.account
  const order = await tx.order.findUnique({ where: { id: nounId }, select: { orderNumber: true, userId: true } })
  return order?.userId === userId ? ownPageOf('orders', order.orderNumber) : paths.account
}

const billed: Partial<Record<Invoice['purpose'], string>> = { deposit: 'the deposit on ', interest: 'interest on ' }
const subjectOf = ({ purpose, noun, nounNumber }: Invoice) =>
  `${billed[purpose] ?? ''}${noun === null || nounNumber === null ? 'your order' : `${records[noun].one} ${nounNumber}`}`

const say = { day: formatDay, euro: formatEuro }

const leftOf = (invoice: Invoice) =>
  whenToPayInvoice(say, { amount: askedFor(invoice), dueOn: invoice.dueOn, isOverdue: invoice.state === 'overdue' }, 'email')

/** Empty without money on account after a credit note. */
async function backOf(tx: Tx, { noun, nounId, userId }: Invoice): Promise<string> {
  const work = noun === null || nounId === null ? null : await readOwedOf(tx, noun, nounId, userId)
  if (!work || work.onAccount <= 0) return ''
  return ` ${formatEuro(work.onAccount)} of yours is on account with us. We will contact you about how you get it back.`
}

type Write = (branding: Branding, letter: Recipient & { href: string }) => Email
export type Post = (write: Write, document?: InvoiceRef | ReceiptRef) => Promise<void>

/** Everything but the text, before the document takes its number, which others wait for; null without an address. */
export async function addressInvoice(tx: Tx, call: Emailing, about: About, known: Known = {}): Promise<Post | null> {
  const { outbox, siteUrl } = call
  const { userId } = about
  const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId }, select: { id: true, ...recipientFields } })
  const { recipient } = mailable(user)
  if (!user || !recipient) return null
  const { emailId: id = randomUUID() } = known
  const branding = { ...letterheadOf(known.settings ?? (await readSettings(tx))), siteUrl, texts: outbox.texts }
  const href = (await findPage(tx, call, about, known, id)) ?? (await accountPage(tx, call, user, await ownPage(tx, about)))
  // The text stays right whatever status follows.
  return (write, document) => {
    const email = write(branding, { ...recipient, href })
    return outbox.customerEmails(tx, [{ id, email, document, lasts: true }])
  }
}

const valuesOf = (invoice: Invoice) => ({
  number: invoice.number ?? '',
  subject: subjectOf(invoice),
  total: formatEuro(invoice.total),
  owed: formatEuro(askedFor(invoice)),
})

export async function tellInvoice(tx: Tx, today: string, invoice: Invoice, post: Post | null): Promise<void> {
  if (!post) return
  const values = valuesOf(invoice)
  const document = { kind: 'invoice', id: invoice.id } as const
  if (invoice.kind === 'invoice')
    return post(
      (branding, letter) => writeEmail(branding, invoiceIssued, { ...letter, values: { ...values, payment: leftOf(invoice) } }),
      document,
    )
  const of = invoice.of && (await readInvoiceWithin(tx, invoice.of.id, { today }))
  if (!of) return
  const issued = of.issuedOn === null ? '' : formatDay(of.issuedOn)
  const note = {
    note: values.number,
    issued,
    total: values.total,
    reason: (invoice.reason ?? '').replace(/[.!?]$/, ''),
    payment: `${leftOf(of)}${await backOf(tx, of)}`,
  }
  return post((branding, letter) => writeEmail(branding, invoiceCredited, { ...letter, values: { ...valuesOf(of), ...note } }), document)
}

const PORTION_ISSUED = 200

/**
 * Skips repairs that are no longer done, so that an undone change sends nothing. One transaction for each. @returns the number of emails
 */
export async function tellIssued(services: Emailing & Pick<Services, 'db' | 'log' | 'businessTimeZone'>): Promise<number> {
  const { db, log } = services
  const today = calendarDay(services.now(), services.businessTimeZone)
  const due = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM billing_documents AS t JOIN repairs AS r ON r.id = t.noun_id AND r.status IN ('completed', 'shipped')
    WHERE t.state = 'issued' AND t.told_at IS NULL AND t.noun = 'repairs' ORDER BY t.issued_at, t.id LIMIT ${PORTION_ISSUED}`
  return eachApart(log, due, ({ id }) =>
    db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM billing_documents WHERE id = ${id}::uuid FOR UPDATE`
      const { toldAt, noun, nounId, buyerRow } = await tx.billingDocument.findUniqueOrThrow({
        where: { id },
        select: { toldAt: true, noun: true, nounId: true, buyerRow: { select: { userId: true } } },
      })
      if (toldAt !== null) return false
      await tx.billingDocument.update({ where: { id }, data: { toldAt: services.now() }, select: { id: true } })
      const post = await addressInvoice(tx, services, { noun, nounId, userId: buyerRow?.userId ?? null })
      await tellInvoice(tx, today, await readInvoiceWithin(tx, id, { today }), post)
      return post !== null
    }),
  )
}

/** Days after the due day. */
const REMINDERS = [7, 21] as const
const PORTION = 200

const findOverdue = ({ db }: Pick<Services, 'db'>, today: string) =>
  db.prisma.$queryRaw<{ id: string; days: number }[]>`
    SELECT t.id::text AS id, CASE WHEN t.due_on <= ${today}::date - ${REMINDERS[1]}::int THEN ${REMINDERS[1]}::int ELSE ${REMINDERS[0]}::int END AS days
    FROM billing_documents AS t JOIN buyers AS b ON b.id = t.buyer_id JOIN users AS u ON u.id = b.user_id
    WHERE t.owed > 0 AND ${toCreditOfRow} < t.owed AND t.kind = 'invoice' AND t.state = 'issued' AND u.email_verified_at IS NOT NULL AND ${isMailable}
      AND ((t.due_on <= ${today}::date - ${REMINDERS[1]}::int AND t.reminded_days < ${REMINDERS[1]}::int)
        OR (t.due_on <= ${today}::date - ${REMINDERS[0]}::int AND t.reminded_days < ${REMINDERS[0]}::int))
    ORDER BY t.reminded_days, t.due_on, t.id LIMIT ${PORTION}`

/** After 7 and 21 overdue days, each in its own transaction; not if store credit will pay. @returns the number of emails */
export function remindOfInvoices(services: Emailing & Pick<Services, 'db' | 'log' | 'businessTimeZone'>): Promise<number> {
  const { db, log, businessTimeZone: timeZone } = services
  const at = services.now()
  const today = calendarDay(at, timeZone)
  const remind = async ({ id, days }: { id: string; days: number }) =>
    db.prisma.$transaction(async (tx) => {
      const [locked] = await tx.$queryRaw<{ remindedDays: number }[]>`
        SELECT reminded_days AS "remindedDays" FROM billing_documents WHERE id = ${id}::uuid AND owed > 0 FOR UPDATE`
      if (!locked || locked.remindedDays >= days) return false
      const invoice = await readInvoiceWithin(tx, id, { today })
      const { noun, nounId, dueOn, userId } = invoice
      const bill = noun && nounId ? await readBill(tx, { noun, nounId, at, timeZone, customerId: userId }).catch(() => null) : null
      // Deducts money on account and expected store credit.
      const owed = Math.min(askedFor(invoice), bill?.due ?? Infinity)
      if (owed <= 0 || dueOn === null) return false
      await tx.billingDocument.update({ where: { id }, data: { remindedDays: days }, select: { id: true } })
      const values = { ...valuesOf(invoice), owed: formatEuro(owed), due: formatDay(dueOn) }
      const post = await addressInvoice(tx, services, invoice)
      await post?.((branding, letter) => writeEmail(branding, invoiceReminder, { ...letter, values }))
      return post !== null
    })
  return findOverdue({ db }, today).then((due) => eachApart(log, due, remind))
}
