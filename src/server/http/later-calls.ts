import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '~/env'
import type { Services } from '~/server/services'

const CALLS = '/api/trpc/'

/**
 * The API, whose procedures are most of the shop's code: loaded with the first call, or by `load`, so that no page waits for it at the
 * start.
 */
export function laterCalls(services: Services, settings: Env) {
  type Calls = ReturnType<(typeof import('./calls'))['createCalls']>
  let loaded: Calls | undefined
  let loading: Promise<Calls> | undefined
  const load = () =>
    (loading ??= import('./calls').then(({ createCalls }) => {
      loaded = createCalls(services, settings)
      return loaded
    }))
  return {
    load,
    /** Answers `/api/trpc/*`; returns false for other requests. */
    answer: (req: IncomingMessage, res: ServerResponse): boolean => {
      if (loaded) return loaded.answer(req, res)
      if (!req.url?.startsWith(CALLS)) return false
      void load().then(({ answer }) => answer(req, res))
      return true
    },
    streamCounts: () => loaded?.streams.counts() ?? { open: 0, cut: 0, refused: 0 },
  }
}
