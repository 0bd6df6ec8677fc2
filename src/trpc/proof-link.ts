import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '~/server/api/root'

/** Asks for a password or a code; true once the session is proven, false if the person declines. */
type Prover = () => Promise<boolean>

let prover: Prover | undefined
let asking: Promise<boolean> | undefined

/** @returns the function that removes it */
export function onProofNeeded(ask: Prover): () => void {
  prover = ask
  return () => {
    if (prover === ask) prover = undefined
  }
}

/** Calls that need a proof at the same time ask once. False where the page cannot ask. */
function askForProof(): Promise<boolean> {
  asking ??= (prover?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

/** For changes that should fail rather than ask for a proof. */
export const withoutProofDialog = { trpc: { context: { asksForProof: false } } } as const

/**
 * Holds a change that was refused because its session was proven too long ago, asks for a password or a code, and sends it again
 * (docs/decisions/010). The caller sees one call; without a proof it gets the refusal.
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
