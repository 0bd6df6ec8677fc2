import type { MailTokenPurpose, Prisma } from '~/generated/prisma/client'
import { authError } from './auth-error'
import { hashToken, randomToken } from './secrets'

/** The single-use links of letters. Only hashes are kept. */

const HOUR_MS = 60 * 60 * 1000
const LIFETIME_MS: Record<MailTokenPurpose, number> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

type Tokens = Pick<Prisma.TransactionClient, 'mailToken'>

/** The one answer to a link that is unknown, used, replaced or too old. */
const badLink = () => authError('BAD_REQUEST', 'otp_expired', 'This link is invalid or has expired. Please ask for a new one.')

/**
 * Makes a token: 24 hours for `verify_email`, one hour for `reset_password`. A newer reset token
 * replaces the older ones (the caller holds `lockUser`, or two of the same moment would both stay);
 * every verification letter stays good, whichever is opened first.
 */
export async function issueMailToken(tx: Tokens, now: Date, userId: string, purpose: MailTokenPurpose): Promise<string> {
  if (purpose === 'reset_password') await retireMailTokens(tx, now, userId, purpose)
  const token = randomToken()
  await tx.mailToken.create({
    data: { userId, purpose, tokenHash: hashToken(token), createdAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]) },
  })
  return token
}

const usable = (now: Date, purpose: MailTokenPurpose, token: string) => ({
  tokenHash: hashToken(token),
  purpose,
  usedAt: null,
  expiresAt: { gt: now },
})

/**
 * Whose token this is, without using it.
 * @throws BAD_REQUEST `otp_expired`
 */
export async function ownerOfMailToken(db: Tokens, now: Date, purpose: MailTokenPurpose, token: string) {
  const found = await db.mailToken.findFirst({
    where: usable(now, purpose, token),
    select: { user: { select: { id: true, email: true, emailVerifiedAt: true, profile: { select: { fullName: true } } } } },
  })
  if (!found) throw badLink()
  return found.user
}

/**
 * Uses a token up and answers whose it was. Of several attempts at once one succeeds: the row is
 * changed only while it is unused.
 * @throws BAD_REQUEST `otp_expired`
 */
export async function useMailToken(tx: Tokens, now: Date, purpose: MailTokenPurpose, token: string): Promise<string> {
  const [used] = await tx.mailToken.updateManyAndReturn({
    where: usable(now, purpose, token),
    data: { usedAt: now },
    select: { userId: true },
  })
  if (!used) throw badLink()
  return used.userId
}

/**
 * Holds an account until the transaction ends, so that its links and its password change one call at a
 * time. Whoever changes both takes it first, in this order, so that none waits for the other for ever.
 */
export async function lockUser(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, userId: string): Promise<void> {
  // As an update of no key would lock it: new sessions and tokens need not wait.
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
}

/** Makes a user's unused tokens of a purpose worthless. */
export async function retireMailTokens(tx: Tokens, now: Date, userId: string, purpose: MailTokenPurpose): Promise<void> {
  await tx.mailToken.updateMany({ where: { userId, purpose, usedAt: null }, data: { usedAt: now } })
}
