import type { PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { isWriteConflict } from './connection-errors'

type Log = Pick<Logger, 'warn'>

/**
 * Runs work a second time if PostgreSQL has ended it for the sake of another transaction (40001, 40P01). The first run has left nothing
 * behind in the database; what work does outside of it must bear being done twice.
 */
export async function onceMore<T>(work: () => Promise<T>, log?: Log): Promise<T> {
  try {
    return await work()
  } catch (err) {
    if (!isWriteConflict(err)) throw err
    log?.warn({ err }, 'A transaction gave way to another one, and is tried again')
    return work()
  }
}

/** A client whose transactions are tried again once, as `onceMore` does: the place where all of them begin. */
export function withSecondTry(prisma: PrismaClient, log?: Log): PrismaClient {
  const begin: (...given: never[]) => Promise<unknown> = prisma.$transaction.bind(prisma)
  const transaction = (...given: never[]) => onceMore(() => begin(...given), log)
  return new Proxy(prisma, {
    get: (client, key, receiver): unknown => (key === '$transaction' ? transaction : Reflect.get(client, key, receiver)),
  })
}
