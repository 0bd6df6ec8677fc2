import * as z from 'zod'
import { email, withAsciiDomain } from '~/contracts/email-address'
import { longest, storable } from '~/contracts/fields'

/** An address, compared without regard to case. */
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

/** Counts characters as people do: an emoji is one, although a string's length counts two. */
export const characterCount = (text: string): number => Array.from(text).length

const PASSWORD_TOO_LONG = `At most ${PASSWORD_MAX} characters`

/** The longest password, in characters: two units each at most, of which the first check counts no more than that. */
export const withinPasswordMax = [
  longest(2 * PASSWORD_MAX, PASSWORD_TOO_LONG),
  z.refine<string>((password) => characterCount(password) <= PASSWORD_MAX, PASSWORD_TOO_LONG),
] as const

/** Sign-in by address and password (requirements §7). */
export const signInInput = z.object({
  email: emailAddress,
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .check(...withinPasswordMax, storable),
})

/** The one answer to a wrong address and to a wrong password. */
export const INVALID_CREDENTIALS = 'Invalid login credentials'

/** The answer to the right password of an account whose address is not verified. */
export const EMAIL_NOT_CONFIRMED = 'Email not confirmed'
