import type PgBoss from 'pg-boss'
import type { PrismaClient } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'

type Runner = Pick<PrismaClient, '$queryRawUnsafe'>

// Both engines read values as text by the statement's types.
function asParameter(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value) || typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const run = async (runner: Runner, text: string, values: readonly unknown[]) => ({
  rows: await runner.$queryRawUnsafe<unknown[]>(text, ...values.map(asParameter)),
})

/** A job sent there commits or rolls back with the transaction. */
export const executorIn = (tx: Runner): PgBoss.Db => ({ executeSql: (text, values) => run(tx, text, values) })

export const executorOn = ({ prisma, adapter }: Pick<Database, 'prisma' | 'adapter'>): PgBoss.Db => ({
  async executeSql(text, values: readonly unknown[] | undefined) {
    // Maintenance is a script with its own transaction, which cannot be prepared.
    if (values !== undefined || !/^\s*BEGIN;/.test(text)) return run(prisma, text, values ?? [])
    const connection = await adapter.connect()
    try {
      await connection.executeScript(text)
    } finally {
      await connection.dispose()
    }
    return { rows: [] }
  },
})
