import type { Database } from '~/server/platform/database/database'

type State = ReadonlyMap<string, string>

/**
 * Tells which tables have changed since it was asked last. A transaction that has written takes a number:
 * while the next number is the same nothing was written at all; else each table's rows are compared by
 * the numbers of the transactions that made them. Nobody else may write meanwhile.
 */
export async function watchDatabase({ prisma }: Database) {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`
  const states = tables.map(
    ({ name }) => `SELECT '${name}' AS name, concat(count(*), ' ', coalesce(sum(xmin::text::bigint), 0)) AS state FROM "${name}"`,
  )

  const nextNumber = async () => {
    const [row] = await prisma.$queryRaw<{ number: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS number`
    return row?.number
  }
  const readState = async (): Promise<State> => {
    const rows = await prisma.$queryRawUnsafe<{ name: string; state: string }[]>(states.join(' UNION ALL '))
    return new Map(rows.map(({ name, state }) => [name, state]))
  }

  let number = await nextNumber()
  let state = await readState()
  return {
    /** @returns the names of the tables */
    changedTables: async (): Promise<string[]> => {
      const numberNow = await nextNumber()
      if (numberNow === number) return []
      const [before, now] = [state, await readState()]
      number = numberNow
      state = now
      return [...now].flatMap(([name, rows]) => (before.get(name) === rows ? [] : [name]))
    },
  }
}
