import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { Refusal } from '../../scripts/tools/project.mjs'
import { temporaryFolder, type ShopProcess } from '../../tests/setup/shop-process'
import { signIn } from '../load/client'
import { newDatabase, stopDatabases } from '../load/databases'
import { cpuSeconds } from '../load/process-use'
import { startShop } from '../load/shop-process'
import { sql } from '../load/sql'
import { productRows, SEARCHED_NAME } from './fill-shop'
import { leanClient } from './http-client'
import { median } from './measured'
import type { BenchSection } from './section'

const ROUNDS = 7
/** Short, so that other work on the machine meets both sides of a round. */
const SECONDS = 1.5
const WARM_UP_SECONDS = 0.5
const CONNECTIONS = 4
const PRODUCTS = 1_000
const ORDERS = 10_000

/** A shop of people, orders, repairs and trade-ins, by columns that every version has. */
const FILL = [
  productRows(PRODUCTS),
  `WITH made AS (INSERT INTO users (email) SELECT 'person' || n || '@mail.example' FROM generate_series(1, 2000) AS n RETURNING id, email)
   INSERT INTO profiles (user_id, email, full_name)
   SELECT id, email, CASE WHEN email ~ '^person([789]|10)@' THEN 'Quill Rarename' ELSE 'Ada ' || initcap(substr(md5(email), 1, 8)) END FROM made`,
  `INSERT INTO orders (order_number, status, total_amount, user_id, created_at)
   SELECT 'ORD-' || lpad(n::text, 8, '0'), (ARRAY['pending', 'processing', 'completed', 'cancelled'])[1 + n % 4]::order_status, n % 5000, p.user_id,
     now() - interval '1 hour' * n
   FROM generate_series(1, ${ORDERS}) AS n JOIN (SELECT user_id, row_number() OVER () - 1 AS place FROM profiles) AS p ON p.place = n % 2000`,
  `INSERT INTO repairs (repair_number, created_at) SELECT 'REP-' || n, now() - interval '1 hour' * n FROM generate_series(1, 1000) AS n`,
  `INSERT INTO trade_ins (trade_in_number, created_at) SELECT 'TRA-' || n, now() - interval '1 hour' * n FROM generate_series(1, 1000) AS n`,
  'VACUUM ANALYZE',
]

/** A built checkout of a commit, kept for the next time. */
function builtCheckout(commit: string): string {
  const sha = execFileSync('git', ['rev-parse', '--short', `${commit}^{commit}`], { encoding: 'utf8' }).trim()
  const folder = join(tmpdir(), `shop-against-${sha}`)
  if (!existsSync(folder)) {
    mkdirSync(folder)
    execFileSync('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', sha, folder])
  }
  // A commit's files do not change.
  if (!existsSync(join(folder, 'dist/build-stamp.json')))
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' })
  return folder
}

type Call = (index: number) => Promise<void>

interface Side {
  name: string
  shop: ShopProcess
  databaseUrl: string
  calls: Record<string, Call>
  close: () => Promise<void>
}

const rowsOfIds = z.array(z.object({ id: z.string(), name: z.string().optional(), category: z.string().optional() }))

