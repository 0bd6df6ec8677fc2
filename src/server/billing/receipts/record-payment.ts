import { randomUUID } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { billedNoun, type BilledNoun } from '~/contracts/billing/invoices'
import { isFarAbove, type applyPaymentInput, type PaymentRow, type recordPaymentInput } from '~/contracts/billing/receipts'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { openBuyer, readSeller, readWorkFor } from '~/server/billing/invoices/invoice-parties'
import { readBill } from '~/server/billing/invoices/read-bill'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { lockMoney, moveMoney } from '~/server/billing/invoices/invoice-ledger'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { tellReceipt, type ReceiptCall } from './receipt-emails'
import { lockBilling } from './billing-locks'
import { paymentNotFound, readPayment } from './read-payments'

type Tx = Prisma.TransactionClient

export interface PaidInvoice {
  id: string
  number: string
  buyerId: string
  noun: BilledNoun | null
  nounId: string | null
  owed: number
}

/** Payable invoices, locked with all that their payment moves. @param payment to allocate to them */
export async function lockInvoices(tx: Tx, ids: readonly string[], payment?: string): Promise<Map<string, PaidInvoice>> {
  const where = { id: { in: [...ids] }, kind: 'invoice', state: 'issued' } satisfies Prisma.BillingDocumentWhereInput
  await lockBilling(tx, { documents: ids, ...(payment !== undefined && { payments: [payment] }) })
  const found = await tx.billingDocument.findMany({
    where,
    select: { id: true, number: true, buyerId: true, noun: true, nounId: true, owed: true },
  })
  return new Map(
    found.flatMap(({ id, number, buyerId, noun, nounId, owed }): [string, PaidInvoice][] => {
      const named = billedNoun(noun)
      return buyerId === null
        ? []
        : [[id, { id, number: number ?? '', buyerId, noun: named, nounId: named && nounId, owed: toAmount(owed) }]]
    }),
  )
}

export async function lockInvoice(tx: Tx, id: string, payment?: string): Promise<PaidInvoice> {
  const invoice = (await lockInvoices(tx, [id], payment)).get(id.toLowerCase())
  if (!invoice) throw notFound({ one: 'invoice' })
  return invoice
}

/** An invoice, or a repair or an order, for which money goes on account. */
type Paid = Omit<PaidInvoice, 'id'> & { id: string | null }

/** @throws NOT_FOUND; CONFLICT without a customer */
async function lockWork(tx: Tx, noun: BilledNoun, id: string): Promise<Paid> {
  await lockRow(tx, records[noun], id)
  await lockBilling(tx, { works: [{ noun, nounId: id }], bills: true })
  const { userId } = await readWorkFor(tx, noun, id)
  const buyer = userId === null ? null : await openBuyer(tx, userId, { noun, nounId: id })
  if (!buyer) throw new TRPCError({ code: 'CONFLICT', message: `This ${records[noun].one} has no customer yet whose money it could be.` })
  return { id: null, number: `this ${records[noun].one}`, buyerId: buyer.id, noun, nounId: id.toLowerCase(), owed: 0 }
}

type Named = Pick<z.output<typeof recordPaymentInput>, 'invoiceId' | 'repairId' | 'orderId'>

const lockPaid = ({ tx, invoiceId, repairId, orderId }: Named & { tx: Tx }): Promise<Paid> =>
  invoiceId === undefined
    ? lockWork(tx, orderId === undefined ? 'repairs' : 'orders', orderId ?? repairId ?? '')
    : lockInvoice(tx, invoiceId)

/** @throws BAD_REQUEST for `amount` above the cash limit for the invoice, or for work without one */
async function mustBeLittleCash(tx: Tx, { id, buyerId, noun, nounId }: Paid, amount: number): Promise<void> {
  const { cashLimit } = await readSeller(tx)
  await lockMoney(tx, buyerId)
  const which = { documentId: id, ...(id === null && { noun, nounId }) }
  const taken = await tx.payment.aggregate({
    where: { ...which, buyerId, method: 'cash', reversedAt: null },
    _sum: { amount: true, refunded: true },
  })
  const { amount: received, refunded } = taken._sum
  const before = sumOfAmounts([received ? toAmount(received) : 0, refunded ? -toAmount(refunded) : 0])
  if (sumOfAmounts([before, amount]) <= cashLimit) return
  const left = formatEuro(Math.max(0, sumOfAmounts([cashLimit, -before])))
  const limit = `At most ${formatEuro(cashLimit)} of an invoice may be taken in cash`
  throw fieldError(
    'validation_failed',
    'amount',
    before > 0 ? `${limit}, so ${left} more of this one.` : `${limit}. Please take the payment by card or transfer.`,
  )
}

/** EUR that a payment may cover: the open amount of all invoices of the same work and buyer, or the amount due without an invoice. */
async function owedWith(tx: Tx, at: Date, { id, buyerId, noun, nounId }: Paid): Promise<number> {
  // The time zone only decides overdue days, which do not matter here.
  if (id === null && noun !== null && nounId !== null) return (await readBill(tx, { noun, nounId, at, timeZone: 'UTC' })).due
  const which = noun === null ? { id: id ?? '' } : { noun, nounId, buyerId }
  const { _sum } = await tx.billingDocument.aggregate({ where: { ...which, kind: 'invoice', state: 'issued' }, _sum: { owed: true } })
  return _sum.owed ? toAmount(_sum.owed) : 0
}

