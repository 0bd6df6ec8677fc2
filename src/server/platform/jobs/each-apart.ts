import { isDatabaseUnavailable } from '../database/connection-errors'
import type { Logger } from '../log'

/** The next round retries a failed item. @returns the sum of the work @throws when the database is down: the rest would wait one by one */
export async function eachApart<T>(log: Logger, due: readonly T[], work: (item: T) => Promise<number | boolean>): Promise<number> {
  let done = 0
  for (const item of due) {
    try {
      done += Number(await work(item))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      log.error({ err: error, item }, 'One of a round could not be done; the others go on')
    }
  }
  return done
}
