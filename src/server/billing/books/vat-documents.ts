import * as z from 'zod'
import { documentKinds, documentPurposes } from '~/contracts/billing/invoices'
import { toCents } from '~/contracts/billing/vat'
import type { VatDocument, VatPurchase } from '~/contracts/billing/vat-return'
import { Prisma } from '~/generated/prisma/client'
import { storedParty } from '~/server/billing/invoices/invoice-parties'
import { RATE_DAYS } from '~/server/billing/invoices/prepare-invoice'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonDay, jsonObject, type JsonRow } from '~/server/platform/lists/json-row'
import { byId, dayColumn, timeColumn } from '~/server/platform/lists/sorts'
import { pagesOf } from './read-books'

export interface VatPeriod {
  from: string
  to: string
  isLocked: boolean
  /** First day of the first locked quarter, if this quarter follows the last locked one: it then has late documents too. */
  lateSince: string | null
}

/** Decides the quarter: an invoice's tax point, and the day of a credit note. */
const taxDay = Prisma.sql`(CASE t.kind WHEN 'credit_note' THEN t.issued_on ELSE coalesce(t.tax_point, t.supplied_on, t.issued_on) END)`

const rateOn = (day: Prisma.Sql) => Prisma.sql`(SELECT r.sterling FROM exchange_rates AS r
  WHERE r.day <= ${day} AND r.day > ${day} - ${RATE_DAYS}::int ORDER BY r.day DESC LIMIT 1)`

const sumOfLines = (column: 'net' | 'vat', isOutside: boolean) => Prisma.sql`(SELECT coalesce(sum(l.${Prisma.raw(column)}), 0)
  FROM billing_lines AS l WHERE l.document_id = t.id AND (l.vat_code = 'outside') = ${isOutside}) * (CASE t.kind WHEN 'credit_note' THEN -1 ELSE 1 END)`

/** EUR in GBP, by whole pence. */
const sterlingOf = (amount: number, rate: number | null) => (amount === 0 ? 0 : rate === null ? null : toCents(amount * rate))

const documentRow = (from: string): JsonRow<VatDocument> => ({
  json: jsonObject({
    id: Prisma.sql`t.id`,
    kind: Prisma.sql`t.kind`,
    purpose: Prisma.sql`t.purpose`,
    number: Prisma.sql`t.number`,
    day: taxDay,
    issuedOn: Prisma.sql`t.issued_on`,
    buyer: Prisma.sql`t.buyer`,
    net: sumOfLines('net', false),
    vat: sumOfLines('vat', false),
    outside: sumOfLines('net', true),
    rate: Prisma.sql`coalesce(t.rate_sterling, ${rateOn(taxDay)})`,
    vatSterling: Prisma.sql`t.vat_sterling * (CASE t.kind WHEN 'credit_note' THEN -1 ELSE 1 END)`,
  }),
  schema: z
    .object({
      id: z.string(),
      kind: z.enum(documentKinds),
      purpose: z.enum(documentPurposes),
      number: z.string(),
      day: z.string(),
      issuedOn: jsonDay,
      buyer: storedParty,
      net: z.number(),
      vat: z.number(),
      outside: z.number(),
      rate: z.number().nullable(),
      vatSterling: z.number().nullable(),
    })
    .transform(({ buyer, vatSterling, ...row }) => ({
      ...row,
      buyer: buyer.company ?? buyer.name,
      netSterling: sterlingOf(row.net, row.rate),
      // VAT in sterling as printed.
      vatSterling: vatSterling ?? sterlingOf(row.vat, row.rate),
      outsideSterling: sterlingOf(row.outside, row.rate),
      isCorrection: row.day < from,
    })),
})

function isOfReturn({ from, to, isLocked, lateSince }: VatPeriod): Prisma.Sql {
  const listed = Prisma.sql`SELECT FROM vat_return_documents AS m WHERE m.document_id = t.id`
  if (isLocked) return Prisma.sql`t.state = 'issued' AND EXISTS (${listed} AND m.starts_on = ${from}::date)`
  const isLate = lateSince === null ? Prisma.sql`FALSE` : Prisma.sql`t.issued_on >= ${lateSince}::date`
  return Prisma.sql`t.state = 'issued' AND NOT EXISTS (${listed}) AND ${taxDay} <= ${to}::date AND (${taxDay} >= ${from}::date OR ${isLate})`
}

export const documentsOfReturn = (db: JsonReader, period: VatPeriod): AsyncGenerator<VatDocument[]> =>
  pagesOf(
    { db },
    {
      table: Prisma.sql`billing_documents AS t`,
      keyset: { name: 'issued', columns: [dayColumn(Prisma.sql`t.issued_on`), byId], descending: false },
      filter: isOfReturn(period),
      row: documentRow(period.from),
    },
  )

const purchaseRow = (timeZone: string): JsonRow<VatPurchase> => {
  const day = Prisma.sql`(t.at AT TIME ZONE ${timeZone})::date`
  const lot = Prisma.sql`credit_lots AS c WHERE c.id = t.lot_id`
  return {
    json: jsonObject({
      id: Prisma.sql`t.id`,
      number: Prisma.sql`(SELECT left(i.trade_in_number, 100) FROM trade_ins AS i JOIN credit_lots AS c ON c.cause_id = i.id::text WHERE c.id = t.lot_id)`,
      day,
      amount: Prisma.sql`t.amount * (CASE t.credit WHEN 'issued' THEN -1 ELSE 1 END)`,
      isBusiness: Prisma.sql`EXISTS (SELECT FROM buyers AS b JOIN credit_accounts AS a ON a.user_id = b.user_id
        WHERE b.is_business AND a.id IN (SELECT c.account_id FROM ${lot}))`,
      rate: rateOn(day),
    }),
    schema: z
      .object({
        id: z.string(),
        number: z.string().nullable(),
        day: z.string(),
        amount: z.number(),
        isBusiness: z.boolean(),
        rate: z.number().nullable(),
      })
      .transform((row) => ({ ...row, number: row.number ?? 'Trade-in', sterling: sterlingOf(row.amount, row.rate) })),
  }
}

/** Machines bought for store credit, by time, and credit that was taken back for them. */
export const purchasesOfReturn = (db: JsonReader, { from, to }: VatPeriod, timeZone: string): AsyncGenerator<VatPurchase[]> =>
  pagesOf(
    { db },
    {
      table: Prisma.sql`credit_entries AS t`,
      keyset: { name: 'at', columns: [timeColumn(Prisma.sql`t.at`), byId], descending: false },
      filter: Prisma.sql`t.at >= ${from}::date::timestamp AT TIME ZONE ${timeZone} AND t.at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}
        AND (t.debit = 'issued' OR t.credit = 'issued')
        AND EXISTS (SELECT FROM credit_lots AS c WHERE c.id = t.lot_id AND c.kind = 'trade_in' AND c.cause_noun = 'tradeIns')`,
      row: purchaseRow(timeZone),
    },
  )
