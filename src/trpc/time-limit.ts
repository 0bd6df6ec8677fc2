import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { TIME_LIMIT, TimeLimitError } from '~/lib/time-limit'
import type { AppRouter } from '~/server/api/root'

/** Calls on many rows or a whole file have no time limit. */
const TAKES_LONG =
  /^(?:imports\.|credit\.verify$|\w+\.(?:updateStatuses|undoStatuses|adjustValues|previewAdjustment|change|countEmails|countMatching)$)/

/** Shaped like an error of the server: forms and toasts show its sentence, and the call is not repeated. */
function givenUp(path: string): TRPCClientError<AppRouter> {
  const cause = new TimeLimitError()
  const data = { code: 'TIMEOUT', httpStatus: 408, path, zodError: null, requestId: '' } as const
  return new TRPCClientError(cause.message, { cause, result: { error: { message: cause.message, code: -32_008, data } } })
}

/**
 * Ends a call that is not answered in time. Stands after the links that open dialogs, whose time does not count; streams do not pass it.
 */
export const timeLimitLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) => {
    if (TAKES_LONG.test(op.path)) return next(op)
    return observable((observer) => {
      const giving = new AbortController()
      op.signal?.addEventListener('abort', () => giving.abort(op.signal?.reason), { once: true })
      const timer = setTimeout(() => {
        observer.error(givenUp(op.path))
        giving.abort()
      }, TIME_LIMIT)
      const subscription = next({ ...op, signal: giving.signal }).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          clearTimeout(timer)
          observer.error(error)
        },
        complete: () => {
          clearTimeout(timer)
          observer.complete()
        },
      })
      return () => {
        clearTimeout(timer)
        subscription.unsubscribe()
      }
    })
  }
