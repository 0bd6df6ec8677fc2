import type { AuthMethods, AuthSession, reauthenticateInput } from '~/contracts/identity/account'
import { codedError, hasErrorCode } from '~/server/platform/errors'
import { proveSession } from './sessions'
import type { Viewer } from './read-session'
import { TRPCError } from '@trpc/server'
import type { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import { passwordMatches } from './password-hashes'
import type * as z from 'zod'
import { type AuditEvent, recordAudit } from '~/server/platform/audit/record-audit'
import { type FactorCall, lockAccount } from './factor-account'
import { issueSession } from './tokens'

/** Seconds (docs/decisions/010). */
const RECENT_SECONDS = 10 * 60
const CLOCK_SECONDS = 60

type Proven = Pick<Viewer, 'amr' | 'hasVerifiedFactor' | 'apiKey'>

/** With a second factor, the password alone may be what was stolen. */
const counts = ({ method }: AuthMethods[number], { hasVerifiedFactor }: Pick<Proven, 'hasVerifiedFactor'>) =>
  !hasVerifiedFactor || method !== 'password'

/** Proven within ten minutes, by a code if the account has a second factor. */
export function isRecentlyProven(session: Omit<Proven, 'apiKey'>, now: Date): boolean {
  return session.amr.some((used) => {
    const age = now.getTime() / 1000 - used.timestamp
    return counts(used, session) && age < RECENT_SECONDS && age > -CLOCK_SECONDS
  })
}

/** @throws FORBIDDEN (`reauthentication_needed`) */
export function requireRecentProof(session: Proven, now: Date): void {
  if (session.apiKey) throw codedError('FORBIDDEN', 'api_key_refused', 'An API key cannot do this: sign in and do it yourself.')
  if (isRecentlyProven(session, now)) return
  const proof = session.hasVerifiedFactor ? 'a code of your second factor' : 'your password'
  throw codedError('FORBIDDEN', 'reauthentication_needed', `Please confirm with ${proof} first.`)
}

/** @returns the hash that it was compared with @throws BAD_REQUEST (`invalid_credentials`), TOO_MANY_REQUESTS */
export async function checkOwnPassword(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  { userId: id }: Pick<Viewer, 'userId'>,
  password: string,
): Promise<string | null> {
  const limited = `own password ${id}`
  await limits.take('signIn', limited)
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } })
  if (!(await passwordMatches(passwordHash, password))) {
    throw codedError('BAD_REQUEST', 'invalid_credentials', 'The current password is not right.')
  }
  await limits.reset('signIn', limited)
  return passwordHash
}

/** @throws CONFLICT if the password has changed meanwhile */
async function requireSamePassword(tx: Pick<Prisma.TransactionClient, 'user'>, id: string, passwordHash: string | null) {
  if ((await tx.user.count({ where: { id, passwordHash } })) === 0) throw passwordChanged()
}

export const passwordChanged = () => new TRPCError({ code: 'CONFLICT', message: 'Your password has just been changed elsewhere.' })

const event = ({ viewer }: FactorCall, action: string): AuditEvent => ({
  action,
  subjectType: 'user',
  subjectId: viewer.userId,
  after: { sessionId: viewer.sessionId, method: 'password' },
})

const needsCode = () => codedError('BAD_REQUEST', 'reauthentication_needed', 'Please confirm with a code of your second factor.')

/**
 * An account with a second factor uses a code instead (`mfa.verify`, `mfa.recover`), since its password proves too little.
 * @returns new tokens; earlier ones are not proven again
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
