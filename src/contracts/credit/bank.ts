import * as z from 'zod'
import { longest, plainLine, rowId, rowVersion, storable, withConfirmation } from '~/contracts/fields'
import { listPosition } from '~/contracts/list'

/** Lines of a bank's CSV file, and the invoices that they pay. Amounts are EUR. */

/** Characters of a file; a body of a call has no room for more. */
export const LARGEST_BANK_FILE = 1_000_000
export const MOST_BANK_LINES = 10_000
/** Rows below the names, whatever they are. */
export const MOST_BANK_ROWS = 20_000
/** Lines that are put against invoices at once; the file may be brought again for more. */
const MOST_BANK_CHOICES = 500

export const bankLineStates = ['open', 'matched', 'ignored'] as const
export type BankLineState = (typeof bankLineStates)[number]

/** Why a row of a file is no money that came in, in EUR. */
export const bankLeftOut = ['outgoing', 'foreign', 'pending', 'undone', 'unknownState', 'internal', 'balance'] as const
export type BankLeftOut = (typeof bankLeftOut)[number]

const file = {
  csv: z.string().check(longest(LARGEST_BANK_FILE, 'A file of at most 1 MB'), storable),
  fileName: plainLine(200).default(''),
}
const fingerprint = z
  .string()
  .check(longest(64))
  .regex(/^[\da-f]{64}$/, 'Not a line of a file')

export const previewBankInput = z.object(file)

/** `choices`: the invoices that lines pay. All other incoming lines stay open. */
export const importBankInput = z.object({
  ...file,
  choices: z.array(z.object({ fingerprint, invoiceId: rowId })).max(MOST_BANK_CHOICES, `At most ${MOST_BANK_CHOICES} payments at once`),
  ...withConfirmation,
})

export const bankLinesInput = z.object({ state: z.enum(bankLineStates).optional(), ...listPosition })
export const bankLineInput = z.object({ id: rowId, version: rowVersion.optional() })
export const matchBankLineInput = bankLineInput.extend({ invoiceId: rowId, ...withConfirmation })

/** An invoice that a line names. */
export interface BankMatch {
  invoiceId: string
  number: string
  buyerName: string | null
  owed: number
  /** The line has what the invoice is owed. */
  isExact: boolean
}

export interface BankPreviewLine {
  /** Names the line: of two that are alike each has its own. */
  fingerprint: string
  /** In the file, counted from 1. */
  row: number
  /** As '2026-11-21'. */
  bookedOn: string
  amount: number
  description: string
  reference: string
  /** The state that it has already, of an earlier file. */
  known: BankLineState | null
  /** The invoice that it names; null where it names none. */
  match: BankMatch | null
}

export interface BankPreview {
  fileName: string
  lines: BankPreviewLine[]
  /** Outgoing lines, which are left out. */
  outgoing: number
  /** Lines in another currency than EUR, which are left out too. */
  foreign: number
}

export interface BankImport {
  /** Lines that were not there before. */
  added: number
  /** Payments that were written. */
  payments: number
  /** EUR of them. */
  amount: number
}

export interface BankLine {
  id: string
  bookedOn: string | null
  amount: number
  description: string
  reference: string
  state: BankLineState
  fileName: string
  paymentId: string | null
  /** That its payment was for. */
  invoiceId: string | null
  invoiceNumber: string | null
  /** For an open one: the invoice that it names. */
  match: BankMatch | null
  createdAt: Date
  version: number
}
