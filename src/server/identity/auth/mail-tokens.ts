import type { TRPCError } from '@trpc/server'
import type { MailTokenPurpose, Prisma } from '~/generated/prisma/client'
import { codedError } from '~/server/platform/errors'
import { hashToken, randomToken } from '~/server/platform/secrets'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const LIFETIME_MS: Record<MailTokenPurpose, number> = {
  verify_email: DAY_MS,
  reset_password: HOUR_MS,
  claim_account: 14 * DAY_MS,
  change_email: 7 * DAY_MS,
}

type Tokens = Pick<Prisma.TransactionClient, 'mailToken'>

const linkRefused = (message: string) => codedError('BAD_REQUEST', 'otp_expired', message)

export const badLink = () =>
  linkRefused('This link is not valid: it may have been copied only in part, or has long expired. Please ask for a new one.')

const NOT_USABLE = {
  verified: 'This link was used, or a newer one was: your email address is verified.',
  used: 'This link was used, or your password has been changed since. Please sign in, or ask for a new link.',
  expired: 'This link has expired. Please ask for a new one.',
}

const NOT_CONFIRMED =
  'This link was replaced by a newer one, or the change of the address was withdrawn. Please contact us if it should change.'

export interface MailTokenState {
  state: 'good' | 'unknown' | keyof typeof NOT_USABLE
  purpose: MailTokenPurpose | null
  owner: { id: string; email: string } | null
  /** Of `change_email`, unless the token was retired. */
  newEmail: string | null
}

export async function stateOfMailToken(db: Tokens, now: Date, token: string): Promise<MailTokenState> {
  const found = await db.mailToken.findUnique({
    where: { tokenHash: hashToken(token) },
    select: {
      purpose: true,
      usedAt: true,
      expiresAt: true,
      newEmail: true,
      user: { select: { id: true, email: true, emailVerifiedAt: true } },
    },
  })
  if (!found) return { state: 'unknown', purpose: null, owner: null, newEmail: null }
  const { purpose, usedAt, expiresAt, newEmail, user } = found
  const isVerified = user.emailVerifiedAt !== null && (purpose === 'verify_email' || newEmail === user.email)
  const state = isVerified ? 'verified' : usedAt !== null ? 'used' : expiresAt <= now ? 'expired' : 'good'
  return { state, purpose, owner: user, newEmail }
}

export async function whyNotUsable(db: Tokens, now: Date, token: string): Promise<TRPCError> {
  const { state, purpose } = await stateOfMailToken(db, now, token)
  if (state === 'unknown' || state === 'good') return badLink()
  return linkRefused(state === 'used' && purpose === 'change_email' ? NOT_CONFIRMED : NOT_USABLE[state])
}

export interface SignUpDetails {
  passwordHash: string
  fullName: string | null
  /** Of the browser's secret; null for older emails. */
  browserHash: string | null
}

const NO_DETAILS = { passwordHash: null, fullName: null, browserHash: null }

/**
 * Valid for 24 hours (`verify_email`), one hour (`reset_password`), 14 days (`claim_account`) or 7 (`change_email`). Earlier tokens stay
 * valid until one is used: anybody can request an email, which must not end the owner's link.
 */
async function issueMailToken(
  tx: Tokens,
  now: Date,
  token: { userId: string; purpose: MailTokenPurpose; newEmail?: string } & Partial<SignUpDetails>,
): Promise<string> {
  const secret = randomToken()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[token.purpose])
  await tx.mailToken.create({ data: { ...token, tokenHash: hashToken(secret), createdAt: now, expiresAt } })
  return secret
}

export const issueResetToken = (tx: Tokens, now: Date, userId: string): Promise<string> =>
  issueMailToken(tx, now, { userId, purpose: 'reset_password' })

/** 14 days. */
export const issueClaimToken = (tx: Tokens, now: Date, userId: string): Promise<string> =>
  issueMailToken(tx, now, { userId, purpose: 'claim_account' })

/** 7 days. */
export const issueAddressToken = (tx: Tokens, now: Date, userId: string, newEmail: string): Promise<string> =>
  issueMailToken(tx, now, { userId, purpose: 'change_email', newEmail })

/** Leaves the token unused; null for another purpose. */
export async function addressOfToken(db: Tokens, now: Date, token: string): Promise<{ userId: string; newEmail: string } | null> {
  const found = await db.mailToken.findFirst({
    where: { ...usable(now, ['change_email'], token), newEmail: { not: null } },
    select: { userId: true, newEmail: true },
  })
  return found?.newEmail ? { userId: found.userId, newEmail: found.newEmail } : null
}

export const passwordPurposes = ['reset_password', 'claim_account'] as const satisfies MailTokenPurpose[]

export const issueVerificationToken = (tx: Tokens, now: Date, userId: string, details: SignUpDetails): Promise<string> =>
  issueMailToken(tx, now, { userId, purpose: 'verify_email', ...details })

const usable = (now: Date, purposes: readonly MailTokenPurpose[], token: string) => ({
  tokenHash: hashToken(token),
  purpose: { in: [...purposes] },
  usedAt: null,
  expiresAt: { gt: now },
})

/** Leaves the token unused. @throws BAD_REQUEST `otp_expired` */
export async function ownerOfMailToken(db: Tokens, now: Date, purposes: readonly MailTokenPurpose[], token: string) {
  const found = await db.mailToken.findFirst({
    where: usable(now, purposes, token),
    select: {
      user: { select: { id: true, email: true, emailVerifiedAt: true, signedUpAt: true, profile: { select: { fullName: true } } } },
    },
  })
  if (!found) throw await whyNotUsable(db, now, token)
  return found.user
}

/** Leaves the token unused. @throws BAD_REQUEST `otp_expired`, also for an address verified meanwhile */
export async function signUpOfToken(db: Tokens, now: Date, token: string) {
  const found = await db.mailToken.findFirst({
    where: { ...usable(now, ['verify_email'], token), user: { emailVerifiedAt: null } },
    select: { id: true, userId: true, passwordHash: true, fullName: true, browserHash: true, user: { select: { email: true } } },
  })
  if (!found) throw await whyNotUsable(db, now, token)
  return found
}

/** Of simultaneous uses one succeeds, as only an unused row changes. @throws BAD_REQUEST `otp_expired` */
export async function useMailToken(tx: Tokens, now: Date, purposes: readonly MailTokenPurpose[], token: string): Promise<string> {
  const [used] = await tx.mailToken.updateManyAndReturn({
    where: usable(now, purposes, token),
    data: { usedAt: now, ...NO_DETAILS },
    select: { userId: true },
  })
  if (!used) throw await whyNotUsable(tx, now, token)
  return used.userId
}

/** Serialises changes of an account's links and password. Take it before changing both, against deadlocks. */
export async function lockUser(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, userId: string): Promise<void> {
  // The lock of an UPDATE that changes no key: new sessions and tokens need not wait.
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
}

export async function retireMailTokens(tx: Tokens, now: Date, userId: string, ...purposes: MailTokenPurpose[]): Promise<void> {
  await tx.mailToken.updateMany({
    where: { userId, purpose: { in: purposes }, usedAt: null },
    data: { usedAt: now, ...NO_DETAILS, newEmail: null },
  })
}

export const latestSignUp = {
  where: { purpose: 'verify_email', usedAt: null, passwordHash: { not: null } },
  orderBy: { createdAt: 'desc' },
  take: 1,
  select: { passwordHash: true, fullName: true },
} as const
