import type { SignedInCall } from '~/server/call'
import { codedError } from '~/server/platform/errors'
import type { AssuranceLevel } from '~/contracts/identity/account'
import type { MfaFactor, Prisma } from '~/generated/prisma/client'
import type { AuditEvent } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import type { Viewer } from './read-session'

export type FactorCall = SignedInCall<keyof Services>

interface FactorAccount {
  aal: AssuranceLevel
  factors: MfaFactor[]
  hasVerified: boolean
}

/** Reads the account behind the lock: earlier reads may be stale. @throws UNAUTHORIZED if the session has ended */
export async function lockAccount(tx: Prisma.TransactionClient, { userId, sessionId, aal }: Viewer): Promise<FactorAccount> {
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  const session = await tx.session.findFirst({ where: { id: sessionId, revokedAt: null }, select: { aal: true } })
  if (!session) throw codedError('UNAUTHORIZED', 'session_not_found', 'Please sign in again.')
  const factors = await tx.mfaFactor.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  // An earlier token keeps its own level, even if the session has risen since.
  return { aal: aal === 'aal1' ? aal : session.aal, factors, hasVerified: factors.some((factor) => factor.status === 'verified') }
}

/** Another account's factor is as unknown as a missing one. */
export const unknownFactor = () => codedError('NOT_FOUND', 'mfa_factor_not_found', 'There is no such second factor.')

/** Never holds a secret, a code or a whole phone number. */
export const factorEvent = (action: `mfa.${string}`, { userId }: Viewer, details?: Pick<AuditEvent, 'before' | 'after'>): AuditEvent => ({
  action,
  subjectType: 'user',
  subjectId: userId,
  ...details,
})

export const auditedFactor = ({ id, factorType, friendlyName }: MfaFactor) => ({ factorId: id, factorType, friendlyName })
