import { TRPCError } from '@trpc/server'
import { parsePhoneNumberFromString, type PhoneNumber, type PhoneNumberType } from 'libphonenumber-js/max'
import * as z from 'zod'
import { codedError } from '~/server/platform/errors'

/** Kinds of number that cost the sender, or that no text reaches. */
const unfit: (PhoneNumberType | undefined)[] = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'PAGER', 'UAN', 'VOICEMAIL']

// The real one is an Error, as a cause has to be.
const phoneError = (message: string, input: unknown) =>
  new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([{ code: 'custom', path: ['phone'], message, input }]) })

/** Whether codes may be sent to a country's numbers; a range that the library does not know must be of such countries alone. */
const isOfCountry = (number: PhoneNumber, countries: ReadonlySet<string>) =>
  number.country === undefined
    ? number.getPossibleCountries().every((country) => countries.has(country)) && number.getPossibleCountries().length > 0
    : countries.has(number.country)

/**
 * A phone number in E.164 form; one without a country code is British.
 *
 * Its length must be a country's own; whether the range is in use is not asked, since ranges are opened
 * faster than libraries are.
 * @param countries that codes are sent to (ISO 3166, SMS_COUNTRIES)
 * @throws BAD_REQUEST at the field `phone`
 */
export function toE164(typed: string | undefined, countries: ReadonlySet<string>): string {
  const number = parsePhoneNumberFromString(typed ?? '', { defaultCountry: 'GB', extract: false })
  if (!number?.isPossible() || number.ext || unfit.includes(number.getType())) {
    throw phoneError(typed ? 'Enter a mobile number, such as 07700 900123 or +44 7700 900123' : 'Phone number is required', typed)
  }
  if (!isOfCountry(number, countries)) throw phoneError(OTHER_COUNTRY, typed)
  return number.number
}

const OTHER_COUNTRY = 'We send no codes to numbers of this country. Use an authenticator app instead.'

/** The same for a number that is stored already. @throws BAD_REQUEST (`phone_provider_disabled`) */
export function refuseCountry(phone: string, countries: ReadonlySet<string>): void {
  const number = parsePhoneNumberFromString(phone)
  if (!number || !isOfCountry(number, countries)) throw codedError('BAD_REQUEST', 'phone_provider_disabled', OTHER_COUNTRY)
}

/** A number as its owner recognises it and nobody else learns it: its last four digits. */
export const maskedPhone = (phone: string) => `•••• ${phone.slice(-4)}`
