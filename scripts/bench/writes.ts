import { loadavg } from 'node:os'
import { Client } from 'pg'
import * as z from 'zod'
import { paths } from '~/lib/paths'
import { stopDatabases } from '../load/databases'
import { atPace } from '../load/pacing'
import { startChild } from './child'
import { cpuSeconds, median } from './measured'
import type { BenchSection } from './section'
import { databaseCpu, startWritingShop, type WritingShop } from './writes-shop'
import { measureStatements } from './writes-statements'

const SIZES = [50, 1_000, 50_000]
const ROUNDS = 5
/** Writes before the first round, so that each shop's process has compiled what it runs. */
const WARM_UP = 500
const SECONDS = 3
const PACE = 50

const WANTED = { growth: 1.3, bare: 0.2, wait: 20, waits: 2, cpu: 5, database: 2 }

interface Figures {
  perSecond: number
  /** Of the shop's process, and of the database's for its connections, for each (ms). */
  cpuMs: number
  databaseMs: number
}

/** Writes one after another for some seconds. */
async function measureWrites({ shop, databaseUrl }: WritingShop, write: (index: number) => Promise<void>): Promise<Figures> {
  const [cpu, database] = [cpuSeconds(shop.pid), await databaseCpu(databaseUrl)]
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < SECONDS * 1_000; count++) await write(count)
  const seconds = (performance.now() - began) / 1_000
  const figures = { perSecond: count / seconds, cpuMs: ((cpuSeconds(shop.pid) - cpu) * 1_000) / count }
  return { ...figures, databaseMs: (((await databaseCpu(databaseUrl)) - database) * 1_000) / count }
}

/** The same statement that a change of stock needs at least, by `pg` alone. */
async function measureBare({ databaseUrl, ids }: WritingShop): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < SECONDS * 1_000; count++) {
    const values = [ids[count % ids.length], count % 1_000]
    await client.query({ name: 'bare', text: 'UPDATE products SET stock_quantity = $2 WHERE id = $1', values })
  }
  await client.end()
  return (count * 1_000) / (performance.now() - began)
}

const times = z.array(z.number())

/** The longest wait for a page, with so many writes a second or without (ms). */
async function longestWait(visitor: Awaited<ReturnType<typeof startChild>>, write?: (index: number) => Promise<void>): Promise<number> {
  const stop = write ? atPace(PACE, write) : () => Promise.resolve([])
  const waits = times.parse(await visitor.ask(String(SECONDS * 1_000)))
  await stop()
  return Math.max(...waits)
}

const ALL_KINDS = ['active', 'inactive', 'order', 'settings'] as const

/** A shop with what was measured of it so far. */
async function measuringShop(products: number, kinds: readonly (typeof ALL_KINDS)[number][]) {
  const written = await startWritingShop(products)
  const visitor = await startChild('page-visitor.ts', [written.shop.url, paths.home, paths.products])
  for (let index = 0; index < WARM_UP; index++) await written.write.active(index)
  const figures = new Map<string, Figures[]>()
  const bare: number[] = []
  const quiet: number[] = []
  const busy: number[] = []
  return {
    written,
    measure: async () => {
      for (const kind of kinds) figures.set(kind, [...(figures.get(kind) ?? []), await measureWrites(written, written.write[kind])])
      bare.push(await measureBare(written))
      quiet.push(await longestWait(visitor))
      busy.push(await longestWait(visitor, written.write.active))
    },
    close: async () => {
      await visitor.stop()
      await written.close()
    },
    measured: () => ({
      products,
      kinds,
      of: (kind: string, figure: keyof Figures) => median((figures.get(kind) ?? []).map((each) => each[figure])),
      bare: median(bare),
      quiet: median(quiet),
      busy: median(busy),
    }),
  }
}

type Measured = ReturnType<Awaited<ReturnType<typeof measuringShop>>['measured']>

const asWanted = (right: boolean) => (right ? 'yes' : 'NO')

function print(all: Measured[], statements: ReadonlyMap<string, number>): void {
  const [few] = all
  if (!few) return
  console.table(
    all.map(({ products, of, bare }) => ({
      'active products': products,
      'CPU ÷': (of('active', 'cpuMs') / few.of('active', 'cpuMs')).toFixed(2),
      'time ÷': (few.of('active', 'perSecond') / of('active', 'perSecond')).toFixed(2),
      [`at most ${WANTED.growth}`]: asWanted(
        Math.max(of('active', 'cpuMs') / few.of('active', 'cpuMs'), few.of('active', 'perSecond') / of('active', 'perSecond')) <=
          WANTED.growth,
      ),
      'writes/s ÷ bare UPDATEs/s': (of('active', 'perSecond') / bare).toFixed(2),
      [`at least ${WANTED.bare}`]: asWanted(of('active', 'perSecond') / bare >= WANTED.bare),
    })),
  )
  console.table(
    all.map(({ products, quiet, busy }) => ({
      'active products': products,
      'longest wait for a page, ms': quiet.toFixed(1),
      [`with ${PACE} writes/s`]: busy.toFixed(1),
      '÷': (busy / quiet).toFixed(2),
      wanted: asWanted(busy <= WANTED.wait && busy <= WANTED.waits * quiet),
    })),
  )
  console.table(
    few.kinds.map((kind) => ({
      write: kind,
      statements: statements.get(kind) ?? '',
      'CPU ms': few.of(kind, 'cpuMs').toFixed(1),
      'database ms': few.of(kind, 'databaseMs').toFixed(1),
      'CPU ÷ inactive': (few.of(kind, 'cpuMs') / few.of('inactive', 'cpuMs')).toFixed(2),
      'writes/s': few.of(kind, 'perSecond').toFixed(0),
      wanted: kind === 'inactive' ? asWanted(few.of(kind, 'cpuMs') <= WANTED.cpu && few.of(kind, 'databaseMs') <= WANTED.database) : '',
    })),
  )
}

/** `npm run bench writes`. */
export const writesSection: BenchSection = {
  name: 'writes',
  wanted: `an administrator's writes on PostgreSQL: whatever the catalogue's size, beside a bare UPDATE by pg, and what visitors wait meanwhile (wanted: at most ${WANTED.wait} ms, and ${WANTED.waits} × the wait without writes)`,
  needs: 'build',
  run: async (args) => {
    const sizes = args.length > 0 ? args.map(Number) : SIZES
    try {
      const shops: Awaited<ReturnType<typeof measuringShop>>[] = []
      for (const [index, products] of sizes.entries()) shops.push(await measuringShop(products, index === 0 ? ALL_KINDS : ['active']))
      // They take turns: what else the machine does meets all of them.
      for (let round = 0; round < ROUNDS; round++) for (const { measure } of shops) await measure()
      for (const { close } of shops) await close()
      const [few] = shops
      const statements = few ? await measureStatements(few.written.databaseUrl) : new Map<string, number>()
      console.log(`Medians of ${ROUNDS} rounds of ${SECONDS} s; load of the machine after them: ${loadavg()[0]?.toFixed(2)}`)
      print(
        shops.map(({ measured }) => measured()),
        statements,
      )
    } finally {
      await stopDatabases()
    }
  },
}
