import { createContext, useContext } from 'react'
import { calendarDay } from '~/lib/instant'
import { useNow } from './cells'

interface DeskState {
  /** Who looks at the screen; null where nobody has said so. */
  userId: string | null
  /** Where the shop's days begin (IANA name); without it they begin where the reader is. */
  timeZone: string | undefined
}

/** What the screens of the back office know of where they are shown. */
export const Desk = createContext<DeskState>({ userId: null, timeZone: undefined })

/** The shop's day, '2026-11-21', kept up to date. */
export function useToday(): string {
  const now = useNow()
  return calendarDay(now, useContext(Desk).timeZone)
}
