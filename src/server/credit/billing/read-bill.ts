import * as z from 'zod'
import type { Bill, CreditProposal } from '~/contracts/credit/bill'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun, InvoiceRow } from '~/contracts/credit/invoices'
import type { PaymentRow } from '~/contracts/credit/receipts'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { readPayments } from '~/server/credit/read-payments'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { costToBill } from './lines'
import { purposeOf } from './prepare'
import { readWorkFor } from './parties'
import { invoiceRow, issuedTo } from './read'
import { paymentRow } from './read-receipts'

type Tx = Prisma.TransactionClient

/** Most documents and payments of one repair or order in an answer. */
const MOST = 200

export interface BillOf {
  noun: BilledNoun
  nounId: string
  at: Date
  /** Of the business, by whose days something is overdue. */
  timeZone: string
  /** The present or former customer who sees nothing but what is theirs; undefined for an administrator. */
  customerId?: string | null
  /** The administrator who reads, to know their own refunds. */
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

/** Payments for it, and those that pay its invoices whatever they were for. */
async function readReceipts(tx: Tx, { noun, nounId, customerId, viewerId }: BillOf): Promise<PaymentRow[]> {
  const row = paymentRow(customerId === undefined ? (viewerId ?? null) : null)
  const theirs =
    customerId === undefined
      ? Prisma.sql`TRUE`
      : Prisma.sql`p.buyer_id = (SELECT b.id FROM buyers AS b WHERE b.user_id = ${customerId}::uuid)`
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
/** EUR of the work that invoices have billed and no credit note has corrected. */
const billedBy = (invoices: readonly InvoiceRow[]) =>
  sumBy(
    invoices.filter((one) => isIssuedInvoice(one) && one.purpose !== 'interest'),
    ({ total, credited }) => total - credited,
  )

/** The billed amount beyond the work's cost, on the latest invoice that has as much left to credit. */
function proposalOf(invoices: readonly InvoiceRow[], cost: number | null, noun: BilledNoun): CreditProposal | null {
  const more = sumOfAmounts([billedBy(invoices), -(cost ?? 0)])
  if (more <= 0) return null
  const open = invoices
    .filter((one) => isIssuedInvoice(one) && one.purpose !== 'interest' && one.total > one.credited)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  const [latest] = open
  if (!latest) return null
  const costs =
    cost === null ? `The ${records[noun].one} has no accepted cost any more` : `The ${records[noun].one} now costs ${formatEuro(cost)}`
  return { invoiceId: latest.id, amount: Math.min(more, sumOfAmounts([latest.total, -latest.credited])), reason: costs }
}

/**
 * Reads the cost of a repair or an order, the payments and the balance. Once there is an invoice, its documents say them; before it
 * is the cost, less store credit and money. Whoever asks as a customer sees what was issued to them alone.
 * @throws NOT_FOUND, also for an order of somebody else
 */
export async function readBill(tx: Tx, asked: BillOf): Promise<Bill> {
  const { noun, nounId, at, timeZone, customerId } = asked
  const today = calendarDay(at, timeZone)
  const { cost: told, held, captured, pending, left } = await readPayments(tx, at, noun, nounId, customerId)
  const { userId: present } = await readWorkFor(tx, noun, nounId)
  const isPresent = customerId === undefined || customerId === present
  if (noun === 'orders' && !isPresent) throw notFound(records.orders)
  const invoices = await readDocuments(tx, asked, today)
  const payments = await readReceipts(tx, asked)
  const issued = invoices.filter(isIssuedInvoice)
  const cost = isPresent ? await costToBill(tx, noun, nounId) : issued.length > 0 ? billedBy(issued) : null
  const onAccount = sumBy(
    payments.filter((payment) => payment.noun === noun && payment.nounId === nounId.toLowerCase()),
    (payment) => payment.onAccount,
  )
  const paid = sumOfAmounts([sumBy(issued, (one) => one.paid), onAccount])
  const isBilled = issued.some(({ purpose }) => purpose === purposeOf[noun])
  const interest = issued.filter(({ purpose }) => purpose === 'interest')
  const owed = sumBy(issued, (one) => one.owed)
  const open = isBilled
    ? [owed, -held, -pending, -onAccount]
    : [cost ?? 0, -held, -captured, -pending, -paid, sumBy(interest, (one) => one.owed + one.paid)]
  const due = Math.max(0, sumOfAmounts(open))
  const deposits = invoices.filter(({ purpose }) => purpose === 'deposit')
  const deposit = sumBy(deposits, (one) => (one.state === 'waiting' ? one.total : one.owed))
  const dueDays = issued.flatMap((one) => (one.owed > 0 && one.dueOn !== null ? one.dueOn : [])).toSorted()
  const dueOn = dueDays[0] ?? null
  return {
    cost,
    credit: { cost: told, held, captured, pending, left },
    invoices,
    payments,
    paid,
    onAccount,
    due,
    depositDue: isBilled ? 0 : Math.min(due, deposit),
    dueOn,
    isOverdue: due > 0 && dueOn !== null && dueOn < today,
    proposal: customerId === undefined ? proposalOf(invoices, cost, noun) : null,
  }
}
