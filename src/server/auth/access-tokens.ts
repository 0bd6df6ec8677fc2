import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { assuranceLevels, authMethods } from '~/contracts/account'
import type { Services } from '~/server/services'
import type { Viewer } from './sessions'
import { ACCESS_TOKEN_SECONDS, publicKey, SIGNING_ALGORITHM, signingKey } from './signing-keys'

type Deps = Pick<Services, 'db' | 'now' | 'secret' | 'siteUrl'>

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** An access token for a session (ES256, RFC 7519) and when it expires (Unix seconds); never later than the session. */
export async function signAccessToken(deps: Deps, viewer: Viewer): Promise<{ accessToken: string; expiresAt: number }> {
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

const claims = z.object({ session_id: z.guid(), aal: z.enum(assuranceLevels), amr: authMethods })

/**
 * The session that an access token was made for, and how well it was proven then; null for any
 * token that is not ours, is changed or has expired. Whether the session still counts is for the
 * database to say.
 */
export async function verifyAccessToken(deps: Deps, token: string): Promise<Pick<Viewer, 'sessionId' | 'aal' | 'amr'> | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? null : await publicKey(deps, kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        issuer: deps.siteUrl,
        audience: deps.siteUrl,
        algorithms: [SIGNING_ALGORITHM],
        currentDate: deps.now(),
        requiredClaims: ['sub', 'exp'],
      },
    )
    const parsed = claims.safeParse(payload)
    if (!parsed.success) return null
    const { session_id: sessionId, aal, amr } = parsed.data
    return { sessionId, aal, amr }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
