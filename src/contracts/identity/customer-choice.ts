import * as z from 'zod'
import { lineOrNull, longest, phoneNumber, rowId } from '~/contracts/fields'
import { languageToChange } from '~/contracts/languages'
import { emailAddress } from './auth'

/** Whom a case or an order is for, as staff say it. */

/** An address, or empty text for somebody who has none. */
const addressOrEmpty = z
  .string({ error: 'Email is required' })
  .check(longest(254, 'Enter a valid email address'))
  .transform((typed, { issues }) => {
    const address = typed.trim() === '' ? { success: true as const, data: '' } : emailAddress.safeParse(typed)
    if (address.success) return address.data
    for (const { message } of address.error.issues) issues.push({ code: 'custom', input: typed, message })
    return z.NEVER
  })

/**
 * The customer of a case or an order: an account, by its id, or an address. A new address becomes a customer without a
 * password, who is invited by email to claim the account; name, phone number and language are taken for a new one alone. A phone number
 * alone, with an empty `email` or none, becomes a customer to whom no email is ever written.
 */
export const customerChoice = z
  .object({
    userId: rowId.optional(),
    email: addressOrEmpty.optional(),
    fullName: lineOrNull,
    phone: phoneNumber,
    language: languageToChange,
  })
  .check(({ value, issues }) => {
    const { userId, email, phone } = value
    if (userId !== undefined || email || phone !== null) return
    const [path, message] =
      email === ''
        ? ['email', 'Enter an email address, or a phone number for somebody without one']
        : ['userId', 'Choose a customer or enter a new one']
    issues.push({ code: 'custom', input: value, path: [path], message })
  })
export type CustomerChoice = z.output<typeof customerChoice>
