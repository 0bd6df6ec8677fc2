import { TRPCClientError, retryLink } from '@trpc/client'
import type { AppRouter } from '~/server/api/root'

/** Repeating a refused call does not help; any other failure may pass. */
export function isRetryable(error: unknown): boolean {
  const status = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.httpStatus : undefined
  return status === undefined || status >= 500
}

/** Milliseconds between attempts, doubled each time up to `LONGEST_PAUSE`. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

/**
 * Reopens a refused stream, for example after a balancer had no server; browsers reopen lost connections themselves. Pauses vary between
 * half and all of their length, so that tabs do not return at the same moment.
 * @see https://trpc.io/docs/client/links/retryLink
 */
export const retryStreams = retryLink<AppRouter>({
  retry: ({ error }) => isRetryable(error),
  retryDelayMs: (attempt) => Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (1 - Math.random() / 2),
})
