import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { LETTERS_NAMED, type ChangeLetters, type Letters } from '~/contracts/office/letters'

/** What one call of an administrator writes to customers, and takes back of that. */

/** An email to a customer, as far as everybody may see it who administers the shop. */
export interface SeenLetter {
  id: string
  to: string
  subject: string
  /** In which change it was written; null for none of an administrator's. */
  change: string | null
}

/** By the letters' ids: a transaction that is tried again counts once. */
export interface Change {
  id: string
  waiting: Map<string, SeenLetter>
  recalled: Map<string, SeenLetter>
  /** Meant to be recalled, and on their way already. */
  gone: Map<string, SeenLetter>
}

const keyed = z.object({ idempotencyKey: z.string().max(64) })
/** Whether a call may be the repeat of an earlier one. */
export const hasKey = (input: unknown): boolean => keyed.safeParse(input).success

/** A UUID by what it is of. */
const uuidOf = (text: string) => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A change in which nothing has been written yet; a call that is sent again by its key is the same change. */
export function newChange(userId: string | null, procedure: string, input: unknown): Change {
  const { data } = keyed.safeParse(input)
  const id = data ? uuidOf(JSON.stringify([userId, procedure, data.idempotencyKey])) : randomUUID()
  return { id, waiting: new Map(), recalled: new Map(), gone: new Map() }
}

function counted(letters: ReadonlyMap<string, SeenLetter>): Letters | null {
  if (letters.size === 0) return null
  const found = [...letters.values()]
  return {
    count: found.length,
    customers: new Set(found.map(({ to }) => to)).size,
    first: found.slice(0, LETTERS_NAMED).map(({ to, subject }) => ({ to, subject })),
    changes: [...new Set(found.flatMap(({ change }) => change ?? []))],
  }
}

/** What is said of it; undefined where there is nothing to say. @param seconds so long its letters wait */
export function toldOf({ id, waiting, recalled, gone }: Change, seconds: number): ChangeLetters | undefined {
  if (waiting.size + recalled.size + gone.size === 0) return undefined
  const sent = counted(waiting)
  return { change: id, waiting: sent && { ...sent, seconds }, recalled: counted(recalled), gone: counted(gone) }
}
