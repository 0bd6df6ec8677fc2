import { isTrackedEnvelope } from '@trpc/server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SiteSettings } from '~/contracts/site/settings'
import type { SiteData } from '~/contracts/site/site'
import type { Database } from '~/server/platform/database/database'
import { engines, openOn, openPostgresTestDatabase } from '../setup/database'
import { byTopic } from '../setup/live'
import { createLogger } from '~/server/platform/log'
import { openTestShop, type TestShop } from '../setup/shop'

const TIMEOUT_MS = 5_000

/** A subscriber that notes what it is sent. */
async function subscribe(shop: TestShop, lastEventId?: string) {
  const stream = await shop.visitor.settings.onSettingsChange(lastEventId === undefined ? undefined : { lastEventId })
  const iterator = stream[Symbol.asyncIterator]()
  const next = async () => {
    const result = await iterator.next()
    if (result.done || !isTrackedEnvelope<SiteSettings>(result.value)) throw new Error('The stream ended')
    const [id, settings] = result.value
    return { id, settings }
  }
  return { next }
}

const setHeroTitle = (db: Database, title: string) =>
  db.prisma.$executeRawUnsafe(
    `INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', '${title}', 'homepage')
     ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value`,
  )

describe.each(engines)('onSettingsChange on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
  })
  afterAll(() => shop.close())

  it('sends the current state first, then every change by plain SQL', async () => {
    const subscriber = await subscribe(shop)
    const before = await subscriber.next()
    expect(before.settings.hero_title).not.toBe('By plain SQL')
    await setHeroTitle(shop.db, 'By plain SQL')
    expect((await subscriber.next()).settings.hero_title).toBe('By plain SQL')
    await shop.db.prisma.$executeRaw`UPDATE website_settings SET setting_value = 'Once more' WHERE setting_key = 'hero_title'`
    expect((await subscriber.next()).settings.hero_title).toBe('Once more')
    await shop.db.prisma.$executeRaw`DELETE FROM website_settings WHERE setting_key = 'hero_title'`
    expect((await subscriber.next()).settings.hero_title).toBe(before.settings.hero_title)
    await setHeroTitle(shop.db, 'Back')
    expect((await subscriber.next()).settings.hero_title).toBe('Back')
    await shop.db.prisma.$executeRaw`TRUNCATE website_settings`
    expect((await subscriber.next()).settings.hero_title).toBe(before.settings.hero_title)
  })

  it('brings a subscriber that comes back what it missed, once', async () => {
    const first = await subscribe(shop)
    const { id } = await first.next()
    await setHeroTitle(shop.db, 'Missed')
    await setHeroTitle(shop.db, 'Missed too')
    const back = await subscribe(shop, id)
    let missed = await back.next()
    // On a busy machine the second message may still be on its way; then its state follows.
    if (missed.settings.hero_title === 'Missed') missed = await back.next()
    expect(missed.settings.hero_title).toBe('Missed too')
    const again = await subscribe(shop, missed.id)
    await setHeroTitle(shop.db, 'Afterwards')
    for (const subscriber of [back, again]) expect((await subscriber.next()).settings.hero_title).toBe('Afterwards')
  })

  it('misses no change made while it starts', async () => {
    for (let round = 0; round < 10; round++) {
      // Prisma sends a statement only when it is waited for.
      const write = setHeroTitle(shop.db, `Round ${round}`).then()
      const subscriber = await subscribe(shop)
      let seen = (await subscriber.next()).settings.hero_title
      if (seen !== `Round ${round}`) seen = (await subscriber.next()).settings.hero_title
      expect(seen).toBe(`Round ${round}`)
      await write
    }
  })

  it('answers settings.public with the change as soon as subscribers have it', async () => {
    await setHeroTitle(shop.db, 'For everyone')
    await vi.waitFor(async () => {
      expect((await shop.visitor.settings.public()).hero_title).toBe('For everyone')
    }, TIMEOUT_MS)
  })
})

