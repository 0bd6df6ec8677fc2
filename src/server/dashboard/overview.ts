import type { DashboardOverview } from '~/contracts/dashboard'
import { monthBounds } from '~/lib/months'
import type { Services } from '~/server/services'
import { readRecent } from './recent'
import { readStats } from './stats'

/** The dashboard as it is now; months begin in the business's time zone. */
export async function readOverview({
  db,
  now,
  businessTimeZone,
}: Pick<Services, 'db' | 'now' | 'businessTimeZone'>): Promise<DashboardOverview> {
  const [stats, recent] = await Promise.all([readStats(db.prisma, monthBounds(now(), businessTimeZone)), readRecent(db.prisma)])
  return { stats, recent }
}
