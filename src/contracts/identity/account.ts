import * as z from 'zod'
import { characterCount, emailAddress, signInInput, withinPasswordMax } from './auth'
import { lineOrNull, longest, phoneNumber, plainLine, requiredLine, rowId, storable, withIdempotencyKey } from '~/contracts/fields'
import type { UserRole } from '~/contracts/statuses'

/** Accounts, sessions and second factors (requirements §3 Session, §7 Authentication; contract.md, Procedures). */

const PASSWORD_MIN = 8

/** A password that somebody chooses: any characters, none of them trimmed away. Common ones are refused by the server. */
const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .check(
    ...withinPasswordMax,
    z.refine<string>((password) => characterCount(password) >= PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`),
    storable,
  )

const fullName = requiredLine('Full name is required')

export const signUpFields = z.object({ email: emailAddress, password: newPassword, fullName })
export const signUpInput = signUpFields.extend(withIdempotencyKey)

/** A token out of an email's link. */
const mailToken = z.string().min(1, 'The link is not complete').check(longest(200, 'The link is not valid'))

/** Asked for when the link opens in another browser than the one that signed up. */
export const verifyEmailFields = z.object({
  token: mailToken,
  /** That of the sign-up that caused the email. */
  password: signInInput.shape.password.optional(),
  /** A new password, from somebody who does not know that one. */
  newPassword: newPassword.optional(),
  fullName: lineOrNull,
})
export const verifyEmailInput = verifyEmailFields.refine(
  ({ password, newPassword: another }) => password === undefined || another === undefined,
  { path: ['newPassword'], message: 'Name the password or set a new one, not both' },
)
/** Asks for the email of one's latest sign-up once more. */
export const resendVerificationInput = signInInput
export const requestPasswordResetInput = z.object({ email: emailAddress })
export const resetPasswordInput = z.object({ token: mailToken, password: newPassword })

/** The link of an email: how it stands, or another in its place. */
export const mailLinkInput = z.object({ token: mailToken })

/** The standing of an email's link, for its holder. */
export interface MailLink {
  /** `verified` has proven its address already. */
  state: 'good' | 'verified' | 'used' | 'expired' | 'unknown'
  /** Why it does not work; empty for one that does. */
  message: string
  /** Another can be sent to the address that it was for. */
  canRenew: boolean
  /** The account's address, to sign in with the password that is chosen by the link; null unless the link works. */
  email: string | null
}

/** The one answer to a sign-up, for a new and for a known address (requirements §8). */
export const SIGN_UP_ANSWER = 'Please check your email to verify your account.'
/** The one answer to every request for a new password. */
export const RESET_ANSWER = 'If there is an account with this address, we have emailed a link to it.'

export interface MessageAnswer {
  message: string
}

export const updateProfileInput = z.object({ fullName, phone: phoneNumber })
export const changePasswordInput = z.object({ currentPassword: signInInput.shape.password, newPassword })
/** The password, asked for again before a sensitive change. */
export const reauthenticateInput = signInInput.pick({ password: true })
export const endSessionInput = z.object({ sessionId: rowId })

export interface AccountProfile {
  email: string
  fullName: string | null
  phone: string | null
  role: UserRole
  createdAt: Date
}

/** A session in its owner's list. */
export interface AccountSession {
  id: string
  createdAt: Date
  /** To within five minutes. */
  lastSeenAt: Date
  expiresAt: Date
  userAgent: string | null
  ip: string | null
  aal: AssuranceLevel
  /** True for the session that makes the call. */
  isCurrent: boolean
}

export const refreshInput = z.object({ refreshToken: z.string().min(1).check(longest(200)) })

/** A sign-out ends this session, the account's others, or all. */
const signOutScopes = ['local', 'others', 'global'] as const
export type SignOutScope = (typeof signOutScopes)[number]
/** Programs may leave the input out, or send null for none. */
export const signOutInput = z
  .object({ scope: z.enum(signOutScopes).default('local') })
  .nullish()
  .transform((input) => input ?? { scope: 'local' as const })

export const factorTypes = ['totp', 'phone'] as const
export type FactorType = (typeof factorTypes)[number]
export const factorStatuses = ['unverified', 'verified'] as const
export type FactorStatus = (typeof factorStatuses)[number]
export const phoneChannels = ['sms', 'whatsapp'] as const
export type PhoneChannel = (typeof phoneChannels)[number]
export const assuranceLevels = ['aal1', 'aal2'] as const
export type AssuranceLevel = (typeof assuranceLevels)[number]

export const enrollInput = z.object({
  friendlyName: plainLine(100).min(1, 'Name is required'),
  factorType: z.enum(factorTypes),
  /** Shown by the authenticator app beside the account. */
  issuer: plainLine(100).min(1).optional(),
  /** For a phone factor, with its country code. */
  phone: plainLine(40).optional(),
})

export const challengeInput = z.object({ factorId: rowId, channel: z.enum(phoneChannels).optional() })
export const verifyInput = z.object({
  factorId: rowId,
  challengeId: rowId,
  /** Six digits; spaces that an app shows between them do not count. */
  code: z
    .string()
    .check(longest(40))
    .transform((code) => code.replace(/\s+/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits')),
})
export const unenrollInput = z.object({ factorId: rowId })
/** One of the codes for a lost factor; case, blanks and hyphens do not count. */
export const recoverInput = z.object({ code: plainLine(40, 'Enter one recovery code').min(1, 'Enter a recovery code') })

export interface Factor {
  id: string
  factorType: FactorType
  friendlyName: string
  status: FactorStatus
}

export interface ListedFactor extends Factor {
  /** Null for a session that is still to prove one. */
  createdAt: Date | null
  /** All but the last digits hidden; null for an authenticator app. */
  phone: string | null
}

/** Answer of `auth.mfa.enroll`; the secret is shown this once. */
export interface EnrolledFactor {
  id: string
  factorType: FactorType
  friendlyName: string
  totp?: {
    /** An SVG picture of `uri`, as text. */
    qrCode: string
    /** Base32, for apps without a camera. */
    secret: string
    /** otpauth:// */
    uri: string
  }
}

export interface SessionUser {
  id: string
  email: string
  isAdmin: boolean
  factors: Factor[]
}

/** Answer of `auth.signIn`, `refresh` and `mfa.verify`. */
export interface AuthSession {
  /** ES256, at most one hour; see /.well-known/jwks.json. */
  accessToken: string
  /** Opaque; each use answers the next one. */
  refreshToken: string
  /** Of the access token, in Unix seconds. */
  expiresAt: number
  user: SessionUser
}

/** Answer of `auth.session`: the session of the call. */
export interface SessionInfo {
  sessionId: string
  /** Of the session itself, in Unix seconds. */
  expiresAt: number
  aal: AssuranceLevel
  user: SessionUser
}

/** A verification method and when it was used (Unix seconds), as the token's `amr` claim has it. */
export const authMethods = z
  .array(z.object({ method: z.enum(['password', 'totp', 'phone', 'recovery_code']), timestamp: z.int() }))
  .catch([])
export type AuthMethods = z.output<typeof authMethods>

/** Rules that the form shows before anything is typed. */
export const passwordRules = `At least ${PASSWORD_MIN} characters, any you like. Not a common one, and not your email address.`
