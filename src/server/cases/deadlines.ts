import { repairServices, type RepairServiceId, lastWarrantyDay, type Warranty } from '~/contracts/repair-services'
import { isUnderWarranty, type RepairOutcome } from '~/contracts/repair-outcomes'
import { addBusinessDays } from '~/lib/business-days'
import { calendarDay, isDated } from '~/lib/instant'
import type { Services } from '~/server/services'

/** The day by which a case is promised (requirements §9): so many business days after the day of arrival in the shop's own time zone. */
const promised = (arrived: Date, days: number, timeZone: string): string | null =>
  // Plain SQL may have dated it at the end of all time.
  isDated(arrived) ? addBusinessDays(calendarDay(arrived, timeZone), days) : null

/** A repair of no service is promised like any other repair. */
export const repairDueOn = (arrived: Date, service: RepairServiceId | null, timeZone: string): string | null =>
  promised(arrived, repairServices[service ?? 'other'].turnaround.max, timeZone)

/** A trade-in is verified in 2-3 business days. */
const VERIFICATION_DAYS = 3

export const tradeInDueOn = (arrived: Date, timeZone: string): string | null => promised(arrived, VERIFICATION_DAYS, timeZone)

/**
 * The warranty of a repair (requirements §9): as many days as it was promised, from the day on which it was completed, the last of them whole, as the days
 * are where the business is. Null for one that is not completed, of which nothing was accepted and done, or of which plain SQL has left
 * no day that can be said.
 */
export function warrantyOf(
  { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>,
  { completedAt, outcome, warrantyDays }: { completedAt: Date | null; outcome: RepairOutcome; warrantyDays: number },
): Warranty | null {
  if (completedAt === null || !isDated(completedAt) || !isUnderWarranty(outcome)) return null
  const lastDay = lastWarrantyDay(calendarDay(completedAt, businessTimeZone), warrantyDays)
  return { lastDay, isOver: calendarDay(now(), businessTimeZone) > lastDay }
}
