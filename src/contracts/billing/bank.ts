import * as z from 'zod'
import { longest, plainLine, rowId, rowVersion, storable, withConfirmation } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'
import { bankMapping } from './bank-accounts'

/** Lines of a bank's file and the invoices that they pay. Amounts are EUR, days '2026-11-21'. */

/** Characters; limited by the body of a call. */
export const LARGEST_BANK_FILE = 1_000_000
/** Bytes of a file that is not UTF-8, sent as Base64. */
export const LARGEST_BANK_BYTES = 750_000
export const MOST_BANK_LINES = 10_000
export const MOST_BANK_ROWS = 20_000
const MOST_BANK_CHOICES = 500

export const bankLineStates = ['open', 'matched', 'ignored'] as const
export type BankLineState = (typeof bankLineStates)[number]

export const bankLeftOut = ['outgoing', 'foreign', 'pending', 'undone', 'unknownState', 'internal', 'balance'] as const
export type BankLeftOut = (typeof bankLeftOut)[number]

const TOO_LARGE = 'A file of at most 1 MB'

/** A file as text, or as bytes in the bank's charset. `accountId` is for files that do not name their account. */
const file = {
  csv: z.string().check(longest(LARGEST_BANK_FILE, TOO_LARGE), storable).optional(),
  bytes: z
    .string()
    .check(longest(Math.ceil(LARGEST_BANK_BYTES / 3) * 4, TOO_LARGE))
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Not Base64')
    .optional(),
  fileName: plainLine(200).default(''),
  accountId: rowId.optional(),
}
const hasFile = z.refine<{ csv?: string | undefined; bytes?: string | undefined }>(
  ({ csv, bytes }) => (csv === undefined) !== (bytes === undefined),
  {
    path: ['csv'],
    error: 'Send the file once: its text as `csv`, or its bytes as `bytes`',
  },
)
const fingerprint = z
  .string()
  .check(longest(64))
  .regex(/^[\da-f]{64}$/, 'Not a line of a file')

export const previewBankInput = z.object(file).check(hasFile)
export const sketchBankInput = z.object({ ...file, mapping: bankMapping.optional() }).check(hasFile)

/** `choices`: the invoices that lines pay; all other incoming lines stay open. */
export const importBankInput = z
  .object({
    ...file,
    choices: z.array(z.object({ fingerprint, invoiceId: rowId })).max(MOST_BANK_CHOICES, `At most ${MOST_BANK_CHOICES} payments at once`),
    ...withConfirmation,
  })
  .check(hasFile)

export const bankLinesInput = z.object({ state: z.enum(bankLineStates).optional(), ...listPosition })
export const bankLineInput = z.object({ id: rowId, version: rowVersion.optional() })
export const matchBankLineInput = bankLineInput.extend({ invoiceId: rowId, ...withConfirmation })

export interface BankMatch {
  invoiceId: string
  number: string
  buyerName: string | null
  owed: number
  /** The line's amount equals the debt. */
  isExact: boolean
}

export interface BankPreviewLine {
  /** Identifies the line; equal lines have different ones. */
  fingerprint: string
  /** Counted from 1. */
  row: number
  bookedOn: string
  amount: number
  description: string
  reference: string
  known: BankLineState | null
  match: BankMatch | null
}

export interface BankPreview {
  fileName: string
  format: string
  /** Null for a layout that only its column names identify. */
  bank: string | null
  /** The chosen account, or the one whose number is in the file. */
  account: { id: string; name: string; currency: string } | null
  accountNumber: string | null
  /** Null if neither the file nor the account gives it: the import asks for the account. */
  currency: 'EUR' | null
  currencyFrom: 'file' | 'account' | null
  /** The order of ambiguous days, with an example; null if there are none. */
  days: { order: 'dmy' | 'mdy'; isProven: boolean; example: string } | null
  leftOut: Partial<Record<BankLeftOut, number>>
  lines: BankPreviewLine[]
  outgoing: number
  foreign: number
}

export interface BankImport {
  added: number
  payments: number
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
  invoiceId: string | null
  invoiceNumber: string | null
  match: BankMatch | null
  createdAt: Date
  version: number
}
