import { ColumnTypeEnum, type SqlQueryable, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { readInstant } from '~/lib/instant'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { oneLine, recordFailure, startStatement } from '~/server/platform/tracing/tracing'

const ordinary = /^[1-9]\d{3}-\d\d-\d\d(?:[T ]|$)/

const isoDayLength = 'YYYY-MM-DD'.length

/** One row with 'infinity' would fail a whole list in Prisma's client. */
function readableRows(result: SqlResultSet): SqlResultSet {
  const columns = result.columnTypes.flatMap((type, index) =>
    type === ColumnTypeEnum.DateTime || type === ColumnTypeEnum.Date ? [{ index, isDay: type === ColumnTypeEnum.Date }] : [],
  )
  if (columns.length === 0) return result
  for (const row of result.rows) {
    for (const { index, isDay } of columns) {
      const value = row[index]
      if (typeof value !== 'string' || (ordinary.test(value) && !value.endsWith('BC'))) continue
      const instant = readInstant(value).toISOString()
      row[index] = isDay ? instant.slice(0, isoDayLength) : instant
    }
  }
  return result
}

type Queryable = Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>

export class StatementWatch {
  pending = 0

  constructor(
    private readonly log?: Logger,
    /** Milliseconds, with the wait for a connection. */
    private readonly slowMs = Infinity,
  ) {}

  /** Makes rows readable whatever plain SQL has stored. */
  over(inner: Queryable): Queryable {
    return {
      queryRaw: async (query) => readableRows(await this.watched(query.sql, inner.queryRaw(query))),
      executeRaw: (query) => this.watched(query.sql, inner.executeRaw(query)),
    }
  }

  async watched<T>(sql: string, running: Promise<T>): Promise<T> {
    const started = performance.now()
    const span = startStatement(sql)
    this.pending += 1
    try {
      return await running
    } catch (error) {
      if (span) recordFailure(span, error)
      throw error
    } finally {
      this.pending -= 1
      span?.end()
      const ms = performance.now() - started
      if (ms >= this.slowMs) this.#note(sql, ms)
    }
  }

  /** Placeholders keep personal data out of the log. */
  #note(sql: string, ms: number): void {
    metrics().slowQueries.inc()
    this.log?.warn({ ms: Math.round(ms), sql: oneLine(sql) }, 'Slow query')
  }
}
