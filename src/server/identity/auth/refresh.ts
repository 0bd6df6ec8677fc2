import type { AuthSession } from '~/contracts/identity/account'
import { recordAudit } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import { codedError } from '~/server/platform/errors'
import { networkOf } from './limits'
import { forgetRefreshTokens, issueSession, rotateRefreshToken } from './tokens'
import { endSession } from './sessions'
import { noSession, readSession } from './read-session'
import { actorFrom, type SignInOrigin } from './sign-in'

type Deps = Pick<Services, 'db' | 'now' | 'secret' | 'siteUrl' | 'limits' | 'sessionRules'>

/** Late reuse ends the session, since somebody has a copy. @throws UNAUTHORIZED for an unknown or used token; TOO_MANY_REQUESTS */
async function spendRefreshToken(deps: Deps, token: string, origin: SignInOrigin) {
  const rotation = await rotateRefreshToken(deps, token)
  if (rotation.outcome === 'unknown') {
    await deps.limits.take('refreshNetwork', networkOf(origin.client))
    throw codedError('UNAUTHORIZED', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  if (rotation.outcome === 'reused') {
    await endForReuse(deps, rotation.sessionId, origin)
    throw codedError('UNAUTHORIZED', 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  await deps.limits.take('refresh', rotation.sessionId)
  return rotation
}

/** With the current role and factors (requirements §7). @throws UNAUTHORIZED for an unknown or used token; TOO_MANY_REQUESTS */
export async function refreshSession(deps: Deps, refreshToken: string, origin: SignInOrigin): Promise<AuthSession> {
  const rotation = await spendRefreshToken(deps, refreshToken, origin)
  return issueSession(deps, rotation.sessionId, rotation.refreshToken)
}

/** In favour of a browser's cookie. @returns the session's id @throws UNAUTHORIZED, TOO_MANY_REQUESTS */
export async function sessionForBrowser(deps: Deps, refreshToken: string, origin: SignInOrigin): Promise<string> {
  const { sessionId } = await spendRefreshToken(deps, refreshToken, origin)
  await forgetRefreshTokens(deps, sessionId)
  if (!(await readSession(deps, sessionId))) throw noSession()
  return sessionId
}

async function endForReuse(deps: Deps, sessionId: string, origin: SignInOrigin): Promise<void> {
  const viewer = await readSession(deps, sessionId)
  if (!viewer) return
  await endSession(deps, sessionId)
  await recordAudit(deps.db.prisma, actorFrom(origin, { userId: null, email: viewer.email }), {
    action: 'auth.token_reused',
    subjectType: 'user',
    subjectId: viewer.userId,
    after: { sessionId },
  })
}
