import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { billedNoun, type BilledNoun, type InvoiceRow } from '~/contracts/billing/invoices'
import type { startPaymentInput } from '~/contracts/billing/receipts'
import { tokenParts } from '~/contracts/link-token'
import { records } from '~/contracts/records'
import { Prisma, type CheckoutSession } from '~/generated/prisma/client'
import { paths } from '~/lib/paths'
import { ownPageOf, trackingPageOf } from '~/lib/record-paths'
import { capitalised } from '~/lib/text'
import { caseOfLink, ownCaseById, presentRef } from '~/server/cases/base/customer-access'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { readAsked } from '~/server/billing/invoices/read-owed'
import { readBill } from '~/server/billing/invoices/read-bill'
import { readPayments } from '~/server/billing/store-credit/read-credit-payments'
import { noSession, type Viewer } from '~/server/identity/auth/read-session'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

type Tx = Prisma.TransactionClient
type Asking = Pick<Services, 'db' | 'now' | 'limits' | 'businessTimeZone'> & { client: { ip: string | null }; viewer: Viewer | null }

export interface Subject {
  /** Null for all that is due for a repair or an order. */
  documentId: string | null
  noun: BilledNoun | null
  nounId: string | null
  customerId: string | null
  /** The page to return to, with the first character of its query. */
  backTo: string
}

const notPaidHere = () => notFound(records.repairs)

async function numberOf(tx: Pick<Tx, '$queryRaw'>, noun: BilledNoun, id: string): Promise<string> {
  const { table, status } = records[noun]
  const [found] = await tx.$queryRaw<{ number: string }[]>`
    SELECT left(${Prisma.raw(status.number)}, 100) AS number FROM ${Prisma.raw(table)} WHERE id = ${id}::uuid`
  return found?.number ?? ''
}

const repairSubject = (services: Asking, theirs: CustomerCase, backTo: string): Subject => ({
  documentId: null,
  noun: 'repairs',
  nounId: presentRef(services, theirs).id,
  customerId: theirs.customerId,
  backTo,
})

/** @throws NOT_FOUND, also for a trade-in's link; TOO_MANY_REQUESTS */
async function ofLink(services: Asking, token: string): Promise<Subject> {
  const theirs = await caseOfLink(services, token)
  if (theirs.ref.noun !== 'repairs') throw notPaidHere()
  const { secret, number } = tokenParts(token)
  const page = trackingPageOf(encodeURIComponent(secret))
  return repairSubject(services, theirs, number === undefined ? `${page}?` : `${page}?case=${encodeURIComponent(number)}&`)
}

async function ofInvoice({ db }: Asking, userId: string, id: string): Promise<Subject> {
  const found = await db.prisma.billingDocument.findFirst({
    where: { id, kind: 'invoice', state: 'issued', buyerRow: { userId } },
    select: { id: true, noun: true, nounId: true },
  })
  if (!found) throw notFound({ one: 'invoice' })
  const noun = billedNoun(found.noun)
  const number = noun === null || found.nounId === null ? '' : await numberOf(db.prisma, noun, found.nounId)
  return {
    documentId: found.id,
    noun,
    nounId: noun === null ? null : found.nounId,
    customerId: userId,
    backTo: `${noun === null || number === '' ? paths.account : ownPageOf(noun, number)}?`,
  }
}

async function ofOrder({ db }: Asking, userId: string, id: string): Promise<Subject> {
  const order = await db.prisma.order.findFirst({ where: { id, userId }, select: { orderNumber: true, externalId: true, status: true } })
  if (!order) throw notFound(records.orders)
  if (order.externalId !== null)
    throw new TRPCError({ code: 'CONFLICT', message: 'This order was paid at the checkout of the shop platform.' })
  if (order.status === 'cancelled') throw new TRPCError({ code: 'CONFLICT', message: 'This order is cancelled.' })
  return { documentId: null, noun: 'orders', nounId: id, customerId: userId, backTo: `${ownPageOf('orders', order.orderNumber)}?` }
}

