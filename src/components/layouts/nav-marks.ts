import { createShared } from '~/lib/shared-value'

/** Something behind a link of the navigation that waits for somebody. */
interface NavMark {
  count: number
  /** The words after the number: 'cases with unread messages'. */
  words: string
}

/** Marks of the back office's navigation, by the link's address. Set by features/office/shell/nav-marks.tsx. */
export const navMarks = createShared<Readonly<Record<string, NavMark | undefined>>>({})
