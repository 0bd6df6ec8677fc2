import { TRPCError } from '@trpc/server'
import { parsePhoneNumberFromString, type PhoneNumber, type PhoneNumberType } from 'libphonenumber-js/max'
import * as z from 'zod'
import { codedError } from '~/server/platform/errors'

/** Numbers that cost the sender, or that no text reaches. */
const unfit: (PhoneNumberType | undefined)[] = ['PREMIUM_RATE', 'PERSONAL_NUMBER', 'SHARED_COST', 'TOLL_FREE', 'PAGER', 'UAN', 'VOICEMAIL']

// A cause has to be an Error.
const phoneError = (message: string, input: unknown) =>
  new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([{ code: 'custom', path: ['phone'], message, input }]) })

const HOME = 'GB'
const HOME_CODE = '44'

/**
 * A range that the library does not place gets a country only where it is written without its code, from the default. Written with it, it
 * is read the same: of the United Kingdom, if that is listed.
 */
const isOfHome = ({ countryCallingCode }: PhoneNumber, countries: ReadonlySet<string>) =>
  countryCallingCode === HOME_CODE && countries.has(HOME)

/** True if codes may be sent to the number's country; a range that the library cannot place must belong to listed countries alone. */
const isOfCountry = (number: PhoneNumber, countries: ReadonlySet<string>) =>
  number.country === undefined
    ? isOfHome(number, countries) ||
      (number.getPossibleCountries().length > 0 && number.getPossibleCountries().every((country) => countries.has(country)))
    : countries.has(number.country)

/**
 * A phone number in E.164 form; one without a country code is British.
 *
 * Checks the length for its country. Ranges are not checked, since they open faster than libraries learn of them.
 * @param countries that codes are sent to (ISO 3166, SMS_COUNTRIES)
 * @throws BAD_REQUEST at the field `phone`
 */
export function toE164(typed: string | undefined, countries: ReadonlySet<string>): string {
  const number = parsePhoneNumberFromString(typed ?? '', { defaultCountry: HOME, extract: false })
  if (!number?.isPossible() || number.ext || unfit.includes(number.getType())) {
    throw phoneError(typed ? 'Enter a mobile number, such as 07700 900123 or +44 7700 900123' : 'Phone number is required', typed)
  }
  if (!isOfCountry(number, countries)) throw phoneError(OTHER_COUNTRY, typed)
  return number.number
}

const OTHER_COUNTRY = 'We send no codes to numbers of this country. Use an authenticator app instead.'

/** The same check for a stored number. @throws BAD_REQUEST (`phone_provider_disabled`) */
export function refuseCountry(phone: string, countries: ReadonlySet<string>): void {
  const number = parsePhoneNumberFromString(phone, { defaultCountry: HOME, extract: false })
  if (!number || !isOfCountry(number, countries)) throw codedError('BAD_REQUEST', 'phone_provider_disabled', OTHER_COUNTRY)
}
