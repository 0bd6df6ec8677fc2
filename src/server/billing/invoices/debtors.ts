import * as z from 'zod'
import type { BuyerAccount, buyerAccountInput, DebtorList, DebtorsInput } from '~/contracts/billing/invoice-list'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { jsonDay, jsonObject, type JsonRow } from '~/server/platform/lists/json-row'
import { readPageOfRows, searchPageOfMany } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import { amountColumn, byId, type Keyset } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'
import { owedDocuments } from './read-owed'

const debts = {
  owed: z.number(),
  notDue: z.number(),
  days30: z.number(),
  days60: z.number(),
  days90: z.number(),
  older: z.number(),
}

/** Sums of the documents `d` by days after their due day. @param today as '2026-11-21' */
function sumsByAge(today: string): Record<keyof typeof debts, Prisma.Sql> {
  const day = Prisma.sql`${today}::date`
  const of = (condition: Prisma.Sql) => Prisma.sql`coalesce(sum(d.asked) FILTER (WHERE ${condition}), 0)`
  return {
    owed: Prisma.sql`coalesce(sum(d.asked), 0)`,
    // An invoice that plain SQL has left without a due day is not due.
    notDue: of(Prisma.sql`d.due_on IS NULL OR d.due_on >= ${day}`),
    days30: of(Prisma.sql`d.due_on < ${day} AND d.due_on >= ${day} - 30`),
    days60: of(Prisma.sql`d.due_on < ${day} - 30 AND d.due_on >= ${day} - 60`),
    days90: of(Prisma.sql`d.due_on < ${day} - 60 AND d.due_on >= ${day} - 90`),
    older: of(Prisma.sql`d.due_on < ${day} - 90`),
  }
}

const table = Prisma.sql`credit_accounts AS t`
const isTheirs = (pattern: string) => Prisma.sql`(b.email ILIKE ${pattern} OR b.full_name ILIKE ${pattern} OR b.company ILIKE ${pattern})`
const source: ListSource = {
  table,
  matches: (pattern) => Prisma.sql`coalesce((SELECT ${isTheirs(pattern)} FROM buyers AS b WHERE b.id = t.buyer_id), FALSE)`,
  found: (pattern) => [Prisma.sql`buyers AS b JOIN ${table} ON t.buyer_id = b.id WHERE ${isTheirs(pattern)}`],
}

/** The account's sum is kept by the ledger, so that a page needs no look at documents but its own. */
const largestFirst: Keyset = { name: '-owed', columns: [amountColumn(Prisma.sql`t.owed`), byId], descending: true }
/** A debtor: amounts that a credit note will cancel do not count. */
const owes = Prisma.sql`(t.owed > 0 AND EXISTS (SELECT FROM ${owedDocuments} AS d WHERE d.buyer_id = t.buyer_id AND d.asked > 0))`

const ofBuyer = (column: 'full_name' | 'company' | 'email') =>
  Prisma.sql`(SELECT nullif(b.${Prisma.raw(column)}, '') FROM buyers AS b WHERE b.id = t.buyer_id)`
const userId = Prisma.sql`(SELECT b.user_id FROM buyers AS b WHERE b.id = t.buyer_id)`

const debtorOn = (today: string) => ({
  json: jsonObject({
    id: Prisma.sql`t.buyer_id`,
    userId,
    hasUser: Prisma.sql`EXISTS (SELECT FROM users AS u WHERE u.id = ${userId})`,
    name: ofBuyer('full_name'),
    company: ofBuyer('company'),
    email: ofBuyer('email'),
    phone: Prisma.sql`(SELECT left(nullif(p.phone, ''), 40) FROM profiles AS p WHERE p.user_id = ${userId})`,
    onAccount: Prisma.sql`t.on_account`,
    debts: Prisma.sql`(SELECT ${jsonObject({ ...sumsByAge(today), invoices: Prisma.sql`count(*)`, oldestDueOn: Prisma.sql`min(d.due_on)` })}
      FROM ${owedDocuments} AS d WHERE d.buyer_id = t.buyer_id AND d.asked > 0)`,
  }),
  schema: z
    .object({
      id: z.string(),
      userId: z.string(),
      hasUser: z.boolean(),
      name: z.string().nullable(),
      company: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      onAccount: z.number(),
      debts: z.object({ ...debts, invoices: z.int(), oldestDueOn: jsonDay }),
    })
    .transform(({ debts: sums, ...row }) => ({ ...row, ...sums })),
})

const totalsSchema = z.object({ ...debts, debtors: z.int(), toCredit: z.number(), onAccount: z.number() })

/**
 * Debtors with their debts by age, the largest first by the ledger, and sums over all. The sum on account includes customers without debts;
 * `toCredit` is apart, since nobody has to pay it.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function listDebtors(
  { db, now, businessTimeZone }: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  { search, cursor, limit }: DebtorsInput,
): Promise<DebtorList> {
  const today = calendarDay(now(), businessTimeZone)
  const text = search?.trim() ?? ''
  const row: JsonRow<DebtorList['rows'][number]> = debtorOn(today)
  const request = { source, keyset: largestFirst, filter: owes, row, cursor, limit, counted: null }
  const [page, found] = await Promise.all([
    text === '' ? readPageOfRows(db, request) : searchPageOfMany(db, { ...request, text }),
    db.readJson(Prisma.sql`
      SELECT (row_to_json(sums)::jsonb || row_to_json(accounts)::jsonb)::text FROM
        (SELECT ${Prisma.join(Object.entries(sumsByAge(today)).map(([name, sum]) => Prisma.sql`${sum} AS ${Prisma.raw(`"${name}"`)}`))},
          coalesce(sum(d.to_credit), 0) AS "toCredit", count(DISTINCT d.buyer_id) FILTER (WHERE d.asked > 0) AS debtors FROM ${owedDocuments} AS d) AS sums,
        (SELECT coalesce(sum(t.on_account), 0) AS "onAccount" FROM ${table} WHERE t.on_account > 0) AS accounts`),
  ])
  const { debtors, ...totals } = totalsSchema.parse(found)
  return { rows: page.rows, nextCursor: page.nextCursor, total: debtors, totals }
}

const account = z.object({ owed: z.number(), overdue: z.number(), onAccount: z.number() })

/** Reads the debt of a user by their invoices; nothing for one who was never billed. */
export async function readBuyerAccount(
  { db, now, businessTimeZone }: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  { userId: user }: z.output<typeof buyerAccountInput>,
): Promise<BuyerAccount> {
  const today = calendarDay(now(), businessTimeZone)
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object('onAccount', coalesce(sum(t.on_account), 0),
      'owed', coalesce(sum((SELECT sum(d.asked) FROM ${owedDocuments} AS d WHERE d.buyer_id = t.buyer_id)), 0),
      'overdue', coalesce(sum((SELECT sum(d.asked) FROM ${owedDocuments} AS d WHERE d.buyer_id = t.buyer_id AND d.due_on < ${today}::date)), 0))::text
    FROM ${table} WHERE t.buyer_id IN (SELECT b.id FROM buyers AS b WHERE b.user_id = ${user}::uuid)`)
  return account.nullable().parse(found) ?? { owed: 0, overdue: 0, onAccount: 0 }
}
