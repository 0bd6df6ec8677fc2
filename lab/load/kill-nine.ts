import { dataOf, product, readProducts, signIn, mutate, type ProductRow } from './client'
import { newDatabase } from './databases'
import { Findings, numbers, type Outcome, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop, type ShopSettings } from './shop-process'

/** How long after the first confirmed write the server is killed, at most (ms). */
const LONGEST_ROUND_MS = 300
const WRITERS = 4
/** After so many kills of a long run it says how far it is. */
const ROUNDS_TOLD = 10

/** A row must be as last confirmed, or as a later write that was never answered may have made it. */
interface Expected {
  name: string
  stock: number
  perhaps: number[]
}

/** Creates products and changes them until the server is gone. */
async function write(url: string, token: string, name: string, rows: Map<string, Expected>, onWrite: () => void): Promise<void> {
  const fields = { name, category: 'Written while killed' }
  const made = dataOf(await mutate(url, 'products.create', { ...fields, stockQuantity: 0 }, { token }), product)
  const row: Expected = { name, stock: 0, perhaps: [] }
  rows.set(made.id, row)
  onWrite()
  for (let stock = 1, version = made.version; stock <= 3; stock++, version++) {
    row.perhaps.push(stock)
    dataOf(await mutate(url, 'products.update', { id: made.id, version, ...fields, stockQuantity: stock }, { token }), product)
    row.stock = stock
    row.perhaps = []
    onWrite()
  }
}

/**
 * Has several writers at work until the server is killed, some time after the first confirmed write.
 * @param work what a writer does again and again; ends without an error when its connection does
 */
export async function untilKilled(
  work: readonly ((index: number, onWrite: () => void) => Promise<void>)[],
  killAfterMs: number,
  kill: () => Promise<void>,
): Promise<void> {
  let over = false
  let killed: Promise<void> | undefined
  const onWrite = () => {
    killed ??= new Promise((resolve) => setTimeout(resolve, killAfterMs)).then(() => {
      over = true
      return kill()
    })
  }
  await Promise.all(
    work.map(async (once) => {
      for (let index = 0; !over; index++) {
        await once(index, onWrite).catch((error: unknown) => {
          // A refusal is not expected at all; a connection that ends is what happens here.
          if (!(error instanceof TypeError)) throw error
        })
      }
    }),
  )
  await killed
}

async function writeUntilKilled(url: string, token: string, round: number, killAfterMs: number, kill: () => Promise<void>) {
  const rows = new Map<string, Expected>()
  const writers = Array.from(
    { length: WRITERS },
    (_, writer) => (index: number, onWrite: () => void) => write(url, token, `W-${round}-${writer}-${index}`, rows, onWrite),
  )
  await untilKilled(writers, killAfterMs, kill)
  return rows
}

function compare(findings: Findings, round: number, expected: Map<string, Expected>, found: ProductRow[]) {
  const byId = new Map(found.map((row) => [row.id, row]))
  for (const [id, { name, stock, perhaps }] of expected) {
    const row = byId.get(id)
    const right = row?.name === name && (row.stockQuantity === stock || perhaps.includes(row.stockQuantity))
    findings.check(right, () => `round ${round}: ${name} is ${row ? `at ${row.stockQuantity} instead of ${stock}` : 'lost'}`)
  }
}

async function killRounds(rounds: number, settings: ShopSettings): Promise<Outcome> {
  const findings = new Findings()
  const random = numbers(42)
  const all = new Map<string, Expected>()
  let shop = await startShop(settings)
  let slowestStart = 0
  for (let round = 1; round <= rounds; round++) {
    const token = await signIn(shop.url)
    const rows = await writeUntilKilled(shop.url, token, round, random() * LONGEST_ROUND_MS, shop.kill)
    const started = performance.now()
    shop = await startShop({ ...settings, port: shop.port })
    slowestStart = Math.max(slowestStart, performance.now() - started)
    compare(findings, round, rows, await readProducts(shop.url, await signIn(shop.url), rows.size + WRITERS))
    for (const row of rows) all.set(...row)
    if (round % ROUNDS_TOLD === 0) console.log(`  ${round} of ${rounds} kills, ${all.size} rows`)
  }
  const everything = await readProducts(shop.url, await signIn(shop.url))
  compare(findings, rounds, all, everything)
  // Beside what was confirmed there may be one row of each writer and round that was never answered.
  findings.check(everything.length <= all.size + rounds * WRITERS, `${everything.length} rows of ${all.size} confirmed ones`)
  findings.check((await shop.stop()) === 0, 'the server did not stop in order')
  return findings.outcome(`${rounds} kills, ${all.size} rows, slowest restart ${(slowestStart / 1000).toFixed(1)} s`)
}

export const killEmbedded: Scenario = {
  name: 'kill-embedded',
  title: 'kill -9 of the server during writes, embedded database',
  run: (short) => killRounds(short ? 2 : 100, { dataDir: temporaryFolder('data') }),
}

export const killPostgres: Scenario = {
  name: 'kill-postgres',
  title: 'kill -9 of the server during writes, PostgreSQL',
  run: async (short) => killRounds(short ? 2 : 50, { dataDir: temporaryFolder('data'), databaseUrl: await newDatabase() }),
}
