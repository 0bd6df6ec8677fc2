import { openStallingProxy } from '../../tests/setup/stalling-proxy'
import { Client } from 'pg'
import { query, signIn } from './client'
import { newDatabase } from './databases'
import { atPace, type Shot } from './pacing'
import { Findings, holdsWithin, limitOf, quantile, type Scenario } from './scenario'
import { temporaryFolder, type ShopProcess } from '../../tests/setup/shop-process'
import { startShop } from './shop-process'
import { mixedTraffic, type Seen } from './traffic'

const SLOW_MS = 2_000
/** A call waits for a connection and reads its session, waits for a transaction and has 20 s in it (src/server/platform/database/database.ts). */
const LONGEST_SLOW_CALL_MS = 45_000
/** A process has ten connections; a call that waits longer than five seconds for one is refused (src/server/platform/database/postgres.ts). */
const POOL_WAIT_MS = 5_000
const CALLS = 40

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface SlowShop {
  shop: ShopProcess
  token: string
  proxy: Awaited<ReturnType<typeof openStallingProxy>>
  databaseUrl: string
}

async function start(): Promise<SlowShop> {
  const databaseUrl = await newDatabase()
  const proxy = await openStallingProxy(databaseUrl)
  const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl: proxy.url })
  return { shop, token: await signIn(shop.url), proxy, databaseUrl }
}

let started: Promise<SlowShop> | undefined

/** A shop with a proxy before its database, one for these scenarios of a run. */
const slowShop = (): Promise<SlowShop> => (started ??= start())

function checkShots(findings: Findings, shots: Shot<Seen>[], short: boolean) {
  for (const { ms, result } of shots) {
    findings.check(result.fault === undefined, `${result.kind}: ${result.fault}`)
    const limit = limitOf(result.kind.startsWith('page') ? 1_000 : LONGEST_SLOW_CALL_MS, short)
    findings.check(ms < limit, `${result.kind}: ${result.status} only after ${Math.round(ms)} ms`)
  }
}

const slowDatabase: Scenario = {
  name: 'slow-database',
  title: `the database ${SLOW_MS / 1000} s slow for each statement`,
  run: async (short) => {
    const findings = new Findings()
    const { shop, token, proxy } = await slowShop()
    proxy.slow(SLOW_MS)
    const stop = atPace(4, mixedTraffic(shop.url, token))
    await pause(short ? 3_000 : 20_000)
    const shots = await stop()
    checkShots(findings, shots, short)
    proxy.slow(0)
    const well = await holdsWithin(limitOf(5_000, short), async () => (await query(shop.url, 'orders.list', {}, { token })).ok)
    findings.check(well, 'calls were not well five seconds after the database was')
    const pages = shots.filter(({ result }) => result.kind.startsWith('page')).map(({ ms }) => ms)
    return findings.outcome(
      `${shots.length} requests, ${shots.filter(({ result }) => result.status === 503).length} × 503, slowest page ${Math.round(Math.max(...pages))} ms`,
    )
  },
}

/** Holds a table, so that every call that reads it keeps its connection. */
async function lockTable(databaseUrl: string): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE')
  return async () => {
    await holder.query('ROLLBACK')
    await holder.end()
  }
}

const poolExhausted: Scenario = {
  name: 'pool-exhausted',
  title: `${CALLS} calls at once that all wait on a locked table`,
  run: async (short) => {
    const findings = new Findings()
    const { shop, token, databaseUrl } = await slowShop()
    const unlock = await lockTable(databaseUrl)
    const calls = Array.from({ length: CALLS }, async () => {
      const at = performance.now()
      const answer = await query(shop.url, 'orders.list', {}, { token, timeoutMs: 60_000 })
      return { answer, ms: performance.now() - at }
    })
    await pause(POOL_WAIT_MS + 4_000)
    const page = await fetch(shop.url)
    findings.check(page.status === 200, `the home page answered ${page.status}`)
    await unlock()
    const results = await Promise.all(calls)
    const refused = results.filter(({ answer }) => !answer.ok)
    for (const { answer, ms } of refused) {
      const clean = !answer.ok && answer.status === 503 && answer.code === 'SERVICE_UNAVAILABLE' && answer.retryAfter !== null
      findings.check(clean, () => JSON.stringify(answer))
      findings.check(ms < limitOf(2 * POOL_WAIT_MS + 1_000, short), `503 only after ${Math.round(ms)} ms`)
    }
    findings.check(refused.length > 0, 'nobody was refused')
    findings.check((await query(shop.url, 'orders.list', {}, { token })).ok, 'calls were not well after the lock')
    const waits = refused.map(({ ms }) => ms).sort((a, b) => a - b)
    return findings.outcome(`${refused.length} of ${CALLS} refused after ${(quantile(waits, 0.5) / 1000).toFixed(1)} s (median)`)
  },
}

const lostDatabase: Scenario = {
  name: 'lost-database',
  title: 'connections to the database that hang and then break',
  run: async (short) => {
    const findings = new Findings()
    const { shop, token, proxy } = await slowShop()
    proxy.stall()
    const stop = atPace(10, mixedTraffic(shop.url, token))
    await pause(short ? 3_000 : 15_000)
    proxy.cut()
    proxy.resume()
    const well = await holdsWithin(limitOf(5_000, short), async () => (await query(shop.url, 'orders.list', {}, { token })).ok)
    findings.check(well, 'calls were not well five seconds after the database was')
    const shots = await stop()
    checkShots(findings, shots, short)
    return findings.outcome(`${shots.length} requests, ${shots.filter(({ result }) => result.status === 503).length} × 503`)
  },
}

export const databaseFaults: readonly Scenario[] = [slowDatabase, poolExhausted, lostDatabase]
