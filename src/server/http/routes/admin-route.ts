import type { NextApiHandler, NextApiRequest, NextApiResponse } from 'next'
import type { Access, ScopedRouter } from '~/contracts/identity/api-keys'
import { requestViewer } from '~/server/api/request-context'
import { adminsOnly, needsEnrollment, needsSecondFactor, mfaPending, type Viewer } from '~/server/identity/auth/read-session'
import { takeCall } from '~/server/identity/auth/caller-limits'
import { requireScope } from '~/server/identity/auth/scopes'
import { whileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'
import { answerRefusal } from './refusal'

interface AdminRefusal {
  status: 401 | 403
  message: string
}

/** Read from the database, as `protectedAdminProcedure` does. */
async function adminOf(req: NextApiRequest): Promise<Viewer | AdminRefusal> {
  const viewer = await requestViewer(req)
  if (!viewer) return { status: 401, message: 'Please sign in first.' }
  if (viewer.role !== 'admin') return { status: 403, message: adminsOnly().message }
  if (mfaPending(viewer)) return { status: 403, message: needsSecondFactor().message }
  if (viewer.mustEnroll) return { status: 403, message: needsEnrollment().message }
  return viewer
}

interface RouteRules {
  /** Right of a key or a limited administrator; absent if `answer` checks it. */
  scope?: [ScopedRouter, Access]
  methods?: { allowed: readonly string[]; otherwise: string }
}

/** For administrators by cookie, access token or API key, within the caller's limits, and not cached unless the answer allows it. */
export const adminRoute = (
  answer: (viewer: Viewer, req: NextApiRequest, res: NextApiResponse) => Promise<void>,
  { scope, methods }: RouteRules,
): NextApiHandler =>
  whileReachable(async (req, res) => {
    res.setHeader('Cache-Control', 'private, no-store')
    if (methods && !methods.allowed.includes(req.method ?? '')) {
      res.setHeader('Allow', methods.allowed.join(', '))
      res.status(405).json({ message: methods.otherwise })
      return
    }
    try {
      const viewer = await adminOf(req)
      if ('status' in viewer) {
        res.status(viewer.status).json({ message: viewer.message })
        return
      }
      await takeCall(getServices().limits, viewer, { isChange: scope?.[1] === 'write' })
      if (scope) requireScope(viewer, ...scope)
      await answer(viewer, req, res)
    } catch (error) {
      if (!req.complete && !res.headersSent) {
        // A browser reads the answer only after its body was received.
        res.setHeader('Connection', 'close')
        req.resume()
      }
      answerRefusal(res, error)
    }
  })
