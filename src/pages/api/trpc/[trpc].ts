import { createNextApiHandler } from '@trpc/server/adapters/next'
import { env } from '~/env'
import { retryAfter } from '~/server/api/errors'
import { LARGEST_BODY, refusal } from '~/server/api/http-guard'
import { createRequestContext } from '~/server/api/request-context'
import { appRouter } from '~/server/api/root'

// tRPC reads the body itself: its own answers to malformed and oversized ones are in the form that
// its clients understand.
export const config = { api: { bodyParser: false, responseLimit: false, externalResolver: true } }

const LARGEST_BATCH = 10

export default createNextApiHandler({
  router: appRouter,
  createContext: createRequestContext,
  maxBodySize: LARGEST_BODY,
  maxBatchSize: LARGEST_BATCH,
  middleware: (req, _res, next) => {
    next(refusal(req, env().NEXTAUTH_URL))
  },
  responseMeta: ({ errors }) => {
    const headers = new Headers([['Cache-Control', 'private, no-store']])
    const wait = retryAfter(errors)
    if (wait !== null) headers.set('Retry-After', String(wait))
    return { headers }
  },
})
