import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '~/env'
import type { Services } from '~/server/services'
import type { createCalls } from './calls'

const CALLS = '/api/trpc/'

/** The API is most of the shop's code: it loads with the first call, so that no page waits for it. */
export function laterCalls(services: Services, settings: Env) {
  type Calls = ReturnType<typeof createCalls>
  let loaded: Calls | undefined
  let loading: Promise<Calls> | undefined
  const load = () =>
    (loading ??= import('./calls').then((calls) => {
      loaded = calls.createCalls(services, settings)
      return loaded
    }))
  return {
    answer: (req: IncomingMessage, res: ServerResponse): boolean => {
      if (loaded) return loaded.answer(req, res)
      if (!req.url?.startsWith(CALLS)) return false
      void load().then(({ answer }) => answer(req, res))
      return true
    },
    streamCounts: () => loaded?.streams.counts() ?? { open: 0, cut: 0, refused: 0 },
  }
}
