import type { NextApiRequest } from 'next'
import { adminsOnly, needsEnrollment, needsSecondFactor } from '~/server/auth/factor-account'
import { requestSession } from '~/server/auth/request-session'
import { mfaPending, type Viewer } from '~/server/auth/read-session'

/** Why a request that only an administrator may make is refused, with the HTTP status of that. */
export interface AdminRefusal {
  status: 401 | 403
  message: string
}

/**
 * The guard of the back office's own addresses beside tRPC: session, role and second factor are read from the
 * database, as `protectedAdminProcedure` does.
 */
export async function adminOf(req: NextApiRequest): Promise<Viewer | AdminRefusal> {
  const viewer = await requestSession(req)
  if (!viewer) return { status: 401, message: 'Please sign in first.' }
  if (viewer.role !== 'admin') return { status: 403, message: adminsOnly().message }
  if (mfaPending(viewer)) return { status: 403, message: needsSecondFactor().message }
  if (viewer.mustEnroll) return { status: 403, message: needsEnrollment().message }
  return viewer
}
