import type { Answers } from '../answers'
import type { ReadingDraft } from '../draft'
import type { MinerReading } from '../shape'
import { numberOf, textOf } from '../said'

/** One maker's or firmware's way of saying what its machine is and does. */
export interface Dialect {
  /** For people: 'Braiins OS, REST'. */
  name: string
  /** True for a file that has this dialect's own signs; the first of the table that says so reads it. */
  recognises: (answers: Answers) => boolean
  /** @throws {ReadingError} for a file that is recognised and cannot be read right */
  read: (answers: Answers) => ReadingDraft
}

/** Hosts alone: the rest of a pool's address may be somebody's own. */
export function hostOf(url: string | null): string | null {
  const [, host] = /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/)?(?:[^@/\s]{0,200}@)?([^/\s]{1,200})/i.exec(url ?? '') ?? []
  return host ?? null
}

/** The pools of the CGMiner API, and of pages that name them alike. */
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
