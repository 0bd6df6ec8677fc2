import { SignJWT, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { type AuthSession, type Factor, type SessionUser, assuranceLevels, authMethods } from '~/contracts/identity/account'
import type { Services } from '~/server/services'
import { type Viewer, mfaPending, noSession, readSession } from './read-session'
import { ACCESS_TOKEN_SECONDS, SIGNING_ALGORITHM, publicKey, signingKey } from './signing-keys'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'

type Deps = Pick<Services, 'db' | 'now' | 'secret' | 'siteUrl'>

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** ES256 (RFC 7519); expires (Unix seconds) no later than the session. */
async function signAccessToken(deps: Deps, viewer: Viewer): Promise<{ accessToken: string; expiresAt: number }> {
  const { kid, privateKey } = await signingKey(deps)
  const issuedAt = seconds(deps.now())
  const expiresAt = Math.min(issuedAt + ACCESS_TOKEN_SECONDS, seconds(viewer.expiresAt))
  const accessToken = await new SignJWT({ session_id: viewer.sessionId, role: viewer.role, aal: viewer.aal, amr: viewer.amr })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid })
    .setSubject(viewer.userId)
    .setIssuer(deps.siteUrl)
    .setAudience(deps.siteUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey)
  return { accessToken, expiresAt }
}

const claims = z.object({ exp: z.number(), session_id: z.guid(), aal: z.enum(assuranceLevels), amr: authMethods })

export interface AccessToken extends Pick<Viewer, 'sessionId' | 'aal' | 'amr'> {
  keyId: string
}

const verified = new Map<string, { siteUrl: string; expiresAt: number; says: AccessToken }>()
const MOST_VERIFIED = 1_000

export async function verifyAccessToken(deps: Deps, token: string): Promise<AccessToken | null> {
  const known = verified.get(token)
  if (known?.siteUrl === deps.siteUrl) {
    verified.delete(token)
    if (seconds(deps.now()) >= known.expiresAt) return null
    verified.set(token, known)
    return known.says
  }
  const read = await checkAccessToken(deps, token)
  if (!read) return null
  const [oldest] = verified.keys()
  if (verified.size >= MOST_VERIFIED && oldest !== undefined) verified.delete(oldest)
  verified.set(token, { siteUrl: deps.siteUrl, ...read })
  return read.says
}

async function checkAccessToken(deps: Deps, token: string): Promise<{ says: AccessToken; expiresAt: number } | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? null : await publicKey(deps, kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        issuer: deps.siteUrl,
        audience: deps.siteUrl,
        typ: 'JWT',
        algorithms: [SIGNING_ALGORITHM],
        currentDate: deps.now(),
        requiredClaims: ['sub', 'exp'],
      },
    )
    const parsed = claims.safeParse(payload)
    if (!parsed.success || protectedHeader.kid === undefined) return null
    const { exp, session_id: sessionId, aal, amr } = parsed.data
    return { says: { sessionId, aal, amr, keyId: protectedHeader.kid }, expiresAt: exp }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Milliseconds within which a used token may come again: two tabs, or a lost answer. */
const GRACE_MS = 10_000

type RefreshDeps = Pick<Services, 'db' | 'now' | 'secret'>

/** Derived, so that parallel uses of a token in any process get the same successor. */
const successorOf = (secret: string, token: string) => keyedHash(secret, 'refresh-token', token)

async function newRefreshToken({ db, now }: RefreshDeps, sessionId: string): Promise<string> {
  const token = randomToken()
  await db.prisma.$transaction([
    db.prisma.refreshToken.deleteMany({ where: { sessionId, usedAt: null } }),
    db.prisma.refreshToken.create({ data: { sessionId, tokenHash: hashToken(token), createdAt: now() } }),
  ])
  return token
}

/** Used ones stay, so that a copy is still recognised. */
export async function forgetRefreshTokens({ db }: Pick<Services, 'db'>, sessionId: string): Promise<void> {
  await db.prisma.refreshToken.deleteMany({ where: { sessionId, usedAt: null } })
}

type Rotation =
  | { outcome: 'rotated'; sessionId: string; refreshToken: string }
  | { outcome: 'unknown' }
  /** Used before, and not just now: somebody has a copy. */
  | { outcome: 'reused'; sessionId: string }

export async function rotateRefreshToken(deps: RefreshDeps, token: string): Promise<Rotation> {
  const { db, now, secret } = deps
  const tokenHash = hashToken(token)
  const row = await db.prisma.refreshToken.findUnique({ where: { tokenHash }, select: { sessionId: true, usedAt: true } })
  if (!row) return { outcome: 'unknown' }
  const { sessionId, usedAt } = row
  const at = now()
  if (usedAt && at.getTime() - usedAt.getTime() > GRACE_MS) return { outcome: 'reused', sessionId }

  const successor = successorOf(secret, token)
  if (usedAt) return latestAfter(deps, sessionId, successor)
  // One statement uses the token and stores its successor; of several at once the first does both.
  await db.prisma.$executeRaw`
    WITH used AS (
      UPDATE refresh_tokens SET used_at = ${at} WHERE token_hash = ${tokenHash} AND used_at IS NULL RETURNING session_id
    )
    INSERT INTO refresh_tokens (session_id, token_hash, created_at)
    SELECT session_id, ${hashToken(successor)}, ${at} FROM used ON CONFLICT (token_hash) DO NOTHING`
  return latestAfter(deps, sessionId, successor)
}

/** Within the grace period a later token may have been used already. */
async function latestAfter(deps: RefreshDeps, sessionId: string, token: string): Promise<Rotation> {
  const row = await deps.db.prisma.refreshToken.findUnique({ where: { tokenHash: hashToken(token) }, select: { usedAt: true } })
  if (!row) return { outcome: 'unknown' }
  if (row.usedAt) return latestAfter(deps, sessionId, successorOf(deps.secret, token))
  return { outcome: 'rotated', sessionId, refreshToken: token }
}

function factorsOf({ db }: Pick<Services, 'db'>, viewer: Viewer): Promise<Factor[]> {
  return db.prisma.mfaFactor.findMany({
    where: { userId: viewer.userId, ...(mfaPending(viewer) ? { status: 'verified' as const } : {}) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, factorType: true, friendlyName: true, status: true },
  })
}

export const sessionUser = async (deps: Pick<Services, 'db'>, viewer: Viewer): Promise<SessionUser> => ({
  id: viewer.userId,
  email: viewer.email,
  isAdmin: viewer.role === 'admin',
  factors: await factorsOf(deps, viewer),
})

/** Has the current role and assurance level. @throws UNAUTHORIZED if the session has ended */
export async function issueSession(
  deps: Pick<Services, 'db' | 'now' | 'secret' | 'siteUrl' | 'sessionRules'>,
  id: string,
  refreshToken?: string,
): Promise<AuthSession> {
  const viewer = await readSession(deps, id)
  if (!viewer) throw noSession()
  const user = await sessionUser(deps, viewer)
  const access = await signAccessToken(deps, viewer)
  return { ...access, refreshToken: refreshToken ?? (await newRefreshToken(deps, id)), user }
}
