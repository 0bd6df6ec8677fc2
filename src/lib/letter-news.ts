import type { ChangeLetters } from '~/contracts/letters'

/** Between a call that has written to customers and the page that says so (docs/decisions/076). */

type Teller = (letters: ChangeLetters) => void

const tellers = new Set<Teller>()

/** Has the page told of what calls write to customers. @returns the function that ends it */
export function onLetters(tell: Teller): () => void {
  tellers.add(tell)
  return () => void tellers.delete(tell)
}

export const tellLetters = (letters: ChangeLetters) => tellers.forEach((tell) => tell(letters))
