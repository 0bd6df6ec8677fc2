import * as z from 'zod'

/** Sign-in by address and password (spec §7). The address is compared without regard to case. */
export const signInInput = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(254, 'Enter a valid email address')
    .pipe(z.email('Enter a valid email address'))
    .transform((email) => email.toLowerCase()),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(128, 'At most 128 characters'),
})

/** The one answer to a wrong address and to a wrong password. */
export const INVALID_CREDENTIALS = 'Invalid login credentials'
