import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Bill, billInput } from '~/contracts/billing/bill'
import type {
  BilledNoun,
  creditInvoiceInput,
  Invoice,
  InvoiceRow,
  invoiceInput,
  issueInvoiceInput,
  ownInvoicesInput,
  withdrawInvoiceInput,
} from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { lockRow } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { withdrawApproval } from '~/server/billing/approvals/ask-approval'
import { writeCreditNote } from './credit-notes'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { lockDocument } from './lock-document'
import { billWork, todayOf, type Billing } from './issue-invoice'
import { invoiceNotFound, listOwnInvoices, readInvoice, readInvoiceWithin } from './read-invoice'
import { readBill } from './read-bill'

type Tx = Prisma.TransactionClient
type Reading = Pick<Services, 'db' | 'now' | 'businessTimeZone'>
export type BillingCall = CreatingCall<Exclude<keyof Billing, 'actor' | 'now' | 'tells'>>

/** @throws NOT_FOUND */
export const invoiceById = (call: Reading, { id }: z.output<typeof invoiceInput>): Promise<Invoice> =>
  readInvoice(call.db, id, { today: todayOf(call) })

/** @throws NOT_FOUND, also for another customer's and for one that is not issued */
export const ownInvoice = (call: Reading, ownerId: string, { id }: z.output<typeof invoiceInput>): Promise<Invoice> =>
  readInvoice(call.db, id, { today: todayOf(call), ownerId })

export const ownInvoices = (
  call: Reading,
  ownerId: string,
  position: z.output<typeof ownInvoicesInput>,
): Promise<{ rows: InvoiceRow[]; nextCursor: string | null }> => listOwnInvoices(call.db, ownerId, todayOf(call), position)

/** @throws NOT_FOUND */
export const billOf = (call: SignedInCall<keyof Reading>, { noun, id }: z.output<typeof billInput>): Promise<Bill> =>
  readBill(call.db.prisma, { noun, nounId: id, at: call.now(), timeZone: call.businessTimeZone, viewerId: call.viewer.userId })

/** Also for a former customer's repair. @throws NOT_FOUND, also for another customer's */
export const ownBill = (call: SignedInCall<keyof Reading>, { noun, id }: z.output<typeof billInput>): Promise<Bill> =>
  readBill(call.db.prisma, { noun, nounId: id, at: call.now(), timeZone: call.businessTimeZone, customerId: call.viewer.userId })

/** @throws CONFLICT for an order that the shop does not bill */
async function mustBeBillable(tx: Tx, noun: BilledNoun, id: string): Promise<void> {
  if (noun !== 'orders') return
  const { externalId, status } = await tx.order.findUniqueOrThrow({ where: { id }, select: { externalId: true, status: true } })
  if (externalId !== null) throw new TRPCError({ code: 'CONFLICT', message: 'The shop platform bills this order itself.' })
  if (status === 'cancelled') throw new TRPCError({ code: 'CONFLICT', message: 'This order is cancelled.' })
}

/**
 * Bills the cost less what was billed before. If something is missing, the document waits for it; repeating returns the same invoice.
 * @throws NOT_FOUND; CONFLICT for an order of the shop platform, a cancelled one, or if there is nothing to bill
 */
export function issueInvoice(call: BillingCall, input: z.output<typeof issueInvoiceInput>): Promise<Invoice> {
  return createOnce(call, input, async (tx, { repairId, orderId, vatCode }) => {
    const noun = orderId === undefined ? 'repairs' : 'orders'
    const id = orderId ?? repairId ?? ''
    await lockRow(tx, records[noun], id)
    await lockBilling(tx, { works: [{ noun, nounId: id }], bills: true })
    await mustBeBillable(tx, noun, id)
    return billWork(tx, call, noun, id.toLowerCase(), vatCode)
  })
}

/**
 * Credits lines, parts of them, or all that is left. Above the limit on sums (docs/credit.md) the note waits for a second administrator, as
 * the answer's `state` shows.
 * @throws FORBIDDEN above the limit without a recent proof; NOT_FOUND; CONFLICT for a stale version, and unless it is an issued invoice
 * with an amount left to credit; BAD_REQUEST for `lines` above the amount left on them
 */
export function creditInvoice(
  call: BillingCall & CreatingCall<'creditLimit'>,
  input: z.output<typeof creditInvoiceInput>,
): Promise<Invoice> {
  return createOnce(call, input, async (tx, { id, version, lines, reason }) => {
    const { document, billed } = await lockDocument(tx, id, { version, giver: call.viewer.userId })
    return writeCreditNote(tx, call, document, { billed, lines, reason, giver: call })
  })
}

/**
 * Only for waiting documents: issued ones are corrected by credit notes. @throws NOT_FOUND; CONFLICT for a stale version or an issued one
 */
export function withdrawInvoice(
  call: SignedInCall<keyof Reading>,
  { id, version }: z.output<typeof withdrawInvoiceInput>,
): Promise<Invoice> {
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, { one: 'invoice', table: 'billing_documents' }, id, version)
    const document = await tx.billingDocument.findUnique({ where: { id }, select: { state: true } })
    if (!document) throw invoiceNotFound()
    if (document.state === 'issued')
      throw new TRPCError({ code: 'CONFLICT', message: 'This invoice is issued. A credit note corrects it.' })
    if (document.state === 'waiting') {
      await tx.billingDocument.update({ where: { id }, data: { state: 'withdrawn', waitsFor: [] } })
      await withdrawApproval(tx, call, 'credit_note', id.toLowerCase())
      await recordAudit(tx, call.actor, { action: 'invoice.withdrawn', subjectType: 'invoice', subjectId: id })
    }
    return readInvoiceWithin(tx, id, { today: todayOf(call) })
  })
}