async function startSide(name: string, version: string | undefined): Promise<Side> {
  const databaseUrl = await newDatabase({ flushed: true })
  const shop = await startShop({
    dataDir: temporaryFolder('data'),
    databaseUrl,
    env: { SEED_DEMO: 'false' },
    ...(version !== undefined && { version }),
  })
  for (const statement of FILL) await sql(databaseUrl, statement)
  const clients = Array.from({ length: CONNECTIONS }, () => leanClient(shop.url))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await signIn(shop.url)}` }
  const send = async (index: number, path: string, options: { method?: string; body?: string }) => {
    const status = await clients[index % CONNECTIONS]?.send(`/api/trpc/${path}`, { headers, ...options })
    if (status !== 200) throw new Error(`${name}: ${path} answered ${status}`)
  }
  const query = (path: string, input?: object) => {
    const asked = input === undefined ? path : `${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`
    return (index: number) => send(index, asked, {})
  }
  const mutate = (index: number, path: string, input: object) =>
    send(index, path, { method: 'POST', body: JSON.stringify({ json: input }) })
  const products = rowsOfIds.parse(await sql(databaseUrl, 'SELECT id, name, category FROM products ORDER BY id LIMIT 100'))
  const orders = rowsOfIds.parse(await sql(databaseUrl, 'SELECT id FROM orders ORDER BY id LIMIT 100'))
  const repairs = rowsOfIds.parse(await sql(databaseUrl, 'SELECT id FROM repairs ORDER BY id LIMIT 100'))
  return {
    name,
    shop,
    databaseUrl,
    calls: {
      'products.list': query('products.list'),
      'orders.list': query('orders.list'),
      'orders.list, a rare name': query('orders.list', { search: SEARCHED_NAME }),
      'orders.list, a usual name': query('orders.list', { search: 'ada 12' }),
      'orders.list, part of a number': query('orders.list', { search: '00123' }),
      'dashboard.overview': query('dashboard.overview'),
      'products.update': (index) =>
        mutate(index, 'products.update', { ...products[index % 100], price: 100 + (index % 5_000), stockQuantity: 30 }),
      'orders.updateStatus': (index) =>
        mutate(index, 'orders.updateStatus', { ...orders[index % 100], status: index % 200 < 100 ? 'processing' : 'pending' }),
      'repairs.updateStatus': (index) =>
        mutate(index, 'repairs.updateStatus', { ...repairs[index % 100], status: index % 200 < 100 ? 'testing' : 'repairing' }),
      'settings.save': (index) =>
        mutate(index, 'settings.save', {
          tab: 'homepage',
          values: { hero_title: `Title ${index}`, hero_description: 'A text', hero_badge_text: 'New' },
        }),
    },
    close: async () => {
      for (const client of clients) client.close()
      await shop.stop()
    },
  }
}

interface Figures {
  perSecond: number
  /** Of the shop's process, for a call: other work on the machine does not count. */
  cpuMs: number
}

async function measure({ shop, databaseUrl }: Side, call: Call): Promise<Figures> {
  let index = 0
  const during = async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    const first = index
    const work = async () => {
      while (performance.now() < until) await call(index++)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    return index - first
  }
  await during(WARM_UP_SECONDS)
  await sql(databaseUrl, 'DELETE FROM limit_counters')
  const [before, began] = [cpuSeconds(shop.pid), performance.now()]
  const count = await during(SECONDS)
  const seconds = (performance.now() - began) / 1000
  return { perSecond: count / seconds, cpuMs: ((cpuSeconds(shop.pid) - before) * 1000) / count }
}

/** `npm run bench against COMMIT [ROUNDS [CALL …]]`: an administrator's calls, of the build here beside that commit's. */
export const againstSection: BenchSection = {
  name: 'against',
  wanted:
    'calls of an administrator on PostgreSQL whose commits wait for the disk, in turns with the named commit (how many times as many)',
  needs: 'build',
  run: async ([commit, rounds = String(ROUNDS), ...only]) => {
    if (commit === undefined) throw new Refusal('Name the commit to compare with: npm run bench against COMMIT [ROUNDS [CALL …]]')
    try {
      const before = await startSide(commit, builtCheckout(commit))
      const after = await startSide('here', undefined)
      const names = Object.keys(after.calls).filter((name) => only.length === 0 || only.includes(name))
      const figures = new Map<string, Figures[]>()
      for (let round = 0; round < Number(rounds); round++)
        for (const name of names)
          for (const side of round % 2 === 0 ? [before, after] : [after, before]) {
            const measured = await measure(side, side.calls[name] ?? (() => Promise.resolve()))
            const key = `${side.name} ${name}`
            figures.set(key, [...(figures.get(key) ?? []), measured])
          }
      const all = (side: Side, name: string, figure: keyof Figures) =>
        (figures.get(`${side.name} ${name}`) ?? []).map((each) => each[figure])
      const of = (side: Side, name: string, figure: keyof Figures) => median(all(side, name, figure))
      /** Of the two sides in one round, and of those the median. */
      const ratio = (name: string, figure: keyof Figures, over: Side, under: Side) => {
        const others = all(under, name, figure)
        return median(all(over, name, figure).map((value, round) => value / (others[round] ?? Number.NaN))).toFixed(2)
      }
      console.log(`Medians of ${rounds} rounds; load of the machine after them: ${loadavg()[0]?.toFixed(2)}`)
      console.table(
        names.map((name) => ({
          call: name,
          [`${before.name}: a second`]: Math.round(of(before, name, 'perSecond')),
          'here: a second': Math.round(of(after, name, 'perSecond')),
          times: ratio(name, 'perSecond', after, before),
          [`${before.name}: ms of CPU`]: of(before, name, 'cpuMs').toFixed(2),
          'here: ms of CPU': of(after, name, 'cpuMs').toFixed(2),
          'times by CPU': ratio(name, 'cpuMs', before, after),
        })),
      )
      await Promise.all([before.close(), after.close()])
    } finally {
      await stopDatabases()
    }
  },
}
