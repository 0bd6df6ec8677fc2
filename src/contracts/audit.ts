import * as z from 'zod'
import { longest, plainText } from '~/contracts/fields'
import { fromEntries, keysOf } from '~/contracts/keys'
import { nouns, records, type Noun } from '~/contracts/records'

/** Subjects beside records, with the routers that read them. */
const furtherSubjects = {
  part_type: 'parts',
  settings: 'settings',
  policies: 'policies',
  network: 'network',
  payment: 'payments',
} as const

/** The id is the row's, for a user the profile's `user_id`, for settings the tab. */
export const auditSubjects = [...nouns.map((noun) => records[noun].auditSubject), ...keysOf(furtherSubjects)]
export type AuditSubject = (typeof auditSubjects)[number]

/** The router that reads a subject: its history is for its readers alone. */
export const routerOfSubject: Record<AuditSubject, Noun | (typeof furtherSubjects)[keyof typeof furtherSubjects]> = {
  ...fromEntries(nouns.map((noun) => [records[noun].auditSubject, noun] as const)),
  ...furtherSubjects,
}

const HISTORY_PAGE = 20

const NO_CURSOR = 'Not a valid cursor'

export const historyInput = z.object({
  subjectType: z.enum(auditSubjects),
  subjectId: plainText(100).min(1),
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
  /** Email address; null for the system and for visitors. */
  actor: string | null
  /** For example 'order.status_changed'. */
  action: string
  before: AuditValues
  after: AuditValues
}

export interface History {
  /** Newest first. */
  rows: HistoryEntry[]
  nextCursor: string | null
}
