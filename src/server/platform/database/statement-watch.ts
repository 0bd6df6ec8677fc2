import type { SqlQueryable } from '@prisma/driver-adapter-utils'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { readableRows } from './readable-rows'

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
      queryRaw: async (query) => readableRows(await this.#watched(query.sql, inner.queryRaw(query))),
      executeRaw: (query) => this.#watched(query.sql, inner.executeRaw(query)),
    }
  }

  async #watched<T>(sql: string, running: Promise<T>): Promise<T> {
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
