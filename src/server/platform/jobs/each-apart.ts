import { isDatabaseUnavailable } from '../database/connection-errors'
import type { Logger } from '../log'

/**
 * Works through a list; an item that fails, such as a row that plain SQL made odd, is logged and does not stop the others. The next round
 * tries it again.
 * @param work answers how much it did
 * @returns the sum
 * @throws when the database is away: the rest would wait for it one by one
 */
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
