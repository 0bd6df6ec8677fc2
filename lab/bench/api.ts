import { loadavg } from 'node:os'
import * as z from 'zod'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { startSession } from '~/server/identity/auth/sessions'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { createServices } from '~/server/create-services'
import { startPostgres } from '../../tests/setup/postgres-server'
import { countStatements } from '../../tests/setup/statements'
import { startChild } from './child'
import { SEARCHED_NAME } from './fill-shop'
import { measureRound, median, type Round } from './measured'
import type { BenchSection } from './section'

const ROUNDS = 7
const SECONDS = 2
const CONNECTIONS = 20

const searched = encodeURIComponent(JSON.stringify({ json: { search: SEARCHED_NAME } }))

/** Each target with its address; first those that leave most behind: garbage of half a megabyte each, and threads that derive keys. */
const targets = [
  ['auth.signIn', '/api/trpc/auth.signIn'],
  ['the password alone', '/raw/password'],
  ['products.shop', '/api/trpc/products.shop'],
  ['a constant like products.shop', '/constant/shop'],
  ['a constant like orders.list', '/constant/orders'],
  ['orders.list', '/api/trpc/orders.list'],
  ['orders.list for administrators', '/constant/guardedOrders'],
  ['its rows by pg and node:http', '/raw/orders'],
  ['orders by a name', `/api/trpc/orders.list?input=${searched}`],
  ['these for administrators', '/constant/guardedFound'],
  ['these by pg and node:http', '/raw/found'],
  ['products.list', '/api/trpc/products.list'],
  ['products.list for administrators', '/constant/guardedProducts'],
  ['products by pg and node:http', '/raw/products'],
] as const
type Target = (typeof targets)[number][0]

const comparisons: readonly [target: Target, other: Target, atLeast: number | null][] = [
  ['products.shop', 'a constant like products.shop', 0.85],
  ['orders.list', 'a constant like orders.list', 0.5],
  ['orders.list', 'orders.list for administrators', 0.8],
  ['orders.list', 'its rows by pg and node:http', 0.2],
  ['orders by a name', 'these for administrators', null],
  ['orders by a name', 'these by pg and node:http', 0.5],
  ['products.list', 'products.list for administrators', 0.8],
  ['products.list', 'products by pg and node:http', 0.2],
  ['auth.signIn', 'the password alone', null],
]

const readySchema = z.object({
  port: z.number(),
  cookie: z.string(),
  customers: z.array(z.object({ email: z.string(), password: z.string() })),
})

async function measureRates(databaseUrl: string): Promise<void> {
  const server = await startChild('api-server.ts', [databaseUrl])
  const { port, cookie, customers } = readySchema.parse(server.ready)
  const signIn = {
    method: 'POST' as const,
    bodies: customers.map((customer) => JSON.stringify({ json: customer })),
    headers: { 'content-type': 'application/json' },
  }
  const rounds = new Map<Target, Round[]>()
  const loads: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // There and back again: what a call leaves to be collected meets its neighbours on both sides.
      for (const [target, path] of round % 2 === 0 ? targets : targets.toReversed()) {
        const figures = await measureRound(server.pid, {
          url: `http://127.0.0.1:${port}${path}`,
          connections: CONNECTIONS,
          ...(target === 'auth.signIn' ? signIn : { headers: { cookie } }),
          duration: SECONDS,
        })
        rounds.set(target, [...(rounds.get(target) ?? []), figures])
      }
      loads.push(loadavg()[0]?.toFixed(2) ?? '')
    }
  } finally {
    await server.stop()
  }
  const of = (target: Target, figure: keyof Round) => median((rounds.get(target) ?? []).map((round) => round[figure]))
  /** Of the two in one round, a few seconds apart, and of those the median: other work on the machine meets both. */
  const ratioOf = (target: Target, other: Target, figure: keyof Round) => {
    const others = rounds.get(other) ?? []
    return median((rounds.get(target) ?? []).map((round, at) => round[figure] / (others[at]?.[figure] ?? Number.NaN)))
  }
  console.log(`\n${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections; load of the machine after each: ${loads.join(', ')}`)
  console.table(
    targets.map(([call]) => ({
      call,
      'answers/s': Math.round(of(call, 'perSecond')),
      'ms of its own CPU': (1000 / of(call, 'perCpuSecond')).toFixed(2),
      bytes: Math.round(of(call, 'bytes')),
      failures: (rounds.get(call) ?? []).reduce((sum, { failures }) => sum + failures, 0),
    })),
  )
  console.table(
    comparisons.map(([target, other, atLeast]) => {
      const ratio = ratioOf(target, other, 'perSecond')
      return {
        ratio: `${target} ÷ ${other}`,
        'answers/s': ratio.toFixed(2),
        'by CPU': ratioOf(target, other, 'perCpuSecond').toFixed(2),
        'at least': atLeast ?? '',
        wanted: atLeast === null ? '' : ratio >= atLeast ? 'yes' : 'NO',
      }
    }),
  )
}

/** Statements of a page of fifty rows over those of a page of five, for every list. */
async function measureStatements(databaseUrl: string): Promise<void> {
  const { db, statementsOf } = countStatements(openPostgres(databaseUrl))
  const services = await createServices({ db, log: createLogger('silent'), secret: 'a secret of the benchmark and of nobody else' })
  const admin = await db.prisma.user.findUniqueOrThrow({ where: { email: 'bench@example.com' } })
  const caller = createCaller(createInnerTRPCContext({ services, sessionId: await startSession(services, admin.id) }))
  const lists: Record<string, (limit: number) => Promise<{ rows: unknown[] }>> = {
    orders: (limit) => caller.orders.list({ limit }),
    'orders, a search': (limit) => caller.orders.list({ limit, search: 'example' }),
    repairs: (limit) => caller.repairs.list({ limit }),
    'trade-ins': (limit) => caller.tradeIns.list({ limit }),
    products: (limit) => caller.products.list({ limit }),
    machines: (limit) => caller.machines.list({ limit }),
    users: (limit) => caller.users.list({ limit }),
  }
  const table = []
  for (const [list, read] of Object.entries(lists)) {
    const rows = (await read(50)).rows.length
    const [few, many] = [await statementsOf(() => read(5)), await statementsOf(() => read(50))]
    table.push({ list, 'rows of the page': rows, 'statements for 5': few, 'for the page': many, ratio: (many / few).toFixed(1) })
  }
  console.log('\nSQL statements of a page, the look at the session among them (wanted: a ratio of 1.0)')
  console.table(table)
  await services.hub.stop()
  await db.close()
}

export const apiSection: BenchSection = {
  name: 'api',
  wanted:
    'calls of the API on PostgreSQL, with 10,000 orders and 1,000 products, beside constants by tRPC’s adapter and the same guards, and beside pg behind node:http, interleaved',
  run: async () => {
    const postgres = await startPostgres()
    try {
      await measureRates(postgres.url)
      await measureStatements(postgres.url)
    } finally {
      await postgres.stop()
    }
  },
}
