import type { NextApiRequest } from 'next'
import type { Services } from '~/server/services'
import { requestSessionId } from './request-session'
import { owesFactor, readSession, type Viewer } from './sessions'

/** Why a request that only an administrator may make is refused, with the HTTP status of that. */
export interface AdminRefusal {
  status: 401 | 403
  message: string
}

const SECOND_FACTOR = 'Please enter the code of your second factor first.'

/**
 * The guard of the back office's own addresses beside tRPC: the session, the role and the second factor are
 * read from the database, as `protectedAdminProcedure` does.
 */
export async function adminOf(services: Services, req: NextApiRequest): Promise<Viewer | AdminRefusal> {
  const viewer = await readSession(services, await requestSessionId(req))
  if (!viewer) return { status: 401, message: 'Please sign in first.' }
  if (viewer.role !== 'admin') return { status: 403, message: 'Only administrators may do this.' }
  if (owesFactor(viewer)) return { status: 403, message: SECOND_FACTOR }
  return viewer
}
