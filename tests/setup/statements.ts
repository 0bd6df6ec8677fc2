import { PrismaClient } from '~/generated/prisma/client'
import { TRANSACTION_OPTIONS, type Database } from '~/server/db/database'

/** The same database, with a count of the SQL statements that go to it. */
export function countStatements(db: Database) {
  const prisma = new PrismaClient({
    adapter: db.adapter,
    transactionOptions: TRANSACTION_OPTIONS,
    log: [{ emit: 'event', level: 'query' }],
  })
  let statements = 0
  prisma.$on('query', () => {
    statements++
  })
  const counted: Database = { ...db, prisma, close: () => prisma.$disconnect().then(() => db.close()) }
  /** How many statements the work sends. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = statements
    await work()
    return statements - before
  }
  return { db: counted, statementsOf }
}
