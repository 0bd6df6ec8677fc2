import type { Payment, Prisma } from '~/generated/prisma/client'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { whenToPay } from '~/contracts/billing/when-to-pay'
import type { PaidNoun } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import { addressInvoice } from '~/server/billing/invoices/invoice-emails'
import { paymentReceived, paymentReversed } from '~/server/billing/invoices/invoice-email-templates'
import { readBill } from '~/server/billing/invoices/read-bill'
import type { StatusEffect } from '~/server/platform/records/status-records'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import { toAmount } from '~/server/platform/database/column-values'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { readReceipt, type Receipt } from './read-receipt'

type Tx = Prisma.TransactionClient

export type ReceiptCall = 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'
type Telling = Pick<Services, ReceiptCall>

const subjectOf = ({ noun, nounNumber }: Pick<Receipt, 'noun' | 'nounNumber'>) =>
  noun === null || nounNumber === null ? 'your invoice' : `${records[noun].one} ${nounNumber}`

const say = { day: formatDay, euro: formatEuro }

/** When and how to pay the rest; empty if no cost is agreed. */
async function leftOf(tx: Tx, { now, businessTimeZone: timeZone }: Telling, { noun, nounId, userId }: Receipt): Promise<string> {
  if (noun === null || nounId === null) return ''
  const bill = await readBill(tx, { noun, nounId, at: now(), timeZone, customerId: userId }).catch(() => null)
  if (bill === null || (bill.cost === null && bill.due === 0)) return ''
  // The receipt has its own sentence about money on account.
  return whenToPay(say, { ...bill.pay, onAccount: 0 }, 'email')
}

const onAccountOf = ({ onAccount }: Receipt) =>
  onAccount > 0 ? `We keep ${formatEuro(onAccount)} of it for you until an invoice asks for it.` : ''

/** @returns false if it was marked before */
async function markTold(tx: Tx, id: string, at: Date): Promise<boolean> {
  const money = await tx.payment.updateMany({ where: { id, toldAt: null }, data: { toldAt: at } })
  const credit = await tx.creditPayment.updateMany({ where: { id, toldAt: null, captured: { gt: 0 } }, data: { toldAt: at } })
  return money.count + credit.count > 0
}

/** Emails a receipt once, in the recording transaction; not for store credit that is only held. */
export async function tellReceipt(tx: Tx, services: Telling, id: string): Promise<boolean> {
  if (!(await markTold(tx, id, services.now()))) return false
  const receipt = await readReceipt(tx, services, id)
  // The email has the payment's id, so that a reversal can withdraw it.
  const post = receipt && (await addressInvoice(tx, services, receipt, { emailId: id }))
  if (!post) return false
  const values = {
    amount: formatEuro(receipt.amount),
    way: receipt.way.charAt(0).toLowerCase() + receipt.way.slice(1),
    day: formatDay(receipt.day),
    subject: subjectOf(receipt),
    payment: [await leftOf(tx, services, receipt), onAccountOf(receipt)].filter(Boolean).join(' '),
  }
  await post((branding, letter) => writeEmail(branding, paymentReceived, { ...letter, values }), { kind: 'payment-receipt', id })
  return true
}

/** Withdraws a queued receipt, or emails the customer that the payment was recorded by mistake. */
export async function tellReversed(tx: Tx, services: Telling, { id, buyerId, noun, nounId, amount, toldAt }: Payment): Promise<void> {
  if (toldAt === null) {
    await tx.payment.update({ where: { id }, data: { toldAt: services.now() } })
    return
  }
  if ((await services.outbox.withdrawWrong(tx, [id])).length > 0) return
  const { userId } = await tx.buyer.findUniqueOrThrow({ where: { id: buyerId }, select: { userId: true } })
  const post = await addressInvoice(tx, services, { noun, nounId, userId })
  const values = { amount: formatEuro(toAmount(amount)) }
  await post?.((branding, letter) => writeEmail(branding, paymentReversed, { ...letter, values }))
}

/** Most receipts that a change of status emails itself; a background job sends the rest. */
const TOLD_AT_ONCE = 10

/** Withdraws queued receipts of store credit that is no longer used; using it again sends a new one. */
async function recallUnused(tx: Tx, { outbox }: Pick<Services, 'outbox'>, noun: PaidNoun, ids: readonly string[]): Promise<void> {
  const where = { noun, nounId: { in: [...ids] }, captured: 0, toldAt: { not: null } }
  const told = (await tx.creditPayment.findMany({ where, select: { id: true } })).map(({ id }) => id)
  if (told.length === 0) return
  await outbox.withdrawWrong(tx, told)
  await tx.creditPayment.updateMany({ where: { id: { in: told.filter((id) => outbox.hasRecalled(id)) } }, data: { toldAt: null } })
}

export async function tellUsed(tx: Tx, services: Telling, noun: PaidNoun, ids: readonly string[]): Promise<void> {
  const where = { noun, nounId: { in: [...ids] }, toldAt: null, captured: { gt: 0 } }
  const order = [{ createdAt: 'asc' }, { id: 'asc' }] as const
  const used = await tx.creditPayment.findMany({ where, select: { id: true }, orderBy: [...order], take: TOLD_AT_ONCE + 1 })
  for (const { id } of used.length > TOLD_AT_ONCE ? [] : used) await tellReceipt(tx, services, id)
}

export const withReceipts =
  (noun: PaidNoun, effect: StatusEffect): StatusEffect =>
  async (tx, call, change) => {
    const notices = await effect(tx, call, change)
    await recallUnused(tx, call, noun, change.ids)
    await tellUsed(tx, call, noun, change.ids)
    return notices
  }

const PORTION = 200

/** For large bank files, changes of many statuses, and other versions' payments. One transaction each. @returns the number of emails */
export async function tellReceipts(services: Telling & Pick<Services, 'db' | 'log'>): Promise<number> {
  const { db, log } = services
  const due = await db.prisma.$queryRaw<{ id: string }[]>`
    (SELECT id::text AS id FROM payments WHERE told_at IS NULL ORDER BY created_at, id LIMIT ${PORTION})
    UNION ALL (SELECT id::text FROM credit_payments WHERE told_at IS NULL AND captured > 0 AND noun IN ('repairs', 'orders')
      ORDER BY created_at, id LIMIT ${PORTION})`
  return eachApart(log, due, ({ id }) => db.prisma.$transaction((tx) => tellReceipt(tx, services, id)))
}
