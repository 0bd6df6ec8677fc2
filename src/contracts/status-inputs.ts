import * as z from 'zod'
import { HAS_EXPECTED, ONE_CHOICE, chosenRows, hasExpected, oneChoice } from './bulk'
import { rowId, rowVersion } from './fields'
import { listInput } from './list'

/** Whose order, repair or trade-in a row is: from the profile of its `user_id`; null where nothing is known. */
export interface Customer {
  email: string | null
  fullName: string | null
}

/** What is not part of the question which rows a view shows. */
const position = { cursor: true, limit: true, sort: true } as const

/**
 * The inputs of a noun whose rows have a status that anybody in the back office may set.
 * @param sorts '-' before a sort is from high to low, or from new to old; the first is the one without a word
 */
export function statusInputs<const Status extends string, const Sort extends string>(
  statuses: readonly [Status, ...Status[]],
  sorts: readonly [Sort, ...Sort[]],
) {
  const list = listInput.extend({ status: z.enum(statuses).optional(), sort: z.enum(sorts).default(sorts[0]) })
  const view = list.omit(position)
  return {
    list,
    /** The same; a call may leave it out. */
    page: list.prefault({}),
    /** Which rows, without their order. */
    view,
    byId: z.object({ id: rowId }),
    /** Any status may follow any other (spec §4). */
    updateStatus: z.object({ id: rowId, status: z.enum(statuses), version: rowVersion.optional() }),
    updateStatuses: z
      .object({ ...chosenRows(view), status: z.enum(statuses) })
      .refine(oneChoice, ONE_CHOICE)
      .refine(hasExpected, HAS_EXPECTED),
  }
}
