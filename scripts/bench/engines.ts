import { Client } from 'pg'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { startPostgres } from '../../tests/setup/postgres-server'

type Engine = 'embedded' | 'postgres'

/** What a call takes, in ms, as medians. */
interface CallFigures {
  engine: Engine
  call: string
  /** By the number of rows. */
  ms: Map<number, number>
  /** How many times what it takes with the fewest rows it may take with the most. */
  limit: number
}

/** A call, its limit, and its time in ms. */
export type Measured = [call: string, limit: number, ms: number]

const ROUNDS = 7
const WARM_UP = 3

/** The median time of a call, in ms. */
export async function timeOf(call: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < WARM_UP; round++) await call()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

interface Work {
  /** So many rows on each engine, each in a database of its own. */
  sizes: Record<Engine, readonly number[]>
  fill: (db: Database, rows: number) => Promise<void>
  measure: (db: Database) => Promise<Measured[]>
}

/** Measures calls on both engines. */
export async function measureOnEngines({ sizes, fill, measure }: Work): Promise<CallFigures[]> {
  const figures = new Map<string, CallFigures>()
  const run = async (engine: Engine, db: Database, rows: number) => {
    try {
      await applyMigrations(db.adapter)
      await fill(db, rows)
      for (const [call, limit, ms] of await measure(db)) {
        const key = `${engine} ${call}`
        const known = figures.get(key) ?? { engine, call, limit, ms: new Map<number, number>() }
        known.ms.set(rows, ms)
        figures.set(key, known)
      }
    } finally {
      await db.close()
    }
  }
  for (const rows of sizes.embedded) await run('embedded', await openEmbedded({ memory: true }), rows)
  if (sizes.postgres.length === 0) return [...figures.values()]
  const server = await startPostgres()
  try {
    for (const rows of sizes.postgres) {
      const url = new URL(server.url)
      url.pathname = `/bench_${rows}`
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(`CREATE DATABASE bench_${rows}`)
      await client.end()
      await run('postgres', openPostgres(url.href), rows)
    }
  } finally {
    await server.stop()
  }
  return [...figures.values()]
}

/** @param isWanted of the time (ms) with the most rows; without it the ratio of that to the one with the fewest has to keep to the limit */
export function printFigures(figures: CallFigures[], isWanted?: (last: number) => boolean): void {
  console.table(
    figures.map(({ engine, call, ms, limit }) => {
      const times = [...ms.values()]
      const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
      return {
        engine,
        call,
        ...Object.fromEntries([...ms].map(([rows, time]) => [rows.toLocaleString('en-GB'), time.toFixed(1)])),
        ratio: ratio.toFixed(2),
        ...(!isWanted && { limit }),
        wanted: (isWanted ? isWanted(times.at(-1) ?? Number.NaN) : ratio <= limit) ? 'yes' : 'NO',
      }
    }),
  )
}
