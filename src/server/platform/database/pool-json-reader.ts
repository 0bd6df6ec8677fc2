import type { Pool } from 'pg'
import { onlyJson, type JsonReader } from './column-values'
import { asAdapterError } from './connection-errors'
import type { StatementWatch } from './statement-watch'

/**
 * The reader over a pool of `pg`, without Prisma's adapter, which writes each statement down for its debug log, maps values and
 * types of columns, and wraps the answer: every call makes such statements (docs/decisions/067).
 * @param nameOf names a statement that stays prepared; left out: none does
 */
export const poolJsonReader =
  (pool: Pool, watch: StatementWatch, nameOf: (statement: { sql: string }) => string = () => ''): JsonReader['readJson'] =>
  async ({ text, values }) => {
    try {
      const { rows } = await watch.watched(text, pool.query<unknown[]>({ name: nameOf({ sql: text }), text, values, rowMode: 'array' }))
      return onlyJson(rows)
    } catch (error) {
      throw asAdapterError(error)
    }
  }
