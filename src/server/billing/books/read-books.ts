import * as z from 'zod'
import type { BookPeriod } from '~/contracts/billing/books'
import { documentKinds, documentPurposes } from '~/contracts/billing/invoices'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonDay, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { byId, dayColumn, timeColumn, type Keyset } from '~/server/platform/lists/sorts'
import { numberOf } from '~/server/credit/cause-number'
import { storedParty } from '~/server/billing/invoices/invoice-parties'
import { lineRow } from '~/server/billing/invoices/read-invoice'
import type { Services } from '~/server/services'

type Reading = Pick<Services, 'db' | 'businessTimeZone'>

/** Rows in memory at a time. */
const PAGE = 500
const MOST_LINES = 500

const documentRow = rowOf(
  {
    id: z.string(),
    kind: z.enum(documentKinds),
    purpose: z.enum(documentPurposes),
    number: z.string(),
    ofNumber: z.string().nullable(),
    issuedOn: jsonDay,
    suppliedOn: jsonDay,
    taxPoint: jsonDay,
    dueOn: jsonDay,
    noun: z.string().nullable(),
    nounId: z.string().nullable(),
    buyerId: z.string().nullable(),
    buyer: storedParty,
    seller: storedParty,
    reason: z.string().nullable(),
    net: z.number(),
    vat: z.number(),
    total: z.number(),
    vatSterling: z.number().nullable(),
    rateSterling: z.number().nullable(),
    rateDay: jsonDay,
    rateSource: z.string().nullable(),
    lines: z
      .array(lineRow.schema)
      .nullable()
      .transform((lines) => lines ?? []),
  },
  {
    ofNumber: Prisma.sql`(SELECT o.number FROM billing_documents AS o WHERE o.id = t.of_id)`,
    lines: Prisma.sql`(SELECT json_agg(${lineRow.json} ORDER BY l.position, l.id) FROM (
      SELECT * FROM billing_lines WHERE document_id = t.id ORDER BY position, id LIMIT ${MOST_LINES}) AS l)`,
  },
)
export type BookedDocument = z.output<typeof documentRow.schema>
export type BookedLine = z.output<typeof lineRow.schema>

const entryRow = rowOf(
  {
    id: z.string(),
    at: jsonTime,
    accountId: z.string(),
    number: z.int(),
    movementId: z.string(),
    kind: z.string(),
    debit: z.string(),
    credit: z.string(),
    amount: z.number(),
    buyerId: z.string().nullable(),
    documentNumber: z.string().nullable(),
    receiptId: z.string().nullable(),
    lotId: z.string().nullable(),
    reason: z.string(),
    hash: z.string(),
  },
  {
    buyerId: Prisma.sql`(SELECT a.buyer_id FROM credit_accounts AS a WHERE a.id = t.account_id)`,
    documentNumber: Prisma.sql`(SELECT d.number FROM billing_documents AS d WHERE d.id = t.document_id)`,
  },
)
export type BookedEntry = z.output<typeof entryRow.schema>

const ofPayment = (value: Prisma.Sql) => Prisma.sql`(SELECT ${value} FROM payments AS p WHERE p.id = t.receipt_id)`
const ofItsInvoice = (value: Prisma.Sql) =>
  Prisma.sql`(SELECT ${value} FROM payments AS p JOIN billing_documents AS d ON d.id = p.document_id WHERE p.id = t.receipt_id)`

