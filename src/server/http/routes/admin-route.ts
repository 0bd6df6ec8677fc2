import type { NextApiHandler, NextApiRequest, NextApiResponse } from 'next'
import { requestSession } from '~/server/identity/auth/request-session'
import { adminsOnly, needsEnrollment, needsSecondFactor, mfaPending, type Viewer } from '~/server/identity/auth/read-session'
import { whileReachable } from '~/server/http/pages/unavailable'

/** A refusal with its HTTP status. */
interface AdminRefusal {
  status: 401 | 403
  message: string
}

/** Session, role and second factor are read from the database, as `protectedAdminProcedure` does. */
async function adminOf(req: NextApiRequest): Promise<Viewer | AdminRefusal> {
  const viewer = await requestSession(req)
  if (!viewer) return { status: 401, message: 'Please sign in first.' }
  if (viewer.role !== 'admin') return { status: 403, message: adminsOnly().message }
  if (mfaPending(viewer)) return { status: 403, message: needsSecondFactor().message }
  if (viewer.mustEnroll) return { status: 403, message: needsEnrollment().message }
  return viewer
}

/** The allowed methods of a route, and the words for others. */
interface Methods {
  allowed: readonly string[]
  otherwise: string
}

/** A route of the back office beside tRPC: for administrators alone, and never cached unless the answer says so. */
export const adminRoute = (
  answer: (viewer: Viewer, req: NextApiRequest, res: NextApiResponse) => Promise<void>,
  methods?: Methods,
): NextApiHandler =>
  whileReachable(async (req, res) => {
    res.setHeader('Cache-Control', 'private, no-store')
    if (methods && !methods.allowed.includes(req.method ?? '')) {
      res.setHeader('Allow', methods.allowed.join(', '))
      res.status(405).json({ message: methods.otherwise })
      return
    }
    const viewer = await adminOf(req)
    if ('status' in viewer) res.status(viewer.status).json({ message: viewer.message })
    else await answer(viewer, req, res)
  })
