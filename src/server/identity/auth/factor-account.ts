import { codedError } from '~/server/platform/errors'
import type { AssuranceLevel } from '~/contracts/identity/account'
import type { MfaFactor, Prisma } from '~/generated/prisma/client'
import type { AuditEvent } from '~/server/platform/audit/record'
import type { Services } from '~/server/services'
import type { SignedInCall } from './call'
import type { Viewer } from './read-session'

/** What a call on second factors has: the services, whose session it is made in, and who is written down for it. */
export type FactorCall = SignedInCall<keyof Services>

/** An account's second factors and how well the session is proven, as they are while its lock is held. */
interface FactorAccount {
  aal: AssuranceLevel
  factors: MfaFactor[]
  hasVerified: boolean
}

/**
 * Locks the account until the transaction ends, so that its factors change one call at a time, and reads
 * it anew: what the call has found before may be over.
 * @throws UNAUTHORIZED when the session has ended meanwhile
 */
export async function lockAccount(tx: Prisma.TransactionClient, { userId, sessionId, aal }: Viewer): Promise<FactorAccount> {
  // As an update of no key would lock it: new sessions and tokens need not wait.
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  const session = await tx.session.findFirst({ where: { id: sessionId, revokedAt: null }, select: { aal: true } })
  if (!session) throw codedError('UNAUTHORIZED', 'session_not_found', 'Please sign in again.')
  const factors = await tx.mfaFactor.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  // A call by an earlier token counts as little as that token says, however far the session has come since.
  return { aal: aal === 'aal1' ? aal : session.aal, factors, hasVerified: factors.some((factor) => factor.status === 'verified') }
}

/** Another account's factor is as unknown as one that never was. */
export const unknownFactor = () => codedError('NOT_FOUND', 'mfa_factor_not_found', 'There is no such second factor.')

/** One entry of the audit log; never a secret, a code or a whole phone number. */
export const factorEvent = (action: `mfa.${string}`, { userId }: Viewer, details?: Pick<AuditEvent, 'before' | 'after'>): AuditEvent => ({
  action,
  subjectType: 'user',
  subjectId: userId,
  ...details,
})

/** A factor as the audit log has it. */
export const auditedFactor = ({ id, factorType, friendlyName }: MfaFactor) => ({ factorId: id, factorType, friendlyName })
