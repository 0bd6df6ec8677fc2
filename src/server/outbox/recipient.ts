import type { Recipient } from '~/server/accounts/account-emails'

/** What emails need to know of an account. */
export const recipientFields = { email: true, emailVerifiedAt: true, profile: { select: { fullName: true } } } as const

/** Whom an email goes to; by name only where the address is proven. */
export const recipientOf = (user: {
  email: string
  emailVerifiedAt: Date | null
  profile: { fullName: string | null } | null
}): Recipient => ({ to: user.email, name: user.emailVerifiedAt ? (user.profile?.fullName ?? null) : null })
