import type * as z from 'zod'
import type { AuthSession, reauthenticateInput } from '~/contracts/account'
import { recordAudit, type AuditEvent } from '~/server/platform/audit/record'
import { codedError, hasErrorCode } from '~/server/platform/errors'
import { lockAccount, type FactorCall } from './factor-account'
import { checkOwnPassword, requireSamePassword } from './own-password'
import { proveSession } from './sessions'
import { issueSession } from './tokens'

const event = ({ viewer }: FactorCall, action: string): AuditEvent => ({
  action,
  subjectType: 'user',
  subjectId: viewer.userId,
  after: { sessionId: viewer.sessionId, method: 'password' },
})

const needsCode = () => codedError('BAD_REQUEST', 'reauthentication_needed', 'Please confirm with a code of your second factor.')

/**
 * Proves again, in a session, that its owner is there, by the password; an account with a second factor does
 * it by a code (`mfa.verify`, `mfa.recover`), because its password alone proves too little.
 * @returns the session with new tokens; earlier ones do not count as proven again
 * @throws BAD_REQUEST (`reauthentication_needed` with a second factor, `invalid_credentials`); TOO_MANY_REQUESTS
 */
export async function reauthenticate(call: FactorCall, { password }: z.output<typeof reauthenticateInput>): Promise<AuthSession> {
  const { db, viewer, actor } = call
  if (viewer.hasVerifiedFactor) throw needsCode()
  try {
    const passwordHash = await checkOwnPassword(call, viewer, password)
    await db.prisma.$transaction(async (tx) => {
      const account = await lockAccount(tx, viewer)
      if (account.hasVerified) throw needsCode()
      await requireSamePassword(tx, viewer.userId, passwordHash)
      await proveSession(tx, viewer.sessionId, 'password', { at: call.now() })
      await recordAudit(tx, actor, event(call, 'auth.reauthenticated'))
    })
  } catch (error) {
    if (hasErrorCode(error, 'invalid_credentials')) await recordAudit(db.prisma, actor, event(call, 'auth.reauthentication_failed'))
    throw error
  }
  return issueSession(call, viewer.sessionId)
}
