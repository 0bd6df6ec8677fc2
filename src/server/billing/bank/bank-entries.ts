import type { BankLeftOut } from '~/contracts/billing/bank'
import type { DayOrder } from './read-day'

export interface BankEntry {
  /** The line of a CSV file, or the entry's place in other formats, 1-based. */
  row: number
  /** As '2026-11-21'. */
  bookedOn: string
  /** Negative for money out. */
  amount: number
  /** Null if the file gives none. */
  currency: string | null
  description: string
  reference: string
}

export interface BankEntries {
  /** 'CSV', or the name of another format. */
  format: string
  /** Null for an unknown layout. */
  bank: string | null
  /** Without blanks; null if the file gives none. */
  accountNumber: string | null
  entries: BankEntry[]
  /** Skipped rows by reason. */
  leftOut: Map<BankLeftOut, number>
  /** The order of day and month; null if the dates are unambiguous by format. */
  days: { order: DayOrder; isProven: boolean; example: string } | null
}

export const LONGEST_CELL = 500

export const joinTexts = (texts: readonly string[]): string => {
  const [first = '', second = '', ...more] = texts.filter((text) => text !== '')
  if (more.length === 0) return (second === '' || second === first ? first : `${first} ${second}`).slice(0, LONGEST_CELL)
  return [...new Set([first, second, ...more])].join(' ').slice(0, LONGEST_CELL)
}

export function leaveOut(leftOut: Map<BankLeftOut, number>, reason: BankLeftOut, rows = 1): void {
  if (rows > 0) leftOut.set(reason, (leftOut.get(reason) ?? 0) + rows)
}
