import * as z from 'zod'
import { HAS_EXPECTED, ONE_CHOICE, chosenRows, hasExpected, oneChoice } from './bulk-inputs'
import { rowId, rowVersion } from '~/contracts/fields'
import { keysOf } from '~/contracts/keys'
import { listInput } from '~/contracts/list-page'

/** The owner of an order, repair or trade-in, from the profile of its `user_id`; null where nothing is known. */
export interface Customer {
  email: string | null
  fullName: string | null
}

/** Position and order do not decide which rows a view shows. */
const position = { cursor: true, limit: true, sort: true } as const

/** The states of the estimate or offer that a case was quoted last. */
export const quoteStates = ['draft', 'sent', 'accepted', 'declined', 'disputed', 'expired'] as const
export type QuoteState = (typeof quoteStates)[number]

/** Further filters of case lists, each by words of an address. */
const caseFilters = {
  /** Assigned to the reader; or open and assigned to nobody. */
  assigned: z.enum(['me', 'nobody']).optional(),
  /** Those not done that should be done by now, and those that should be today. */
  due: z.enum(['overdue', 'today']).optional(),
  /** Those whose customer has written something that nobody has read. */
  messages: z.enum(['unread']).optional(),
  /** Those on which staff are to do something. */
  work: z.enum(['open']).optional(),
  /** Those whose latest estimate or offer is in a state. */
  quote: z.enum(quoteStates).optional(),
  /** Repairs alone: those that were asked for as expedited, and those that claim a warranty. */
  expedited: z.enum(['yes']).optional(),
  warranty: z.enum(['claim']).optional(),
}
export const caseFilterNames = keysOf(caseFilters)
export type CaseFilters = z.output<z.ZodObject<typeof caseFilters>>

type Statuses<Status extends string> = readonly [Status, ...Status[]]

/** The inputs that do not depend on the list's filters. */
const changeInputs = <const Status extends string, View extends z.ZodType>(statuses: Statuses<Status>, view: View) => ({
  /** Selects rows, in no order. */
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

/**
 * The inputs of a record type whose rows have a status that anybody in the back office may set.
 * @param sorts '-' before a sort is from high to low, or from new to old; the first is the one without a word
 */
export function statusInputs<const Status extends string, const Sort extends string>(
  statuses: Statuses<Status>,
  sorts: readonly [Sort, ...Sort[]],
) {
  const list = statusList(statuses, sorts)
  /** `page` is the same list, which a call may leave out. */
  return { list, page: list.prefault({}), ...changeInputs(statuses, list.omit(position)) }
}

/** `due`: open ones first, the one that is due next at the top. */
export const caseSorts = ['-created', 'created', 'due'] as const
export type CaseSort = (typeof caseSorts)[number]

/** The same of a record type whose rows somebody works on until a day. */
export function caseInputs<const Status extends string>(statuses: Statuses<Status>) {
  const list = statusList(statuses, caseSorts).extend(caseFilters)
  return { list, page: list.prefault({}), ...changeInputs(statuses, list.omit(position)) }
}
