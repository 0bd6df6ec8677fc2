import { useSyncExternalStore } from 'react'
import { calendarDay, formatDay } from '~/lib/instant'

const noSubscription = () => () => undefined
const today = () => calendarDay(new Date())

/**
 * Today's date in the visitor's browser (spec §2 Legal pages).
 * @param madeOn the day in the static HTML, '2026-11-21': what the page says until its script runs
 */
export function LastUpdated({ madeOn }: { madeOn: string }) {
  const day = useSyncExternalStore(noSubscription, today, () => madeOn)
  return (
    <>
      Last updated: <time dateTime={day}>{formatDay(day)}</time>
    </>
  )
}
