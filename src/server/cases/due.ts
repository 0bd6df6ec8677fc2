import { repairServices, type RepairServiceId } from '~/contracts/repair-services'
import { addBusinessDays } from '~/lib/business-days'
import { calendarDay, isDated } from '~/lib/instant'

/** The day by which a case is promised (spec §9): so many business days after the day of arrival in the shop's own time zone. */
const promised = (arrived: Date, days: number, timeZone: string): string | null =>
  // Plain SQL may have dated it at the end of all time.
  isDated(arrived) ? addBusinessDays(calendarDay(arrived, timeZone), days) : null

/** A repair of no service is promised like any other repair. */
export const repairDueOn = (arrived: Date, service: RepairServiceId | null, timeZone: string): string | null =>
  promised(arrived, repairServices[service ?? 'other'].turnaround.max, timeZone)

/** A trade-in is verified in 2-3 business days. */
const VERIFICATION_DAYS = 3

export const tradeInDueOn = (arrived: Date, timeZone: string): string | null => promised(arrived, VERIFICATION_DAYS, timeZone)
