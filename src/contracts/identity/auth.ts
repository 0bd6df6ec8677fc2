import * as z from 'zod'
import { email, withAsciiDomain } from '~/contracts/email-address'
import { longest, storable } from '~/contracts/fields'

/** Case is ignored in comparisons. */
export const emailAddress = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .check(longest(254, 'Enter a valid email address'))
  .overwrite(withAsciiDomain)
  .check(longest(254, 'Enter a valid email address'))
  .pipe(email('Enter a valid email address'))
  .transform((address) => address.toLowerCase())

const PASSWORD_MAX = 128

/** Counts code points: an emoji is one, though a string's length counts two. */
export const characterCount = (text: string): number => Array.from(text).length

const PASSWORD_TOO_LONG = `At most ${PASSWORD_MAX} characters`

/** Characters have at most two UTF-16 units each; the first check counts units and the second characters. */
export const withinPasswordMax = [
  longest(2 * PASSWORD_MAX, PASSWORD_TOO_LONG),
  z.refine<string>((password) => characterCount(password) <= PASSWORD_MAX, PASSWORD_TOO_LONG),
] as const

export const signInInput = z.object({
  email: emailAddress,
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .check(...withinPasswordMax, storable),
})

/** The same for a wrong address and a wrong password. */
export const INVALID_CREDENTIALS = 'Invalid login credentials'

export const EMAIL_NOT_CONFIRMED = 'Email not confirmed'
