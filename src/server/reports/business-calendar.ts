import { bankHolidays } from '~/lib/business-days'
import type { Services } from '~/server/services'

/** The years whose holidays the database knows: of every case that a shop can have. */
const FIRST_YEAR = 2000
const LAST_YEAR = 2060

const holidays = () => Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => bankHolidays(FIRST_YEAR + index)).flat()

/**
 * Tells the database in which time zone days begin and when nobody works, so that its figures agree with due dates. Where it
 * knew otherwise, the figures are counted anew.
 */
export async function keepBusinessCalendar({ db, businessTimeZone }: Pick<Services, 'db' | 'businessTimeZone'>): Promise<void> {
  await db.prisma.$queryRaw`SELECT keep_business_calendar(${businessTimeZone}, ${holidays()}::date[])::text`
}
