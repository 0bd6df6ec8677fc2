import * as z from 'zod'
import { storable } from './fields'

/** An address, compared without regard to case. */
export const emailAddress = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Enter a valid email address')
  .pipe(z.email('Enter a valid email address'))
  .transform((email) => email.toLowerCase())

const PASSWORD_MAX = 128

/** How many characters a person counts: an emoji is one, though a string's length has it as two. */
export const characterCount = (text: string): number => Array.from(text).length

/** The longest password, in characters. */
export const withinPasswordMax = z.refine<string>(
  (password) => password.length <= 2 * PASSWORD_MAX && characterCount(password) <= PASSWORD_MAX,
  `At most ${PASSWORD_MAX} characters`,
)

/** Sign-in by address and password (spec §7). */
export const signInInput = z.object({
  email: emailAddress,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').check(withinPasswordMax, storable),
})

/** The one answer to a wrong address and to a wrong password. */
export const INVALID_CREDENTIALS = 'Invalid login credentials'

/** The answer to the right password of an account whose address is not verified. */
export const EMAIL_NOT_CONFIRMED = 'Email not confirmed'
