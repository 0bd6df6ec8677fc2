import * as z from 'zod'
import type { CreditStatementEntry } from '~/contracts/credit/statement'
import { Prisma } from '~/generated/prisma/client'
import { jsonAmount, jsonObject } from '~/server/platform/lists/json-row'
import { type Keyset, integerColumn, byId } from '~/server/platform/lists/sorts'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import type { Services } from '~/server/services'
import { entries, shownRow } from './read'

/** The entries of one's own account, for files. */

type Reader = Pick<Services, 'db'>

const oldestFirst: Keyset = { name: 'number', columns: [integerColumn(Prisma.sql`t.number`), byId], descending: false }
const PAGE = 500

/** All entries of somebody's account by pages, the oldest first; none without an account. */
export async function* readOldestEntries({ db }: Reader, userId: string): AsyncGenerator<CreditStatementEntry[]> {
  const account = await db.prisma.creditAccount.findUnique({ where: { userId }, select: { id: true } })
  let cursor: string | null = null
  while (account) {
    const page: { rows: CreditStatementEntry[]; nextCursor: string | null } = await readPageOfRows(db, {
      source: entries,
      keyset: oldestFirst,
      filter: Prisma.sql`t.account_id = ${account.id}::uuid`,
      cursor,
      limit: PAGE,
      counted: null,
      row: shownRow,
    })
    yield page.rows
    cursor = page.nextCursor
    if (cursor === null) return
  }
}

const latest = z.object({ balance: jsonAmount, total: z.int(), rows: z.array(shownRow.schema).nullable() }).nullable()

/**
 * The latest entries of somebody's account, newest first, with the available amount after the first of them (EUR) and the number of all
 * entries, as of one moment; read only as far as asked for.
 */
export async function readLatestEntries(
  { db }: Reader,
  userId: string,
  most: number,
): Promise<Omit<NonNullable<z.output<typeof latest>>, 'rows'> & { rows: CreditStatementEntry[] }> {
  const found = latest.parse(
    await db.readJson(Prisma.sql`
      SELECT ${jsonObject({
        balance: Prisma.sql`a.balance`,
        total: Prisma.sql`a.entries`,
        rows: Prisma.sql`(SELECT json_agg(${shownRow.json} ORDER BY t.number DESC) FROM (
          SELECT * FROM credit_entries WHERE account_id = a.id ORDER BY number DESC LIMIT ${most}
        ) AS t)`,
      })}::text FROM credit_accounts AS a WHERE a.user_id = ${userId}::uuid`),
  )
  return { balance: found?.balance ?? 0, total: found?.total ?? 0, rows: found?.rows ?? [] }
}
