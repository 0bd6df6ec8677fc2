import * as z from 'zod'
import type { LeftToPay } from '~/contracts/credit/bill'
import type { RepairStatus } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { acceptedEstimates, stateOfPayment } from '~/server/credit/read-payments'
import { viewOf, type ReadContext, type StatusRecords, type StatusView } from '~/server/office/records/status-records'
import type { ChosenRow } from '~/server/office/records/update-statuses'
import { jsonAmount } from '~/server/platform/lists/json-row'
import { viewCondition } from '~/server/platform/lists/view'
import type { Services } from '~/server/services'

/** So many of a view are looked at. */
const MOST = 1_000
/** So many are named. */
const MOST_NAMED = 3

interface Chosen {
  ids?: readonly ChosenRow[] | undefined
  all?: StatusView<RepairStatus> | undefined
}

const invoice = Prisma.sql`billing_documents AS d WHERE d.noun = 'repairs' AND d.noun_id = t.id AND d.kind = 'invoice' AND d.state = 'issued'`
const sumOf = (what: Prisma.Sql, from: Prisma.Sql) => Prisma.sql`coalesce((SELECT sum(${what}) FROM ${from}), 0)`
const storeCredit = Prisma.sql`credit_payments AS p WHERE p.noun = 'repairs' AND p.noun_id = t.id::text`
const pending = Prisma.sql`CASE ${stateOfPayment} WHEN 'pending' THEN p.amount ELSE 0 END`
const onAccount = sumOf(Prisma.sql`m.on_account`, Prisma.sql`payments AS m WHERE m.noun = 'repairs' AND m.noun_id = t.id`)

/** EUR left to pay of the repair `t`, by the rule of `readBill`. */
const due = Prisma.sql`greatest(0, CASE WHEN EXISTS (SELECT FROM ${invoice} AND d.purpose = 'repair' AND d.credited < d.total)
  THEN ${sumOf(Prisma.sql`d.owed`, invoice)} - ${sumOf(Prisma.sql`p.held + ${pending}`, storeCredit)} - ${onAccount}
  ELSE coalesce(nullif(t.actual_cost, 'NaN'), (SELECT sum(e.total) FROM ${acceptedEstimates}), 0)
    + ${sumOf(Prisma.sql`d.owed + d.paid`, Prisma.sql`${invoice} AND d.purpose = 'interest'`)}
    - ${sumOf(Prisma.sql`p.held + p.captured + ${pending}`, storeCredit)} - ${sumOf(Prisma.sql`d.paid`, invoice)} - ${onAccount} END)`

const answer = z.object({
  count: z.int(),
  amount: jsonAmount,
  most: z.array(z.object({ number: z.string(), due: jsonAmount })).nullable(),
  isLeast: z.boolean(),
})

/** Reads the balances of repairs that are not shipped yet, in one statement; of a view's first thousand. */
export async function leftToPay(
  call: ReadContext & Pick<Services, 'db'>,
  of: Pick<StatusRecords<unknown, RepairStatus>, 'table' | 'source' | 'statusType' | 'narrowed'>,
  { ids = [], all }: Chosen,
): Promise<LeftToPay> {
  const chosen = all ? viewCondition(viewOf(of, all, call)) : Prisma.sql`t.id = ANY(${ids.map(({ id }) => id)}::uuid[])`
  const found = answer.parse(
    await call.db.readJson(Prisma.sql`
      WITH looked AS MATERIALIZED (SELECT t.* FROM ${of.table} AS t WHERE ${chosen} AND t.status <> 'shipped' LIMIT ${MOST + 1}),
      owing AS MATERIALIZED (SELECT * FROM (SELECT left(t.repair_number, 200) AS number, ${due} AS due FROM looked AS t) AS each WHERE due > 0)
      SELECT json_build_object('count', (SELECT count(*) FROM owing), 'amount', (SELECT coalesce(sum(due), 0) FROM owing),
        'most', (SELECT json_agg(m ORDER BY m.due DESC, m.number) FROM (SELECT * FROM owing ORDER BY due DESC, number LIMIT ${MOST_NAMED}) AS m),
        'isLeast', (SELECT count(*) > ${MOST} FROM looked))::text`),
  )
  return { ...found, most: found.most ?? [] }
}
