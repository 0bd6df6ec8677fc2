import * as z from 'zod'
import { creditAccountsInput, type CreditAccount, type CreditAccountList } from '~/contracts/credit/accounts'
import { Prisma } from '~/generated/prisma/client'
import { amountCell, type Columns } from '~/server/platform/csv/write-csv'
import { jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { type Keyset, amountColumn, byId, createdSorts } from '~/server/platform/lists/sorts'
import type { Listing } from '~/server/platform/lists/read-list'
import { nameOfProfile } from '~/server/platform/records/customer-list'
import { anyIlike, eachIlike } from '~/server/platform/lists/like-pattern'
import type { ListSource } from '~/server/platform/lists/list-source'
import { readPageOfRows, searchPageOfMany } from '~/server/platform/lists/list-page'
import { countView } from '~/server/platform/lists/view'
import { listExporter, noPosition } from '~/server/platform/records/record-list'
import type { Services } from '~/server/services'

type AccountsInput = z.output<typeof creditAccountsInput>

const table = Prisma.sql`credit_accounts AS t`
/** Matches names and addresses at the opening as well as the current ones. */
const OWN = ['t.email', 't.full_name']
const THEIRS = ['p.email', 'p.full_name']
const source: ListSource = {
  table,
  matches: (pattern) =>
    Prisma.sql`(${anyIlike(OWN, pattern)} OR coalesce((SELECT ${anyIlike(THEIRS, pattern)} FROM profiles AS p WHERE p.user_id = t.user_id), FALSE))`,
  found: (pattern) => [
    ...eachIlike(OWN, pattern).map((isNamed) => Prisma.sql`${table} WHERE ${isNamed}`),
    ...eachIlike(THEIRS, pattern).map((isNamed) => Prisma.sql`profiles AS p JOIN ${table} ON t.user_id = p.user_id WHERE ${isNamed}`),
  ],
}

const profile = (present: Prisma.Sql, kept: Prisma.Sql, most: number) =>
  Prisma.sql`left(coalesce((SELECT ${present} FROM profiles AS p WHERE p.user_id = t.user_id), ${kept}), ${most}::int)`

const row: JsonRow<CreditAccount> = rowOf(
  {
    id: z.string(),
    userId: z.string(),
    email: z.string().nullable(),
    fullName: z.string().nullable(),
    balance: z.number(),
    held: z.number(),
    entries: z.int(),
    createdAt: jsonTime,
    hasUser: z.boolean(),
  },
  {
    email: profile(Prisma.sql`p.email`, Prisma.sql`t.email`, 254),
    fullName: profile(nameOfProfile(Prisma.sql`p`), Prisma.sql`t.full_name`, 200),
    hasUser: Prisma.sql`EXISTS (SELECT FROM users AS u WHERE u.id = t.user_id)`,
  },
)

const byBalance = [amountColumn(Prisma.sql`t.balance`), byId]
const keysets: Record<AccountsInput['sort'], Keyset> = {
  ...createdSorts,
  '-balance': { name: '-balance', columns: byBalance, descending: true },
  balance: { name: 'balance', columns: byBalance, descending: false },
}

/** Buyers' money has other accounts. */
const isOfCredit = Prisma.sql`t.buyer_id IS NULL`
const isOpen = Prisma.sql`(t.balance > 0 OR t.held > 0)`
const filters = { open: isOpen, empty: Prisma.sql`NOT ${isOpen}` }

const creditAccountListing = ({ status, search, sort = '-balance' }: Partial<AccountsInput>): Listing<CreditAccount> => ({
  source,
  filter: status ? Prisma.sql`${isOfCredit} AND ${filters[status]}` : isOfCredit,
  search,
  keyset: keysets[sort],
  row,
})

/** @throws BAD_REQUEST for a foreign cursor */
export async function listAccounts({ db }: Pick<Services, 'db'>, view: AccountsInput): Promise<CreditAccountList> {
  const listing = creditAccountListing(view)
  const text = view.search?.trim() ?? ''
  const request = { ...listing, cursor: view.cursor, limit: view.limit, counted: null }
  const page = await (text === '' ? readPageOfRows(db, request) : searchPageOfMany(db, { ...request, text }))
  const [figures] = await db.prisma.$queryRaw<{ total: number; open: number; balance: number; held: number }[]>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${isOpen}))::int AS open,
      coalesce(sum(t.balance), 0)::float8 AS balance, coalesce(sum(t.held), 0)::float8 AS held FROM ${table} WHERE ${isOfCredit}`
  const { total, open, balance, held } = figures ?? { total: 0, open: 0, balance: 0, held: 0 }
  const counts = { open, empty: total - open }
  const matching = text === '' ? (view.status ? counts[view.status] : total) : await countView(db.prisma, listing)
  return { rows: page.rows, nextCursor: page.nextCursor, total, matching, counts, balance, held }
}

const creditAccountCsv: Columns<CreditAccount> = {
  id: (account) => account.id,
  userId: (account) => account.userId,
  email: (account) => account.email,
  fullName: (account) => account.fullName,
  balance: (account) => amountCell(account.balance),
  held: (account) => amountCell(account.held),
  entries: (account) => account.entries,
  hasUser: (account) => account.hasUser,
  createdAt: (account) => account.createdAt,
}

export const creditAccountExporter = listExporter({
  view: creditAccountsInput.omit(noPosition),
  listing: creditAccountListing,
  csv: creditAccountCsv,
})
