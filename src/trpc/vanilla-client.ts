import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '~/server/api/root'

/** Milliseconds for a call without a signal of its own. */
const TIMEOUT_MS = 15_000

/** For public pages, which do without hooks and cache; loaded at the first call. */
export const vanillaClient = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/api/trpc',
      transformer: superjson,
      fetch: (url, options) => fetch(url, { ...options, signal: options?.signal ?? AbortSignal.timeout(TIMEOUT_MS) }),
    }),
  ],
})
