import * as z from 'zod'
import { emailAddress } from './auth'
import { plainText, rowId } from './fields'

/** Accounts, sessions and second factors (spec §3 Session, §7 Authentication; contract.md, Procedures). */

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** A password that somebody chooses: any characters, none of them trimmed away. Common ones are refused by the server. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`)
  .pipe(plainText)

const fullName = plainText.trim().min(1, 'Full name is required').max(200, 'At most 200 characters')

export const signUpInput = z.object({ email: emailAddress, password: newPassword, fullName })

/** A token out of a letter's link. */
const mailToken = z.string().min(1, 'The link is not complete').max(200, 'The link is not valid')

export const verifyEmailInput = z.object({ token: mailToken })
export const requestPasswordResetInput = z.object({ email: emailAddress })
export const resetPasswordInput = z.object({ token: mailToken, password: newPassword })

export const refreshInput = z.object({ refreshToken: z.string().min(1).max(200) })

export const factorTypes = ['totp', 'phone'] as const
export type FactorType = (typeof factorTypes)[number]
export const factorStatuses = ['unverified', 'verified'] as const
export type FactorStatus = (typeof factorStatuses)[number]
export const phoneChannels = ['sms', 'whatsapp'] as const
export type PhoneChannel = (typeof phoneChannels)[number]
export const assuranceLevels = ['aal1', 'aal2'] as const
export type AssuranceLevel = (typeof assuranceLevels)[number]

export const enrollInput = z.object({
  friendlyName: plainText.trim().min(1, 'Name is required').max(100, 'At most 100 characters'),
  factorType: z.enum(factorTypes),
  /** Shown by the authenticator app beside the account. */
  issuer: plainText.trim().min(1).max(100).optional(),
  /** For a phone factor, with its country code. */
  phone: plainText.trim().max(40).optional(),
})

export const challengeInput = z.object({ factorId: rowId, channel: z.enum(phoneChannels).optional() })
export const verifyInput = z.object({
  factorId: rowId,
  challengeId: rowId,
  /** Six digits; spaces that an app shows between them do not count. */
  code: z
    .string()
    .max(40)
    .transform((code) => code.replace(/\s+/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits')),
})
export const unenrollInput = z.object({ factorId: rowId })
/** One of the codes for a lost factor; case, blanks and hyphens do not count. */
export const recoverInput = z.object({ code: plainText.trim().min(1, 'Enter a recovery code').max(40, 'Enter one recovery code') })

/** A second factor as its owner sees it. */
export interface Factor {
  id: string
  factorType: FactorType
  friendlyName: string
  status: FactorStatus
}

/** A factor in its owner's list. */
export interface ListedFactor extends Factor {
  createdAt: Date
  /** All but the last digits hidden; null for an authenticator app. */
  phone: string | null
}

/** What `auth.mfa.enroll` answers; the secret is shown this once. */
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

/** What `auth.signIn`, `refresh` and `mfa.verify` answer. */
export interface AuthSession {
  /** ES256, at most one hour; see /.well-known/jwks.json. */
  accessToken: string
  /** Opaque; each use answers the next one. */
  refreshToken: string
  /** Of the access token, in Unix seconds. */
  expiresAt: number
  user: SessionUser
}

/** A verification method and when it was used (Unix seconds), as the token's `amr` claim has it. */
export const authMethods = z
  .array(z.object({ method: z.enum(['password', 'totp', 'phone', 'recovery_code']), timestamp: z.int() }))
  .catch([])
export type AuthMethods = z.output<typeof authMethods>
