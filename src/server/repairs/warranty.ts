import { lastWarrantyDay, type Warranty } from '~/contracts/repair-services'
import { calendarDay, isDated } from '~/lib/instant'
import type { Services } from '~/server/services'

/**
 * The warranty of a repair (spec §9): 30 days from the day on which it was completed, the last of them whole, as the days
 * are where the business is. Null for one that is not completed, or of which plain SQL has left no day that can be said.
 */
export function warrantyOf(
  { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>,
  { completedAt }: { completedAt: Date | null },
): Warranty | null {
  if (completedAt === null || !isDated(completedAt)) return null
  const lastDay = lastWarrantyDay(calendarDay(completedAt, businessTimeZone))
  return { lastDay, isOver: calendarDay(now(), businessTimeZone) > lastDay }
}
