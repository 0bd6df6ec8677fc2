import * as z from 'zod'
import type { Bill, CreditProposal } from '~/contracts/billing/bill'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun, InvoiceRow } from '~/contracts/billing/invoices'
import type { PaymentRow } from '~/contracts/billing/receipts'
import { dueNow } from '~/contracts/billing/when-to-pay'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { readPayments } from '~/server/billing/store-credit/read-credit-payments'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { payFactsOf, readOwedOf } from './read-owed'
import { invoiceRow, issuedTo } from './read-invoice'
import { paymentRow } from './read-receipts'

type Tx = Prisma.TransactionClient

const MOST = 200

export interface BillOf {
  noun: BilledNoun
  nounId: string
  at: Date
  /** Business time zone, for overdue days. */
  timeZone: string
  customerId?: string | null
  /** The reading administrator, who sees their own refunds as such. */
  viewerId?: string
}

const theirsOf = (customerId: string | null | undefined) =>
  customerId === undefined ? Prisma.sql`TRUE` : customerId === null ? Prisma.sql`FALSE` : issuedTo(customerId)

async function readDocuments(tx: Tx, { noun, nounId, customerId }: BillOf, today: string): Promise<InvoiceRow[]> {
  const row = invoiceRow(today)
  const found = await readJsonWithin(tx)(Prisma.sql`
    SELECT json_agg(${row.json} ORDER BY t.created_at, t.id)::text FROM (
      SELECT t.* FROM billing_documents AS t WHERE t.noun = ${noun} AND t.noun_id = ${nounId}::uuid AND t.state <> 'withdrawn' AND ${theirsOf(customerId)}
      ORDER BY t.created_at, t.id LIMIT ${MOST}) AS t`)
  return z.array(row.schema).nullable().parse(found) ?? []
}

async function readReceipts(tx: Tx, { noun, nounId, customerId, viewerId }: BillOf): Promise<PaymentRow[]> {
  const row = paymentRow(customerId === undefined ? (viewerId ?? null) : null)
  const theirs =
    customerId === undefined
      ? Prisma.sql`TRUE`
      : Prisma.sql`p.buyer_id IN (SELECT b.id FROM buyers AS b WHERE b.user_id = ${customerId}::uuid)`
  const found = await readJsonWithin(tx)(Prisma.sql`
    SELECT json_agg(${row.json} ORDER BY t.created_at, t.id)::text FROM (
      SELECT p.* FROM payments AS p WHERE ${theirs} AND p.id IN (
        SELECT id FROM payments WHERE noun = ${noun} AND noun_id = ${nounId}::uuid
        UNION SELECT e.receipt_id FROM credit_entries AS e JOIN billing_documents AS d ON d.id = e.document_id
          WHERE d.noun = ${noun} AND d.noun_id = ${nounId}::uuid AND e.receipt_id IS NOT NULL)
      ORDER BY p.created_at, p.id LIMIT ${MOST}) AS t`)
  return z.array(row.schema).nullable().parse(found) ?? []
}

const isIssuedInvoice = ({ kind, state }: InvoiceRow) => kind === 'invoice' && state !== 'waiting' && state !== 'withdrawn'
const sumBy = <Row>(rows: readonly Row[], amount: (row: Row) => number) => sumOfAmounts(rows.map(amount))
/** Proposes to credit the amount billed beyond the cost, on the latest invoice with enough left. For ended work this includes interest. */
function proposalOf(invoices: readonly InvoiceRow[], cost: number | null, isEnded: boolean, noun: BilledNoun): CreditProposal | null {
  const counted = invoices.filter((one) => isIssuedInvoice(one) && (isEnded || one.purpose !== 'interest'))
  const more = sumOfAmounts([sumBy(counted, ({ total, credited }) => total - credited), -(cost ?? 0)])
  const [latest] = counted
    .filter((one) => one.total > one.credited)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  if (more <= 0 || !latest) return null
  const { one } = records[noun]
  const reason =
    noun === 'orders' && isEnded
      ? 'The order is cancelled'
      : cost === null
        ? `The ${one} has no accepted cost any more`
        : `The ${one} now costs ${formatEuro(cost)}`
  return { invoiceId: latest.id, amount: Math.min(more, sumOfAmounts([latest.total, -latest.credited])), reason }
}

/** A customer sees only documents issued to them. @throws NOT_FOUND, also for another customer's order */
export async function readBill(tx: Tx, asked: BillOf): Promise<Bill> {
  const { noun, nounId, at, timeZone, customerId } = asked
  const today = calendarDay(at, timeZone)
  const { cost: told, held, captured, pending, left } = await readPayments(tx, at, noun, nounId, customerId)
  const owed = await readOwedOf(tx, noun, nounId, customerId)
  if (!owed || (noun === 'orders' && owed.isFormer)) throw notFound(records[noun])
  const invoices = await readDocuments(tx, asked, today)
  const payments = await readReceipts(tx, asked)
  const issued = invoices.filter(isIssuedInvoice)
  const { due, depositDue, unbilled, toCredit, onAccount, isEnded } = owed
  const cost = owed.isFormer ? (issued.length > 0 ? sumOfAmounts([owed.billed, -owed.credited]) : null) : owed.cost
  const pay = payFactsOf(noun, owed, today)
  return {
    cost,
    credit: { cost: told, held, captured, pending, left },
    invoices,
    payments,
    billed: sumBy(issued, (one) => one.total),
    credited: sumBy(issued, (one) => one.credited),
    unbilled,
    paid: sumOfAmounts([owed.paid, onAccount]),
    onAccount,
    due,
    dueNow: dueNow(pay),
    pay,
    depositDue,
    dueOn: owed.dueOn,
    isOverdue: pay.isOverdue,
    toCredit,
    proposal: customerId === undefined ? proposalOf(invoices, cost, isEnded, noun) : null,
  }
}
