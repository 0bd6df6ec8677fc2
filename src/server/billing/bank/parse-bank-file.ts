import { hash } from 'node:crypto'
import { type BankLeftOut, MOST_BANK_LINES } from '~/contracts/billing/bank'
import { formatDay } from '~/lib/instant'
import { fieldError } from '~/server/platform/errors'
import { type BankEntries, leaveOut } from './bank-entries'
import { BankFileFault } from './bank-file-fault'
import { findHeader } from './find-header'
import { readCsv } from './read-csv'

export interface ParsedLine {
  fingerprint: string
  /** In the file, 1-based. */
  row: number
  bookedOn: string
  amount: number
  description: string
  reference: string
}

export interface ParsedFile {
  format: string
  bank: string | null
  accountNumber: string | null
  lines: ParsedLine[]
  /** Skipped outgoing lines, and lines in other currencies. */
  outgoing: number
  foreign: number
  /** Other skipped rows by reason. */
  leftOut: Partial<Record<BankLeftOut, number>>
  /** Null if neither the file nor the account gives it. */
  currency: 'EUR' | null
  currencyFrom: 'file' | 'account' | null
  days: BankEntries['days']
}

const SHOP_CURRENCY = 'EUR'

/** Identical lines are separate payments, so each has its place among them. */
function fingerprints() {
  const seen = new Map<string, number>()
  return (line: Omit<ParsedLine, 'fingerprint' | 'row'>) => {
    const what = JSON.stringify([line.bookedOn, line.amount.toFixed(2), line.description, line.reference])
    const nth = (seen.get(what) ?? 0) + 1
    seen.set(what, nth)
    return hash('sha256', `${what}#${nth}`)
  }
}

/** Future dates are either misread, or lines that are not booked yet. */
export const notYet = (day: string): string =>
  `is of ${formatDay(day)}, a day that has not come yet. If the file has the month before the day, save it with the day first, or as 2026-11-21.`

const NO_NAMES = 'This file has no row that names its columns in words that are known: a date, and an amount or money in.'

/** @throws {BankFileFault} */
export function readBankCsv(csv: string): BankEntries {
  const header = findHeader(csv)
  if (!header) throw new BankFileFault(NO_NAMES, true)
  return readCsv(header)
}

/** @param today '2026-11-21'; without it future dates pass @throws {BankFileFault} naming a row with a future date */
export function linesOf(read: BankEntries, today?: string, accountCurrency: string | null = null): ParsedFile {
  const fingerprint = fingerprints()
  const lines: ParsedLine[] = []
  const leftOut = new Map(read.leftOut)
  let isTold = true
  let isOfAccount = false
  for (const { row, bookedOn, amount, currency: said, description, reference } of read.entries) {
    const currency = said ?? accountCurrency
    if (currency !== null && currency !== SHOP_CURRENCY) {
      leaveOut(leftOut, 'foreign')
      continue
    }
    if (today !== undefined && bookedOn > today) throw new BankFileFault(`Row ${row} ${notYet(bookedOn)}`)
    if (amount <= 0) {
      leaveOut(leftOut, 'outgoing')
      continue
    }
    if (currency === null) isTold = false
    else if (said === null) isOfAccount = true
    const line = { bookedOn, amount, description, reference }
    lines.push({ ...line, row, fingerprint: fingerprint(line) })
    if (lines.length > MOST_BANK_LINES)
      throw new BankFileFault(`A file of at most ${MOST_BANK_LINES.toLocaleString('en-GB')} incoming lines`)
  }
  const { outgoing = 0, foreign = 0, ...others } = Object.fromEntries(leftOut)
  if (lines.length === 0 && leftOut.size === 0)
    throw new BankFileFault(
      read.format === 'CSV' ? 'This file has no lines below the names of its columns.' : `This ${read.format} file has no entries in it.`,
    )
  return {
    format: read.format,
    bank: read.bank,
    accountNumber: read.accountNumber,
    lines,
    outgoing,
    foreign,
    leftOut: others,
    currency: isTold ? SHOP_CURRENCY : null,
    currencyFrom: isTold ? (isOfAccount ? 'account' : 'file') : null,
    days: read.days,
  }
}

/** @param today '2026-11-21'; without it future dates pass @throws BAD_REQUEST for `csv`, naming an unreadable or future row */
export function parseBankFile(csv: string, today?: string, accountCurrency?: string | null): ParsedFile {
  try {
    return linesOf(readBankCsv(csv), today, accountCurrency)
  } catch (error) {
    throw error instanceof BankFileFault ? fieldError('validation_failed', 'csv', error.message) : error
  }
}
