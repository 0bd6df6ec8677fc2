import { TRPCError } from '@trpc/server'
import { parsePhoneNumberFromString, type PhoneNumber, type PhoneNumberType } from 'libphonenumber-js/max'
import * as z from 'zod'
import { codedError } from '~/server/platform/errors'

/** Numbers that cost the sender, or that texts do not reach. */
const unfit: (PhoneNumberType | undefined)[] = ['PREMIUM_RATE', 'PERSONAL_NUMBER', 'SHARED_COST', 'TOLL_FREE', 'PAGER', 'UAN', 'VOICEMAIL']
/** Personal numbers (070) and pagers (076) by Ofcom's plan, of which the library knows few. 07624 are mobiles of the Isle of Man. */
const UNFIT_BRITISH = /^\+447(?:0|6(?!24))/

const HOME = 'GB'
/** States share these codes (North America; Russia and Kazakhstan), so only a known range shows the country. */
const SHARED_CODES = new Set(['1', '7'])

/** For an unknown range the library names the code's main country first, and only if the code is left out. */
function isOfCountry(number: PhoneNumber, countries: ReadonlySet<string>): boolean {
  if (number.country !== undefined) return countries.has(number.country)
  const possible = number.getPossibleCountries()
  const asked = SHARED_CODES.has(number.countryCallingCode) ? possible : possible.slice(0, 1)
  return asked.length > 0 && asked.every((country) => countries.has(country))
}

type Checked = { e164: string; isLandline: boolean } | { refused: 'number' | 'country' }

/** E.164; British without a country code. Ranges open faster than libraries learn of them, so only the length is checked. */
function checkNumber(typed: string | null | undefined, countries: ReadonlySet<string>): Checked {
  const number = parsePhoneNumberFromString(typed ?? '', { defaultCountry: HOME, extract: false })
  if (!number?.isPossible() || number.ext) return { refused: 'number' }
  const type = number.getType()
  if (unfit.includes(type) || UNFIT_BRITISH.test(number.number)) return { refused: 'number' }
  return isOfCountry(number, countries) ? { e164: number.number, isLandline: type === 'FIXED_LINE' } : { refused: 'country' }
}

const OTHER_COUNTRY = 'We send no codes to numbers of this country. Use an authenticator app instead.'

const phoneError = (message: string, input: unknown) =>
  new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([{ code: 'custom', path: ['phone'], message, input }]) })

/** E.164 form. @throws BAD_REQUEST at the field `phone` */
export function toE164(typed: string | undefined, countries: ReadonlySet<string>): string {
  const checked = checkNumber(typed, countries)
  if ('e164' in checked) return checked.e164
  if (checked.refused === 'country') throw phoneError(OTHER_COUNTRY, typed)
  throw phoneError(typed ? 'Enter a mobile number, such as 07700 900123 or +44 7700 900123' : 'Phone number is required', typed)
}

export function textableNumber(typed: string | null | undefined, countries: ReadonlySet<string>): string | null {
  const checked = checkNumber(typed, countries)
  return 'e164' in checked && !checked.isLandline ? checked.e164 : null
}

/** Checks a stored number. @throws BAD_REQUEST (`phone_provider_disabled`) */
export function refuseStoredNumber(phone: string, countries: ReadonlySet<string>): void {
  const checked = checkNumber(phone, countries)
  if ('e164' in checked) return
  const message =
    checked.refused === 'country'
      ? OTHER_COUNTRY
      : 'We send no codes to numbers of this kind. Use another second factor, or a recovery code.'
  throw codedError('BAD_REQUEST', 'phone_provider_disabled', message)
}
