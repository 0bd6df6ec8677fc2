import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded } from '~/server/platform/database/embedded'
import { newDatabase, stopDatabases } from '../load/databases'
import { temporaryFolder, type ShopProcess } from '../../tests/setup/shop-process'
import { startShop } from '../load/shop-process'
import { addCustomers } from '../load/visitors'
import { median } from './measured'
import { mixedLoad, PER_SECOND, type MixedLoad } from './memory-load'
import type { BenchSection } from './section'

const FIRST_MINUTE = 1
const LAST_MINUTE = 10
const WANTED = 1.1
/** Resident, on PostgreSQL. */
const MOST_MB = 300
const SECONDS = 60
const BYTES_PER_MB = 1024 * 1024
const KB_PER_MB = 1024
/** Around each mark a sample is taken so often for so long (seconds). */
const WINDOW = 20
const EVERY = 1

const env = { SEED_DEMO: 'true' }

const engines = {
  PostgreSQL: async () => {
    const databaseUrl = await newDatabase()
    const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl, env })
    await addCustomers(databaseUrl)
    return shop
  },
  embedded: async () => {
    const dataDir = temporaryFolder('data')
    // The database belongs to one process: the customers come in between two starts.
    await (await startShop({ dataDir, env })).stop()
    const db = await openEmbedded({ dataDir })
    await addCustomers((statement) => db.prisma.$executeRawUnsafe(statement))
    await db.close()
    return startShop({ dataDir, env })
  },
}

interface Sample {
  /** MB. */
  resident: number
  heap: number
}

async function sample({ pid, url }: ShopProcess): Promise<Sample> {
  const resident = Number(/^Rss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  const metrics = await (await fetch(`${url}/api/metrics`)).text()
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1])
  return { resident: resident / KB_PER_MB, heap: heap / BYTES_PER_MB }
}

interface Course {
  engine: string
  first: Sample
  last: Sample
  load: MixedLoad
}

async function follow(engine: string, shop: ShopProcess, minutes: number): Promise<Course> {
  const over = new AbortController()
  const began = performance.now()
  const running = mixedLoad(shop.url, over.signal)
  /** The medians of what is read around a moment (seconds after the beginning). */
  const around = async (moment: number): Promise<Sample> => {
    await wait(Math.max(0, began + (moment - WINDOW / 2) * 1000 - performance.now()))
    const samples: Sample[] = []
    for (let index = 0; index < WINDOW / EVERY; index++) {
      samples.push(await sample(shop))
      await wait(EVERY * 1000)
    }
    return { resident: median(samples.map(({ resident }) => resident)), heap: median(samples.map(({ heap }) => heap)) }
  }
  try {
    const first = await around(FIRST_MINUTE * SECONDS)
    const last = await around(minutes * SECONDS)
    over.abort()
    return { engine, first, last, load: await running }
  } finally {
    over.abort()
    await running.catch(() => undefined)
  }
}

function print(courses: readonly Course[], minutes: number): void {
  console.log(
    `\n${PER_SECOND} requests a second to each process, live streams beside them; medians of ${WINDOW / EVERY} readings around minute ` +
      `${FIRST_MINUTE} and minute ${minutes}; load of the machine after it: ${loadavg()[0]?.toFixed(2) ?? ''}`,
  )
  console.table(
    courses.map(({ engine, first, last, load: { requests, faults } }) => {
      const ratio = last.resident / first.resident
      return {
        database: engine,
        [`MB after ${FIRST_MINUTE} min`]: first.resident.toFixed(0),
        [`MB after ${minutes} min`]: last.resident.toFixed(0),
        ratio: ratio.toFixed(3),
        'heap MB': `${first.heap.toFixed(0)}, ${last.heap.toFixed(0)}`,
        requests,
        failures: faults.length,
        wanted: ratio <= WANTED ? `yes (${WANTED})` : `NO (${WANTED})`,
        [`at most ${MOST_MB} MB`]: engine === 'embedded' ? '' : last.resident <= MOST_MB ? 'yes' : 'NO',
      }
    }),
  )
  for (const fault of new Set(courses.flatMap(({ load }) => load.faults))) console.log(`  ✗ ${fault}`)
}

/** `npm run bench memory [MINUTES]`: fewer minutes for trying. */
export const memorySection: BenchSection = {
  name: 'memory',
  wanted: `resident memory of a process after ${LAST_MINUTE} minutes of mixed load ÷ after ${FIRST_MINUTE} (wanted: at most ${WANTED})`,
  needs: 'build',
  run: async ([given]) => {
    const minutes = Number(given ?? LAST_MINUTE)
    const shops: { engine: string; shop: ShopProcess }[] = []
    try {
      for (const [engine, start] of Object.entries(engines)) shops.push({ engine, shop: await start() })
      print(await Promise.all(shops.map(({ engine, shop }) => follow(engine, shop, minutes))), minutes)
    } finally {
      await Promise.all(shops.map(({ shop }) => shop.stop()))
      await stopDatabases()
    }
  },
}
