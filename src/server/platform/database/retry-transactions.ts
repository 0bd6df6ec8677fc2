import type { PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { isWriteConflict } from './connection-errors'

type Log = Pick<Logger, 'warn'>

/**
 * Runs work a second time if PostgreSQL aborted it in favour of another transaction (40001, 40P01). The first run left nothing in the
 * database; effects outside of it may happen twice.
 */
export async function withOneRetry<T>(work: () => Promise<T>, log?: Log): Promise<T> {
  try {
    return await work()
  } catch (err) {
    if (!isWriteConflict(err)) throw err
    log?.warn({ err }, 'A transaction gave way to another one, and is tried again')
    return work()
  }
}

/** Makes every transaction of a client retry once, by `withOneRetry`. */
export function withRetriedTransactions(prisma: PrismaClient, log?: Log): PrismaClient {
  const begin: (...given: never[]) => Promise<unknown> = prisma.$transaction.bind(prisma)
  const transaction = (...given: never[]) => withOneRetry(() => begin(...given), log)
  return new Proxy(prisma, {
    get: (client, key, receiver): unknown => (key === '$transaction' ? transaction : Reflect.get(client, key, receiver)),
  })
}
