import * as z from 'zod'
import { invoicesInput, type InvoiceList, type InvoicesInput, type InvoiceSort } from '~/contracts/billing/invoice-list'
import { documentKinds, invoiceStates, type InvoiceRow, type InvoiceState } from '~/contracts/billing/invoices'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { rowId } from '~/contracts/fields'
import { recordOf } from '~/contracts/keys'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { amountCell, type Columns } from '~/server/platform/csv/write-csv'
import type { JsonReader } from '~/server/platform/database/column-values'
import type { Counted, Counts } from '~/server/platform/lists/counts'
import { readList, type Listing } from '~/server/platform/lists/read-list'
import { everyRow } from '~/server/platform/lists/list-search'
import type { ListSource } from '~/server/platform/lists/list-source'
import { amountColumn, byId, createdSorts, dayColumn, type Keyset } from '~/server/platform/lists/sorts'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import type { Services } from '~/server/services'
import { nameOfBuyer } from './buyer-name'
import { owedDocuments } from './read-owed'
import { invoiceRow } from './read-invoice'

const table = Prisma.sql`billing_documents AS t`
const isTheirs = (pattern: string) => Prisma.sql`(b.email ILIKE ${pattern} OR b.full_name ILIKE ${pattern} OR b.company ILIKE ${pattern})`

/** A waiting document has no buyer, so its repair or order gives the customer. */
const isOfWaiting = (pattern: string) => Prisma.sql`t.state = 'waiting' AND coalesce((
  SELECT p.email ILIKE ${pattern} OR p.full_name ILIKE ${pattern} FROM profiles AS p WHERE p.user_id = CASE t.noun
    WHEN 'repairs' THEN (SELECT r.user_id FROM repairs AS r WHERE r.id = t.noun_id)
    WHEN 'orders' THEN (SELECT o.user_id FROM orders AS o WHERE o.id = t.noun_id) END), FALSE)`

/** Searches its number, its buyer, and the number of its repair or order. */
const invoiceSource: ListSource = {
  table,
  matches: (pattern) => Prisma.sql`(coalesce(t.number ILIKE ${pattern}, FALSE)
    OR coalesce((SELECT ${isTheirs(pattern)} FROM buyers AS b WHERE b.id = t.buyer_id), FALSE)
    OR coalesce((SELECT r.repair_number ILIKE ${pattern} FROM repairs AS r WHERE t.noun = 'repairs' AND r.id = t.noun_id), FALSE)
    OR coalesce((SELECT o.order_number ILIKE ${pattern} FROM orders AS o WHERE t.noun = 'orders' AND o.id = t.noun_id), FALSE)
    OR (${isOfWaiting(pattern)}))`,
  found: (pattern) => [
    Prisma.sql`${table} WHERE t.number ILIKE ${pattern}`,
    Prisma.sql`buyers AS b JOIN ${table} ON t.buyer_id = b.id WHERE ${isTheirs(pattern)}`,
    Prisma.sql`repairs AS r JOIN ${table} ON t.noun = 'repairs' AND t.noun_id = r.id WHERE r.repair_number ILIKE ${pattern}`,
    Prisma.sql`orders AS o JOIN ${table} ON t.noun = 'orders' AND t.noun_id = o.id WHERE o.order_number ILIKE ${pattern}`,
    // Few wait at a time.
    Prisma.sql`${table} WHERE ${isOfWaiting(pattern)}`,
  ],
}

const isOwed = Prisma.sql`t.owed > 0`
const isWhole = Prisma.sql`t.credited >= t.total`

const isOfState: Record<InvoiceState, (today: string) => Prisma.Sql> = {
  waiting: () => Prisma.sql`t.state = 'waiting'`,
  withdrawn: () => Prisma.sql`t.state = 'withdrawn'`,
  due: (today) => Prisma.sql`${isOwed} AND t.due_on >= ${today}::date`,
  overdue: (today) => Prisma.sql`${isOwed} AND t.due_on < ${today}::date`,
  // Word for word the conditions of the table's partial indexes.
  credited: () => Prisma.sql`t.credited > 0 AND t.state = 'issued' AND t.owed = 0 AND ${isWhole}`,
  settled: () => Prisma.sql`t.state = 'issued' AND t.owed = 0 AND NOT (t.credited > 0 AND ${isWhole})`,
}

const byAmount = [amountColumn(Prisma.sql`t.total`), byId]
const byDueDay = [dayColumn(Prisma.sql`coalesce(t.due_on, DATE '9999-12-31')`), byId]
const byOpenDueDay = [dayColumn(Prisma.sql`t.due_on`), byId]

const keysets: Record<InvoiceSort, Keyset> = {
  ...createdSorts,
  '-amount': { name: '-amount', columns: byAmount, descending: true },
  amount: { name: 'amount', columns: byAmount, descending: false },
  '-due': { name: '-due', columns: byDueDay, descending: true },
  due: { name: 'due', columns: byDueDay, descending: false },
}
const openKeysets: Partial<Record<InvoiceSort, Keyset>> = {
  '-due': { name: '-due:open', columns: byOpenDueDay, descending: true },
  due: { name: 'due:open', columns: byOpenDueDay, descending: false },
}

