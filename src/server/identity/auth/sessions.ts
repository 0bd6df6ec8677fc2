import { authMethods, type AssuranceLevel, type AuthMethods } from '~/contracts/identity/account'
import type { Prisma } from '~/generated/prisma/client'
import type { ClientInfo } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'

/** Seconds, however much it is used. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

const LONGEST_AGENT = 400

export type SignInMethod = AuthMethods[number]['method']
type Tx = Pick<Prisma.TransactionClient, 'session'>

const usedAt = (method: SignInMethod, at: Date): AuthMethods[number] => ({ method, timestamp: Math.floor(at.getTime() / 1000) })

/** @returns the new session's id */
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

export async function endSession({ db, now }: Pick<Services, 'db' | 'now'>, id: string): Promise<void> {
  await db.prisma.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now() } })
}

/** Pass the transaction of the causing change. @returns their number */
export async function endSessions(
  tx: Tx,
  userId: string,
  { except, aal, at = new Date() }: { except?: string; aal?: AssuranceLevel; at?: Date } = {},
): Promise<number> {
  const where = { userId, revokedAt: null, ...(except ? { id: { not: except } } : {}), ...(aal ? { aal } : {}) }
  const { count } = await tx.session.updateMany({ where, data: { revokedAt: at } })
  return count
}

/** Only the session's next cookie is valid then: a copy of the earlier one gains nothing. */
export async function proveSession(
  tx: Tx,
  id: string,
  method: SignInMethod,
  { at = new Date(), aal }: { at?: Date; aal?: AssuranceLevel } = {},
): Promise<void> {
  const { amr } = await tx.session.findUniqueOrThrow({ where: { id }, select: { amr: true } })
  const earlier = authMethods.parse(amr).filter((used) => used.method !== method)
  await tx.session.update({
    where: { id },
    data: { ...(aal ? { aal } : {}), amr: [...earlier, usedAt(method, at)], cookieVersion: { increment: 1 } },
  })
}

export const raiseSession = (tx: Tx, id: string, method: SignInMethod, at: Date = new Date()): Promise<void> =>
  proveSession(tx, id, method, { at, aal: 'aal2' })
