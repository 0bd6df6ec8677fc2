import type { SignedInCall } from '~/server/call'
import type * as z from 'zod'
import { EMAIL_NOT_CONFIRMED, INVALID_CREDENTIALS, signInInput } from '~/contracts/identity/auth'
import { type Actor, type ClientInfo, recordAudit } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import { codedError } from '~/server/platform/errors'
import { type Limits, networkOf } from './limits'
import { latestSignUp } from './mail-tokens'
import { passwordMatches } from './password-hashes'
import { startSession } from './sessions'
import type { Viewer } from './read-session'
import type { SignOutScope } from '~/contracts/identity/account'

export interface SignInOrigin {
  client: ClientInfo
  requestId?: string
}

export const actorFrom = ({ client, requestId }: SignInOrigin, who: Pick<Actor, 'userId' | 'email'>): Actor => ({
  ...who,
  ...client,
  ...(requestId === undefined ? {} : { requestId }),
})

interface Identity {
  id: string
  email: string
  isVerified: boolean
  /** The hash that the password was compared with. */
  passwordHash: string | null
}

export async function identify({ db }: Pick<Services, 'db'>, credentials: unknown): Promise<Identity | null> {
  const input = signInInput.safeParse(credentials)
  if (!input.success) return null
  const user = await db.prisma.user.findUnique({
    // A merged customer signs in as the kept one.
    where: { email: input.data.email, mergedInto: null },
    select: { id: true, email: true, passwordHash: true, emailVerifiedAt: true, mailTokens: latestSignUp },
  })
  const isVerified = user?.emailVerifiedAt instanceof Date
  // Until the address is verified, the latest sign-up's password gets 'not confirmed'.
  const passwordHash = (isVerified ? undefined : user?.mailTokens[0]?.passwordHash) ?? user?.passwordHash ?? null
  const matches = await passwordMatches(passwordHash, input.data.password)
  return user && matches ? { id: user.id, email: user.email, passwordHash, isVerified } : null
}

/** A changed password ends all sessions, and this one must not outlive it. */
async function startUnlessChanged({ db, now }: Pick<Services, 'db' | 'now'>, user: Identity, client: ClientInfo): Promise<string | null> {
  return db.prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<
      { hash: string | null }[]
    >`SELECT password_hash AS hash FROM users WHERE id = ${user.id}::uuid FOR SHARE`
    return row?.hash === user.passwordHash ? startSession({ now, db: { prisma: tx } }, user.id, { client }) : null
  })
}

type Credentials = z.output<typeof signInInput>

/**
 * @returns the new session's id
 * @throws UNAUTHORIZED 'Invalid login credentials', or 'Email not confirmed' for a right password; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE
 * while too many passwords wait
 */
export async function signIn(services: Pick<Services, 'db' | 'now' | 'limits'>, input: Credentials, origin: SignInOrigin): Promise<string> {
  const tries = await takeTry(services.limits, input.email, origin.client)
  const user = await identify(services, input).catch(async (error: unknown) => {
    await tries.cameToNothing()
    throw error
  })
  if (user && !user.isVerified) {
    await recordFailure(services, input.email, 'email_not_confirmed', origin)
    throw codedError('UNAUTHORIZED', 'email_not_confirmed', EMAIL_NOT_CONFIRMED)
  }
  if (user) await services.limits.take('signedIn', networkOf(origin.client)?.for(user.id) ?? user.id)
  const sessionId = user && (await startUnlessChanged(services, user, origin.client))
  if (!sessionId) {
    await tries.failed()
    await recordFailure(services, input.email, 'invalid_credentials', origin)
    throw codedError('UNAUTHORIZED', 'invalid_credentials', INVALID_CREDENTIALS)
  }
  await tries.succeeded()
  await recordAudit(services.db.prisma, actorFrom(origin, { userId: user.id, email: user.email }), {
    action: 'auth.signed_in',
    subjectType: 'user',
    subjectId: user.id,
    after: { sessionId, method: 'password' },
  })
  return sessionId
}

/** Before the password is checked, so that parallel tries count. Tries from elsewhere never lock the owner's network out. */
async function takeTry(limits: Limits, email: string, client: ClientInfo) {
  const network = networkOf(client)
  const pair = network?.for(email) ?? email
  await limits.take('signInNetwork', network)
  const isAttacked = await limits.isSpent('signInAddress', email)
  if (isAttacked) await limits.take('signInUnderAttack', pair)
  await limits.take('signIn', pair)
  return {
    failed: () => limits.note('signInAddress', email),
    cameToNothing: () => Promise.all([limits.reward('signIn', pair), limits.reward('signInNetwork', network)]).catch(() => undefined),
    succeeded: () =>
      Promise.all([limits.reset('signIn', pair), limits.reset('signInUnderAttack', pair), limits.reward('signInNetwork', network)]),
  }
}

/** Known and unknown addresses take the same number of statements. */
async function recordFailure({ db }: Pick<Services, 'db'>, email: string, reason: string, origin: SignInOrigin) {
  const user = await db.prisma.user.findUnique({ where: { email }, select: { id: true } })
  await recordAudit(db.prisma, actorFrom(origin, { userId: null, email }), {
    action: 'auth.sign_in_failed',
    subjectType: 'user',
    subjectId: user?.id ?? 'unknown',
    after: { reason },
  })
}

const sessionsOf = ({ userId, sessionId }: Viewer, scope: SignOutScope) => {
  if (scope === 'local') return { id: sessionId }
  return scope === 'others' ? { userId, id: { not: sessionId } } : { userId }
}

export async function signOut({ db, now, actor, viewer }: SignedInCall<'db' | 'now'>, { scope }: { scope: SignOutScope }): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({ where: { ...sessionsOf(viewer, scope), revokedAt: null }, data: { revokedAt: now() } })
    await recordAudit(tx, actor, {
      action: 'auth.signed_out',
      subjectType: 'user',
      subjectId: viewer.userId,
      after: { scope, sessionId: viewer.sessionId, ended: count },
    })
  })
}
