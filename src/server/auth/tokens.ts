import type { AuthSession, Factor, SessionUser } from '~/contracts/account'
import type { Services } from '~/server/services'
import { signAccessToken } from './access-tokens'
import { codedError } from '~/server/platform/errors'
import { newRefreshToken } from './refresh-tokens'
import { mfaPending, readSession, type Viewer } from './sessions'

/** A user's second factors, the oldest first; those that can be answered with alone, where one is owed. */
function factorsOf({ db }: Pick<Services, 'db'>, viewer: Viewer): Promise<Factor[]> {
  return db.prisma.mfaFactor.findMany({
    where: { userId: viewer.userId, ...(mfaPending(viewer) ? { status: 'verified' as const } : {}) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, factorType: true, friendlyName: true, status: true },
  })
}

/** The user of a session as its programs see them (spec §3 Session). */
export const sessionUser = async (deps: Pick<Services, 'db'>, viewer: Viewer): Promise<SessionUser> => ({
  id: viewer.userId,
  email: viewer.email,
  isAdmin: viewer.role === 'admin',
  factors: await factorsOf(deps, viewer),
})

/** The refusal of a call without a session that counts. */
export const noSession = () => codedError('UNAUTHORIZED', 'session_not_found', 'Please sign in first.')

/**
 * The session as its program gets it, with an access token that names role and assurance level as
 * they are now, and a refresh token: the one given, or a new one.
 * @throws UNAUTHORIZED when the session has ended
 */
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