interface Coming {
  invoice: Paid
  amount: number
}

/** @param field the source of the amounts @throws BAD_REQUEST for payments far above the amount owed, which are probably slips */
export async function mustBeLikely(tx: Tx, at: Date, field: string, payments: readonly Coming[]): Promise<void> {
  const doubtful: string[] = []
  for (const { invoice, amount } of payments.filter((one) => isFarAbove(one.amount, one.invoice.owed))) {
    const owed = await owedWith(tx, at, invoice)
    if (isFarAbove(amount, owed)) doubtful.push(`${formatEuro(amount)} for ${invoice.number}, of which ${formatEuro(owed)} is owed`)
  }
  const [first, ...others] = doubtful
  if (first === undefined) return
  const more = others.length === 0 ? '' : `, and ${others.length} more like it`
  throw fieldError('confirmation_needed', field, `Is that right: ${first}${more}? What is more than is owed stands on account.`)
}

/**
 * Records a payment by transfer, card terminal or cash. The surplus goes on account, or all of it if the work has no invoice.
 * @throws NOT_FOUND for an invoice that is not issued; BAD_REQUEST for `receivedOn` after today, for `amount` above the cash limit, and for
 * an unconfirmed amount far above the one owed; CONFLICT for work without a customer, and for an idempotency key with another input
 */
export function recordPayment(call: CreatingCall<ReceiptCall>, input: z.output<typeof recordPaymentInput>): Promise<PaymentRow> {
  const key = `record:${call.viewer.userId}:${input.idempotencyKey ?? randomUUID()}`
  if (input.receivedOn > calendarDay(call.now(), call.businessTimeZone))
    throw fieldError('validation_failed', 'receivedOn', 'This day has not come yet.')
  return createOnce(call, input, (tx, typed) => recordWithin(tx, call, typed, key))
}

/** Records within a larger transaction. @param key unique to the payment */
export async function recordWithin(
  tx: Tx,
  call: SignedInCall<ReceiptCall>,
  { method, amount, reference, receivedOn, confirmed, ...named }: Omit<z.output<typeof recordPaymentInput>, 'idempotencyKey'>,
  key: string,
): Promise<PaymentRow> {
  const { actor, viewer } = call
  const at = call.now()
  const invoice = await lockPaid({ tx, ...named })
  if (method === 'cash') await mustBeLittleCash(tx, invoice, amount)
  if (confirmed !== true) await mustBeLikely(tx, at, 'amount', [{ invoice, amount }])
  const { buyerId, id: documentId, noun, nounId } = invoice
  const what = { buyerId, documentId, noun, nounId, method, amount, receivedOn, reference }
  const { id } = await receiveMoney(tx, { ...what, actor, at, reason: 'Payment received', key })
  const after = { method, amount, receivedOn, ...(documentId === null ? { noun, nounId } : { invoice: invoice.number }) }
  await recordAudit(tx, actor, { action: 'payment.recorded', subjectType: 'payment', subjectId: id, after })
  await tellReceipt(tx, call, id)
  return readPayment(tx, viewer.userId, id)
}

/** @throws NOT_FOUND; BAD_REQUEST for another buyer's invoice; CONFLICT if nothing is on account, or nothing is owed */
export function applyPayment(
  { db, now, actor, viewer }: SignedInCall<'db' | 'now'>,
  { paymentId, invoiceId }: z.output<typeof applyPaymentInput>,
): Promise<PaymentRow> {
  return db.prisma.$transaction(async (tx) => {
    const { buyerId, ...invoice } = await lockInvoice(tx, invoiceId, paymentId)
    const known = await tx.payment.findUnique({ where: { id: paymentId }, select: { buyerId: true } })
    if (!known) throw paymentNotFound()
    if (known.buyerId !== buyerId) throw fieldError('validation_failed', 'invoiceId', 'This invoice is for another customer.')
    const account = await lockMoney(tx, buyerId)
    const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId }, select: { onAccount: true } })
    const { owed } = await tx.billingDocument.findUniqueOrThrow({ where: { id: invoice.id }, select: { owed: true } })
    const amount = Math.min(toAmount(payment.onAccount), toAmount(owed))
    if (amount <= 0) {
      const message = toAmount(payment.onAccount) > 0 ? `Nothing is owed of ${invoice.number}.` : 'Nothing of this payment is on account.'
      throw new TRPCError({ code: 'CONFLICT', message })
    }
    const movement = { actor, at: now(), reason: `Put against ${invoice.number}`, key: `apply:${randomUUID()}` }
    await moveMoney(tx, account, movement, [{ kind: 'allocate', documentId: invoice.id, receiptId: paymentId, amount }])
    const after = { invoice: invoice.number, amount }
    await recordAudit(tx, actor, { action: 'payment.applied', subjectType: 'payment', subjectId: paymentId, after })
    return readPayment(tx, viewer.userId, paymentId)
  })
}
