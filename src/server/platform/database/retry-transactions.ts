import type { PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { isWriteConflict } from './connection-errors'

type Log = Pick<Logger, 'warn'>

/** Retries work that PostgreSQL aborted in favour of another transaction (40001, 40P01). Effects outside the database may happen twice. */
export async function withOneRetry<T>(work: () => Promise<T>, log?: Log): Promise<T> {
  try {
    return await work()
  } catch (err) {
    if (!isWriteConflict(err)) throw err
    log?.warn({ err }, 'A transaction gave way to another one, and is tried again')
    return work()
  }
}

export function withRetriedTransactions(prisma: PrismaClient, log?: Log): PrismaClient {
  const begin: (...given: never[]) => Promise<unknown> = prisma.$transaction.bind(prisma)
  const transaction = (...given: never[]) => withOneRetry(() => begin(...given), log)
  return new Proxy(prisma, {
    get: (client, key, receiver): unknown => (key === '$transaction' ? transaction : Reflect.get(client, key, receiver)),
  })
}
