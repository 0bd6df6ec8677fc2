import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import { LARGEST_BANK_FILE, MOST_BANK_LINES } from '~/contracts/credit/bank'
import * as z from 'zod'
import { formatDay } from '~/lib/instant'
import { fieldError } from '~/server/platform/errors'

/** Reads the CSV files of banks: no two name their columns alike, so columns are known by their names, and days and amounts by their form. */

export interface ParsedLine {
  fingerprint: string
  /** In the file, from 1. */
  row: number
  bookedOn: string
  amount: number
  description: string
  reference: string
}

const LONGEST_CELL = 500
const MOST_COLUMNS = 100
/** Names and account numbers stand above the columns in some files. */
const MOST_ROWS_BEFORE = 30
const DELIMITERS = [',', ';', '\t']

/** Names of columns, by what they hold; the first that a file has counts. */
const columns = {
  day: [
    'date',
    'transactiondate',
    'bookingdate',
    'bookeddate',
    'completeddate',
    'datecompleted',
    'dateutc',
    'posteddate',
    'valuedate',
    'entrydate',
    'buchungstag',
  ],
  amount: ['amount', 'amounteur', 'value', 'transactionamount', 'betrag', 'netamount'],
  paidIn: ['paidin', 'moneyin', 'credit', 'creditamount', 'credits', 'in', 'deposit', 'deposits', 'receipts'],
  paidOut: ['paidout', 'moneyout', 'debit', 'debitamount', 'debits', 'out', 'withdrawal', 'withdrawals', 'payments'],
  currency: ['currency', 'currencycode', 'transactioncurrency'],
  reference: ['reference', 'paymentreference', 'transactionreference', 'customerreference', 'yourreference', 'ref', 'verwendungszweck'],
}
/** All of these that a file has. */
const descriptions = new Set(
  'description,transactiondescription,details,transactiondetails,narrative,memo,payer,payername,name,counterparty,counterpartyname,merchant,type,notes,remittanceinformation,auftraggeber'.split(
    ',',
  ),
)

const nameOf = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

const refused = (message: string) => fieldError('validation_failed', 'csv', message)

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A day as banks write it, as '2026-11-21'; null for anything else. Days come before months, as everywhere but in America. */
export function dayOf(cell: string): string | null {
  const text = cell.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]+(\d{4}|\d{2})(?: .*)?$/.exec(text)
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : dayFirst ? dayFirst.slice(1).toReversed() : []
  if (year === '') return null
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const number = /^\d+$/.test(month) ? Number(month) : named
  const full = year.length === 2 ? `20${year}` : year
  const made = `${full}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = z.iso.date().safeParse(made)
  return parsed.success && made >= '1970-01-01' && made <= '2999-12-31' ? made : null
}

/** EUR as banks write them: '1,234.50', '1.234,50', '(12.00)', '12.00-', '€ 12', '12.00 CR'; null for anything else, and for half a cent. */
export function amountOf(cell: string): number | null {
  const text = cell.replaceAll(/[\s€'"]|EUR|CR$/gi, '')
  const isOut = /^\(.*\)$|^[-\u2212]|-$|DR$/i.test(text)
  const digits = text.replaceAll(/[()+\-\u2212]|DR$/gi, '')
  if (!/^\d{1,3}(?:[.,]?\d{3})*(?:[.,]\d{1,4})?$|^\d+(?:[.,]\d{1,4})?$/.test(digits)) return null
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const after = point === -1 ? 0 : digits.length - point - 1
  // '1,234' and '1.234' are thousands; '1,23' is not.
  const isDecimal = point !== -1 && (after !== 3 || (digits.split(/[.,]/).length === 2 && digits.startsWith('0')))
  const whole = (isDecimal ? digits.slice(0, point) : digits).replaceAll(/[.,]/g, '')
  const amount = Number(`${whole}.${isDecimal ? digits.slice(point + 1) : '0'}`)
  if (!Number.isFinite(amount) || amount >= 1e10 || Math.abs(amount - Number(amount.toFixed(2))) > 1e-6) return null
  return isOut ? -Number(amount.toFixed(2)) : Number(amount.toFixed(2))
}

interface Layout {
  day: number
  amount: number
  paidIn: number
  paidOut: number
  currency: number
  reference: number
  descriptions: number[]
}

/** The columns of a row of names; null for a row that names no day and no amount. */
function layoutOf(cells: readonly string[]): Layout | null {
  const names = cells.map(nameOf)
  const find = (wanted: readonly string[]) => {
    for (const name of wanted) if (names.includes(name)) return names.indexOf(name)
    return -1
  }
  const layout = {
    day: find(columns.day),
    amount: find(columns.amount),
    paidIn: find(columns.paidIn),
    paidOut: find(columns.paidOut),
    currency: find(columns.currency),
    reference: find(columns.reference),
    descriptions: names.flatMap((name, index) => (descriptions.has(name) ? index : [])),
  }
  return layout.day === -1 || (layout.amount === -1 && layout.paidIn === -1) ? null : layout
}

const parsedRows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

function rowsOf(csv: string) {
  const [head = ''] = csv.split(/[\r\n]+/, 1)
  const uses = (delimiter: string) => csv.slice(0, 4_000).split(delimiter).length + head.split(delimiter).length
  const delimiter = DELIMITERS.toSorted((one, other) => uses(other) - uses(one))[0] ?? ','
  try {
    return parsedRows.parse(
      parse(csv, {
        bom: true,
        delimiter,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: LARGEST_BANK_FILE,
      }),
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refused('This file cannot be read as CSV: a quotation mark is not closed, or is in the wrong place.')
  }
}

const cellAt = (cells: readonly string[], index: number) => (index === -1 ? '' : (cells[index] ?? '')).trim().slice(0, LONGEST_CELL)

/** EUR of a row, below 0 for an outgoing one; null where it says none. */
function amountIn(cells: readonly string[], { amount, paidIn, paidOut }: Layout): number | null {
  const incoming = cellAt(cells, paidIn)
  const outgoing = cellAt(cells, paidOut)
  if (incoming !== '' && amountOf(incoming) !== 0) return amountOf(incoming)
  if (outgoing !== '' && amountOf(outgoing) !== 0) {
    const out = amountOf(outgoing)
    return out === null ? null : -Math.abs(out)
  }
  if (amount !== -1) return amountOf(cellAt(cells, amount))
  return incoming === '' && outgoing === '' ? null : 0
}

/** Two lines that are alike are two payments: each has its place among those alike. */
function fingerprints() {
  const seen = new Map<string, number>()
  return (line: Omit<ParsedLine, 'fingerprint' | 'row'>) => {
    const what = JSON.stringify([line.bookedOn, line.amount.toFixed(2), line.description, line.reference])
    const nth = (seen.get(what) ?? 0) + 1
    seen.set(what, nth)
    return createHash('sha256').update(`${what}#${nth}`).digest('hex')
  }
}

