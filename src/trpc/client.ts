import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client'
import { createTRPCReact, type CreateTRPCReact } from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import superjson from 'superjson'
import { CHANGE_EMAILS_HEADER } from '~/contracts/change-emails'
import { requestSessionCheck } from '~/lib/auth-events'
import { BACKGROUND_HEADER, isBackgroundCall } from '~/lib/background-calls'
import type { AppRouter } from '~/server/api/root'
import { changeEmailsLink } from './change-emails'
import { proofLink } from './proof-link'
import { retryStreams } from './stream-retry'
import { timeLimitLink } from './time-limit'

export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>

const URL = '/api/trpc'
/** The server refuses larger batches (server/api/request-handler.ts). */
const LARGEST_BATCH = 10

/** Asks for the emails of a change (change-emails.ts), and marks calls that the page makes by itself (lib/background-calls.ts). */
const headers = () => ({ [CHANGE_EMAILS_HEADER]: '1', ...(isBackgroundCall() && { [BACKGROUND_HEADER]: '1' }) })

/** @see https://trpc.io/docs/v11/client/links/splitLink */
export const links = (): TRPCLink<AppRouter>[] => [
  sessionLink,
  changeEmailsLink,
  proofLink,
  splitLink({
    condition: (operation) => operation.type === 'subscription',
    true: [retryStreams, httpSubscriptionLink({ url: URL, transformer: superjson })],
    false: [
      timeLimitLink,
      splitLink({
        condition: (operation) => operation.context.skipBatch === true,
        true: httpLink({ url: URL, transformer: superjson, headers }),
        false: splitLink({
          condition: (operation) => operation.context.inBody === true,
          true: httpLink({ url: URL, transformer: superjson, headers, methodOverride: 'POST' }),
          false: httpBatchLink({ url: URL, transformer: superjson, maxItems: LARGEST_BATCH, headers }),
        }),
      }),
    ],
  }),
]

export const newClient = () => createTRPCClient<AppRouter>({ links: links() })

/** Sends a call outside the batch, so that no other waits for it or fails with it. */
export const withoutBatch = { trpc: { context: { skipBatch: true } } } as const

/** For a query with more ids than an address holds; the server takes bodies where the meta says `largeBody`. */
export const inBody = { trpc: { context: { inBody: true } } } as const

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>()

/** Reports refusals for lack of a session or a role: the session may have ended in another tab. The caller still gets the refusal. */
const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (error.data?.code === 'UNAUTHORIZED' || error.data?.code === 'FORBIDDEN') requestSessionCheck()
          observer.error(error)
        },
        complete: () => observer.complete(),
      }),
    )
