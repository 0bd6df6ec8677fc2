import { ColumnTypeEnum, type SqlQueryable, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { readInstant } from '~/lib/instant'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'

/** What a driver hands on of an instant that JavaScript reads too. */
const ordinary = /^[1-9]\d{3}-\d\d-\d\d[T ]/

/** The same rows with instants that Prisma's client can read: without this, one row with 'infinity' fails a whole list. */
function readableRows(result: SqlResultSet): SqlResultSet {
  const instants = result.columnTypes.flatMap((type, index) => (type === ColumnTypeEnum.DateTime ? [index] : []))
  if (instants.length === 0) return result
  for (const row of result.rows) {
    for (const index of instants) {
      const value = row[index]
      if (typeof value === 'string' && !(ordinary.test(value) && !value.endsWith('BC'))) row[index] = readInstant(value).toISOString()
    }
  }
  return result
}

/** A statement's text is cut here in the log: lists of a thousand placeholders say nothing. */
const LONGEST_TEXT = 2_000

type Queryable = Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>

/**
 * Looks at every statement on its way to the database: how many are under way, and which took long. Costs two looks
 * at the clock for a fast one.
 */
export class StatementWatch {
  /** Statements that wait for the database or are being answered. */
  pending = 0

  constructor(
    private readonly log?: Logger,
    /** Statements that take this long are logged (ms). Time spent waiting for a connection counts. */
    private readonly slowMs = Infinity,
  ) {}

  /** The same connection or transaction, looked at; its rows can be read whatever plain SQL has put into them. */
  over(inner: Queryable): Queryable {
    return {
      queryRaw: async (query) => readableRows(await this.watched(query.sql, inner.queryRaw(query))),
      executeRaw: (query) => this.watched(query.sql, inner.executeRaw(query)),
    }
  }

  /** What a statement comes to, looked at while it runs. @param sql its text, with placeholders where values are */
  async watched<T>(sql: string, running: Promise<T>): Promise<T> {
    const started = performance.now()
    this.pending += 1
    try {
      return await running
    } finally {
      this.pending -= 1
      const ms = performance.now() - started
      if (ms >= this.slowMs) this.#note(sql, ms)
    }
  }

  /** The text has placeholders where values are, so nobody's data get into the log. */
  #note(sql: string, ms: number): void {
    metrics().slowQueries.inc()
    this.log?.warn({ ms: Math.round(ms), sql: sql.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) }, 'Slow query')
  }
}
