import { ColumnTypeEnum, type SqlQueryable, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { readInstant } from '~/lib/instant'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'

/** An instant that JavaScript can read too. */
const ordinary = /^[1-9]\d{3}-\d\d-\d\d[T ]/

/** Makes instants readable for Prisma's client: one row with 'infinity' would fail a whole list. */
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

/** Cuts a statement's text in the log: a thousand placeholders say nothing. */
const LONGEST_TEXT = 2_000

type Queryable = Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>

/** Counts the statements under way and logs slow ones. */
export class StatementWatch {
  /** Statements that wait for the database or are being answered. */
  pending = 0

  constructor(
    private readonly log?: Logger,
    /** The limit of a slow statement (ms). Waiting for a connection counts. */
    private readonly slowMs = Infinity,
  ) {}

  /** Wraps a connection or transaction; rows are readable whatever plain SQL has put into them. */
  over(inner: Queryable): Queryable {
    return {
      queryRaw: async (query) => readableRows(await this.watched(query.sql, inner.queryRaw(query))),
      executeRaw: (query) => this.watched(query.sql, inner.executeRaw(query)),
    }
  }

  /** @param sql its text, with placeholders for values */
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

  /** Placeholders keep personal data out of the log. */
  #note(sql: string, ms: number): void {
    metrics().slowQueries.inc()
    this.log?.warn({ ms: Math.round(ms), sql: sql.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) }, 'Slow query')
  }
}
