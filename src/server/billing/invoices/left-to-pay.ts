import * as z from 'zod'
import type { LeftToPay } from '~/contracts/billing/bill'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { viewOf, type ReadContext, type StatusRecords, type StatusView } from '~/server/platform/records/status-records'
import type { ChosenRow } from '~/server/platform/records/update-statuses'
import { viewCondition } from '~/server/platform/lists/view'
import type { Services } from '~/server/services'
import { readOwed } from './read-owed'

/** Most of a view. */
const MOST = 1_000
const MOST_NAMED = 3

interface Chosen<Status extends string> {
  ids?: readonly ChosenRow[] | undefined
  all?: StatusView<Status> | undefined
}

/** The status in which the case has left, which makes the question needless. */
const hasLeft: Record<BilledNoun, string> = { repairs: 'shipped', orders: 'completed' }

const looked = z.array(z.object({ id: z.string(), number: z.string(), hasAddress: z.boolean() })).nullable()

/** The platform's address, or the customer's own. */
const hasAddress: Record<BilledNoun, Prisma.Sql> = { repairs: Prisma.sql`(t.return_address IS NOT NULL)`, orders: Prisma.sql`TRUE` }

/** For the first thousand of a view. */
export async function leftToPay<Status extends string>(
  call: ReadContext & Pick<Services, 'db'>,
  of: Pick<StatusRecords<unknown, Status>, 'table' | 'source' | 'statusType' | 'narrowed'>,
  noun: BilledNoun,
  { ids = [], all }: Chosen<Status>,
): Promise<LeftToPay> {
  const chosen = all ? viewCondition(viewOf(of, all, call)) : Prisma.sql`t.id = ANY(${ids.map(({ id }) => id)}::uuid[])`
  const number = Prisma.raw(records[noun].status.number)
  const rows =
    looked.parse(
      await call.db.readJson(Prisma.sql`
        SELECT json_agg(json_build_object('id', t.id, 'number', left(t.${number}, 200), 'hasAddress', ${hasAddress[noun]}))::text
        FROM (SELECT t.* FROM ${of.table} AS t WHERE ${chosen} AND t.status::text <> ${hasLeft[noun]} LIMIT ${MOST + 1}) AS t`),
    ) ?? []
  const owed = await readOwed(
    call.db.prisma,
    noun,
    rows.map(({ id }) => id),
  )
  const owing = rows
    .map(({ id, number: name }) => ({ number: name, due: owed.get(id)?.due ?? 0 }))
    .filter(({ due }) => due > 0)
    .toSorted((one, other) => other.due - one.due || one.number.localeCompare(other.number))
  const without = rows.filter((row) => !row.hasAddress).map((row) => row.number)
  return {
    withoutAddress: { count: without.length, first: without.slice(0, MOST_NAMED) },
    count: owing.length,
    amount: sumOfAmounts(owing.map(({ due }) => due)),
    most: owing.slice(0, MOST_NAMED),
    isLeast: rows.length > MOST,
  }
}
