import { isDatabaseUnavailable } from '../database/connection-errors'
import type { Logger } from '../log'

/**
 * Does a round's work on each of what is due. One that cannot be done, as a row that plain SQL made odd may be, is logged and keeps
 * no other waiting; it is tried again in the next round.
 * @param work how much of it was done
 * @returns the sum
 * @throws where the database is away: the rest would wait for it one by one
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