const join = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))].join(' ').slice(0, LONGEST_CELL)

/** The sentence about a line with a future date: the file's dates are read wrongly, or it has lines that are not booked yet. */
export const notYet = (day: string): string =>
  `is of ${formatDay(day)}, a day that has not come yet. If the file has the month before the day, save it with the day first, or as 2026-11-21.`

/**
 * Parses a bank's file: incoming lines, and the numbers of outgoing lines and of lines in other currencies than EUR.
 * @param today the shop's day, '2026-11-21'; if absent, future dates pass
 * @throws BAD_REQUEST for `csv`, naming the row that cannot be read, or has a future date
 */
export function parseBankFile(csv: string, today?: string): { lines: ParsedLine[]; outgoing: number; foreign: number } {
  const rows = rowsOf(csv)
  const start = rows.slice(0, MOST_ROWS_BEFORE).findIndex(({ record }) => layoutOf(record) !== null)
  const layout = start === -1 ? null : layoutOf(rows[start]?.record ?? [])
  if (!layout)
    throw refused('This file has no row that names its columns: a date, and an amount or money in. Save it as CSV with its first row.')
  const fingerprint = fingerprints()
  const lines: ParsedLine[] = []
  let outgoing = 0
  let foreign = 0
  for (const { record, info } of rows.slice(start + 1)) {
    if (record.every((cell) => cell.trim() === '')) continue
    const row = info.lines
    if (!/^(?:EUR)?$/i.test(cellAt(record, layout.currency))) {
      foreign += 1
      continue
    }
    if (record.length > MOST_COLUMNS) throw refused(`Row ${row} has too many columns.`)
    const bookedOn = dayOf(cellAt(record, layout.day))
    if (bookedOn === null) throw refused(`Row ${row} has no date that can be read: '${cellAt(record, layout.day).slice(0, 40)}'.`)
    if (today !== undefined && bookedOn > today) throw refused(`Row ${row} ${notYet(bookedOn)}`)
    const amount = amountIn(record, layout)
    if (amount === null) throw refused(`Row ${row} has no amount in EUR that can be read.`)
    const line = {
      bookedOn,
      amount,
      description: join(layout.descriptions.map((index) => cellAt(record, index))),
      reference: cellAt(record, layout.reference),
    }
    if (amount <= 0) outgoing += 1
    else lines.push({ ...line, row, fingerprint: fingerprint(line) })
    if (lines.length > MOST_BANK_LINES) throw refused(`A file of at most ${MOST_BANK_LINES.toLocaleString('en-GB')} incoming lines`)
  }
  if (lines.length + outgoing + foreign === 0) throw refused('This file has no lines below the names of its columns.')
  return { lines, outgoing, foreign }
}
