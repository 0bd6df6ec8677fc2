import * as z from 'zod'
import { trackInput } from '~/contracts/track-input'
import { day, decimalOf, lineOrNull, longest, plainText, requiredLine, rowId, rowVersion, withConfirmation } from '~/contracts/fields'

/** ISO 3166 alpha-2. */
const country = z
  .string()
  .trim()
  .toUpperCase()
  .check(longest(2))
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as GB')
  // ISO 3166 reserves UK for the United Kingdom, where people write it.
  .transform((letters) => (letters === 'UK' ? 'GB' : letters))
  .default('GB')

const LONGEST_ADDRESS = 600
export const address = plainText(LONGEST_ADDRESS)
  .nullish()
  .transform((text) => text?.trim() || null)

/** The part after the country's letters (Directive 2006/112/EC; for the United Kingdom HMRC's VATREG). */
const VAT_NUMBERS: Record<string, RegExp> = {
  GB: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  IE: /^\d[\dA-Z+*]\d{5}[A-Z]{1,2}$/,
  DE: /^\d{9}$/,
  FR: /^[\dA-Z]{2}\d{9}$/,
  NL: /^\d{9}B\d{2}$/,
  BE: /^[01]\d{9}$/,
  ES: /^[\dA-Z]\d{7}[\dA-Z]$/,
  IT: /^\d{11}$/,
  AT: /^U\d{8}$/,
  PL: /^\d{10}$/,
  SE: /^\d{12}$/,
  DK: /^\d{8}$/,
  FI: /^\d{8}$/,
  PT: /^\d{9}$/,
  CZ: /^\d{8,10}$/,
  EL: /^\d{9}$/,
}

/** The weighted sum of the first seven digits plus the last two is divisible by 97, or is after adding 55 (HMRC's modulus 97 and 9755). */
function isBritish(digits: string): boolean {
  const weighted = Array.from(digits.slice(0, 7)).reduce(
    (sum, digit, place) => sum + Number(digit) * (8 - place),
    Number(digits.slice(7, 9)),
  )
  return weighted % 97 === 0 || (weighted + 55) % 97 === 0
}

/** Normalises to capitals without blanks, with the country's letters; null if it cannot be a VAT number. */
export function vatNumberOf(typed: string): string | null {
  const number = typed.toUpperCase().replaceAll(/[\s.-]/g, '')
  const [, letters = '', rest = ''] = /^([A-Z]{2})(.{2,12})$/.exec(number) ?? /^()(\d{9}|\d{12})$/.exec(number) ?? []
  // Greek VAT numbers begin with EL.
  const code = letters === '' || letters === 'UK' ? 'GB' : letters === 'GR' ? 'EL' : letters
  const form = VAT_NUMBERS[code] ?? /^(?=.*\d)[\dA-Z+*]{5,12}$/
  if (rest === '' || !form.test(rest)) return null
  if ((code === 'GB' || code === 'XI') && /^\d/.test(rest) && !isBritish(rest)) return null
  return `${code}${rest}`
}

const NO_VAT_NUMBER = 'Not a VAT number, such as GB980780684'
export const vatNumber = z
  .string()
  .trim()
  .check(longest(20, NO_VAT_NUMBER))
  .nullish()
  .transform((typed, context) => {
    if (!typed) return null
    const number = vatNumberOf(typed)
    if (number === null) context.addIssue({ code: 'custom', message: NO_VAT_NUMBER })
    return number
  })

export const termsDays = z.int('A whole number of days').min(0, 'Must not be negative').max(365, 'At most 365')

const details = {
  isBusiness: z.boolean().default(false),
  fullName: lineOrNull,
  company: lineOrNull,
  billingAddress: address,
  /** Null for the billing address. */
  postalAddress: address,
  country,
  vatNumber,
}

export const ownBuyerInput = z.object({ ...details, version: rowVersion.optional() })
export const buyerInput = z.object({ userId: rowId, ...details, termsDays: termsDays.nullish(), version: rowVersion.optional() })

export const buyerOfUserInput = z.object({ userId: rowId })
export const saveBuyerOfCaseInput = trackInput.extend(ownBuyerInput.shape)

export const vatNumberStates = ['unchecked', 'valid', 'invalid', 'unknown'] as const
export type VatNumberState = (typeof vatNumberStates)[number]

export interface Buyer {
  userId: string
  email: string | null
  isBusiness: boolean
  fullName: string | null
  company: string | null
  billingAddress: string | null
  postalAddress: string | null
  country: string
  vatNumber: string | null
  vatNumberState: VatNumberState
  termsDays: number | null
  /** 0 before the first save. */
  version: number
}

/** A buyer as a case link shows it: details of an account are its owner's, and `isKnown` only says that there are some. */
export interface CaseBuyer extends Buyer {
  isKnown: boolean
}

const HIGHEST_RATE = 1000
const RATE_DECIMALS = 6
const ROUNDING = 1e-9

/** GBP for 1 EUR, as a number or as typed. */
const sterling = z
  .union([z.number(), z.string().max(40)], { error: 'Enter a rate, such as 0.8534' })
  .transform(decimalOf)
  .pipe(
    z
      .number({ error: 'Enter a rate, such as 0.8534' })
      .positive('Must be more than 0')
      .lt(HIGHEST_RATE, 'Too high a rate')
      .refine((rate) => Math.abs(rate - Number(rate.toFixed(RATE_DECIMALS))) < ROUNDING, 'At most six decimals')
      .transform((rate) => Number(rate.toFixed(RATE_DECIMALS)))
      .refine((rate) => rate > 0, 'Must be more than 0'),
  )

export const rateInput = z.object({ day, sterling, source: requiredLine('Say whose rate it is'), ...withConfirmation })

/** A larger change against the last rate needs a confirmation: no month has moved the euro so far. */
const MOST_CHANGE = 0.1
/** GBP for 1 EUR in the euro's whole history. */
const EVER = { least: 0.5, most: 1 }

/** True for a probable slip: a shifted decimal point, or GBP and EUR swapped. @param last the previous rate */
export const isDoubtfulRate = (rate: number, last: number | null): boolean =>
  last === null ? rate < EVER.least || rate > EVER.most : Math.abs(rate / last - 1) > MOST_CHANGE

export interface ExchangeRate {
  day: string
  /** GBP for 1 EUR. */
  sterling: number
  source: string
  createdAt: Date
}
export interface VatRateRow {
  code: string
  /** '2011-01-04'. */
  validFrom: string
  percent: number
}

export const typedDays = z
  .union([z.number(), z.string().max(40)])
  .transform(decimalOf)
  .pipe(termsDays)
