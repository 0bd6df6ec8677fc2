import * as z from 'zod'
import { plainLine, requiredLine, rowId, rowVersion } from '~/contracts/fields'

/** Accounts in other currencies than EUR exist; only EUR lines are imported. */
export const bankCurrencies = ['EUR', 'GBP', 'USD', 'CHF', 'CZK', 'DKK', 'HUF', 'NOK', 'PLN', 'RON', 'SEK'] as const

export const bankColumnRoles = [
  'nothing',
  'day',
  'amount',
  'paidIn',
  'paidOut',
  'side',
  'currency',
  'state',
  'reference',
  'text',
  'balance',
] as const
export type BankColumnRole = (typeof bankColumnRoles)[number]
export const bankColumnLabels: Record<BankColumnRole, string> = {
  nothing: 'Not used',
  day: 'Date of booking',
  amount: 'Amount',
  paidIn: 'Money in',
  paidOut: 'Money out',
  side: 'In or out, in words',
  currency: 'Currency',
  state: 'Booked or pending',
  reference: 'Reference',
  text: 'Text',
  balance: 'Balance',
}

export const bankDelimiters = [',', ';', '\t', '|'] as const
export const MOST_MAPPED_COLUMNS = 60
const once: readonly BankColumnRole[] = ['day', 'amount', 'paidIn', 'paidOut', 'side', 'currency', 'state', 'reference', 'balance']

export const bankMapping = z
  .object({
    signature: z
      .string()
      .max(64, { abort: true })
      .regex(/^[\da-f]{64}$/, 'Not the signature of a file'),
    delimiter: z.enum(bankDelimiters),
    /** From 1, among the rows that are not empty; 0 for a file without column names. */
    namesRow: z.int().min(0).max(40),
    columns: z.array(z.enum(bankColumnRoles)).min(2).max(MOST_MAPPED_COLUMNS),
    dayOrder: z.enum(['dmy', 'mdy']),
    /** `file`: as the file's amounts show. */
    decimalSign: z.enum(['file', '.', ',']),
    /** `reversed`: amounts without a sign leave the account, as on card statements. */
    amounts: z.enum(['signed', 'reversed']),
    /** The word for money in, if it is not a known one. */
    wordForIn: plainLine(40).default(''),
  })
  .superRefine(({ columns }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['columns'], message })
    const has = (role: BankColumnRole) => columns.includes(role)
    const twice = once.find((role) => columns.filter((each) => each === role).length > 1)
    if (twice) refuse(`Two columns are chosen as '${bankColumnLabels[twice]}'`)
    else if (!has('day')) refuse('Choose the column with the date of booking')
    else if (!has('amount') && !has('paidIn')) refuse('Choose the column with the amount, or with money in')
    else if (has('amount') && (has('paidIn') || has('paidOut'))) refuse('Choose either one column of amounts, or money in and money out')
  })
export type BankMapping = z.output<typeof bankMapping>

/** Opens or changes an account; `mapping` replaces the stored one. */
export const bankAccountInput = z.object({
  id: rowId.optional(),
  version: rowVersion.optional(),
  name: requiredLine('Give the account a name, such as HSBC euro', 80),
  currency: z.enum(bankCurrencies, { error: 'Choose the currency of the account' }),
  /** IBAN or number, which identifies the account's files. */
  number: plainLine(40).default(''),
  mapping: bankMapping.optional(),
})

export interface BankAccount {
  id: string
  name: string
  currency: string
  number: string | null
  hasMapping: boolean
  version: number
}

export interface BankSketch {
  mapping: BankMapping
  accountNumber: string | null
  rows: string[][]
}
