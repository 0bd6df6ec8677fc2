import * as z from 'zod'
import { assuranceLevels, authMethods, type AssuranceLevel, type AuthMethods } from '~/contracts/account'
import { userRoles, type UserRole } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import type { ClientInfo } from '~/server/audit/record'
import { jsonTime } from '~/server/db/json-row'
import type { Services } from '~/server/services'

/** How long a session lasts at most, however much it is used (seconds). */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** `last_seen_at` is written this often at most. */
const SEEN_MS = 5 * 60 * 1000

const LONGEST_AGENT = 400

/** A session as a guarded call sees it, read from the database each time. */
export interface Viewer {
  sessionId: string
  userId: string
  email: string
  role: UserRole
  aal: AssuranceLevel
  /** With one, an administrator's calls need aal2 (spec §6). */
  hasVerifiedFactor: boolean
  expiresAt: Date
}

/** Whether the session still owes its second factor. */
export const owesFactor = ({ aal, hasVerifiedFactor }: Pick<Viewer, 'aal' | 'hasVerifiedFactor'>): boolean =>
  hasVerifiedFactor && aal === 'aal1'

export type SignInMethod = AuthMethods[number]['method']

type Deps = Pick<Services, 'db' | 'now'>
type Tx = Pick<Prisma.TransactionClient, 'session'>

const sessionId = z.guid()

/** A verification method used at a time, as the token's `amr` claim has it. */
const usedAt = (method: SignInMethod, at: Date): AuthMethods[number] => ({ method, timestamp: Math.floor(at.getTime() / 1000) })

/** Starts a session and answers its id. */
export async function startSession(
  { db, now }: Pick<Services, 'now'> & { db: { prisma: Tx } },
  userId: string,
  { client, methods = ['password'], aal = 'aal1' }: { client?: ClientInfo; methods?: SignInMethod[]; aal?: AssuranceLevel } = {},
): Promise<string> {
  const at = now()
  const session = await db.prisma.session.create({
    data: {
      userId,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + SESSION_SECONDS * 1000),
      aal,
      amr: methods.map((method) => usedAt(method, at)),
      ip: client?.ip ?? null,
      userAgent: client?.userAgent?.slice(0, LONGEST_AGENT) ?? null,
    },
    select: { id: true },
  })
  return session.id
}

const sessionRow = z.object({
  userId: z.string(),
  lastSeenAt: jsonTime,
  email: z.string(),
  role: z.enum(userRoles).nullable(),
  aal: z.enum(assuranceLevels),
  hasVerifiedFactor: z.boolean(),
  expiresAt: jsonTime,
})

/** Whose session this is; null when it is unknown, revoked or expired. A user without a profile is a customer. */
export async function readSession({ db, now }: Deps, id: string | null | undefined): Promise<Viewer | null> {
  if (!sessionId.safeParse(id).success || typeof id !== 'string') return null
  const at = now()
  // One statement, because every guarded call runs it.
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object(
      'userId', s.user_id, 'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at, 'email', u.email, 'role', p.role, 'aal', s.aal,
      'hasVerifiedFactor', EXISTS (SELECT FROM mfa_factors f WHERE f.user_id = s.user_id AND f.status = 'verified')
    )::text FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN profiles p ON p.user_id = s.user_id
    WHERE s.id = ${id}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${at}`)
  if (found === null) return null
  const { lastSeenAt, role, ...viewer } = sessionRow.parse(found)
  if (at.getTime() - lastSeenAt.getTime() >= SEEN_MS) {
    const stale = new Date(at.getTime() - SEEN_MS)
    await db.prisma.session.updateMany({ where: { id, lastSeenAt: { lte: stale } }, data: { lastSeenAt: at } })
  }
  return { sessionId: id, role: role ?? 'customer', ...viewer }
}

/** Ends a session; ending one that has ended changes nothing. */
export async function endSession({ db, now }: Deps, id: string): Promise<void> {
  await db.prisma.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now() } })
}

/**
 * Ends a user's sessions: all, all but one (`except`), or those of one assurance level. Pass the
 * transaction of the change that ends them.
 * @returns how many ended
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  { except, aal, at = new Date() }: { except?: string; aal?: AssuranceLevel; at?: Date } = {},
): Promise<number> {
  const where = { userId, revokedAt: null, ...(except ? { id: { not: except } } : {}), ...(aal ? { aal } : {}) }
  const { count } = await tx.session.updateMany({ where, data: { revokedAt: at } })
  return count
}

/** Raises a session to aal2: its user has just proven a second factor. */
export async function raiseSession(tx: Tx, id: string, method: SignInMethod, at: Date = new Date()): Promise<void> {
  const { amr } = await tx.session.findUniqueOrThrow({ where: { id }, select: { amr: true } })
  const earlier = authMethods.parse(amr).filter((used) => used.method !== method)
  await tx.session.update({ where: { id }, data: { aal: 'aal2', amr: [...earlier, usedAt(method, at)] } })
}
