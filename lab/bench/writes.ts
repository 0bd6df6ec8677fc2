import { loadavg } from 'node:os'
import { Client } from 'pg'
import * as z from 'zod'
import { paths } from '~/lib/paths'
import { stopDatabases } from '../load/databases'
import { atPace } from '../load/pacing'
import { startChild } from './child'
import { cpuSeconds } from '../load/process-use'
import { median } from './measured'
import { startBare } from './rival-servers'
import type { BenchSection } from './section'
import { databaseCpu, startWritingShop, type WritingShop } from './writes-shop'
import {
  PACE,
  printKinds,
  printSizes,
  WANTED,
  WRITE_KINDS,
  type Figures,
  type MeasuredShop,
  type Waits,
  type WriteKind,
} from './writes-report'
import { measureStatements } from './writes-statements'

const SIZES = [50, 1_000, 50_000]
const ROUNDS = 7
/** Writes before the first round, so that each shop's process has compiled what it runs. */
const WARM_UP = 500
/** Before each round, as for calls (measured.ts): a shop that has waited for its turn is not in the processor's caches any more. */
const WARM_UP_SECONDS = 1
const SECONDS = 3
/** How long waits are looked at in a round, without writes and with them: the longest of a second or two is chance. */
const LOOK_SECONDS = 6

/** Does something over and over again. @returns how often, and how long it took (s) */
async function repeated(forSeconds: number, work: (index: number) => Promise<unknown>): Promise<{ count: number; seconds: number }> {
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < forSeconds * 1_000; count++) await work(count)
  return { count, seconds: (performance.now() - began) / 1_000 }
}

/** Writes one after another for some seconds. */
async function measureWrites({ shop, databaseUrl }: WritingShop, write: (index: number) => Promise<void>): Promise<Figures> {
  await repeated(WARM_UP_SECONDS, write)
  const [cpu, database] = [cpuSeconds(shop.pid), await databaseCpu(databaseUrl)]
  const { count, seconds } = await repeated(SECONDS, write)
  const figures = { perSecond: count / seconds, cpuMs: ((cpuSeconds(shop.pid) - cpu) * 1_000) / count }
  return { ...figures, databaseMs: (((await databaseCpu(databaseUrl)) - database) * 1_000) / count }
}

/** The same statement that a change of stock needs at least, by `pg` alone. */
async function measureBare({ databaseUrl, ids }: WritingShop): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const update = (index: number) =>
    client.query({
      name: 'bare',
      text: 'UPDATE products SET stock_quantity = $2 WHERE id = $1',
      values: [ids[index % ids.length], index % 1_000],
    })
  await repeated(WARM_UP_SECONDS, update)
  const { count, seconds } = await repeated(SECONDS, update)
  await client.end()
  return count / seconds
}

const times = z.tuple([z.array(z.number()), z.array(z.number())])

/** Someone who looks at pages of a shop, and in turns at the same bytes of a bare server that has nothing else to do. */
async function startVisitor(shop: string) {
  const pages = [paths.home, paths.products]
  const bare = await startBare(shop, pages)
  const visitor = await startChild('page-visitor.ts', [[shop, bare.url].join(), ...pages])
  /** The longest waits of some seconds, with so many writes to the shop a second or without. */
  const longestWaits = async (write?: (index: number) => Promise<void>): Promise<Waits> => {
    const stop = write ? atPace(PACE, write) : () => Promise.resolve([])
    const [ofShop, ofBare] = times.parse(await visitor.ask(String(LOOK_SECONDS * 1_000)))
    await stop()
    return { shop: Math.max(...ofShop), bare: Math.max(...ofBare) }
  }
  // Compiles the asking code too before anything counts.
  await longestWaits()
  const stop = async () => {
    await visitor.stop()
    await bare.stop()
  }
  return { longestWaits, stop }
}

/** A shop with what was measured of it so far: the same for each, so that none is better practised than another. */
async function measuringShop(products: number) {
  const written = await startWritingShop(products)
  const visitor = await startVisitor(written.shop.url)
  for (let index = 0; index < WARM_UP; index++) await written.write.active(index)
  const active: Figures[] = []
  const bare: number[] = []
  const quiet: Waits[] = []
  const busy: Waits[] = []
  return {
    written,
    measureWriting: async () => {
      await written.forgetLimits()
      active.push(await measureWrites(written, written.write.active))
      bare.push(await measureBare(written))
    },
    measureWaits: async () => {
      await written.forgetLimits()
      quiet.push(await visitor.longestWaits())
      busy.push(await visitor.longestWaits(written.write.active))
    },
    close: async () => {
      await visitor.stop()
      await written.close()
    },
    measured: (): MeasuredShop => ({
      products,
      active,
      toBare: median(active.map(({ perSecond }, round) => perSecond / (bare[round] ?? Number.NaN))),
      quiet,
      busy,
    }),
  }
}

/** The figures of each kind of write, in turns. */
async function measureKinds(written: WritingShop): Promise<Map<WriteKind, Figures[]>> {
  const figures = new Map(WRITE_KINDS.map((kind): [WriteKind, Figures[]] => [kind, []]))
  for (let round = 0; round < ROUNDS; round++) {
    await written.forgetLimits()
    for (const [kind, measured] of figures) measured.push(await measureWrites(written, written.write[kind]))
  }
  return figures
}

/** `npm run bench writes`. */
export const writesSection: BenchSection = {
  name: 'writes',
  wanted: `an administrator's writes on PostgreSQL: whatever the catalogue's size, beside a bare UPDATE by pg, and what visitors wait meanwhile, of the shop and of a bare server in the same seconds (wanted: at most ${WANTED.wait} ms)`,
  needs: 'build',
  run: async (args) => {
    const sizes = args.length > 0 ? args.map(Number) : SIZES
    try {
      const shops: Awaited<ReturnType<typeof measuringShop>>[] = []
      for (const products of sizes) shops.push(await measuringShop(products))
      for (let round = 0; round < ROUNDS; round++) {
        // They take turns, there and back again: what else the machine does meets all of them.
        const turns = round % 2 === 0 ? shops : shops.toReversed()
        for (const { measureWriting } of turns) await measureWriting()
        for (const { measureWaits } of turns) await measureWaits()
      }
      const [few] = shops
      const kinds = few && (await measureKinds(few.written))
      for (const { close } of shops) await close()
      console.log(
        `Medians of ${ROUNDS} rounds: writes for ${SECONDS} s, waits in ${LOOK_SECONDS} s; load of the machine after them: ${loadavg()[0]?.toFixed(2)}`,
      )
      printSizes(shops.map(({ measured }) => measured()))
      if (kinds) printKinds(kinds, await measureStatements(few.written.databaseUrl))
    } finally {
      await stopDatabases()
    }
  },
}
