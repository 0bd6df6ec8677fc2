import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { stringify } from 'csv-stringify'
import { toSafeCell } from '~/lib/csv-cell'
import { isDated } from '~/lib/instant'
import type { Logger } from '~/server/platform/log'

/** Times become ISO 8601 in UTC, null an empty cell. */
type Cell = string | number | boolean | Date | null

/** EUR: 1300.5 → '1300.50'. */
export const amountCell = (amount: number | null): { decimal: string } | null => (amount === null ? null : { decimal: amount.toFixed(2) })

const write = (cell: Cell | { decimal: string }): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return toSafeCell(cell)
  if (typeof cell === 'object' && 'decimal' in cell) return cell.decimal
  if (cell instanceof Date) return isDated(cell) ? cell.toISOString() : ''
  return String(cell)
}

export type CsvRow = readonly (Cell | { decimal: string })[]

export type Columns<Row> = Record<string, (row: Row) => CsvRow[number]>

async function* cells(pages: AsyncIterable<CsvRow[]>) {
  for await (const page of pages) {
    for (const row of page) yield row.map(write)
    // The embedded database never yields to the event loop.
    await nextTurn()
  }
}

export interface CsvTable {
  header: readonly string[]
  pages: AsyncIterable<CsvRow[]>
}

interface CsvFile extends CsvTable {
  fileName: string
  /** False for programs that read the byte order mark as part of the first name. */
  hasMark?: boolean
}

/** Streams at the client's speed. A failure breaks the connection, so that a part is not taken for the whole. */
async function sendCsv(res: ServerResponse, { fileName, header, pages, hasMark = true }: CsvFile): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  const csv = stringify({
    bom: hasMark,
    header: true,
    columns: header.map(toSafeCell),
    record_delimiter: 'windows',
    quote_record_delimiter: true,
  })
  await pipeline(Readable.from(cells(pages)), csv, res)
}

export async function sendFile(res: ServerResponse, log: Logger, file: CsvFile): Promise<void> {
  try {
    await sendCsv(res, file)
  } catch (error) {
    if (!isClientGone(error)) log.error({ err: error, file: file.fileName }, 'A download broke off')
    res.destroy()
  }
}

const isClientGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
