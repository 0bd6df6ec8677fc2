import type { Pool } from 'pg'
import { onlyJson, type JsonReader } from './column-values'
import { asAdapterError } from './connection-errors'
import type { StatementWatch } from './statement-watch'

/**
 * Reads JSON over a pool of `pg`. Prisma's adapter keeps a debug log of each statement, maps types and wraps the answer, which every
 * call would pay for (docs/decisions/067).
 * @param nameOf names a statement that stays prepared; without it none does
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