/**
 * Finds the subject of a payment: the case of a link, or a record of the caller's own.
 * @throws UNAUTHORIZED without a session or link; NOT_FOUND, also for another customer's; CONFLICT for a repair that has changed hands, an
 * order of the shop platform and a cancelled one
 */
export async function subjectOf(services: Asking, input: z.output<typeof startPaymentInput>): Promise<Subject> {
  if ('token' in input) return ofLink(services, input.token)
  const { viewer } = services
  if (!viewer) throw noSession()
  if ('invoiceId' in input) return ofInvoice(services, viewer.userId, input.invoiceId)
  if ('orderId' in input) return ofOrder(services, viewer.userId, input.orderId)
  const theirs = await ownCaseById(services, viewer.userId, { noun: 'repairs', id: input.repairId })
  if (!theirs) throw notPaidHere()
  const number = await numberOf(services.db.prisma, 'repairs', input.repairId)
  return repairSubject(services, theirs, `${ownPageOf('repairs', number)}?`)
}

export interface Due {
  /** EUR due now; 0 for nothing. */
  amount: number
  /** 'Invoice INV-2026-00042' or 'Repair REP-10001'. */
  label: string
  reference: string
}

/** Store credit held or expected for the repair is deducted. */
async function dueOfInvoice(tx: Tx, at: Date, { documentId, noun, nounId, customerId }: Omit<Subject, 'backTo'>): Promise<Due> {
  const invoice = await tx.billingDocument.findUnique({ where: { id: documentId ?? '' }, select: { id: true, number: true } })
  if (!invoice) throw notFound({ one: 'invoice' })
  const { held, pending } =
    noun === null || nounId === null ? { held: 0, pending: 0 } : await readPayments(tx, at, noun, nounId, customerId ?? undefined)
  const reference = invoice.number ?? ''
  return { amount: Math.max(0, sumOfAmounts([await readAsked(tx, invoice.id), -held, -pending])), label: `Invoice ${reference}`, reference }
}

const isOpen = ({ kind, state }: InvoiceRow) => kind === 'invoice' && (state === 'due' || state === 'overdue')

/** @throws NOT_FOUND */
export async function dueOf(
  tx: Tx,
  { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>,
  subject: Omit<Subject, 'backTo'>,
): Promise<Due> {
  const { documentId, noun, nounId, customerId } = subject
  if (documentId !== null || noun === null || nounId === null) return dueOfInvoice(tx, now(), subject)
  const at = now()
  const theirs = customerId === null ? {} : { customerId }
  const { due: left, depositDue, invoices } = await readBill(tx, { noun, nounId, at, timeZone: businessTimeZone, ...theirs })
  // A deposit comes first, and the rest when the work is done.
  const due = depositDue > 0 ? depositDue : left
  const open = invoices.filter(isOpen)
  const [only] = open
  if (only?.number && open.length === 1) return { amount: due, label: `Invoice ${only.number}`, reference: only.number }
  const number = await numberOf(tx, noun, nounId)
  return { amount: due, label: `${capitalised(records[noun].one)} ${number}`, reference: number }
}

/** EUR due now; 0 also if the repair or order is deleted. */
export async function dueOfPage(
  tx: Tx,
  services: Pick<Services, 'now' | 'businessTimeZone'>,
  { documentId, noun, nounId, buyerId }: Pick<CheckoutSession, 'documentId' | 'noun' | 'nounId' | 'buyerId'>,
): Promise<number> {
  const { userId: customerId } = await tx.buyer.findUniqueOrThrow({ where: { id: buyerId }, select: { userId: true } })
  const subject = { documentId, noun: billedNoun(noun), nounId, customerId }
  const due = await dueOf(tx, services, subject).catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') return null
    throw error
  })
  return due?.amount ?? 0
}
