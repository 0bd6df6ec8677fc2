import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { assuranceLevels, authMethods, type AssuranceLevel, type AuthMethods } from '~/contracts/identity/account'
import { storedScopes, type Scope } from '~/contracts/identity/api-keys'
import { userRoles, type UserRole } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { codedError } from '~/server/platform/errors'
import type { Actor, ClientInfo } from '~/server/platform/audit/record-audit'
import { jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import type { SessionRules } from './session-rules'
import { isPublished } from './signing-keys'

/** Longest interval (ms) between writes of `last_seen_at`; shorter for administrators, whose idle time depends on it. */
const SEEN_MS = 5 * 60 * 1000
/** Fraction of the idle time by which a session may end early. */
const IDLE_PRECISION = 180

/** Read from the database at each guarded call. */
export interface Viewer {
  sessionId: string
  userId: string
  email: string
  role: UserRole
  scopes: readonly Scope[] | null
  apiKey: { id: string; name: string } | null
  aal: AssuranceLevel
  amr: AuthMethods
  /** Signed-in calls then need aal2 (requirements §6). */
  hasVerifiedFactor: boolean
  /** An administrator without a required factor. */
  mustEnroll: boolean
  cookieVersion: number
  expiresAt: Date
  /** End without another call; null without an idle limit. */
  idleUntil: Date | null
}

export const actorOf = ({ userId, email, apiKey }: Viewer, client: ClientInfo, requestId?: string): Actor & { userId: string } => ({
  userId,
  email,
  ...client,
  ...(apiKey && { userAgent: `API key '${apiKey.name}', ${client.userAgent ?? 'no program named'}` }),
  ...(requestId === undefined ? {} : { requestId }),
})

export const mfaPending = ({ aal, hasVerifiedFactor }: Pick<Viewer, 'aal' | 'hasVerifiedFactor'>): boolean =>
  hasVerifiedFactor && aal === 'aal1'

export type SessionDeps = Pick<Services, 'db' | 'now' | 'sessionRules'>

const sessionId = z.guid()

const sessionRow = z.object({
  userId: z.string(),
  createdAt: jsonTime,
  lastSeenAt: jsonTime,
  email: z.string(),
  role: z.enum(userRoles).nullable(),
  scopes: storedScopes.nullable(),
  aal: z.enum(assuranceLevels),
  amr: authMethods,
  hasVerifiedFactor: z.boolean(),
  cookieVersion: z.int(),
  expiresAt: jsonTime,
})

const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)

/** Administrators' sessions end earlier, and earlier still when idle. */
function endOf({ role, createdAt, lastSeenAt, expiresAt }: z.output<typeof sessionRow>, rules: SessionRules) {
  if (role !== 'admin') return { expiresAt, idleUntil: null }
  const adminEnd = later(createdAt, rules.adminSeconds)
  return { expiresAt: adminEnd < expiresAt ? adminEnd : expiresAt, idleUntil: later(lastSeenAt, rules.adminIdleSeconds) }
}

interface ReadOptions {
  cookieVersion?: number | undefined
  keyId?: string | undefined
  counts?: boolean
}

/** Null if it is unknown, revoked or expired, or named by an earlier cookie. A user without a profile is a customer. */
export async function readSession(
  { db, now, sessionRules }: SessionDeps,
  id: string | null | undefined,
  { cookieVersion, keyId, counts = true }: ReadOptions = {},
): Promise<Viewer | null> {
  if (!sessionId.safeParse(id).success || typeof id !== 'string') return null
  const at = now()
  // One statement, because every guarded call runs it.
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object(
      'userId', s.user_id, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at, 'email', u.email,
      'role', p.role, 'scopes', p.scopes, 'aal', s.aal, 'amr', s.amr, 'cookieVersion', s.cookie_version,
      'hasVerifiedFactor', EXISTS (SELECT FROM mfa_factors f WHERE f.user_id = s.user_id AND f.status = 'verified')
    )::text FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN profiles p ON p.user_id = s.user_id
    WHERE s.id = ${id}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${at}
      AND ${keyId === undefined ? Prisma.sql`TRUE` : isPublished(keyId, at)}`)
  if (found === null) return null
  const row = sessionRow.parse(found)
  const { createdAt: _, lastSeenAt, role, ...session } = row
  if (cookieVersion !== undefined && cookieVersion !== session.cookieVersion) return null
  const { expiresAt, idleUntil } = endOf(row, sessionRules)
  if (expiresAt <= at || (idleUntil !== null && idleUntil <= at)) {
    // Ends it for good: losing the role must not revive it. A call made just now keeps it.
    await db.prisma.session.updateMany({ where: { id, revokedAt: null, lastSeenAt: { lte: lastSeenAt } }, data: { revokedAt: at } })
    return null
  }
  const precision = idleUntil === null ? SEEN_MS : Math.min(SEEN_MS, (sessionRules.adminIdleSeconds * 1000) / IDLE_PRECISION)
  if (counts && at.getTime() - lastSeenAt.getTime() >= precision) {
    const stale = new Date(at.getTime() - precision)
    await db.prisma.session.updateMany({ where: { id, lastSeenAt: { lte: stale } }, data: { lastSeenAt: at } })
  }
  const mustEnroll = sessionRules.requireAdminMfa && role === 'admin' && !session.hasVerifiedFactor
  return { sessionId: id, apiKey: null, ...session, role: role ?? 'customer', mustEnroll, expiresAt, idleUntil }
}

export const noSession = () => codedError('UNAUTHORIZED', 'session_not_found', 'Please sign in first.')

export const needsSecondFactor = (): TRPCError =>
  codedError('FORBIDDEN', 'insufficient_aal', 'Please enter the code of your second factor first.')

export const needsEnrollment = (): TRPCError =>
  codedError('FORBIDDEN', 'mfa_enrollment_required', 'Administrators need a second factor here. Please add one to your account first.')

export const adminsOnly = (): TRPCError => new TRPCError({ code: 'FORBIDDEN', message: 'Only administrators may do this.' })
