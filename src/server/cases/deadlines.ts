import { repairServices, type RepairServiceId, lastWarrantyDay, type Warranty } from '~/contracts/repair-services'
import { isUnderWarranty, type RepairOutcome } from '~/contracts/repair-outcomes'
import { addBusinessDays } from '~/lib/business-days'
import { calendarDay, isDated } from '~/lib/instant'
import type { Services } from '~/server/services'

/** Business days after the arrival in the shop's time zone (requirements §9). */
const promised = (arrived: Date, days: number, timeZone: string): string | null =>
  // Plain SQL may have stored 'infinity'.
  isDated(arrived) ? addBusinessDays(calendarDay(arrived, timeZone), days) : null

/** Without a service, the general promise holds. */
export const repairDueOn = (arrived: Date, service: RepairServiceId | null, timeZone: string): string | null =>
  promised(arrived, repairServices[service ?? 'other'].turnaround.max, timeZone)

const VERIFICATION_DAYS = 3

export const tradeInDueOn = (arrived: Date, timeZone: string): string | null => promised(arrived, VERIFICATION_DAYS, timeZone)

/** From the day of completion, the last day whole, in the business's time zone (requirements §9). Null without a warranty. */
export function warrantyOf(
  { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>,
  { completedAt, outcome, warrantyDays }: { completedAt: Date | null; outcome: RepairOutcome; warrantyDays: number },
): Warranty | null {
  if (completedAt === null || !isDated(completedAt) || !isUnderWarranty(outcome)) return null
  const lastDay = lastWarrantyDay(calendarDay(completedAt, businessTimeZone), warrantyDays)
  return { lastDay, isOver: calendarDay(now(), businessTimeZone) > lastDay }
}
