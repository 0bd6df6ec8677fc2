import type { RequestListener } from 'node:http'
import { inRequest, requestIdOf } from '~/server/platform/request-scope'
import type { clientReader } from '~/server/platform/network/client-info'

/**
 * Answers requests each in a scope of its own: its id, which API answers carry, and where it came from, read before anything
 * is waited for, since a connection that closes meanwhile has no address any more.
 */
export const withRequestScope =
  (readClient: ReturnType<typeof clientReader>, answer: RequestListener): RequestListener =>
  (req, res) => {
    const requestId = requestIdOf(req.headers)
    if (req.url?.startsWith('/api/')) res.setHeader('X-Request-Id', requestId)
    const client = readClient(req)
    inRequest(
      requestId,
      () => {
        answer(req, res)
      },
      client,
    )
  }
