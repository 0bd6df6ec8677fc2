import * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Received, ReceivedDay, ReceivedSums, receivedInput } from '~/contracts/billing/invoice-list'
import { paymentMethods } from '~/contracts/billing/receipts'
import { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'

const dayRow = z.object({
  day: z.string(),
  method: z.enum(paymentMethods),
  number: z.int(),
  received: z.number(),
  allocated: z.number(),
  onAccount: z.number(),
  refunded: z.number(),
  fromBank: z.int(),
})
const answer = z.object({ days: z.array(dayRow).nullable(), open: z.object({ number: z.int(), amount: z.number() }) })

const count = (rows: readonly ReceivedDay[], of: (row: ReceivedDay) => number) => rows.reduce((sum, row) => sum + of(row), 0)
const amount = (rows: readonly ReceivedDay[], of: (row: ReceivedDay) => number) => sumOfAmounts(rows.map(of))

const sumsOf = (rows: readonly ReceivedDay[]): ReceivedSums => ({
  number: count(rows, (row) => row.number),
  received: amount(rows, (row) => row.received),
  allocated: amount(rows, (row) => row.allocated),
  onAccount: amount(rows, (row) => row.onAccount),
  refunded: amount(rows, (row) => row.refunded),
  fromBank: count(rows, (row) => row.fromBank),
})

/** Money received in a period, by the day on which it came and how, with what has become of it since. */
export async function readReceived({ db }: Pick<Services, 'db'>, { from, to }: z.output<typeof receivedInput>): Promise<Received> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object(
      'days', (SELECT json_agg(d ORDER BY d.day DESC, d.method) FROM (
        SELECT p.received_on AS day, p.method, count(*)::int AS number, sum(p.amount) AS received, sum(p.allocated) AS allocated,
          sum(p.on_account) AS "onAccount", sum(p.refunded) AS refunded, count(l.id)::int AS "fromBank"
        FROM payments AS p LEFT JOIN bank_lines AS l ON l.payment_id = p.id
        WHERE p.reversed_at IS NULL AND p.received_on BETWEEN ${from}::date AND ${to}::date GROUP BY p.received_on, p.method
      ) AS d),
      'open', (SELECT json_build_object('number', count(*), 'amount', coalesce(sum(amount), 0)) FROM bank_lines
        WHERE state = 'open' AND booked_on BETWEEN ${from}::date AND ${to}::date)
    )::text`)
  const { days, open } = answer.parse(found)
  const rows = days ?? []
  const methods = paymentMethods
    .map((method) => ({ method, rows: rows.filter((row) => row.method === method) }))
    .filter((of) => of.rows.length > 0)
    .map((of) => ({ method: of.method, ...sumsOf(of.rows) }))
  return { days: rows, methods, total: sumsOf(rows), openLines: open }
}