describe('the feed on PostgreSQL', () => {
  it('reaches every process, and catches up after its connection was cut', async () => {
    const db = await openPostgresTestDatabase()
    const shop = await openTestShop({ db })
    const { url } = db
    const subscriber = await subscribe(shop)
    await subscriber.next()

    const outsider = new Client({ connectionString: url })
    await outsider.connect()
    await outsider.query(`INSERT INTO website_settings VALUES ('hero_title', 'From outside', 'homepage')`)
    expect((await subscriber.next()).settings.hero_title).toBe('From outside')

    // The listener's connection is cut, and the change happens while nobody listens.
    await outsider.query(`BEGIN`)
    await outsider.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ '^(LISTEN|SELECT 1$)' AND datname = current_database()`,
    )
    await outsider.query(`UPDATE website_settings SET setting_value = 'While away' WHERE setting_key = 'hero_title'`)
    await outsider.query(`COMMIT`)
    expect((await subscriber.next()).settings.hero_title).toBe('While away')

    await outsider.query(`UPDATE website_settings SET setting_value = 'Listening again' WHERE setting_key = 'hero_title'`)
    expect((await subscriber.next()).settings.hero_title).toBe('Listening again')
    await outsider.end()
    await shop.close()
  })

  it('announces one message a row, and one for a statement that changes many', async () => {
    const db = await openOn('postgres')
    const messages: string[] = []
    const stop = await db.listen('shop_changes', {
      message: (payload) => messages.push(payload),
      connected: () => undefined,
      lost: () => undefined,
    })
    await db.prisma.$executeRaw`INSERT INTO products (name, category) SELECT 'Fan', 'Accessories' FROM generate_series(1, 3)`
    await vi.waitFor(() => {
      expect(messages).toHaveLength(3)
    }, TIMEOUT_MS)
    await db.prisma.$executeRaw`INSERT INTO products (name, category) SELECT 'Fan', 'Accessories' FROM generate_series(1, 1000)`
    await vi.waitFor(() => {
      expect(messages.slice(3).map((text): unknown => JSON.parse(text))).toEqual([{ table: 'products', id: null }])
    }, TIMEOUT_MS)
    await stop()
    await db.close()
  })
})

describe('onSettingsChange with topics', () => {
  it('brings several topics over one stream, each only when it changes', async () => {
    const shop = await openTestShop()
    const stream = await shop.visitor.settings.onSettingsChange({ topics: ['settings', 'machines'] })
    const iterator = stream[Symbol.asyncIterator]()
    const changed = async () => {
      const { value } = await iterator.next()
      return isTrackedEnvelope(value) ? value[1] : undefined
    }
    expect(Object.keys((await changed()) as object)).toEqual(['settings', 'machines'])
    await shop.db.prisma.tradeInMachine.create({ data: shop.factories.machine({ model: 'S99' }) })
    expect(await changed()).toEqual({ machines: [expect.objectContaining({ model: 'S99' })] })
    await shop.db.prisma.$executeRaw`UPDATE trade_in_machines SET is_active = false`
    expect(await changed()).toEqual({ machines: [] })
    await shop.close()
  })

  it('goes on with what a subscriber has missed of any topic, and no more', async () => {
    const shop = await openTestShop()
    const follow = async (lastEventId?: string) =>
      (await shop.visitor.settings.onSettingsChange({ topics: ['machines', 'products', 'settings'], lastEventId }))[Symbol.asyncIterator]()
    const next = async (iterator: Awaited<ReturnType<typeof follow>>) => {
      const { value } = await iterator.next()
      if (!isTrackedEnvelope<SiteSettings | Partial<SiteData>>(value)) throw new Error('The stream ended')
      return { id: value[0], topics: Object.keys(byTopic(value[1])) }
    }
    const before = await follow()
    const { id, topics } = await next(before)
    expect(topics).toEqual(['machines', 'products', 'settings'])
    await before.return?.()
    await shop.db.prisma.tradeInMachine.create({ data: shop.factories.machine({ model: 'S98' }) })
    await vi.waitFor(async () => expect(await shop.visitor.machines.active()).toHaveLength(1), TIMEOUT_MS)
    const back = await next(await follow(id))
    expect(back.topics).toEqual(['machines'])
    await shop.close()
  })

  it('outlives a reading that fails, and says what could not be read in the log', async () => {
    const logged: unknown[] = []
    const shop = await openTestShop({ log: createLogger('error', { write: (line: string) => logged.push(JSON.parse(line)) }) })
    const stream = await shop.visitor.settings.onSettingsChange()
    const iterator = stream[Symbol.asyncIterator]()
    await iterator.next()
    await shop.db.prisma.$executeRaw`ALTER TABLE website_settings RENAME TO mislaid`
    await shop.services.hub.announce({ table: 'website_settings', id: null })
    await vi.waitFor(
      () => expect(logged).toMatchObject([{ topic: 'settings', msg: 'What public pages show could not be read' }]),
      TIMEOUT_MS,
    )
    const following = iterator.next()
    await shop.db.prisma.$executeRaw`ALTER TABLE mislaid RENAME TO website_settings`
    await setHeroTitle(shop.db, 'Found again')
    const { value } = await following
    expect(isTrackedEnvelope<SiteSettings>(value) && value[1].hero_title).toBe('Found again')
    await shop.close()
  })
})
