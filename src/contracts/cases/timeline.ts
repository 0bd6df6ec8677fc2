import * as z from 'zod'
import { auditValues } from '~/contracts/audit'
import { fileVisibilities } from './files'
import { messageSides } from './messages'

/** Newest first. */

const text = z.string().nullable()

export const timelineDetails = {
  change: z.object({ action: z.string(), before: auditValues, after: auditValues }),
  note: z.object({ body: z.string() }),
  message: z.object({ side: z.enum(messageSides), body: z.string() }),
  email: z.object({ kind: z.string(), recipient: z.string(), subject: z.string(), body: z.string(), isSent: z.boolean() }),
  file: z.object({ kind: z.string(), name: z.string(), isRemoved: z.boolean(), visibility: z.enum(fileVisibilities) }),
  reading: z.object({ phase: z.string() }),
  estimate: z.object({ number: z.int(), event: z.string(), total: z.number(), answerNote: text, answerVia: text }),
  offer: z.object({ number: z.int(), event: z.string(), total: z.number(), answerNote: text, answerVia: text }),
} as const

export type TimelineKind = keyof typeof timelineDetails

interface EntryOf<Kind extends TimelineKind> {
  /** Unique within its case. */
  id: string
  kind: Kind
  at: Date
  /** Email address; null for the shop itself and for visitors. */
  actor: string | null
  detail: z.output<(typeof timelineDetails)[Kind]>
}

export type TimelineEntry = { [Kind in TimelineKind]: EntryOf<Kind> }[TimelineKind]

export interface Timeline {
  rows: TimelineEntry[]
  nextCursor: string | null
}
