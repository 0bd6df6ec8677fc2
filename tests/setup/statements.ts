import { PrismaClient } from '~/generated/prisma/client'
import { TRANSACTION_OPTIONS, type Database } from '~/server/platform/database/database'

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
  const readJson: Database['readJson'] = (statement) => {
    statements++
    return db.readJson(statement)
  }
  const counted: Database = { ...db, prisma, readJson, close: () => prisma.$disconnect().then(() => db.close()) }
  /** How many statements the work sends: the least of three times, since the change feed may read beside it. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    let least = Infinity
    for (let round = 0; round < 3; round++) {
      const before = statements
      await work()
      least = Math.min(least, statements - before)
    }
    return least
  }
  return { db: counted, statementsOf }
}
