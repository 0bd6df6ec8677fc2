import type { BankLeftOut } from '~/contracts/billing/bank'
import type { DayOrder } from './read-day'

/** The content of a bank's file of any format. */

export interface BankEntry {
  /** The line of a CSV file, or the entry's place in other formats, from 1. */
  row: number
  /** As '2026-11-21'. */
  bookedOn: string
  /** Below 0 for money that has left the account. */
  amount: number
  /** Null where the file does not say it. */
  currency: string | null
  description: string
  reference: string
}

export interface BankEntries {
  /** 'CSV', or the name of another format. */
  format: string
  /** The bank of a known layout. */
  bank: string | null
  /** The account's own number, if the file has it, without blanks. */
  accountNumber: string | null
  entries: BankEntry[]
  /** Rows of entries that are no money of ours, by the reason. */
  leftOut: Map<BankLeftOut, number>
  /** How days are read; null where they say it themselves. */
  days: { order: DayOrder; isProven: boolean; example: string } | null
}

export const LONGEST_CELL = 500

/** Texts of a line in one, each once. */
export const joinTexts = (texts: readonly string[]): string => {
  const [first = '', second = '', ...more] = texts.filter((text) => text !== '')
  if (more.length === 0) return (second === '' || second === first ? first : `${first} ${second}`).slice(0, LONGEST_CELL)
  return [...new Set([first, second, ...more])].join(' ').slice(0, LONGEST_CELL)
}

export function leaveOut(leftOut: Map<BankLeftOut, number>, reason: BankLeftOut, rows = 1): void {
  if (rows > 0) leftOut.set(reason, (leftOut.get(reason) ?? 0) + rows)
}
