import { followWayToContact } from './contact-coming'
import { followVisitor } from './visitor/follow-visitor'

/** Starts what a public page follows once it is idle. @returns the function that ends it */
export function followAll(...visitor: Parameters<typeof followVisitor>): () => void {
  const ends = [followVisitor(...visitor), followWayToContact()]
  return () => {
    for (const end of ends) end()
  }
}
