import { timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'
import type { AuthSession, verifyInput } from '~/contracts/identity/account'
import type { MfaChallenge, MfaFactor, Prisma } from '~/generated/prisma/client'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { factorAddedEmail } from './account-emails'
import { codedError } from '~/server/platform/errors'
import { type FactorCall, auditedFactor, factorEvent, lockAccount, unknownFactor } from './factor-account'
import { phoneCodeHash } from './challenges'
import { queueFactorEmail } from './factor-emails'
import { takeFactorTry, warnOfWrongCodes } from './factor-tries'
import { requireRecentProof } from './reauthenticate'
import { decrypt } from '~/server/platform/secrets'
import { endSessions, raiseSession, type SignInMethod } from './sessions'
import { needsSecondFactor, mfaPending } from './read-session'
import { issueSession } from './tokens'
import { TOTP_SECRET, totpStep } from './totp'

const challengeOver = () =>
  codedError('BAD_REQUEST', 'mfa_challenge_expired', 'This request for a code has expired or was used already. Ask for a new one.')
export const wrongCode = () => codedError('BAD_REQUEST', 'mfa_verification_failed', 'That code is not right. Check it and try again.')
/** A code cannot be used twice (RFC 6238, 5.2). */
const usedCode = () =>
  codedError(
    'BAD_REQUEST',
    'mfa_verification_failed',
    'This code was used already. Wait until your app shows the next one, and enter that.',
  )

type Answer = z.output<typeof verifyInput>

/**
 * Verifies the factor and raises the session to aal2; the account's unproven sessions end, or all others for a new factor.
 * @throws NOT_FOUND; FORBIDDEN (`insufficient_aal`, `reauthentication_needed`) for a new factor; BAD_REQUEST (`mfa_challenge_expired`,
 * `mfa_verification_failed`); TOO_MANY_REQUESTS after five wrong codes for the factor from one network, whatever the challenge
 */
export async function verifyFactor(call: FactorCall, answer: Answer): Promise<AuthSession> {
  const { db, viewer, now } = call
  const factor = await db.prisma.mfaFactor.findFirst({ where: { id: answer.factorId, userId: viewer.userId } })
  if (!factor) throw unknownFactor()
  if (factor.status === 'unverified') {
    if (mfaPending(viewer)) throw needsSecondFactor()
    requireRecentProof(viewer, now())
  }
  const challenge = await db.prisma.mfaChallenge.findFirst({
    where: { id: answer.challengeId, factorId: factor.id, sessionId: viewer.sessionId, verifiedAt: null, expiresAt: { gt: now() } },
  })
  if (!challenge) throw challengeOver()

  const attempt = await takeFactorTry(call, 'code', factor.id)
  const used = codeUse(call, factor, challenge, answer.code)
  const done = used && (await call.db.prisma.$transaction((tx) => useCode(tx, call, { factor, challenge, step: used.step })))
  if (!done) {
    await recordAudit(db.prisma, call.actor, factorEvent('mfa.challenge_failed', viewer, { after: auditedFactor(factor) }))
    await warnOfWrongCodes(call, attempt)
    throw used ? usedCode() : wrongCode()
  }
  await attempt.succeeded()
  return issueSession(call, viewer.sessionId)
}

function codeUse(
  { secret, now }: FactorCall,
  factor: MfaFactor,
  { id, codeHash }: MfaChallenge,
  code: string,
): { step: bigint | null } | null {
  if (factor.secretSealed !== null) {
    const step = totpStep(decrypt(secret, TOTP_SECRET, factor.secretSealed), code, now())
    return step === null ? null : { step }
  }
  const given = Buffer.from(phoneCodeHash(secret, id, code))
  const sent = Buffer.from(codeHash ?? '')
  return given.length === sent.length && timingSafeEqual(given, sent) ? { step: null } : null
}

interface CodeUse {
  factor: MfaFactor
  challenge: MfaChallenge
  step: bigint | null
}

/** @returns false if the code was used before */
async function useCode(tx: Prisma.TransactionClient, call: FactorCall, { factor, challenge, step }: CodeUse): Promise<boolean> {
  const { viewer, actor } = call
  const at = call.now()
  const account = await lockAccount(tx, viewer)
  if (factor.status === 'unverified' && account.hasVerified && account.aal !== 'aal2') throw needsSecondFactor()
  const isNew = account.factors.some(({ id, status }) => id === factor.id && status === 'unverified')
  // Each of the two updates lets one caller through.
  const fresh = step === null ? {} : { OR: [{ lastUsedStep: null }, { lastUsedStep: { lt: step } }] }
  const counted = await tx.mfaFactor.updateMany({
    where: { id: factor.id, ...fresh },
    data: { status: 'verified', ...(step === null ? {} : { lastUsedStep: step }) },
  })
  if (counted.count === 0) return false
  const answered = await tx.mfaChallenge.updateMany({ where: { id: challenge.id, verifiedAt: null }, data: { verifiedAt: at } })
  if (answered.count === 0) throw challengeOver()

  await raiseSession(tx, viewer.sessionId, methodOf(factor), at)
  const sessionsEnded = await endSessions(tx, viewer.userId, { except: viewer.sessionId, at, ...(isNew ? {} : { aal: 'aal1' as const }) })
  await recordAudit(
    tx,
    actor,
    factorEvent('mfa.factor_verified', viewer, { after: { ...auditedFactor(factor), firstTime: isNew, sessionsEnded } }),
  )
  const { factorType, friendlyName } = factor
  if (isNew)
    await queueFactorEmail(tx, call, (branding, happening) => factorAddedEmail(branding, { ...happening, factorType, friendlyName }))
  return true
}

const methodOf = ({ factorType }: MfaFactor): SignInMethod => factorType
