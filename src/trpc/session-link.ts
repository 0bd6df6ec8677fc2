import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '~/server/api/root'
import { doubtSession } from '~/lib/auth-events'

/**
 * Notices when a call or a stream is refused as if nobody were signed in, or nobody who may: the session may have been
 * ended elsewhere, or the role taken away. What is refused is told to whoever called, as ever.
 */
export const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (error.data?.code === 'UNAUTHORIZED' || error.data?.code === 'FORBIDDEN') doubtSession()
          observer.error(error)
        },
        complete: () => observer.complete(),
      }),
    )
