import * as z from 'zod'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { repairServiceIds } from '~/contracts/repair-services'
import { address, termsDays, typedDays, vatNumber } from './buyers'
import { amountOrZero, lineOrNull, longest, plainText } from '~/contracts/fields'
import { keysOf, recordOf } from '~/contracts/keys'

const LONGEST_TYPED = 200
const LONGEST_OFFICE = 300

const bankNumber = (read: (typed: string) => string | null, message: string) =>
  z
    .string()
    .trim()
    .check(longest(LONGEST_TYPED, message))
    .nullish()
    .transform((typed, context) => {
      if (!typed) return null
      const number = read(typed)
      if (number === null) context.addIssue({ code: 'custom', message })
      return number
    })

/**
 * ISO 13616, in some countries with the account number's check digits. Pasted numbers have other white space than the blanks that ibantools
 * removes.
 */
export const ibanOf = (typed: string): string | null => {
  const iban = electronicFormatIBAN(typed.replaceAll(/\s/g, ''))
  return iban !== null && isValidIBAN(iban) ? iban : null
}

/** ISO 9362: eight or eleven characters with an ISO country. */
export const bicOf = (typed: string): string | null => {
  const bic = typed.replaceAll(/\s/g, '').toUpperCase()
  return isValidBIC(bic) ? bic : null
}

/** Stored as '20-20-15'. */
export const sortCodeOf = (typed: string): string | null => {
  const [, ...pairs] = /^(\d{2})(\d{2})(\d{2})$/.exec(typed.replaceAll(/[\s-]/g, '')) ?? []
  return pairs.length === 3 ? pairs.join('-') : null
}

/** Eight digits, as Bacs requires. */
export const accountNumberOf = (typed: string): string | null => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : null
}

const payee = {
  bankName: lineOrNull,
  accountName: lineOrNull,
  iban: bankNumber(ibanOf, 'Not an IBAN, such as GB33 BUKB 2020 1555 5555 55: its check digits or its length are wrong'),
  bic: bankNumber(bicOf, 'Not a BIC, such as BUKBGB22'),
  sortCode: bankNumber(sortCodeOf, 'Not a sort code, such as 20-20-15'),
  accountNumber: bankNumber(accountNumberOf, 'An account number has eight digits: put zeros before a shorter one'),
}
const payeeInput = z.object(payee)
export type Payee = z.output<typeof payeeInput>
export const payeeLabels: Record<keyof Payee, string> = {
  accountName: 'Account name',
  bankName: 'Bank',
  iban: 'IBAN',
  bic: 'BIC',
  sortCode: 'Sort code',
  accountNumber: 'Account number',
}

export const payeeText = (payee: Payee): string =>
  keysOf(payeeLabels)
    .flatMap((name) => (payee[name] === null ? [] : `${payeeLabels[name]} ${payee[name]}`))
    .join(', ') || 'none'

export const payeeOf = ({ bankName, accountName, iban, bic, sortCode, accountNumber }: Payee): Payee => ({
  bankName,
  accountName,
  iban,
  bic,
  sortCode,
  accountNumber,
})

const stored = z.string().nullable()
export const storedPayee = z.object({
  bankName: stored,
  accountName: stored,
  iban: stored,
  bic: stored,
  sortCode: stored,
  accountNumber: stored,
})

/** A business that takes EUR 10,000 or more in cash is a high value dealer (Money Laundering Regulations 2017, regulation 14). */
const MOST_CASH = 9_999.99

const percent = z.coerce.number({ error: 'Enter a percentage' }).min(0, 'Must not be negative').max(100, 'At most 100')

/** Without a VAT number bills have no VAT. */
export const sellerInput = z.object({
  legalName: lineOrNull,
  address,
  companyNumber: lineOrNull,
  vatNumber,
  registeredOffice: plainText(LONGEST_OFFICE)
    .nullish()
    .transform((text) => text?.trim() || null),
  ...payee,
  termsDays,
  cashLimit: amountOrZero.pipe(
    z.number().max(MOST_CASH, 'Below 10,000: the Money Laundering Regulations 2017 ask more of who takes as much'),
  ),
  /** Percent of an accepted estimate, by service. */
  deposits: z.record(z.string().max(40), percent),
  version: z.int().nonnegative().optional(),
})
export type Seller = Omit<z.output<typeof sellerInput>, 'version'> & { version: number }

export interface WaitingPayee {
  payee: Payee
  by: string | null
  at: Date
}

export interface SellerDetails extends Seller {
  waiting: WaitingPayee | null
}

export const percentOfDeposits = z.record(z.string(), z.number())

export const sellerForm = sellerInput.omit({ deposits: true, version: true, termsDays: true }).extend({
  termsDays: typedDays,
  ...recordOf(repairServiceIds, () => percent),
})
