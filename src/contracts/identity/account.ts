import * as z from 'zod'
import { characterCount, emailAddress, signInInput, withinPasswordMax } from './auth'
import { lineOrNull, longest, phoneNumber, plainLine, requiredLine, rowId, storable, withIdempotencyKey } from '~/contracts/fields'
import type { UserRole } from '~/contracts/statuses'

const PASSWORD_MIN = 8

/** Any characters, none trimmed. The server refuses common passwords. */
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

const mailToken = z.string().min(1, 'The link is not complete').check(longest(200, 'The link is not valid'))

/** For a link opened in another browser than the one that signed up. */
export const verifyEmailFields = z.object({
  token: mailToken,
  /** The password of the sign-up behind the email. */
  password: signInInput.shape.password.optional(),
  /** Replaces a forgotten one. */
  newPassword: newPassword.optional(),
  fullName: lineOrNull,
})
export const verifyEmailInput = verifyEmailFields.refine(
  ({ password, newPassword: another }) => password === undefined || another === undefined,
  { path: ['newPassword'], message: 'Name the password or set a new one, not both' },
)
/** Resends the email of the latest sign-up. */
export const resendVerificationInput = signInInput
export const requestPasswordResetInput = z.object({ email: emailAddress })
export const resetPasswordInput = z.object({ token: mailToken, password: newPassword })

export const mailLinkInput = z.object({ token: mailToken })

export interface MailLink {
  /** `verified` has proven its address already. */
  state: 'good' | 'verified' | 'used' | 'expired' | 'unknown'
  /** Why it does not work; empty for one that does. */
  message: string
  /** Another link can be sent to the same address. */
  canRenew: boolean
  /** To sign in with the new password; null unless the link works. */
  email: string | null
}

/** The same for new and known addresses (requirements §8). */
export const SIGN_UP_ANSWER = 'Please check your email to verify your account.'
/** The same for every request. */
export const RESET_ANSWER = 'If there is an account with this address, we have emailed a link to it.'

export interface MessageAnswer {
  message: string
}

export const updateProfileInput = z.object({ fullName, phone: phoneNumber })
export const changePasswordInput = z.object({ currentPassword: signInInput.shape.password, newPassword })
export const reauthenticateInput = signInInput.pick({ password: true })
export const endSessionInput = z.object({ sessionId: rowId })

export interface AccountProfile {
  email: string
  fullName: string | null
  phone: string | null
  role: UserRole
  createdAt: Date
}

export interface AccountSession {
  id: string
  createdAt: Date
  /** Accurate to five minutes. */
  lastSeenAt: Date
  expiresAt: Date
  userAgent: string | null
  ip: string | null
  aal: AssuranceLevel
  isCurrent: boolean
}

export const refreshInput = z.object({ refreshToken: z.string().min(1).check(longest(200)) })

const signOutScopes = ['local', 'others', 'global'] as const
export type SignOutScope = (typeof signOutScopes)[number]
/** Programs may leave the input out or send null. */
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
  issuer: plainLine(100).min(1).optional(),
  phone: plainLine(40).optional(),
})

export const challengeInput = z.object({ factorId: rowId, channel: z.enum(phoneChannels).optional() })
export const verifyInput = z.object({
  factorId: rowId,
  challengeId: rowId,
  /** Six digits, with or without spaces. */
  code: z
    .string()
    .check(longest(40))
    .transform((code) => code.replace(/\s+/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits')),
})
export const unenrollInput = z.object({ factorId: rowId })
/** Ignores case, blanks and hyphens. */
export const recoverInput = z.object({ code: plainLine(40, 'Enter one recovery code').min(1, 'Enter a recovery code') })

export interface Factor {
  id: string
  factorType: FactorType
  friendlyName: string
  status: FactorStatus
}

export interface ListedFactor extends Factor {
  /** Null for a session with an unproven factor. */
  createdAt: Date | null
  /** Hidden except for the last digits; null for an authenticator app. */
  phone: string | null
}

/** Answer of `auth.mfa.enroll`, the only one with the secret. */
export interface EnrolledFactor {
  id: string
  factorType: FactorType
  friendlyName: string
  totp?: {
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

export interface AuthSession {
  /** ES256, valid for at most one hour; see /.well-known/jwks.json. */
  accessToken: string
  /** Opaque; each use returns the next one. */
  refreshToken: string
  /** Of the access token, in Unix seconds. */
  expiresAt: number
  user: SessionUser
}

export interface SessionInfo {
  sessionId: string
  /** Of the session itself, in Unix seconds. */
  expiresAt: number
  aal: AssuranceLevel
  user: SessionUser
}

/** Methods with the time of use (Unix seconds), as in the token's `amr` claim. */
export const authMethods = z
  .array(z.object({ method: z.enum(['password', 'totp', 'phone', 'recovery_code']), timestamp: z.int() }))
  .catch([])
export type AuthMethods = z.output<typeof authMethods>

export const passwordRules = `At least ${PASSWORD_MIN} characters, any you like. Not a common one, and not your email address.`
