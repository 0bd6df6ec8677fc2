import type { Answers } from '../answers'
import type { ReadingDraft } from '../draft'
import type { MinerReading } from '../shape'
import { numberOf, textOf } from '../said'

export interface Dialect {
  name: string
  /** The first dialect of the table that recognises a file reads it. */
  recognises: (answers: Answers) => boolean
  /** @throws {ReadingError} if the figures cannot be read reliably */
  read: (answers: Answers) => ReadingDraft
}

/** The host only: the rest of a pool's address may name its user. */
export function hostOf(url: string | null): string | null {
  const [, host] = /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/)?(?:[^@/\s]{0,200}@)?([^/\s]{1,200})/i.exec(url ?? '') ?? []
  return host ?? null
}

export const poolsOf = (answers: Answers): MinerReading['pools'] =>
  answers
    .rows('POOLS')
    .slice(0, 16)
    .map(({ fields }) => {
      const status = textOf(fields.Status ?? fields.status)
      return {
        url: textOf(fields.URL ?? fields.url),
        isAlive: status === null ? null : /alive/i.test(status),
        accepted: numberOf(fields.Accepted ?? fields.accepted),
        rejected: numberOf(fields.Rejected ?? fields.rejected),
      }
    })
