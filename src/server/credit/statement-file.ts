import type { Content, TableCell } from 'pdfmake/interfaces'
import type { CreditStatementEntry } from '~/contracts/credit/statement'
import { addedTo, causeText, creditEntryLabels } from '~/contracts/credit/credit-texts'
import { formatEuro } from '~/lib/money'
import { amountCell, type CsvRow } from '~/server/platform/csv/write-csv'
import { printableLine, printed } from '~/server/platform/pdf/printed-text'
import { paragraph } from '~/server/platform/pdf/sheet'
import type { Services } from '~/server/services'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject } from '~/server/platform/lists/json-row'
import { integerColumn, byId, type Keyset } from '~/server/platform/lists/sorts'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { entries, shownRow } from './read-credit'

/** A statement of store credit as a file, the oldest entry first. */

type Reader = Pick<Services, 'db'>

const oldestFirst: Keyset = { name: 'number', columns: [integerColumn(Prisma.sql`t.number`), byId], descending: false }
const PAGE = 500

/** All entries of somebody's account by pages, the oldest first; none without an account. */
async function* readOldestEntries({ db }: Reader, userId: string): AsyncGenerator<CreditStatementEntry[]> {
  const account = await db.prisma.ledgerAccount.findFirst({ where: { userId, formerOf: null }, select: { id: true } })
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

const latest = z.object({ balance: z.number(), total: z.int(), rows: z.array(shownRow.schema).nullable() }).nullable()

/**
 * The latest entries of somebody's account, newest first, with the available amount after the first of them (EUR) and the number of all
 * entries, as of one moment; read only as far as asked for.
 */
async function readLatestEntries(
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
      })}::text FROM credit_accounts AS a WHERE a.user_id = ${userId}::uuid AND a.former_of IS NULL`),
  )
  return { balance: found?.balance ?? 0, total: found?.total ?? 0, rows: found?.rows ?? [] }
}

/** The rows of the CSV file in the order of `statementColumns`, by pages. */
export async function* statementPages(services: Reader, userId: string): AsyncGenerator<CsvRow[]> {
  for await (const page of readOldestEntries(services, userId)) yield page.map(csvRow)
}

const csvRow = (entry: CreditStatementEntry): CsvRow => [
  entry.number,
  entry.at,
  entry.kind,
  entry.debit,
  entry.credit,
  amountCell(entry.amount),
  causeText(entry),
  entry.reason,
  entry.causeNoun,
  entry.causeId,
  entry.lotId,
  entry.accountId,
  entry.seal,
  entry.previousHash,
  entry.hash,
]

/** Most entries in print, the latest; the CSV file has all. */
const MOST_PRINTED = 1_000

const amountsHead = ['Amount', 'Balance'].map((text): TableCell => ({ text, bold: true, alignment: 'right' }))
const head = ['Date', 'Entry', 'For'].map((text): TableCell => ({ text, bold: true }))

/** The table of the printed statement, the latest entry first, each with the balance after it. */
export async function statementTable(
  services: Reader,
  userId: string,
  writeDate: (at: Date) => string,
  most = MOST_PRINTED,
): Promise<Content[]> {
  const { balance, total, rows } = await readLatestEntries(services, userId, most)
  const earlier = total - rows.length
  let cents = Math.round(balance * 100)
  const cells = rows.map((entry): TableCell[] => {
    const added = addedTo('available', entry)
    const left = formatEuro(cents / 100)
    cents -= Math.round(added * 100)
    return [
      writeDate(entry.at),
      creditEntryLabels[entry.kind],
      printed(printableLine(causeText(entry), 80)),
      { text: added === 0 ? '' : formatEuro(added), alignment: 'right' },
      { text: left, alignment: 'right' },
    ]
  })
  return [
    ...(earlier > 0
      ? [
          paragraph(
            `The latest ${rows.length.toLocaleString('en-GB')} entries. ${earlier.toLocaleString('en-GB')} earlier ones are only in the CSV file.`,
          ),
        ]
      : []),
    {
      table: { headerRows: 1, widths: ['auto', 'auto', '*', 'auto', 'auto'], body: [[...head, ...amountsHead], ...cells] },
      layout: 'lightHorizontalLines',
    },
    { text: `Balance ${formatEuro(balance)}`, bold: true, alignment: 'right', margin: [0, 10, 0, 0] },
  ]
}
