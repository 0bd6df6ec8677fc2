import { Client } from 'pg'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { startSession } from '~/server/auth/sessions'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { createServices } from '~/server/create-services'
import { startPostgres } from '../../tests/setup/postgres-server'
import { fillShop } from './fill-shop'
import type { BenchSection } from './section'

/** What the back office's calls take with so many orders, in ms, as medians. */
interface ListFigures {
  engine: 'embedded' | 'postgres'
  call: string
  /** By the number of orders. */
  ms: Map<number, number>
  /** How many times what it takes with the fewest orders it may take with the most. */
  limit: number
}

const ROUNDS = 7
const WARM_UP = 3

/** The median time of a call, in ms. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < WARM_UP; round++) await call()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

/** The calls that are measured, over a database that is filled. */
async function measureCalls(db: Database): Promise<[call: string, limit: number, ms: number][]> {
  const services = await createServices({ db, log: createLogger('silent') })
  try {
    const user = await db.prisma.user.create({
      data: { email: 'bench@example.com', profile: { create: { email: 'bench@example.com', role: 'admin' } } },
    })
    const caller = createCaller(createInnerTRPCContext({ services, sessionId: await startSession(services, user.id) }))
    // A page from the middle: the cursor of a page stands for all before it.
    const [middle] = await db.prisma.$queryRaw<{ at: Date; id: string }[]>`
      SELECT created_at AS at, id FROM orders WHERE created_at < now() - interval '350 days' ORDER BY created_at DESC LIMIT 1`
    const cursor = Buffer.from(JSON.stringify(['-created', middle?.at.toISOString(), middle?.id])).toString('base64url')
    const calls: [string, number, () => Promise<unknown>][] = [
      ['orders.list, first page', 2, () => caller.orders.list()],
      ['orders.list, a page deep inside', 2, () => caller.orders.list({ cursor })],
      ['orders.list, search with few hits (a number)', 4, () => caller.orders.list({ search: '00000777' })],
      ['orders.list, search with few hits (a name)', 4, () => caller.orders.list({ search: 'quill rare' })],
      ['orders.list, search with many hits', 4, () => caller.orders.list({ search: 'post.example' })],
      ['orders.list, search with many old hits', 4, () => caller.orders.list({ search: 'old-' })],
      ['dashboard.overview', 2, () => caller.dashboard.overview()],
      ['dashboard.charts', 2, () => caller.dashboard.charts()],
      ['dashboard.attention', 2, () => caller.dashboard.attention()],
      ['admin.search, a name', 4, () => caller.admin.search({ query: 'quill rare' })],
    ]
    const figures: [string, number, number][] = []
    for (const [name, limit, call] of calls) figures.push([name, limit, await timeOf(call)])
    return figures
  } finally {
    await services.hub.stop()
  }
}

/** Measures the calls on both engines, each with so many orders in a database of its own. */
async function measureLists(sizes: { embedded: readonly number[]; postgres: readonly number[] }): Promise<ListFigures[]> {
  const figures = new Map<string, ListFigures>()
  const note = (engine: ListFigures['engine'], orders: number, measured: [string, number, number][]) => {
    for (const [call, limit, ms] of measured) {
      const key = `${engine} ${call}`
      const known = figures.get(key) ?? { engine, call, limit, ms: new Map<number, number>() }
      known.ms.set(orders, ms)
      figures.set(key, known)
    }
  }
  for (const orders of sizes.embedded) {
    const db = await openEmbedded({ memory: true })
    try {
      await applyMigrations(db.adapter)
      await fillShop(db, orders)
      note('embedded', orders, await measureCalls(db))
    } finally {
      await db.close()
    }
  }
  if (sizes.postgres.length === 0) return [...figures.values()]
  const server = await startPostgres()
  try {
    for (const orders of sizes.postgres) {
      const url = new URL(server.url)
      url.pathname = `/bench_${orders}`
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(`CREATE DATABASE bench_${orders}`)
      await client.end()
      const db = openPostgres(url.href)
      try {
        await applyMigrations(db.adapter)
        await fillShop(db, orders)
        note('postgres', orders, await measureCalls(db))
      } finally {
        await db.close()
      }
    }
  } finally {
    await server.stop()
  }
  return [...figures.values()]
}

/** Orders on each engine; the embedded one is for a shop, not for a million. */
const SIZES = { embedded: [1_000, 10_000, 100_000], postgres: [1_000, 10_000, 100_000, 1_000_000] }

function printLists(figures: ListFigures[]): void {
  console.table(
    figures.map(({ engine, call, ms, limit }) => {
      const times = [...ms.values()]
      const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
      return {
        engine,
        call,
        ...Object.fromEntries([...ms].map(([orders, time]) => [orders.toLocaleString('en-GB'), time.toFixed(1)])),
        ratio: ratio.toFixed(2),
        limit,
        wanted: ratio <= limit ? 'yes' : 'NO',
      }
    }),
  )
}

/** `npm run bench lists [MOST_ORDERS]`. */
export const listsSection: BenchSection = {
  name: 'lists',
  wanted: 'calls of the back office, medians in ms by the number of orders (wanted: the last over the first at most the limit)',
  run: async ([most]) => {
    const upTo = (sizes: readonly number[]) => sizes.filter((size) => size <= Number(most ?? Infinity))
    printLists(await measureLists({ embedded: upTo(SIZES.embedded), postgres: upTo(SIZES.postgres) }))
  },
}
