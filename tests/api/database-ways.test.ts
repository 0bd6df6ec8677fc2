import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openDatabase } from '~/server/platform/database/open-database'
import { openPostgres } from '~/server/platform/database/postgres'
import { hasPgBouncer, startPgBouncer, type Pooler } from '../setup/pgbouncer'
import { startPostgres, type PostgresServer } from '../setup/postgres-server'
import { openTestShop } from '../setup/shop'
import { openStallingProxy } from '../setup/stalling-proxy'

const shopOn = (url: string) => url.replace(/\/postgres$/, '/shop')

async function sql(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const PATIENT = { timeout: 15_000, interval: 250 }

let primary: PostgresServer

beforeAll(async () => {
  primary = await startPostgres()
  await sql(primary.url, 'CREATE DATABASE shop')
  const db = openPostgres(shopOn(primary.url))
  await applyMigrations(db.adapter)
  await db.close()
})
afterAll(async () => {
  await primary.stop()
})

describe('JSON that pg itself is asked for', () => {
  let db: Database
  beforeAll(() => {
    db = openPostgres(shopOn(primary.url))
  })
  afterAll(() => db.close())

  it('takes values as the columns have them, prepared or not', async () => {
    const at = new Date('2026-03-29T00:30:00.125Z')
    const answers: unknown[] = []
    for (let turn = 0; turn < 8; turn++)
      answers.push(
        await db.readJson(Prisma.sql`
          SELECT json_build_object('at', ${at}::timestamptz AT TIME ZONE 'UTC', 'list', ${['a', 'b,"c"', '{}']}::text[], 'none', ${null}::text,
            'number', ${12.5}::numeric, 'flag', ${true}::boolean)::text`),
      )
    expect(answers).toEqual(
      Array.from({ length: 8 }, () => ({
        at: '2026-03-29T00:30:00.125',
        list: ['a', 'b,"c"', '{}'],
        none: null,
        number: 12.5,
        flag: true,
      })),
    )
    expect(await db.readJson(Prisma.sql`SELECT NULL::text`)).toBeNull()
    expect(await db.readJson(Prisma.sql`SELECT '1' WHERE FALSE`)).toBeNull()
  })

  it('fails as a statement does that is wrong, or whose key is taken', async () => {
    const add = () =>
      db.readJson(
        Prisma.sql`INSERT INTO website_settings (setting_key, setting_value) VALUES ('taken', 'told') RETURNING to_json(setting_key)::text`,
      )
    expect(await add()).toBe('taken')
    const failure = await add().then(
      () => null,
      (error: unknown) => error,
    )
    expect(isDatabaseUnavailable(failure)).toBe(false)
    const wrong = await db.readJson(Prisma.sql`SELECT 1 / 0`).then(
      () => null,
      (error: unknown) => error,
    )
    expect(isDatabaseUnavailable(wrong)).toBe(false)
  })

  it('is unavailable while its server is away', async () => {
    const nowhere = openPostgres('postgres://postgres:postgres@127.0.0.1:1/shop')
    const failure = await nowhere.readJson(Prisma.sql`SELECT '1'`).then(
      () => null,
      (error: unknown) => error,
    )
    expect(isDatabaseUnavailable(failure)).toBe(true)
    await nowhere.close()
  })
})

describe('a server that is gone without a word', { tags: ['full'] }, () => {
  it('has its connections cut within seconds, and none whose statement only takes long', async () => {
    const proxy = await openStallingProxy(shopOn(primary.url))
    const db = openPostgres(proxy.url)
    try {
      // Longer than the limits, which are the system's own (TCP).
      await expect(db.prisma.$queryRaw`SELECT 1 AS one FROM pg_sleep(6)`).resolves.toEqual([{ one: 1 }])
      proxy.stall()
      const began = performance.now()
      await expect(db.prisma.$queryRaw`SELECT 1`).rejects.toSatisfy(isDatabaseUnavailable)
      expect(performance.now() - began).toBeLessThan(12_000)
      proxy.cut()
      proxy.resume()
      await vi.waitFor(() => db.prisma.$queryRaw`SELECT 1`, { timeout: 5_000, interval: 100 })
    } finally {
      await db.close()
      await proxy.close()
    }
  })
})

describe.skipIf(!hasPgBouncer)('PgBouncer', { tags: ['full'] }, () => {
  let pooler: Pooler
  const opened: Database[] = []
  const env = (url: string, more = {}) => ({ DATABASE_URL: url, DATA_DIR: '', SLOW_QUERY_MS: 500, ...more }) as const

  beforeAll(async () => {
    pooler = await startPgBouncer(shopOn(primary.url), 'transaction')
  })
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.close()))
    await pooler.stop()
  })

  it('in session mode, and no pooler at all, are taken as they are', async () => {
    const sessions = await startPgBouncer(shopOn(primary.url), 'session', ['ignore_startup_parameters = options'])
    for (const url of [sessions.url, shopOn(primary.url)]) {
      const db = await openDatabase(env(url))
      expect(await db.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
      await db.close()
    }
    await sessions.stop()
  })

  it('in transaction mode carries calls, and LISTEN, locks and migrations go beside it', async () => {
    const db = await openDatabase(env(pooler.url, { DATABASE_DIRECT_URL: shopOn(primary.url) }))
    opened.push(db)
    expect(await db.exclusively(() => applyMigrations(db.adapter))).toEqual([])
    const heard: string[] = []
    const stop = await db.listen('here', { message: (text) => heard.push(text), connected: () => undefined, lost: () => undefined })
    // More at a time than the pooler has connections, often enough that statements would be kept prepared.
    const zones = Array.from({ length: 80 }, (_, index) =>
      index % 4 === 0
        ? db.prisma.$transaction(
            async (tx) => tx.$queryRaw<{ zone: string }[]>`SELECT current_setting('TimeZone') AS zone, ${index}::int AS of`,
          )
        : db.prisma.$queryRaw<{ zone: string }[]>`SELECT current_setting('TimeZone') AS zone, ${index}::int AS of`,
    )
    const answered = (await Promise.all(zones)).flat()
    expect(answered).toEqual(Array.from({ length: 80 }, (_, index) => ({ zone: 'UTC', of: index })))
    await db.prisma.$executeRaw`SELECT pg_notify('here', 'told')`
    await vi.waitFor(() => expect(heard).toEqual(['told']), PATIENT)
    await stop()
  })

  it('in transaction mode is nothing that those who use the shop notice', async () => {
    const db = openPostgres(pooler.url, undefined, { directUrl: shopOn(primary.url) })
    opened.push(db)
    await sql(shopOn(primary.url), 'TRUNCATE users, products CASCADE')
    const shop = await openTestShop({ db })
    const { caller } = await shop.signIn('admin')
    const name = (number: number) => `Fan ${number}`
    // As often as statements would be kept prepared, and more at a time than there are connections.
    await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        caller.products.create({ name: name(number), category: 'Accessories', stockQuantity: number }),
      ),
    )
    const { rows, total } = await caller.products.list({ search: 'Fan', limit: 50 })
    expect([rows.length, total]).toEqual([24, 24])
    const [first] = rows
    await caller.products.update({ id: first?.id ?? '', name: 'Quiet fan', category: 'Accessories', stockQuantity: 1 })
    // By LISTEN, which goes beside the pooler.
    await vi.waitFor(async () => expect((await shop.visitor.products.shop()).products.map(({ name }) => name)).toContain('Quiet fan'))
    await caller.reports.turnaround()
    await shop.services.jobs.stop()
    await shop.services.hub.stop()
  })
})

it.runIf(!hasPgBouncer)('PgBouncer is not installed here (apt-get install pgbouncer): not tried', () => {
  expect(hasPgBouncer).toBe(false)
})
