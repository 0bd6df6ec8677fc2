import * as z from 'zod'
import type { ListedRefund, PaymentRow, paymentsInput, RefundRow, refundsInput } from '~/contracts/billing/receipts'
import { paymentMethods } from '~/contracts/billing/receipts'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { numberOf } from '~/server/credit/cause-number'
import { nameOfBuyer } from '~/server/billing/invoices/buyer-name'
import { nounNumber } from '~/server/billing/invoices/read-invoice'
import { paymentRow, refundRow } from '~/server/billing/invoices/read-receipts'
import { whyNotBy } from '~/server/identity/users/second-administrator'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject, type JsonRow } from '~/server/platform/lists/json-row'
import { readPageOfRows, searchPageOfMany } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import { byId, createdSorts, timeColumn } from '~/server/platform/lists/sorts'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

export const paymentNotFound = () => notFound({ one: 'payment' })
export const refundNotFound = () => notFound({ one: 'refund' })

/** @throws NOT_FOUND */
export async function readPayment(tx: Tx, viewerId: string, id: string): Promise<PaymentRow> {
  const row = paymentRow(viewerId)
  const found = await readJsonWithin(tx)(Prisma.sql`SELECT ${row.json}::text FROM payments AS t WHERE t.id = ${id}::uuid`)
  if (found === null) throw paymentNotFound()
  return row.schema.parse(found)
}

/** @throws NOT_FOUND */
export async function readRefund(tx: Tx, viewerId: string, id: string): Promise<RefundRow> {
  const row = refundRow(viewerId)
  const found = await readJsonWithin(tx)(Prisma.sql`SELECT ${row.json}::text FROM refunds AS r WHERE r.id = ${id}::uuid`)
  if (found === null) throw refundNotFound()
  return row.schema.parse(found)
}

const ofBuyer = (pattern: string) => Prisma.sql`(b.email ILIKE ${pattern} OR b.full_name ILIKE ${pattern} OR b.company ILIKE ${pattern})`
const source: ListSource = {
  table: Prisma.sql`payments AS t`,
  matches: (pattern) => Prisma.sql`(t.reference ILIKE ${pattern}
    OR EXISTS (SELECT FROM buyers AS b WHERE b.id = t.buyer_id AND ${ofBuyer(pattern)})
    OR EXISTS (SELECT FROM billing_documents AS d WHERE d.id = t.document_id AND d.number ILIKE ${pattern})
    OR coalesce(${nounNumber} ILIKE ${pattern}, FALSE))`,
  found: (pattern) => [
    Prisma.sql`payments AS t WHERE t.reference ILIKE ${pattern}`,
    Prisma.sql`buyers AS b JOIN payments AS t ON t.buyer_id = b.id WHERE ${ofBuyer(pattern)}`,
    Prisma.sql`billing_documents AS d JOIN payments AS t ON t.document_id = d.id WHERE d.number ILIKE ${pattern}`,
    Prisma.sql`repairs AS c JOIN payments AS t ON t.noun = 'repairs' AND t.noun_id = c.id WHERE c.repair_number ILIKE ${pattern}`,
    Prisma.sql`orders AS o JOIN payments AS t ON t.noun = 'orders' AND t.noun_id = o.id WHERE o.order_number ILIKE ${pattern}`,
  ],
}

/** @throws BAD_REQUEST for a foreign cursor */
export async function listPayments(
  { db, viewer }: SignedInCall<'db'>,
  { search, method, onlyOnAccount, cursor, limit }: z.output<typeof paymentsInput>,
): Promise<{ rows: PaymentRow[]; nextCursor: string | null }> {
  const filters = [
    ...(method ? [Prisma.sql`t.method = ${method}::payment_method`] : []),
    ...(onlyOnAccount ? [Prisma.sql`t.on_account > 0`] : []),
  ]
  const filter = filters.length === 0 ? Prisma.sql`TRUE` : Prisma.join(filters, ' AND ')
  const request = { source, filter, keyset: createdSorts['-created'], cursor, limit, row: paymentRow(viewer.userId) }
  const text = search?.trim() ?? ''
  const { rows, nextCursor } = await (text === ''
    ? readPageOfRows(db, { ...request, counted: null })
    : searchPageOfMany(db, { ...request, text }))
  return { rows, nextCursor }
}

type Stored = Omit<ListedRefund, 'whyNot'> & { askedBy: string | null }

function listedRow(viewerId: string): JsonRow<Stored> {
  const refund = refundRow(viewerId)
  const ofPayment = (value: Prisma.Sql) => Prisma.sql`(SELECT ${value} FROM payments AS p WHERE p.id = t.payment_id)`
  return {
    json: jsonObject({
      refund: Prisma.sql`(SELECT ${refund.json} FROM (SELECT t.*) AS r)`,
      askedBy: Prisma.sql`t.requested_by`,
      method: ofPayment(Prisma.sql`p.method`),
      buyerName: ofPayment(nameOfBuyer(Prisma.sql`p.buyer_id`)),
      number: ofPayment(
        Prisma.sql`coalesce((SELECT d.number FROM billing_documents AS d WHERE d.id = p.document_id), ${numberOf(Prisma.sql`p.noun`, Prisma.sql`p.noun_id`)})`,
      ),
    }),
    schema: z
      .object({
        refund: refund.schema,
        askedBy: z.string().nullable(),
        method: z.enum(paymentMethods),
        buyerName: z.string().nullable(),
        number: z.string().nullable(),
      })
      .transform(({ refund: shown, ...more }) => ({ ...shown, ...more })),
  }
}

const newest = { name: '-requested', columns: [timeColumn(Prisma.sql`t.requested_at`), byId], descending: true }

/** @throws BAD_REQUEST for a foreign cursor */
export async function listRefunds(
  { db, now, viewer }: SignedInCall<'db' | 'now'>,
  { state, cursor, limit }: z.output<typeof refundsInput>,
): Promise<{ rows: ListedRefund[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readPageOfRows(db, {
    source: { table: Prisma.sql`refunds AS t`, matches: () => Prisma.sql`FALSE`, found: () => [] },
    keyset: newest,
    filter: state ? Prisma.sql`t.state = ${state}::refund_state` : Prisma.sql`TRUE`,
    cursor,
    limit,
    counted: null,
    row: listedRow(viewer.userId),
  })
  const asked = rows.map(({ askedBy }) => ({ requestedBy: askedBy }))
  const whyNot = await whyNotBy(db.prisma, viewer, asked, now())
  return { rows: rows.map(({ askedBy, ...row }) => ({ ...row, whyNot: whyNot({ requestedBy: askedBy }) })), nextCursor }
}
