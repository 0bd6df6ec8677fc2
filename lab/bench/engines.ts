import { Client } from 'pg'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { startPostgres } from '../../tests/setup/postgres-server'
import { median } from './measured'

type Engine = 'embedded' | 'postgres'

/** The medians of a call, in ms. */
interface CallFigures {
  engine: Engine
  call: string
  /** By the number of rows. */
  ms: Map<number, number>
  /** How many times what it takes with the fewest rows it may take with the most. */
  limit: number
}

/** A call over one database, and how many times what it takes with the fewest rows it may take with the most. */
export type MeasuredCall = [name: string, limit: number, call: () => Promise<unknown>]

/** The calls over one database, the same for each, and how it is left. */
export interface MeasuredCalls {
  calls: readonly MeasuredCall[]
  end: () => Promise<void>
}

const ROUNDS = 25
const WARM_UP = 3

/** The time of a call, in ms. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

/** The median times of a call over several databases, in ms, which take turns: what else the machine does meets all of them. */
async function timesOf(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = calls.map((): number[] => [])
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [index, call] of calls.entries()) {
      const ms = await timeOf(call)
      if (round >= 0) times[index]?.push(ms)
    }
  }
  return times.map(median)
}

interface Work {
  /** So many rows on each engine, each in a database of its own. */
  sizes: Record<Engine, readonly number[]>
  fill: (db: Database, rows: number) => Promise<void>
  open: (db: Database) => Promise<MeasuredCalls>
}

/** Measures calls on both engines. */
export async function measureOnEngines(work: Work): Promise<CallFigures[]> {
  const embedded = await measureOn('embedded', () => openEmbedded({ memory: true }), work)
  if (work.sizes.postgres.length === 0) return embedded
  const server = await startPostgres()
  try {
    const open = async (rows: number) => {
      const url = new URL(server.url)
      url.pathname = `/bench_${rows}`
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(`CREATE DATABASE bench_${rows}`)
      await client.end()
      return openPostgres(url.href)
    }
    return [...embedded, ...(await measureOn('postgres', open, work))]
  } finally {
    await server.stop()
  }
}

/** Fills a database of each size, and measures the calls over all of them. */
async function measureOn(engine: Engine, openDatabase: (rows: number) => Promise<Database>, { sizes, fill, open }: Work) {
  const opened: { rows: number; db: Database; measured: MeasuredCalls }[] = []
  try {
    for (const rows of sizes[engine]) {
      const db = await openDatabase(rows)
      await applyMigrations(db.adapter)
      await fill(db, rows)
      opened.push({ rows, db, measured: await open(db) })
    }
    const figures: CallFigures[] = []
    for (const [index, [call, limit]] of (opened[0]?.measured.calls ?? []).entries()) {
      const times = await timesOf(opened.flatMap(({ measured }) => measured.calls[index]?.[2] ?? []))
      figures.push({ engine, call, limit, ms: new Map(opened.map(({ rows }, place) => [rows, times[place] ?? Number.NaN])) })
    }
    return figures
  } finally {
    for (const { db, measured } of opened) {
      await measured.end()
      await db.close()
    }
  }
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
