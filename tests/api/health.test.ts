import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPostgres } from '~/server/platform/database/postgres'
import { openPostgresTestDatabase, openEmbeddedTestDatabase } from '../setup/database'
import { serveOperations } from '../setup/operations'
import { openTestShop, type TestShop } from '../setup/shop'
import { openStallingProxy } from '../setup/stalling-proxy'

const HEALTHY = { status: 200, body: expect.stringContaining('"status":"ok"') as string }
const UNHEALTHY = { status: 503, body: expect.stringContaining('"status":"unavailable"') as string }

/** The machine may be busy with other tests: most answers keep the time, and no answer waits for the database. */
function expectInTime(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(200)
  expect(sorted.at(-1)).toBeLessThan(1_500)
}

describe('the health of a process on PostgreSQL', () => {
  let direct: Awaited<ReturnType<typeof openPostgresTestDatabase>>
  let proxy: Awaited<ReturnType<typeof openStallingProxy>>
  let shop: TestShop
  let operations: Awaited<ReturnType<typeof serveOperations>>

  const well = (path: string) =>
    vi.waitFor(async () => expect(await operations.ask(path)).toMatchObject(HEALTHY), { timeout: 5_000, interval: 20 })

  beforeAll(async () => {
    direct = await openPostgresTestDatabase()
    proxy = await openStallingProxy(direct.url)
    shop = await openTestShop({ db: openPostgres(proxy.url) })
    operations = await serveOperations(shop.services)
  })
  afterAll(async () => {
    await operations.close()
    await shop.close()
    await proxy.close()
    await direct.close()
  })

  it('is well, alive and ready, for GET and HEAD alone', async () => {
    for (const path of ['/api/health', '/api/health/live', '/api/health/ready?now']) await well(path)
    const head = await fetch(`${operations.url}/api/health`, { method: 'HEAD' })
    expect([await head.text(), head.headers.get('cache-control')]).toEqual(['', 'no-store'])
    expect((await fetch(`${operations.url}/api/health`, { method: 'POST' })).status).toBe(405)
  })

  it('answers in time while the database hangs, with one question under way for all who ask, and is well again after it', async () => {
    await well('/api/health')
    const connections = proxy.connections()
    proxy.stall()
    const times: number[] = []
    for (let round = 0; round < 4; round++) {
      const many = await Promise.all(['/api/health', '/api/health/ready', '/api/health'].map((path) => operations.ask(path)))
      for (const { status, ms } of many) {
        expect(status).toBe(503)
        times.push(ms)
      }
      const live = await operations.ask('/api/health/live')
      expect(live).toMatchObject(HEALTHY)
      times.push(live.ms)
    }
    expectInTime(times)
    expect(proxy.connections()).toBe(connections)
    expect(shop.db.load().pool).toMatchObject({ waiting: 0 })
    expect(await operations.ask('/api/health')).toMatchObject(UNHEALTHY)
    proxy.resume()
    await well('/api/health')
  })

  it('stays well while every connection of the calls is in use, which metrics show', async () => {
    const holder = new Client({ connectionString: direct.url })
    await holder.connect()
    await holder.query('SELECT pg_advisory_lock(7)')
    const busy = Promise.all(Array.from({ length: 13 }, () => shop.db.prisma.$queryRaw`SELECT pg_advisory_xact_lock_shared(7)::text`))
    await vi.waitFor(() => expect(shop.db.load()).toMatchObject({ pending: 13, pool: { total: 10, idle: 0, waiting: 3 } }))
    await well('/api/health/ready')
    expect((await operations.ask('/api/metrics')).body).toContain('\nshop_database_pool_waiting 3\n')
    await holder.end()
    await busy
  })

  it('gives an answer up that never comes, and asks on a new connection', async () => {
    proxy.stall()
    expect(await operations.ask('/api/health')).toMatchObject(UNHEALTHY)
    proxy.cut()
    proxy.resume()
    await well('/api/health/ready')
  })

  it('is not ready where a migration is missing, but well', async () => {
    await direct.prisma.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name LIKE '%_rows'`
    const body = '{"status":"unavailable","reasons":["migrations"]}'
    await vi.waitFor(async () => expect(await operations.ask('/api/health/ready')).toMatchObject({ status: 503, body }))
    await well('/api/health')
    await direct.prisma.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = NULL`
    await well('/api/health/ready')
  })

  it('is not ready without the change feed, or when it is about to stop', async () => {
    await shop.services.hub.stop()
    operations.beginToStop()
    const body = '{"status":"unavailable","reasons":["stopping","change feed"]}'
    await vi.waitFor(async () => expect(await operations.ask('/api/health/ready')).toMatchObject({ status: 503, body }))
    expect(await operations.ask('/api/health/live')).toMatchObject(HEALTHY)
  })
})

it('a process on the embedded database says in time that it is busy with a long transaction', async () => {
  const shop = await openTestShop({ db: await openEmbeddedTestDatabase() })
  const operations = await serveOperations(shop.services)
  const well = () => vi.waitFor(async () => expect(await operations.ask('/api/health/ready')).toMatchObject(HEALTHY))
  await well()
  let finish: () => void = () => undefined
  const long = shop.db.prisma.$transaction((tx) => tx.$queryRaw`SELECT 1`.then(() => new Promise<void>((resolve) => (finish = resolve))))
  await vi.waitFor(async () => expect(await operations.ask('/api/health')).toMatchObject(UNHEALTHY))
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push((await operations.ask('/api/health')).ms)
  expectInTime(times)
  finish()
  await long
  await well()
  await operations.close()
  await shop.close()
})
