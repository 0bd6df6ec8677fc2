import * as z from 'zod'
import { longest, plainLine, rowId, rowVersion, storable, withConfirmation } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'
import { bankMapping } from './bank-accounts'

/** Lines of a bank's file, and the invoices that they pay. Amounts are EUR. */

/** Characters of a file; a body of a call has no room for more. */
export const LARGEST_BANK_FILE = 1_000_000
/** Bytes of a file that is not UTF-8, which is sent as Base64. */
export const LARGEST_BANK_BYTES = 750_000
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

const TOO_LARGE = 'A file of at most 1 MB'

/** A bank's file, as text or as bytes in the bank's own charset; `accountId` is the account that it is of, where the file does not say it. */
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

/** `choices`: the invoices that lines pay. All other incoming lines stay open. */
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
  /** 'CSV', 'CAMT.053', 'MT940' or 'OFX'. */
  format: string
  /** The bank, where its layout is one that says more than its names. */
  bank: string | null
  /** The account that it is of: the chosen one, or the one whose number the file has. */
  account: { id: string; name: string; currency: string } | null
  accountNumber: string | null
  /** Null where neither the file nor the account says it: the import asks for the account first. */
  currency: 'EUR' | null
  currencyFrom: 'file' | 'account' | null
  /** How days are read that may be read in two ways, with one of them; null where there are none. */
  days: { order: 'dmy' | 'mdy'; isProven: boolean; example: string } | null
  /** Rows that are left out for other reasons than those below. */
  leftOut: Partial<Record<BankLeftOut, number>>
  lines: BankPreviewLine[]
  /** Outgoing lines, which are left out. */
  outgoing: number
  /** Lines in another currency than EUR, which are left out too. */
  foreign: number
}

export interface BankImport {
  added: number
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
