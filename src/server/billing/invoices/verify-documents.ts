import * as z from 'zod'
import type { CreditFault } from '~/contracts/credit/accounts'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

const added = (side: 'owed' | 'on_account' | 'store_credit' | 'received') =>
  Prisma.sql`coalesce(sum(credit_added(e, ${side}::credit_book)), 0)`
const sumOf = (kind: 'bill' | 'correct' | 'receive') =>
  Prisma.sql`coalesce(sum(e.amount) FILTER (WHERE e.kind = ${kind}::credit_entry_kind), 0)`

/** True if a document or payment of the account `c` differs from its entries `e`. */
export const differingMoney = Prisma.sql`
  EXISTS (SELECT FROM billing_documents AS d WHERE d.account_id = c.id AND d.kind = 'invoice' AND EXISTS (
    SELECT FROM credit_entries AS e WHERE e.document_id = d.id
    HAVING (d.total, d.owed, d.paid, d.store_credit, d.credited)
      IS DISTINCT FROM (${sumOf('bill')}, ${added('owed')}, ${added('on_account')}, ${added('store_credit')}, ${sumOf('correct')})))
  OR EXISTS (SELECT FROM payments AS p WHERE p.account_id = c.id AND EXISTS (
    SELECT FROM credit_entries AS e WHERE e.receipt_id = p.id
    HAVING (p.amount, p.on_account, p.allocated, p.refunded)
      IS DISTINCT FROM (${sumOf('receive')}, -${added('on_account')}, -${added('owed')}, p.amount - ${added('received')})))`

/** The first gap of each series, by the account of the document after it. */
const missingNumbers = z.array(z.object({ accountId: z.string(), email: z.string().nullable(), number: z.int() })).nullable()

export async function verifyNumbers({ db }: Pick<Services, 'db'>): Promise<Omit<CreditFault, 'message'>[]> {
  const place = Prisma.sql`coalesce((SELECT min(n.rank) FROM (
    SELECT d.place, row_number() OVER (ORDER BY d.place) AS rank FROM billing_documents AS d WHERE d.series = s.series AND d.year = s.year) AS n WHERE n.place <> n.rank), s.last + 1)`
  const found = missingNumbers.parse(
    await db.readJson(Prisma.sql`
      WITH wrong AS (
        SELECT s.*, ${place} AS place FROM document_series AS s
        WHERE s.last <> (SELECT count(*) FROM billing_documents AS d WHERE d.series = s.series AND d.year = s.year)
          OR s.last <> (SELECT coalesce(max(d.place), 0) FROM billing_documents AS d WHERE d.series = s.series AND d.year = s.year)
      )
      SELECT json_agg(${jsonObject({
        accountId: Prisma.sql`a.id`,
        email: Prisma.sql`a.email`,
        number: Prisma.sql`w.place`,
      })})::text FROM wrong AS w JOIN LATERAL (
        SELECT d.account_id FROM billing_documents AS d WHERE d.series = w.series AND d.year = w.year ORDER BY d.place < w.place, abs(d.place - w.place) LIMIT 1
      ) AS nearest ON TRUE JOIN credit_accounts AS a ON a.id = nearest.account_id`),
  )
  return (found ?? []).map((one) => ({ ...one, entryId: null, fault: 'numbers' as const }))
}
