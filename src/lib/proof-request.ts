/**
 * Between a call that was refused because its session was proven too long ago, and the page's dialog that asks
 * for a password or a code (docs/decisions/031).
 */

/** Asks the person in front; true when the session has been proven, false when they would rather not. */
type Prover = () => Promise<boolean>

let prover: Prover | undefined
let asking: Promise<boolean> | undefined

/** Makes this the page's way of asking. @returns the function that ends it */
export function onProofNeeded(ask: Prover): () => void {
  prover = ask
  return () => {
    if (prover === ask) prover = undefined
  }
}

/** Has the person in front prove that it is them; calls that need it together ask once. False where the page cannot ask. */
export function askForProof(): Promise<boolean> {
  asking ??= (prover?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
