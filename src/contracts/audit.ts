import * as z from 'zod'
import { longest, plainText } from '~/contracts/fields'
import { nouns, records } from '~/contracts/records'

/** The audit log: who did what to what, when and from where. */

/** Subjects with a history. The id is the row's, a profile's `user_id` for a user, the tab for settings. */
export const auditSubjects = [
  ...nouns.map((noun) => records[noun].auditSubject),
  'part_type' as const,
  'settings' as const,
  'policies' as const,
  'network' as const,
  'payment' as const,
]
export type AuditSubject = (typeof auditSubjects)[number]

const HISTORY_PAGE = 20

const NO_CURSOR = 'Not a valid cursor'

export const historyInput = z.object({
  subjectType: z.enum(auditSubjects),
  subjectId: plainText(100).min(1),
  /** The `nextCursor` of the page before. */
  cursor: z
    .string()
    .check(longest(18, NO_CURSOR), z.regex(/^\d{1,18}$/, NO_CURSOR))
    .nullish(),
  limit: z.int().min(1).max(100).default(HISTORY_PAGE),
})

export const auditValues = z.record(z.string(), z.json()).nullable().catch(null)
export type AuditValues = z.output<typeof auditValues>

export interface HistoryEntry {
  id: string
  at: Date
  /** The address of who did it, null for the system itself and for somebody not signed in. */
  actor: string | null
  /** Such as 'order.status_changed'. */
  action: string
  before: AuditValues
  after: AuditValues
}

export interface History {
  /** Newest first. */
  rows: HistoryEntry[]
  nextCursor: string | null
}
