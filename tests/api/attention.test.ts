import { afterAll, beforeAll, expect, it } from 'vitest'
import { raiseSession } from '~/server/identity/auth/sessions'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

describeOnEngines('what needs attention, %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = await shop.signIn('admin')
  })
  afterAll(() => shop.close())
  const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)

  it('is for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    for (const name of ['attention', 'setup'] as const) {
      await expect(shop.visitor.dashboard[name]()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      await expect(caller.dashboard[name]()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('is nothing in an empty shop, nor where everything is done', async () => {
    expect(await admin.caller.dashboard.attention()).toEqual([])
    await run(`INSERT INTO repairs (repair_number, status) VALUES ('R-SHIPPED', 'shipped'), ('R-DONE', 'completed')`)
    await run(`INSERT INTO trade_ins (trade_in_number, status) VALUES ('T-APPROVED', 'approved'), ('T-REJECTED', 'rejected')`)
    await run(`INSERT INTO orders (order_number, status) VALUES ('O-DONE', 'completed'), ('O-CANCELLED', 'cancelled')`)
    expect(await admin.caller.dashboard.attention()).toEqual([])
  })

  it('is the oldest of each kind that is open, in any of its open statuses, and how many there are', async () => {
    await run(`INSERT INTO repairs (repair_number, status, created_at) VALUES
      ('R-NEW', 'received', '2026-11-19T00:00:00Z'), ('R-OLDEST', 'testing', '2026-11-01T00:00:00Z'), ('R-MIDDLE', 'received', '2026-11-02T00:00:00Z')`)
    await run(`INSERT INTO trade_ins (trade_in_number, status, created_at) VALUES
      ('T-OLDEST', 'evaluated', '2026-10-01T00:00:00Z'), ('T-NEW', 'submitted', '2026-11-02T00:00:00Z')`)
    await run(`INSERT INTO orders (order_number, status, created_at) VALUES
      ('O-OLDEST', 'pending', '2026-11-05T00:00:00Z'), ('O-NEW', 'processing', '2026-11-06T00:00:00Z')`)
    const row = (noun: string, number: string, status: string, createdAt: string, waiting: number) => {
      return { noun, id: expect.any(String), number, status, createdAt: new Date(createdAt), waiting }
    }
    expect(await admin.caller.dashboard.attention()).toEqual([
      row('tradeIns', 'T-OLDEST', 'evaluated', '2026-10-01T00:00:00Z', 2),
      row('repairs', 'R-OLDEST', 'testing', '2026-11-01T00:00:00Z', 3),
      row('orders', 'O-OLDEST', 'pending', '2026-11-05T00:00:00Z', 2),
    ])
    await run(`UPDATE repairs SET status = 'shipped' WHERE repair_number = 'R-OLDEST'`)
    const repair = (await admin.caller.dashboard.attention()).find(({ noun }) => noun === 'repairs')
    expect(repair).toMatchObject({ number: 'R-MIDDLE', waiting: 2 })
  })

  it('of a new shop are its first steps, each from what there is', async () => {
    const state = () => admin.caller.dashboard.setup()
    expect(await state()).toEqual({ password: true, texts: false, product: false, machine: false, factor: false, mail: false })
    await run(`INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', 'Ours', 'homepage')`)
    await run(`INSERT INTO products (name, category) VALUES ('Fan', 'Parts')`)
    await run(`INSERT INTO trade_in_machines (manufacturer, model) VALUES ('Bitmain', 'S9')`)
    await run(`INSERT INTO mfa_factors (user_id, friendly_name, factor_type) VALUES ('${admin.userId}', 'Phone', 'totp')`)
    expect(await state()).toEqual({ password: true, texts: true, product: true, machine: true, factor: false, mail: false })
    await run(`UPDATE mfa_factors SET status = 'verified'`)
    await raiseSession(shop.db.prisma, admin.sessionId, 'totp')
    expect((await state()).factor).toBe(true)
    const other = await shop.signIn('admin')
    expect((await other.caller.dashboard.setup()).factor).toBe(false)
  })
})
