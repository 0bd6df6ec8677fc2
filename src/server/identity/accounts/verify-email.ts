import type { Prisma } from '~/generated/prisma/client'
import { type SignUpDetails, badLink, lockUser, retireMailTokens, signUpOfToken } from '~/server/identity/auth/mail-tokens'
import { endSessions } from '~/server/identity/auth/sessions'
import type * as z from 'zod'
import type { MessageAnswer, verifyEmailInput } from '~/contracts/identity/account'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { fieldError } from '~/server/platform/errors'
import { networkOf } from '~/server/identity/auth/limits'
import { hashPassword, passwordMatches, refuseWeakPassword } from '~/server/identity/auth/password-hashes'
import { confirmAddress } from './confirm-address'
import { signUpBrowser } from '~/server/identity/auth/cookies'
import type { Services } from '~/server/services'
import type { VisitorCall } from './sign-up'

type Proven = Pick<SignUpDetails, 'fullName'> & { passwordHash: string }

/** Earlier sessions, factors, codes, sign-ups and names may be somebody else's and go. Needs `lockUser`. @returns false if proven before */
export async function proveAddress(
  tx: Prisma.TransactionClient,
  at: Date,
  { id, email }: { id: string; email: string },
  { passwordHash, fullName }: Proven,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, emailVerifiedAt: null },
    data: { emailVerifiedAt: at, signedUpAt: null, passwordHash },
  })
  if (count === 0) return false
  await endSessions(tx, id, { at })
  await tx.mfaFactor.deleteMany({ where: { userId: id } })
  await tx.recoveryCode.deleteMany({ where: { userId: id } })
  if (fullName === null) await forgetName(tx, id)
  else await tx.profile.upsert({ where: { userId: id }, create: { userId: id, email, fullName }, update: { fullName } })
  await retireMailTokens(tx, at, id, 'verify_email', 'claim_account')
  return true
}

/** A name from elsewhere, such as the back office, stays. */
async function forgetName(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const given = await tx.mailToken.findMany({
    where: { userId, purpose: 'verify_email', usedAt: null, fullName: { not: null } },
    select: { fullName: true },
  })
  const names = given.flatMap(({ fullName }) => fullName ?? [])
  await tx.profile.updateMany({ where: { userId, fullName: { in: names } }, data: { fullName: null } })
}

type Input = z.output<typeof verifyEmailInput>
type SignUpOfToken = Awaited<ReturnType<typeof signUpOfToken>>

/**
 * Proves an address and applies the sign-up's password and name, for the same browser or with the password; anybody else sets a new
 * password. A refusal uses nothing up (docs/decisions/011).
 * @throws BAD_REQUEST `otp_expired` for a link that is unknown, used or too old; for `password` `validation_failed` when it is needed and
 * `invalid_credentials` when it is wrong; `weak_password`; CONFLICT for an address taken meanwhile; TOO_MANY_REQUESTS
 */
export async function verifyEmail(services: VisitorCall, input: Input): Promise<MessageAnswer> {
  const { db, limits, actor, cookies } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('resetNetwork', network)
  const at = services.now()
  const confirmed = await confirmAddress(services, at, input.token)
  if (confirmed) {
    await limits.reward('resetNetwork', network)
    return confirmed
  }
  const signUp = await signUpOfToken(db.prisma, at, input.token)
  // Only bad links count against the limit.
  await limits.reward('resetNetwork', network)
  const { by, ...proven } = await prove(services, signUp, signUpBrowser(cookies), input)
  await db.prisma.$transaction(async (tx) => {
    await lockUser(tx, signUp.userId)
    const owner = { id: signUp.userId, email: signUp.user.email }
    if (!(await proveAddress(tx, at, owner, proven))) throw badLink()
    await recordAudit(tx, actor, { action: 'account.email_verified', subjectType: 'user', subjectId: owner.id, after: { by } })
  })
  return { message: by === 'new password' ? NEW_PASSWORD_SET : VERIFIED }
}

const VERIFIED = 'Your email address is verified. You can sign in now.'
const NEW_PASSWORD_SET = 'Your email address is verified and your new password is set. You can sign in now.'

async function prove(services: Services, signUp: SignUpOfToken, browser: string | null, { password, newPassword, fullName }: Input) {
  if (newPassword !== undefined) {
    await refuseWeakPassword(newPassword, signUp.user.email)
    return { by: 'new password', passwordHash: await hashPassword(newPassword), fullName }
  }
  const { passwordHash, fullName: name, browserHash } = signUp
  if (password !== undefined) {
    await services.limits.take('verifyPassword', signUp.id)
    if (passwordHash === null || !(await passwordMatches(passwordHash, password))) {
      throw fieldError('invalid_credentials', 'password', 'This is not the password that you chose when you signed up.')
    }
    return { by: 'password', passwordHash, fullName: name }
  }
  if (passwordHash === null || browser === null || browser !== browserHash) {
    throw fieldError('validation_failed', 'password', 'Enter the password that you signed up with, or set a new one.')
  }
  return { by: 'browser', passwordHash, fullName: name }
}
