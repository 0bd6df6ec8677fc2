import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { exporters } from '~/server/office/export/exporters'
import { subscriberExport } from '~/server/site/newsletter/export'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openDatabase } from '~/server/platform/database/open'
import { openPostgres } from '~/server/platform/database/postgres'
import type { ReadSource } from '~/server/platform/database/read-replica'
import { hasPgBouncer, startPgBouncer, type Pooler } from '../setup/pgbouncer'
import { startReplicated, type PostgresServer } from '../setup/postgres-server'
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
let standby: PostgresServer

beforeAll(async () => {
  ;({ primary, standby } = await startReplicated())
  await sql(primary.url, 'CREATE DATABASE shop')
  const db = openPostgres(shopOn(primary.url))
  await applyMigrations(db.adapter)
  await db.close()
})
afterAll(async () => {
  await Promise.all([primary.stop(), standby.stop()])
})

/** On which server something is read, and what is there. */
const look = async ({ readJson }: ReadSource) =>
  readJson(Prisma.sql`
    SELECT json_build_object('standby', pg_is_in_recovery(), 'writes', current_setting('transaction_read_only') = 'off',
      'zone', current_setting('TimeZone'), 'settings', (SELECT count(*) FROM website_settings))::text`)

describe('a reader', () => {
  let proxy: Awaited<ReturnType<typeof openStallingProxy>>
  let db: Database

  beforeAll(async () => {
    proxy = await openStallingProxy(shopOn(standby.url))
    db = openPostgres(shopOn(primary.url), undefined, { readUrl: proxy.url })
  })
  afterAll(async () => {
    await db.close()
    await proxy.close()
  })

  const write = (key: string) => db.prisma.$executeRaw`INSERT INTO website_settings (setting_key, setting_value) VALUES (${key}, 'told')`
  const read = () => db.reading(look)
  const isAskedAgain = () => vi.waitFor(async () => expect(await read()).toMatchObject({ standby: true }), PATIENT)

  it('is asked for what only reads, in UTC, and refuses to write', async () => {
    // The first time is the longest, and a busy machine may make it too long.
    await vi.waitFor(async () => expect(await read()).toMatchObject({ standby: true, writes: false, zone: 'UTC' }), PATIENT)
    expect(db.load().isReplicaUsed).toBe(true)
  })

  it('shows what was written just before, time after time', async () => {
    const answers: unknown[] = []
    for (let written = 1; written <= 20; written++) {
      await write(`seen_${written}`)
      const answer = await read()
      expect(answer).toMatchObject({ settings: written })
      answers.push(answer)
    }
    expect(answers).toContainEqual(expect.objectContaining({ standby: true }))
  })

  it('is not asked while it is behind, is waited for a moment at most, and asked again when it has caught up', async () => {
    await sql(standby.url, 'SELECT pg_wal_replay_pause()')
    await write('while_it_waits')
    const times: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      const began = performance.now()
      expect(await read()).toMatchObject({ standby: false, settings: 21 })
      times.push(performance.now() - began)
    }
    expect(Math.max(...times)).toBeLessThan(2_000)
    expect(times.at(-1)).toBeLessThan(400)
    expect(db.load().isReplicaUsed).toBe(false)
    await sql(standby.url, 'SELECT pg_wal_replay_resume()')
    await isAskedAgain()
    expect(db.load().isReplicaUsed).toBe(true)
  })

  it('is asked while nothing has been written for long, although its last transaction is old', async () => {
    const ago = () => sql(standby.url, 'SELECT now() - pg_last_xact_replay_timestamp() > interval \'2 s\' AS "isOld"')
    await vi.waitFor(async () => expect(await ago()).toEqual([{ isOld: true }]), PATIENT)
    await isAskedAgain()
  })

  it('holds nobody up while it hangs, and work that it has lost half-way is done by the writer', async () => {
    let turns = 0
    const lost = await db.reading(async (source) => {
      turns += 1
      if (turns === 1) proxy.cut()
      return look(source)
    })
    expect([turns, lost]).toEqual([2, expect.objectContaining({ standby: false })])
    proxy.stall()
    const began = performance.now()
    for (let turn = 0; turn < 3; turn++) expect(await read()).toMatchObject({ standby: false })
    expect(performance.now() - began).toBeLessThan(2_500)
    proxy.cut()
    proxy.resume()
    await isAskedAgain()
  })

  it('is what reports, charts, files, further pages and the credit report are read on, with what was written before', async () => {
    const asked: string[] = []
    let calls = 0
    const reading: Database['reading'] = (work) => {
      calls += 1
      return db.reading(async (source) => {
        asked.push(z.object({ standby: z.boolean() }).parse(await look(source)).standby ? 'reader' : 'writer')
        return work(source)
      })
    }
    const shop = await openTestShop({ db: { ...db, reading } })
    const { caller } = await shop.signIn('admin')
    const { userId } = await shop.signIn('customer')
    const first = await caller.users.list({ limit: 1 })
    expect(calls).toBe(0)
    const { rows } = await caller.users.list({ limit: 1, cursor: first.nextCursor })
    expect([first.rows, rows].flat().map((row) => row.id)).toHaveLength(2)
    await caller.users.list({ limit: 1, search: 'a', cursor: first.nextCursor })
    await caller.reports.turnaround()
    await caller.dashboard.charts()
    await caller.credit.liability()
    await caller.credit.month({ month: '2026-11' })
    const file = exporters.users({ ...shop.services, viewer: { userId } }, {})
    for await (const page of file.pages) expect(page).toHaveLength(2)
    for await (const _page of subscriberExport(shop.services).pages) void _page
    expect(calls).toBe(9)
    expect(asked).toContain('reader')
    await shop.services.jobs.stop()
    await shop.services.hub.stop()
  })

  it('is asked on although the work itself fails', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await expect(db.reading(() => Promise.reject(new TypeError('not of the database')))).rejects.toThrow('not of the database')
      await expect(db.reading(({ prisma }) => prisma.$queryRaw`SELECT 1 / 0`)).rejects.toThrow('division by zero')
      expect(db.load().isReplicaUsed).toBe(true)
    }
  })
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

  it('in transaction mode and nothing beside it stops the start with one line', async () => {
    const refused = /^DATABASE_URL leads through a pooler in transaction mode: set DATABASE_DIRECT_URL [^\n]+$/
    await expect(openDatabase(env(pooler.url))).rejects.toThrow(refused)
    const ignoring = await startPgBouncer(shopOn(primary.url), 'transaction', ['ignore_startup_parameters = options'])
    await expect(openDatabase(env(ignoring.url))).rejects.toThrow(refused)
    const byTurns = await startPgBouncer(shopOn(primary.url), 'transaction', [
      'ignore_startup_parameters = options',
      'server_round_robin = 1',
    ])
    // Together, so that the pooler opens three connections.
    await Promise.all(Array.from({ length: 3 }, () => sql(byTurns.url, 'SELECT pg_sleep(0.1)')))
    await expect(openDatabase(env(byTurns.url))).rejects.toThrow(refused)
    await Promise.all([ignoring.stop(), byTurns.stop()])
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
    const db = await openDatabase(env(pooler.url, { DATABASE_DIRECT_URL: shopOn(primary.url), DATABASE_READ_URL: shopOn(standby.url) }))
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
    await vi.waitFor(async () => expect(await db.reading(look)).toMatchObject({ standby: true, zone: 'UTC' }), PATIENT)
    await db.prisma.$executeRaw`SELECT pg_notify('here', 'told')`
    await vi.waitFor(() => expect(heard).toEqual(['told']), PATIENT)
    await stop()
  })

  it('in transaction mode is nothing that those who use the shop notice', async () => {
    const db = openPostgres(pooler.url, undefined, { directUrl: shopOn(primary.url), readUrl: shopOn(standby.url) })
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
