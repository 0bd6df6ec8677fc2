import { needsSecondFactor } from './read-session'
import type * as z from 'zod'
import type { AuthSession, recoverInput } from '~/contracts/identity/account'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { queueFactorEmail, recoveryCodeUsedEmail, recoveryCodesMadeEmail } from './factor-emails'
import { type FactorCall, factorEvent, lockAccount } from './factor-account'
import { takeFactorTry, warnOfWrongCodes } from './factor-tries'
import { keyedHash } from '~/server/platform/secrets'
import { endSessions, raiseSession } from './sessions'
import { issueSession } from './tokens'
import { wrongCode } from './verify-factor'

const CODES = 10
/** Crockford's base 32: no letter looks like another sign. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 2
const GROUP_LENGTH = 5

const groupOf = (randomInt: FactorCall['randomInt']) =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const newCode = (randomInt: FactorCall['randomInt']) => Array.from({ length: GROUPS }, () => groupOf(randomInt)).join('-')

function codeHash(secret: string, userId: string, typed: string): string {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return keyedHash(secret, 'recovery-code', `${userId}:${plain}`)
}

export const countRecoveryCodes = ({ db, viewer }: Pick<FactorCall, 'db' | 'viewer'>): Promise<number> =>
  db.prisma.recoveryCode.count({ where: { userId: viewer.userId, usedAt: null } })

/** Replaces all earlier codes; only hashes are stored. @throws FORBIDDEN (`insufficient_aal`) without a proven second factor */
export async function makeRecoveryCodes(call: FactorCall): Promise<{ codes: string[] }> {
  const { viewer, secret, now } = call
  const { userId } = viewer
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(newCode(call.randomInt))
  await call.db.prisma.$transaction(async (tx) => {
    const account = await lockAccount(tx, viewer)
    if (!account.hasVerified || account.aal !== 'aal2') throw needsSecondFactor()
    await tx.recoveryCode.deleteMany({ where: { userId } })
    const createdAt = now()
    await tx.recoveryCode.createMany({ data: [...codes].map((code) => ({ userId, createdAt, codeHash: codeHash(secret, userId, code) })) })
    await recordAudit(tx, call.actor, factorEvent('mfa.recovery_codes_made', viewer, { after: { count: CODES } }))
    await queueFactorEmail(tx, call, recoveryCodesMadeEmail)
  })
  return { codes: [...codes] }
}

/** Uses a code up; the account's unproven sessions end. @throws BAD_REQUEST (`mfa_verification_failed`); TOO_MANY_REQUESTS */
export async function recoverSession(call: FactorCall, { code }: z.output<typeof recoverInput>): Promise<AuthSession> {
  const { viewer } = call
  const { userId, sessionId } = viewer
  const attempt = await takeFactorTry(call, 'code', `recovery:${userId}`)
  const hash = codeHash(call.secret, userId, code)
  const done = await call.db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, viewer)
    const at = call.now()
    const { count } = await tx.recoveryCode.updateMany({ where: { userId, codeHash: hash, usedAt: null }, data: { usedAt: at } })
    if (count === 0) return false
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } })
    await raiseSession(tx, sessionId, 'recovery_code', at)
    const sessionsEnded = await endSessions(tx, userId, { except: sessionId, aal: 'aal1', at })
    await recordAudit(tx, call.actor, factorEvent('mfa.recovery_code_used', viewer, { after: { left, sessionsEnded } }))
    await queueFactorEmail(tx, call, (branding, happening) => recoveryCodeUsedEmail(branding, { ...happening, left }))
    return true
  })
  if (!done) {
    await recordAudit(call.db.prisma, call.actor, factorEvent('mfa.challenge_failed', viewer, { after: { factorType: 'recovery_code' } }))
    await warnOfWrongCodes(call, attempt)
    throw wrongCode()
  }
  await attempt.succeeded()
  return issueSession(call, sessionId)
}
