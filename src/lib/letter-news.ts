import type { ChangeLetters } from '~/contracts/office/letters'

/** Between a call that has written to customers and the page that says so (docs/decisions/076). */

type Teller = (letters: ChangeLetters) => void

const tellers = new Set<Teller>()
/** Emails that were written before the page listened. */
const untold: ChangeLetters[] = []

/** Has the page told of what calls write to customers. @returns the function that ends it */
export function onLetters(tell: Teller): () => void {
  tellers.add(tell)
  for (const letters of untold.splice(0)) tell(letters)
  return () => void tellers.delete(tell)
}

export function tellLetters(letters: ChangeLetters): void {
  if (tellers.size === 0) untold.push(letters)
  for (const tell of tellers) tell(letters)
}
