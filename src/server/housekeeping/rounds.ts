import { removeExpired } from './remove-expired'
import { addRecurringJob } from '~/server/platform/jobs/recurring'
import type { Services } from '~/server/services'

/** Between two rounds of housekeeping (s). */
const TIDY_EVERY_SECONDS = 10 * 60
/** Housekeeping that has not finished goes on after a moment (s), so that nobody waits for it. */
const TIDY_ON_SECONDS = 5
/** The longest round (s); the queues' `expire_seconds` is 300. */
const ROUND_SECONDS = 240

/** Starts what the shop does by itself, once for all processes of a database: housekeeping and reading the platform's list. */
export async function startBackground(services: Pick<Services, 'db' | 'now' | 'log' | 'jobs' | 'platform' | 'auditDays'>): Promise<void> {
  const { jobs, log, platform } = services
  await addRecurringJob(jobs, {
    name: 'housekeeping',
    seconds: ROUND_SECONDS,
    firstIn: TIDY_EVERY_SECONDS,
    run: async () => {
      const { rows, isDone } = await removeExpired(services)
      await jobs.tidy()
      if (rows > 0) log.debug({ rows }, 'Removed what had expired')
      return isDone ? TIDY_EVERY_SECONDS : TIDY_ON_SECONDS
    },
  })
  if (!platform) return
  const { refresher } = platform
  refresher.askBy(await addRecurringJob(jobs, { name: 'shop-list', seconds: ROUND_SECONDS, firstIn: 0, run: () => refresher.look() }))
}
