import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '~/server/api/root'

/** Single calls of public pages, which do without hooks and cache; loaded at the first call. */
export const vanillaClient = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc', transformer: superjson })] })
