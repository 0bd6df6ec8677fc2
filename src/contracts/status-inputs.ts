import * as z from 'zod'
import { HAS_EXPECTED, ONE_CHOICE, chosenRows, hasExpected, oneChoice } from './bulk-inputs'
import { rowId, rowVersion } from '~/contracts/fields'
import { keysOf } from '~/contracts/keys'
import { listInput } from '~/contracts/list-page'

export interface Customer {
  email: string | null
  fullName: string | null
}

/** These do not decide which rows a view shows. */
const position = { cursor: true, limit: true, sort: true } as const

export const quoteStates = ['draft', 'sent', 'accepted', 'declined', 'disputed', 'expired'] as const
export type QuoteState = (typeof quoteStates)[number]

/** Filters of case lists, as an address names them. */
const caseFilters = {
  /** Assigned to the reader, or open and unassigned. */
  assigned: z.enum(['me', 'nobody']).optional(),
  due: z.enum(['overdue', 'today']).optional(),
  messages: z.enum(['unread']).optional(),
  work: z.enum(['open']).optional(),
  quote: z.enum(quoteStates).optional(),
  /** Repairs only: expedited, and warranty claims. */
  expedited: z.enum(['yes']).optional(),
  warranty: z.enum(['claim']).optional(),
}
export const caseFilterNames = keysOf(caseFilters)
export type CaseFilters = z.output<z.ZodObject<typeof caseFilters>>

type Statuses<Status extends string> = readonly [Status, ...Status[]]

const changeInputs = <const Status extends string, View extends z.ZodType>(statuses: Statuses<Status>, view: View) => ({
  view,
  byId: z.object({ id: rowId }),
  /** Any status may follow any other (requirements §4). */
  updateStatus: z.object({ id: rowId, status: z.enum(statuses), version: rowVersion.optional() }),
  updateStatuses: z
    .object({ ...chosenRows(view), status: z.enum(statuses) })
    .refine(oneChoice, ONE_CHOICE)
    .refine(hasExpected, HAS_EXPECTED),
})

const statusList = <const Status extends string, const Sort extends string>(
  statuses: Statuses<Status>,
  sorts: readonly [Sort, ...Sort[]],
) => listInput.extend({ status: z.enum(statuses).optional(), sort: z.enum(sorts).default(sorts[0]) })

/** For a status that everybody in the back office may set. @param sorts '-' means descending or newest first; the first is the default */
export function statusInputs<const Status extends string, const Sort extends string>(
  statuses: Statuses<Status>,
  sorts: readonly [Sort, ...Sort[]],
) {
  const list = statusList(statuses, sorts)
  /** `page` is the same list, with an optional input. */
  return { list, page: list.prefault({}), ...changeInputs(statuses, list.omit(position)) }
}

/** `due`: open ones first, the next due day on top. */
export const caseSorts = ['-created', 'created', 'due'] as const
export type CaseSort = (typeof caseSorts)[number]

export function caseInputs<const Status extends string>(statuses: Statuses<Status>) {
  const list = statusList(statuses, caseSorts).extend(caseFilters)
  return { list, page: list.prefault({}), ...changeInputs(statuses, list.omit(position)) }
}
