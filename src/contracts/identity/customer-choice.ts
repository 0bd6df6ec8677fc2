import * as z from 'zod'
import { lineOrNull, longest, phoneNumber, rowId } from '~/contracts/fields'
import { languageToChange } from '~/contracts/languages'
import { emailAddress } from './auth'

const addressOrEmpty = z
  .string({ error: 'Email is required' })
  .check(longest(254, 'Enter a valid email address'))
  .transform((typed, { issues }) => {
    const address = typed.trim() === '' ? { success: true as const, data: '' } : emailAddress.safeParse(typed)
    if (address.success) return address.data
    for (const { message } of address.error.issues) issues.push({ code: 'custom', input: typed, message })
    return z.NEVER
  })

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
