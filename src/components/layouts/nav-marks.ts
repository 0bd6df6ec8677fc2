import { createShared } from '~/lib/shared-value'

interface NavMark {
  count: number
  /** After the number: 'cases with unread messages'. */
  words: string
}

/** By the link's address; set by features/office/shell/nav-marks.tsx. */
export const navMarks = createShared<Readonly<Record<string, NavMark | undefined>>>({})
