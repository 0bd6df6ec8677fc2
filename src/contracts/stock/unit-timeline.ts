import * as z from 'zod'
import { caseNouns } from '~/contracts/case-ref'
import { auditValues } from '~/contracts/audit'
import { unitOwners } from './units'

const text = z.string().nullable()
/** Null outside of any case. */
const inCase = z.object({ noun: z.enum(caseNouns), number: z.string() }).nullable()

/** `unit`: number of the record that holds the entry, which may be a merged one. */
const of = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ unit: z.string(), ...shape })
export const unitTimelineDetails = {
  change: of({ action: z.string(), before: auditValues, after: auditValues }),
  owner: of({ owner: z.enum(unitOwners), customer: text, case: inCase, order: text }),
  case: of({ event: z.enum(['opened', 'arrived', 'completed']), case: inCase }),
  reading: of({ phase: z.string(), case: inCase }),
  part: of({
    event: z.enum(['installed', 'removed']),
    slot: z.string(),
    part: z.string(),
    name: z.string(),
    serialNumber: text,
    case: inCase,
  }),
  refurbishing: of({ event: z.enum(['begun', 'safety_test', 'finished']), passed: z.boolean().nullable() }),
  sale: of({ event: z.enum(['dispatched', 'returned']), order: z.string(), title: z.string() }),
  passport: of({ event: z.enum(['issued', 'claimed', 'revoked']), reason: text }),
} as const
export type UnitTimelineKind = keyof typeof unitTimelineDetails

interface EntryOf<Kind extends UnitTimelineKind> {
  /** Unique within its unit. */
  id: string
  kind: Kind
  at: Date
  /** Email address; null for the shop itself. */
  actor: string | null
  detail: z.output<(typeof unitTimelineDetails)[Kind]>
}
export type UnitTimelineEntry = { [Kind in UnitTimelineKind]: EntryOf<Kind> }[UnitTimelineKind]

export interface UnitTimeline {
  rows: UnitTimelineEntry[]
  nextCursor: string | null
}
