import type { Services } from '~/server/services'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'

/** A token that has just been used may come again this long: two tabs, or an answer that was lost. */
const GRACE_MS = 10_000

type Deps = Pick<Services, 'db' | 'now' | 'secret'>

/** The token after this one. Derived, so that uses of one token at the same time, in any process, get the same. */
const successorOf = (secret: string, token: string) => keyedHash(secret, 'refresh-token', token)

/** A new refresh token for a session; one that it has and has not used yet counts no longer. */
export async function newRefreshToken({ db, now }: Deps, sessionId: string): Promise<string> {
  const token = randomToken()
  await db.prisma.$transaction([
    db.prisma.refreshToken.deleteMany({ where: { sessionId, usedAt: null } }),
    db.prisma.refreshToken.create({ data: { sessionId, tokenHash: hashToken(token), createdAt: now() } }),
  ])
  return token
}

/** A session's tokens count no longer. Used ones stay: one that comes again is still known for a copy. */
export async function forgetRefreshTokens({ db }: Pick<Services, 'db'>, sessionId: string): Promise<void> {
  await db.prisma.refreshToken.deleteMany({ where: { sessionId, usedAt: null } })
}

/** What came of a use: the next token, or why there is none. */
export type Rotation =
  | { outcome: 'rotated'; sessionId: string; refreshToken: string }
  | { outcome: 'unknown' }
  /** Used before, and not just now: somebody has a copy. */
  | { outcome: 'reused'; sessionId: string }

/** Uses a refresh token. */
export async function rotateRefreshToken(deps: Deps, token: string): Promise<Rotation> {
  const { db, now, secret } = deps
  const tokenHash = hashToken(token)
  const row = await db.prisma.refreshToken.findUnique({ where: { tokenHash }, select: { sessionId: true, usedAt: true } })
  if (!row) return { outcome: 'unknown' }
  const { sessionId, usedAt } = row
  const at = now()
  if (usedAt && at.getTime() - usedAt.getTime() > GRACE_MS) return { outcome: 'reused', sessionId }

  const successor = successorOf(secret, token)
  if (usedAt) return latestAfter(deps, sessionId, successor)
  // One statement uses it up and keeps its successor; of several at once the first does both.
  await db.prisma.$executeRaw`
    WITH used AS (
      UPDATE refresh_tokens SET used_at = ${at} WHERE token_hash = ${tokenHash} AND used_at IS NULL RETURNING session_id
    )
    INSERT INTO refresh_tokens (session_id, token_hash, created_at)
    SELECT session_id, ${hashToken(successor)}, ${at} FROM used ON CONFLICT (token_hash) DO NOTHING`
  return latestAfter(deps, sessionId, successor)
}

/** The last token of the chain that `token` begins: within the grace a later one may have been used already. */
async function latestAfter(deps: Deps, sessionId: string, token: string): Promise<Rotation> {
  const row = await deps.db.prisma.refreshToken.findUnique({ where: { tokenHash: hashToken(token) }, select: { usedAt: true } })
  if (!row) return { outcome: 'unknown' }
  if (row.usedAt) return latestAfter(deps, sessionId, successorOf(deps.secret, token))
  return { outcome: 'rotated', sessionId, refreshToken: token }
}
