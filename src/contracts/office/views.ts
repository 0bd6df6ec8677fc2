import * as z from 'zod'
import { requiredLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { nouns, records } from '~/contracts/records'

export const viewScreens = nouns.map((noun) => records[noun].route)
export type ViewScreen = (typeof viewScreens)[number]

/** Views of one list, so that the menu stays readable. */
export const MOST_VIEWS = 50

const name = requiredLine('Name is required', 60)

export const listViewsInput = z.object({ screen: z.enum(viewScreens) })

export const saveViewInput = z.object({
  screen: z.enum(viewScreens),
  name,
  /** The address after '?': search, filters and sort. */
  query: requiredLine('There is no search, filter or sort to save'),
  ...withIdempotencyKey,
})

export const renameViewInput = z.object({ id: rowId, name })
export const deleteViewInput = z.object({ id: rowId })

export interface View {
  id: string
  screen: ViewScreen
  name: string
  query: string
}
