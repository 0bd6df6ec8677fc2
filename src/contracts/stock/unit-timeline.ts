import * as z from 'zod'
import { caseNouns } from '~/contracts/case-ref'
import { auditValues } from '~/contracts/audit'
import { unitOwners } from './units'

/** The history of a machine, newest first: changes, owners, cases, readings, parts, refurbishing, sale and passports. */

const text = z.string().nullable()
/** The case in which it happened; null where it was in none. */
const inCase = z.object({ noun: z.enum(caseNouns), number: z.string() }).nullable()

/** The details of each kind of entry. `unit` is the number of the record that it stands in, beside that of the page. */
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
  /** Unique in the timeline of its unit. */
  id: string
  kind: Kind
  at: Date
  /** The address of who did it; null for the shop itself. */
  actor: string | null
  detail: z.output<(typeof unitTimelineDetails)[Kind]>
}
export type UnitTimelineEntry = { [Kind in UnitTimelineKind]: EntryOf<Kind> }[UnitTimelineKind]

export interface UnitTimeline {
  rows: UnitTimelineEntry[]
  nextCursor: string | null
}
