import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { EMAILS_NAMED, type ChangeEmails, type EmailSummary } from '~/contracts/change-emails'

export interface VisibleEmail {
  id: string
  to: string
  subject: string
  change: string | null
}

/** Keyed by email ids, so that a retried transaction counts once. */
export interface Change {
  id: string
  waiting: Map<string, VisibleEmail>
  recalled: Map<string, VisibleEmail>
  /** Sent before they could be recalled. */
  gone: Map<string, VisibleEmail>
}

const keyed = z.object({ idempotencyKey: z.string().max(64) })
export const hasKey = (input: unknown): boolean => keyed.safeParse(input).success

const uuidOf = (text: string) => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function newChange(userId: string | null, procedure: string, input: unknown): Change {
  const { data } = keyed.safeParse(input)
  const id = data ? uuidOf(JSON.stringify([userId, procedure, data.idempotencyKey])) : randomUUID()
  return { id, waiting: new Map(), recalled: new Map(), gone: new Map() }
}

function counted(letters: ReadonlyMap<string, VisibleEmail>): EmailSummary | null {
  if (letters.size === 0) return null
  const found = [...letters.values()]
  return {
    count: found.length,
    customers: new Set(found.map(({ to }) => to)).size,
    first: found.slice(0, EMAILS_NAMED).map(({ to, subject }) => ({ to, subject })),
    changes: [...new Set(found.flatMap(({ change }) => change ?? []))],
  }
}

/** Undefined if empty. @param seconds that emails wait */
export function emailsOf({ id, waiting, recalled, gone }: Change, seconds: number): ChangeEmails | undefined {
  if (waiting.size + recalled.size + gone.size === 0) return undefined
  const sent = counted(waiting)
  return { change: id, waiting: sent && { ...sent, seconds }, recalled: counted(recalled), gone: counted(gone) }
}
