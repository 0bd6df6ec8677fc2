import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { assuranceLevels, type AssuranceLevel, type AuthMethods } from '~/contracts/account'
import type { Services } from '~/server/services'
import type { Viewer } from './sessions'
import { ACCESS_TOKEN_SECONDS, publicKey, SIGNING_ALGORITHM, signingKey } from './signing-keys'

type Deps = Pick<Services, 'db' | 'now' | 'secret' | 'siteUrl'>

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** An access token for a session (ES256, RFC 7519) and when it expires (Unix seconds); never later than the session. */
export async function signAccessToken(deps: Deps, viewer: Viewer, amr: AuthMethods): Promise<{ accessToken: string; expiresAt: number }> {
  const { kid, privateKey } = await signingKey(deps)
  const issuedAt = seconds(deps.now())
  const expiresAt = Math.min(issuedAt + ACCESS_TOKEN_SECONDS, seconds(viewer.expiresAt))
  const accessToken = await new SignJWT({ session_id: viewer.sessionId, role: viewer.role, aal: viewer.aal, amr })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid })
    .setSubject(viewer.userId)
    .setIssuer(deps.siteUrl)
    .setAudience(deps.siteUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey)
  return { accessToken, expiresAt }
}

const claims = z.object({ session_id: z.guid(), aal: z.enum(assuranceLevels) })

/**
 * The session that an access token was made for, and the assurance level it had then; null for any
 * token that is not ours, is changed or has expired. Whether the session still counts is for the
 * database to say.
 */
export async function verifyAccessToken(deps: Deps, token: string): Promise<{ sessionId: string; aal: AssuranceLevel } | null> {
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
    return parsed.success ? { sessionId: parsed.data.session_id, aal: parsed.data.aal } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
