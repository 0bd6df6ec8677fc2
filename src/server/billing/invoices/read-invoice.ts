import * as z from 'zod'
import { numberOf } from '~/server/credit/cause-number'
import {
  billedNouns,
  documentKinds,
  documentPurposes,
  invoiceStates,
  missing,
  type Invoice,
  type InvoiceRow,
  type Missing,
} from '~/contracts/billing/invoices'
import { vatCodes } from '~/contracts/billing/vat'
import { Prisma } from '~/generated/prisma/client'
import { readJsonWithin, type JsonReader } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonDay, jsonTexts, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import { nameOfProfile } from '~/server/platform/records/customer-list'
import { namelessSql } from './buyer-name'
import { stateOfPayment } from '~/server/cases/base/accepted-value'
import { storedParty } from './invoice-parties'
import { toCreditOfRow } from './read-owed'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

export const invoiceNotFound = () => notFound({ one: 'invoice' })

/** The displayed state of a document `t`. @param today '2026-11-21'; inlined, so that a list's page is planned once */
const invoiceState = (today: string): Prisma.Sql => Prisma.sql`
  CASE WHEN t.state <> 'issued' THEN t.state::text WHEN t.total > 0 AND t.credited >= t.total THEN 'credited'
    WHEN t.owed = 0 THEN 'settled' WHEN t.due_on < ${Prisma.raw(`'${z.iso.date().parse(today)}'`)}::date THEN 'overdue' ELSE 'due' END`

export const nounNumber = numberOf(Prisma.sql`t.noun`, Prisma.sql`t.noun_id`)

/** The user of a document `t`: its buyer's, else its repair's or order's. */
const userId = Prisma.sql`
  coalesce((SELECT b.user_id FROM buyers AS b WHERE b.id = t.buyer_id), CASE t.noun
    WHEN 'repairs' THEN (SELECT c.user_id FROM repairs AS c WHERE c.id = t.noun_id)
    WHEN 'orders' THEN (SELECT c.user_id FROM orders AS c WHERE c.id = t.noun_id) END)`
const emailOfProfile = Prisma.sql`(SELECT p.email FROM profiles AS p WHERE t.state <> 'issued' AND p.user_id = ${userId})`

/**
 * Store credit put aside for the work of an open invoice `t`, at most what it owes and what earlier invoices of the work leave. A deposit is
 * paid with money all the same.
 */
const promisedOfRow = Prisma.sql`
  CASE WHEN t.owed > 0 AND t.kind = 'invoice' AND t.purpose <> 'deposit' AND t.noun_id IS NOT NULL THEN least(t.owed, greatest(0, coalesce(
    (SELECT sum(CASE ${stateOfPayment} WHEN 'pending' THEN p.amount ELSE p.held END) FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id
      WHERE p.noun = t.noun AND p.noun_id = t.noun_id::text AND p.released_at IS NULL AND a.user_id = ${userId}), 0) - coalesce(
    (SELECT sum(d.owed) FROM billing_documents AS d WHERE d.noun = t.noun AND d.noun_id = t.noun_id AND d.kind = 'invoice' AND d.purpose <> 'deposit'
      AND (d.issued_at, d.id) < (t.issued_at, t.id)), 0))) ELSE 0 END`

const rowFields = (today: string) => ({
  state: invoiceState(today),
  waitsFor: Prisma.sql`t.waits_for[1:20]`,
  buyerName: Prisma.sql`left(coalesce(nullif(t.buyer ->> 'company', ''), nullif(nullif(t.buyer ->> 'name', ''), ${namelessSql}),
    (SELECT ${nameOfProfile(Prisma.sql`p`)} FROM profiles AS p WHERE p.user_id = ${userId}), nullif(t.buyer ->> 'name', '')), 200)`,
  buyerEmail: Prisma.sql`left(coalesce(nullif(t.buyer ->> 'email', ''), nullif(${emailOfProfile}, '')), 254)`,
  userId,
  nounNumber,
  toCredit: toCreditOfRow,
  promised: promisedOfRow,
})

const isMissing = (text: string): text is Missing => missing.some((one) => one === text)

const rowShape = {
  id: z.string(),
  kind: z.enum(documentKinds),
  purpose: z.enum(documentPurposes),
  number: z.string().nullable(),
  state: z.enum(invoiceStates),
  waitsFor: jsonTexts.transform((texts) => texts.filter(isMissing)),
  buyerName: z.string().nullable(),
  buyerEmail: z.string().nullable(),
  userId: z.string().nullable(),
  noun: z.enum(billedNouns).nullable(),
  nounId: z.string().nullable(),
  nounNumber: z.string().nullable(),
  issuedOn: jsonDay,
  dueOn: jsonDay,
  total: z.number(),
  owed: z.number(),
  toCredit: z.number(),
  promised: z.number(),
  paid: z.number(),
  storeCredit: z.number(),
  credited: z.number(),
  createdAt: jsonTime,
  version: z.int(),
}

/** A document `t`. @param today '2026-11-21', for overdue days */
export const invoiceRow = (today: string): JsonRow<InvoiceRow> => rowOf(rowShape, rowFields(today))

