import { TRPCError } from '@trpc/server'
import { parsePhoneNumberFromString, type PhoneNumberType } from 'libphonenumber-js/max'
import * as z from 'zod'

/** Kinds of number that cost the sender, or that no text reaches. */
const unfit: (PhoneNumberType | undefined)[] = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'PAGER', 'UAN', 'VOICEMAIL']

/**
 * A phone number in E.164 form; one without a country code is British.
 *
 * Its length must be a country's own; whether the range is in use is not asked, since ranges are opened
 * faster than libraries are.
 * @throws BAD_REQUEST at the field `phone`
 */
export function toE164(typed: string | undefined): string {
  const number = parsePhoneNumberFromString(typed ?? '', { defaultCountry: 'GB', extract: false })
  if (number?.isPossible() && !number.ext && !unfit.includes(number.getType())) return number.number
  const message = typed ? 'Enter a mobile number, such as 07700 900123 or +44 7700 900123' : 'Phone number is required'
  // The real one is an Error, as a cause has to be.
  throw new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([{ code: 'custom', path: ['phone'], message, input: typed }]) })
}

/** A number as its owner recognises it and nobody else learns it: its last four digits. */
export const maskedPhone = (phone: string) => `•••• ${phone.slice(-4)}`