/** @param today '2026-11-21', in the shop's time zone */
function invoiceListing({ state, kind, userId, search, sort = '-created' }: Partial<InvoicesInput>, today: string): Listing<InvoiceRow> {
  const conditions = [
    ...(state ? [isOfState[state](today)] : []),
    ...(kind ? [Prisma.sql`t.kind = ${Prisma.raw(`'${kind}'`)}`] : []),
    ...(userId ? [Prisma.sql`t.buyer_id IN (SELECT b.id FROM buyers AS b WHERE b.user_id = ${userId}::uuid)`] : []),
  ]
  const filter = conditions.length === 0 ? everyRow : Prisma.join(conditions, ' AND ')
  const keyset = (state === 'due' || state === 'overdue' ? openKeysets[sort] : undefined) ?? keysets[sort]
  return { source: invoiceSource, filter, search, keyset, row: invoiceRow(today) }
}

/** Keys such as 'invoice owed', independent of the clock. */
const counted: Counted = {
  table: records.invoices.table,
  // One index counts all; partial indexes count the few that are owed or credited. A credit note is neither.
  rows: Prisma.sql`
    SELECT kind || CASE state WHEN 'issued' THEN ' settled' ELSE ' ' || state END AS key, count(*) AS rows, 0 AS amount
    FROM billing_documents GROUP BY kind, state
    UNION ALL SELECT moved.key, moved.sign * rows, greatest(moved.sign, 0) * amount FROM (
      SELECT ' owed' AS key, count(*) AS rows, coalesce(sum(owed), 0) AS amount FROM billing_documents WHERE owed > 0
      UNION ALL SELECT ' credited', count(*), 0 FROM billing_documents AS t WHERE ${isOfState.credited('')}
    ) AS few, LATERAL (VALUES ('invoice' || few.key, 1), ('invoice settled', -1)) AS moved (key, sign)`,
}

const countOf = (counts: Counts, kinds: readonly string[], group: string) =>
  kinds.reduce((sum, kind) => sum + counts.rows(`${kind} ${group}`), 0)

const overdueSums = z.object({ rows: z.int(), asked: z.number(), toCredit: z.number() })

async function readOverdue(db: JsonReader, today: string) {
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object('rows', count(*) FILTER (WHERE d.due_on < ${today}::date),
      'asked', coalesce(sum(d.asked) FILTER (WHERE d.due_on < ${today}::date), 0), 'toCredit', coalesce(sum(d.to_credit), 0))::text
    FROM ${owedDocuments} AS d`)
  return overdueSums.parse(found)
}

/** With the count of each state, and the amount owed. @throws BAD_REQUEST for a foreign cursor */
export async function listInvoices(
  { db, now, businessTimeZone }: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  view: InvoicesInput,
): Promise<InvoiceList> {
  const today = calendarDay(now(), businessTimeZone)
  const overdue = await readOverdue(db, today)
  const byState = (counts: Counts, kinds: readonly string[]): Record<InvoiceState, number> => {
    const rows = recordOf(invoiceStates, (state) => countOf(counts, kinds, state))
    const owed = countOf(counts, kinds, 'owed')
    // A credit note owes nothing.
    const late = kinds.includes('invoice') ? Math.min(owed, overdue.rows) : 0
    return { ...rows, overdue: late, due: owed - late }
  }
  const kinds = view.kind ? [view.kind] : documentKinds
  const { counts, ...page } = await readList(db, {
    counted,
    ...invoiceListing(view, today),
    filtered: (all) => {
      if (view.userId) return undefined
      const rows = byState(all, kinds)
      return view.state ? rows[view.state] : invoiceStates.reduce((sum, state) => sum + rows[state], 0)
    },
    cursor: view.cursor,
    limit: view.limit,
  })
  const kindCounts = recordOf(documentKinds, (kind) => {
    const rows = byState(counts, [kind])
    return invoiceStates.reduce((sum, state) => sum + rows[state], 0)
  })
  return {
    ...page,
    counts: byState(counts, documentKinds),
    kinds: kindCounts,
    owed: sumOfAmounts([counts.amount('invoice owed'), -overdue.toCredit]),
    overdue: overdue.asked,
  }
}

const invoiceCsv: Columns<InvoiceRow> = {
  id: (row) => row.id,
  kind: (row) => row.kind,
  purpose: (row) => row.purpose,
  number: (row) => row.number,
  state: (row) => row.state,
  waitsFor: (row) => row.waitsFor.join(', '),
  customerName: (row) => row.buyerName,
  customerEmail: (row) => row.buyerEmail,
  work: (row) => row.nounNumber,
  issuedOn: (row) => row.issuedOn,
  dueOn: (row) => row.dueOn,
  total: (row) => amountCell(row.total),
  owed: (row) => amountCell(row.owed),
  paid: (row) => amountCell(row.paid),
  storeCredit: (row) => amountCell(row.storeCredit),
  credited: (row) => amountCell(row.credited),
  createdAt: (row) => row.createdAt,
}

export async function invoiceExists({ db }: Pick<Services, 'db'>, id: string): Promise<boolean> {
  return rowId.safeParse(id).success && (await db.prisma.billingDocument.count({ where: { id }, take: 1 })) > 0
}

export const invoiceRecords = recordList({
  view: invoicesInput.omit(noPosition),
  listing: (view, { now, businessTimeZone }) => invoiceListing(view, calendarDay(now(), businessTimeZone)),
  csv: invoiceCsv,
  found: {
    source: invoiceSource,
    title: Prisma.sql`coalesce(t.number, CASE t.kind WHEN 'credit_note' THEN 'Credit note' ELSE 'Invoice' END || ' that waits')`,
    detail: Prisma.sql`left(coalesce(nullif(t.buyer ->> 'company', ''), nullif(t.buyer ->> 'name', ''),
      ${nameOfBuyer(Prisma.sql`t.buyer_id`)}), 200)`,
  },
})