/** EUR of a line `l` that credit notes have corrected. */
const creditedOfLine = Prisma.sql`coalesce((SELECT sum(n.total) FROM billing_lines AS n JOIN billing_documents AS d ON d.id = n.document_id
  WHERE n.of_line_id = l.id AND d.kind = 'credit_note' AND d.state = 'issued'), 0)`

const lineShape = {
  description: z.string(),
  quantity: z.number(),
  price: z.number(),
  vatCode: z.enum(vatCodes),
  vatPercent: z.number(),
  net: z.number(),
  vat: z.number(),
  total: z.number(),
}
export const lineRow = rowOf(lineShape, {}, 'l')
const wholeLineRow = rowOf({ ...lineShape, id: z.string(), credited: z.number() }, { credited: creditedOfLine }, 'l')

const followingRow = rowOf(
  {
    id: z.string(),
    number: z.string().nullable(),
    kind: z.enum(documentKinds),
    purpose: z.enum(documentPurposes),
    total: z.number(),
    issuedOn: jsonDay,
  },
  {},
  'f',
)

/** Most lines and follow-up documents of an answer. */
const MOST = 500

/** The document `o` that this one corrects or refers to. */
const ofRow = rowOf({ id: z.string(), number: z.string().nullable(), issuedOn: jsonDay }, {}, 'o')

const wholeRow = (today: string) =>
  rowOf(
    {
      ...rowShape,
      net: z.number(),
      vat: z.number(),
      vatSterling: z.number().nullable(),
      rateSterling: z.number().nullable(),
      rateDay: jsonDay,
      rateSource: z.string().nullable(),
      suppliedOn: jsonDay,
      taxPoint: jsonDay,
      issuedAt: jsonTime.nullable(),
      reason: z.string().nullable(),
      seller: storedParty,
      buyer: storedParty,
      lines: z.array(wholeLineRow.schema).nullable(),
      of: ofRow.schema.nullable(),
      following: z.array(followingRow.schema).nullable(),
    },
    {
      ...rowFields(today),
      lines: Prisma.sql`(SELECT json_agg(${wholeLineRow.json} ORDER BY l.position, l.id) FROM (
        SELECT * FROM billing_lines WHERE document_id = t.id ORDER BY position, id LIMIT ${MOST}) AS l)`,
      of: Prisma.sql`(SELECT ${ofRow.json} FROM billing_documents AS o WHERE o.id = t.of_id)`,
      following: Prisma.sql`(SELECT json_agg(${followingRow.json} ORDER BY f.created_at, f.id) FROM (
        SELECT * FROM billing_documents WHERE of_id = t.id AND state <> 'withdrawn' ORDER BY created_at, id LIMIT ${MOST}) AS f)`,
    },
  )

/** Documents `t` issued to a user. */
export const issuedTo = (user: string): Prisma.Sql =>
  Prisma.sql`(t.state = 'issued' AND t.buyer_id IN (SELECT b.id FROM buyers AS b WHERE b.user_id = ${user}::uuid))`

export const isOwnInvoice = async (
  { db }: { db: { prisma: Pick<Prisma.TransactionClient, 'billingDocument'> } },
  userId: string,
  id: string,
) => (await db.prisma.billingDocument.count({ where: { id, state: 'issued', buyerRow: { userId } }, take: 1 })) > 0

interface Asking {
  today: string
  ownerId?: string
}

/** @throws NOT_FOUND, also for another customer's */
export async function readInvoice(db: JsonReader, id: string, { today, ownerId }: Asking): Promise<Invoice> {
  const theirs = ownerId === undefined ? Prisma.sql`TRUE` : issuedTo(ownerId)
  const { json, schema } = wholeRow(today)
  const found = schema
    .nullable()
    .parse(await db.readJson(Prisma.sql`SELECT ${json}::text FROM billing_documents AS t WHERE t.id = ${id}::uuid AND ${theirs}`))
  if (!found) throw invoiceNotFound()
  const { rateSterling, rateDay, rateSource, lines, following, ...rest } = found
  const rate = rateSterling === null || rateDay === null ? null : { sterling: rateSterling, day: rateDay, source: rateSource ?? '' }
  return { ...rest, rate, lines: lines ?? [], following: following ?? [] }
}

export const readInvoiceWithin = (tx: Tx, id: string, asking: Asking): Promise<Invoice> =>
  readInvoice({ readJson: readJsonWithin(tx) }, id, asking)

/** The latest first. @throws BAD_REQUEST for a foreign cursor */
export async function listOwnInvoices(
  db: JsonReader,
  ownerId: string,
  today: string,
  { cursor, limit, isOwed = false }: { cursor?: string | null | undefined; limit: number; isOwed?: boolean | undefined },
): Promise<{ rows: InvoiceRow[]; nextCursor: string | null }> {
  const none = Prisma.sql`FALSE`
  const { rows, nextCursor } = await readPageOfRows(db, {
    source: { table: Prisma.sql`billing_documents AS t`, matches: () => none, found: () => [] },
    keyset: createdSorts['-created'],
    filter: isOwed ? Prisma.sql`(${issuedTo(ownerId)} AND t.owed > ${toCreditOfRow} + ${promisedOfRow})` : issuedTo(ownerId),
    cursor,
    limit,
    counted: null,
    row: invoiceRow(today),
  })
  return { rows, nextCursor }
}
