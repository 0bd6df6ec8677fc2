import type { Services } from '~/server/services'
import { issueWaiting } from './waiting'

/** Issues what waited for what has just been saved. That is saved whatever becomes of it: every ten minutes it is tried again. */
export async function issueAfterSaving(
  services: Pick<Services, 'db' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'siteUrl'>,
): Promise<void> {
  try {
    await issueWaiting(services)
  } catch (err) {
    services.log.error({ err }, 'Documents that wait could not be tried')
  }
}