/** The invoice and buyer that the payment was recorded for. */
const paymentRow = rowOf(
  {
    id: z.string(),
    at: jsonTime,
    kind: z.string().transform((kind) => (kind === 'receive' ? 'payment' : kind === 'refund' ? 'refund' : 'reversal')),
    amount: z.number(),
    paymentId: z.string().nullable(),
    method: z.string().nullable(),
    receivedOn: jsonDay,
    reference: z.string().nullable(),
    invoice: z.string().nullable(),
    buyerId: z.string().nullable(),
    buyer: storedParty.nullable(),
    work: z.string().nullable(),
    reason: z.string(),
  },
  {
    // Negative for money out.
    amount: Prisma.sql`t.amount * (CASE t.debit WHEN 'received' THEN -1 ELSE 1 END)`,
    paymentId: Prisma.sql`t.receipt_id`,
    method: ofPayment(Prisma.sql`p.method`),
    receivedOn: ofPayment(Prisma.sql`p.received_on`),
    reference: ofPayment(Prisma.sql`p.reference`),
    invoice: ofItsInvoice(Prisma.sql`d.number`),
    buyerId: ofPayment(Prisma.sql`p.buyer_id`),
    buyer: ofItsInvoice(Prisma.sql`d.buyer`),
    work: ofPayment(numberOf(Prisma.sql`p.noun`, Prisma.sql`p.noun_id`)),
  },
)
export type BookedPayment = z.output<typeof paymentRow.schema>

interface Ordered<Row> {
  table: Prisma.Sql
  keyset: Keyset
  filter: Prisma.Sql
  row: JsonRow<Row>
}

/** Each page is a short statement, so that a slow download keeps no transaction open. */
export async function* pagesOf<Row>({ db }: { db: JsonReader }, { table, keyset, filter, row }: Ordered<Row>): AsyncGenerator<Row[]> {
  const source = { table, matches: () => Prisma.sql`FALSE`, found: () => [] }
  const readPage = (cursor: string | null) => readPageOfRows(db, { source, keyset, filter, cursor, limit: PAGE, counted: null, row })
  let cursor: string | null = null
  do {
    const { rows, nextCursor }: { rows: Row[]; nextCursor: string | null } = await readPage(cursor)
    yield rows
    cursor = nextCursor
  } while (cursor !== null)
}

interface Part {
  part: number
  size: number
}

export const countDocuments = ({ db }: Reading, { from, to }: BookPeriod): Promise<number> =>
  db.prisma.billingDocument.count({ where: { state: 'issued', issuedOn: { gte: new Date(from), lte: new Date(to) } } })

export async function* documentsOfPart<Row>(pages: AsyncIterable<Row[]>, { part, size }: Part): AsyncGenerator<Row[]> {
  const [first, end] = [(part - 1) * size, part * size]
  let before = 0
  for await (const page of pages) {
    yield page.slice(Math.max(0, first - before), Math.max(0, end - before))
    before += page.length
    if (before >= end) return
  }
}

export const bookedDocuments = (services: Reading, { from, to }: BookPeriod): AsyncGenerator<BookedDocument[]> =>
  pagesOf(services, {
    table: Prisma.sql`billing_documents AS t`,
    keyset: { name: 'issued', columns: [dayColumn(Prisma.sql`t.issued_on`), byId], descending: false },
    filter: Prisma.sql`t.state = 'issued' AND t.issued_on BETWEEN ${from}::date AND ${to}::date`,
    row: documentRow,
  })

/** By the time of recording. */
export const bookedPayments = (services: Reading, { from, to }: BookPeriod): AsyncGenerator<BookedPayment[]> =>
  pagesOf(services, {
    table: Prisma.sql`credit_entries AS t`,
    keyset: { name: 'at', columns: [timeColumn(Prisma.sql`t.at`), byId], descending: false },
    filter: Prisma.sql`(t.debit = 'received' OR t.credit = 'received') AND t.at >= ${from}::date::timestamp AT TIME ZONE ${services.businessTimeZone}
      AND t.at < (${to}::date + 1)::timestamp AT TIME ZONE ${services.businessTimeZone}`,
    row: paymentRow,
  })

/** Entries of money and of store credit, by time. */
export const bookedEntries = (services: Reading, { from, to }: BookPeriod): AsyncGenerator<BookedEntry[]> =>
  pagesOf(services, {
    table: Prisma.sql`credit_entries AS t`,
    keyset: { name: 'at', columns: [timeColumn(Prisma.sql`t.at`), byId], descending: false },
    filter: Prisma.sql`t.at >= ${from}::date::timestamp AT TIME ZONE ${services.businessTimeZone}
      AND t.at < (${to}::date + 1)::timestamp AT TIME ZONE ${services.businessTimeZone}`,
    row: entryRow,
  })
