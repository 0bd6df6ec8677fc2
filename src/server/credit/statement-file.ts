import type { Content, TableCell } from 'pdfmake/interfaces'
import type { CreditStatementEntry } from '~/contracts/credit'
import { addedTo, causeText, creditEntryLabels } from '~/lib/credit-text'
import { formatEuro } from '~/lib/money'
import { amountCell, type CsvRow } from '~/server/platform/csv/write'
import { printableLine, printed } from '~/server/platform/pdf/printed-text'
import type { Services } from '~/server/services'
import { readOldestEntries } from './read'

/** A statement of store credit as a file, the oldest entry first. */

type Reader = Pick<Services, 'db'>

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

/** A printed statement names so many entries, the latest; the CSV file has all. */
const MOST_PRINTED = 1_000

/** The table of the printed statement, with what is left after each entry. */
export async function statementTable(services: Reader, userId: string, writeDate: (at: Date) => string): Promise<Content[]> {
  const rows: TableCell[][] = []
  let cents = 0
  let left = 0
  for await (const page of readOldestEntries(services, userId)) {
    for (const entry of page) {
      const added = addedTo('available', entry)
      cents += Math.round(added * 100)
      rows.push([
        writeDate(entry.at),
        creditEntryLabels[entry.kind],
        printed(printableLine(causeText(entry), 80)),
        { text: added === 0 ? '' : formatEuro(added), alignment: 'right' },
        { text: formatEuro(cents / 100), alignment: 'right' },
      ])
      if (rows.length > MOST_PRINTED) {
        rows.shift()
        left += 1
      }
    }
  }
  const head = ['Date', 'Entry', 'For'].map((text): TableCell => ({ text, bold: true }))
  const amounts = ['Amount', 'Balance'].map((text): TableCell => ({ text, bold: true, alignment: 'right' }))
  return [
    ...(left > 0
      ? [
          {
            text: `${left.toLocaleString('en-GB')} earlier entries are in the CSV file alone.`,
            margin: [0, 0, 0, 8] as [number, number, number, number],
          },
        ]
      : []),
    {
      table: { headerRows: 1, widths: ['auto', 'auto', '*', 'auto', 'auto'], body: [[...head, ...amounts], ...rows.toReversed()] },
      layout: 'lightHorizontalLines',
    },
    { text: `Balance ${formatEuro(cents / 100)}`, bold: true, alignment: 'right', margin: [0, 10, 0, 0] },
  ]
}
