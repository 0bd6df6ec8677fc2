import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { askForProof } from '~/lib/proof-request'
import type { AppRouter } from '~/server/api/root'

/** For a change that is not worth asking a person for: it fails instead. */
export const withoutProofDialog = { trpc: { context: { asksForProof: false } } } as const

/**
 * A change that needs a fresh proof waits while the page asks for it, and is then sent once more: whoever made
 * it hears of one call. Given up, it fails as it was refused.
 */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let isOver = false
      const send = () => next(op)
      const mayAsk = op.type === 'mutation' && op.context.asksForProof !== false
      let subscription = send().subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (!mayAsk || error.data?.errorCode !== 'reauthentication_needed') {
            observer.error(error)
            return
          }
          askForProof().then(
            (proven) => {
              if (isOver) return
              if (proven) subscription = send().subscribe(observer)
              else observer.error(error)
            },
            () => observer.error(error),
          )
        },
        complete: () => observer.complete(),
      })
      return () => {
        isOver = true
        subscription.unsubscribe()
      }
    })
