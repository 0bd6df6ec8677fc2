import { isTrackedEnvelope } from '@trpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveTables, type LiveTable, type TablesChanged } from '~/contracts/streams'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

type Caller = TestShop['visitor']

/** A stream of the caller's: its next event, undefined at its end. */
async function follow(caller: Caller, input?: Parameters<Caller['admin']['onChange']>[0]) {
  const events = (await caller.admin.onChange(input))[Symbol.asyncIterator]()
  const next = async () => {
    const result = await events.next()
    if (result.done || !isTrackedEnvelope<TablesChanged>(result.value)) return undefined
    const [id, { tables }] = result.value
    return { id: String(id), tables: tables.toSorted() }
  }
  return { next, end: () => events.return?.() }
}

describeOnEngines('changes for administrators, %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = await shop.signIn('admin')
  })
  afterAll(() => shop.close())
  const addOrder = (number: string) => shop.db.prisma.$executeRaw`INSERT INTO orders (order_number) VALUES (${number})`

  it('are for nobody else', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(follow(shop.visitor).then(({ next }) => next())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(follow(caller).then(({ next }) => next())).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('name each table that plain SQL changes, within a second', async () => {
    const stream = await follow(admin.caller)
    expect((await stream.next())?.tables).toEqual([])
    const changes: [LiveTable, string][] = [
      ['orders', `INSERT INTO orders (order_number) VALUES ('O-1')`],
      ['repairs', `INSERT INTO repairs (repair_number) VALUES ('R-1')`],
      ['trade_ins', `INSERT INTO trade_ins (trade_in_number) VALUES ('T-1')`],
      ['products', `INSERT INTO products (name, category) VALUES ('Fan', 'Parts')`],
      ['device_models', `INSERT INTO device_models (manufacturer, name) VALUES ('Bitmain', 'S9')`],
      // Of a model that is there already: nothing else changes with it.
      ['trade_in_machines', `INSERT INTO trade_in_machines (manufacturer, model) VALUES ('Bitmain', 'S9')`],
      ['website_settings', `INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('x', '"y"', 'general')`],
      ['credit_accounts', `INSERT INTO credit_accounts (user_id) VALUES (gen_random_uuid())`],
      ['profiles', `UPDATE profiles SET phone = '+44 20 7946 0000'`],
      ['orders', `UPDATE orders SET status = 'completed'`],
      ['orders', `DELETE FROM orders`],
    ]
    for (const [table, sql] of changes) {
      const since = performance.now()
      await shop.db.prisma.$executeRawUnsafe(sql)
      expect((await stream.next())?.tables, sql).toEqual([table])
      expect(performance.now() - since, sql).toBeLessThan(1_000)
    }
    await stream.end()
  })

  it('are told of at once where one follows another', async () => {
    const stream = await follow(admin.caller)
    await stream.next()
    const since = performance.now()
    await addOrder('FOLLOWS')
    expect((await stream.next())?.tables).toEqual(['orders'])
    expect(performance.now() - since).toBeLessThan(400)
    await stream.end()
  })

  it('that come in a hurry come in one event', async () => {
    const stream = await follow(admin.caller)
    await stream.next()
    const started = performance.now()
    for (let index = 0; index < 20; index++) await addOrder(`HURRY-${index}`)
    await shop.db.prisma.$executeRaw`INSERT INTO repairs (repair_number) VALUES ('HURRY')`
    const seen: string[][] = []
    while (!seen.flat().includes('repairs')) seen.push((await stream.next())?.tables ?? ['repairs'])
    expect(seen.length).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - started) / 500))
    expect(new Set(seen.flat())).toEqual(new Set(['orders', 'repairs']))
    await stream.end()
  })

  it('end when the viewer is no longer an administrator, and when the session ends', async () => {
    const toTheEnd = async (stream: Awaited<ReturnType<typeof follow>>) => {
      while ((await stream.next()) !== undefined);
    }
    const demoted = await shop.signIn('admin')
    const first = await follow(demoted.caller)
    await first.next()
    await shop.db.prisma.$executeRaw`UPDATE profiles SET role = 'customer' WHERE user_id = ${demoted.userId}::uuid`
    await expect(toTheEnd(first)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

    const revoked = await shop.signIn('admin')
    const second = await follow(revoked.caller)
    await second.next()
    await shop.db.prisma.$executeRaw`UPDATE sessions SET revoked_at = now() WHERE id = ${revoked.sessionId}::uuid`
    await expect(toTheEnd(second)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('are told at once to who was away, and nothing else', async () => {
    const before = await follow(admin.caller)
    const seen = await before.next()
    await before.end()
    const told = new Promise((resolve) => shop.services.hub.once('change', resolve))
    await addOrder('MISSED')
    await told
    const after = await follow(admin.caller, { lastEventId: seen?.id })
    const missed = await after.next()
    expect(missed?.tables).toEqual(['orders'])
    await after.end()
    const again = await follow(admin.caller, { lastEventId: missed?.id })
    expect((await again.next())?.tables).toEqual([])
    await again.end()
  })

  it('may be any to who was told by another process, or asked for the page before this one started', async () => {
    for (const since of [{ lastEventId: 'elsewhere:7' }, { age: 3_600_000 }]) {
      const stream = await follow(admin.caller, since)
      expect((await stream.next())?.tables).toEqual(liveTables.toSorted())
      await stream.end()
    }
  })
})
