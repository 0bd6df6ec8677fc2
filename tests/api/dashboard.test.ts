import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { growth, growthText, repairVolume } from '~/contracts/office/dashboard'
import { monthBounds } from '~/server/office/dashboard/chart-period'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

const NOON_OF_JULY_15 = new Date('2026-07-15T12:00:00Z')

describe('growth', () => {
  it('is in percent of what was before, and 0 where there was nothing', () => {
    expect([growth(150, 100), growth(50, 100), growth(7, 7), growth(5, 0), growth(0, 0)]).toEqual([50, -50, 0, 0, 0])
  })
  it('reads with one decimal, and not at all where nothing has changed', () => {
    expect([growthText(12.345), growthText(-3.21), growthText(0)]).toEqual([
      { text: '+12.3% from last month', positive: true },
      { text: '-3.2% from last month', positive: false },
      null,
    ])
  })
  it('calls more than ten repairs a high volume', () => {
    expect([0, 10, 11].map(repairVolume)).toEqual(['Normal volume', 'Normal volume', 'High volume'])
  })
})

describe('months', () => {
  const bounds = (now: string, zone: string) => {
    const { thisMonth, lastMonth, lastDayOfLastMonth } = monthBounds(new Date(now), zone)
    return [thisMonth, lastMonth, lastDayOfLastMonth].map((date) => date.toISOString().slice(0, 16))
  }
  it('begin in the business’s zone', () => {
    expect(bounds('2026-07-15T12:00:00Z', 'Europe/London')).toEqual(['2026-06-30T23:00', '2026-05-31T23:00', '2026-06-29T23:00'])
    expect(bounds('2026-06-30T23:30:00Z', 'Europe/London')).toEqual(['2026-06-30T23:00', '2026-05-31T23:00', '2026-06-29T23:00'])
    expect(bounds('2026-06-30T22:59:59Z', 'Europe/London')).toEqual(['2026-05-31T23:00', '2026-04-30T23:00', '2026-05-30T23:00'])
    expect(bounds('2026-07-01T03:00:00Z', 'America/New_York')).toEqual(['2026-06-01T04:00', '2026-05-01T04:00', '2026-05-31T04:00'])
    expect(bounds('2026-07-15T12:00:00Z', 'Asia/Kolkata')).toEqual(['2026-06-30T18:30', '2026-05-31T18:30', '2026-06-29T18:30'])
  })
  it('follow summer time and the turn of the year', () => {
    expect(bounds('2026-11-21T12:00:00Z', 'Europe/London')).toEqual(['2026-11-01T00:00', '2026-09-30T23:00', '2026-10-31T00:00'])
    expect(bounds('2026-01-10T12:00:00Z', 'Europe/London')).toEqual(['2026-01-01T00:00', '2025-12-01T00:00', '2025-12-31T00:00'])
  })
})

describeOnEngines('dashboard.overview on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: () => NOON_OF_JULY_15 })
    admin = (await shop.signIn('admin')).caller
    await shop.db.prisma.$executeRaw`UPDATE profiles SET created_at = '2026-01-01T00:00:00Z'`
  })
  afterAll(() => shop.close())

  it('is for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(shop.visitor.dashboard.overview()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.dashboard.overview()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await shop.db.prisma.$executeRaw`DELETE FROM users WHERE id IN (SELECT user_id FROM profiles WHERE role = 'customer')`
  })

  it('is all zero in an empty shop, but for the administrator', async () => {
    expect(await admin.dashboard.overview()).toEqual({
      stats: {
        totalUsers: 1,
        totalOrders: 0,
        totalProducts: 0,
        productsInStock: 0,
        activeRepairs: 0,
        pendingTradeIns: 0,
        monthlyRevenue: 0,
        revenueChange: 0,
        userGrowth: 0,
        orderGrowth: 0,
      },
      recent: { repairs: [], tradeIns: [], orders: [] },
    })
  })

  it('counts revenue by the months of London, and last month up to the midnight that begins its last day', async () => {
    await shop.db.prisma.$executeRawUnsafe(`
      INSERT INTO orders (order_number, status, total_amount, created_at) VALUES
        ('MAY', 'completed', 1000000, '2026-05-31T22:59:59.999Z'),
        ('JUNE-1', 'completed', 100, '2026-05-31T23:00:00Z'),
        ('JUNE-29', 'cancelled', 50.25, '2026-06-29T22:59:59.999Z'),
        ('JUNE-30-MIDNIGHT', 'pending', 49.75, '2026-06-29T23:00:00Z'),
        ('JUNE-30', 'completed', 7000, '2026-06-29T23:00:00.001Z'),
        ('JULY-1', 'cancelled', 120.5, '2026-06-30T23:30:00Z'),
        ('JULY-14', 'pending', 129.5, '2026-07-14T10:00:00Z'),
        ('TOMORROW', 'processing', 50, '2026-07-16T10:00:00Z')`)
    const { stats } = await admin.dashboard.overview()
    expect(stats).toMatchObject({ totalOrders: 8, monthlyRevenue: 300, revenueChange: 50, orderGrowth: 60 })
  })

  it('compares the users now with those before this month', async () => {
    for (const [index, createdAt] of ['2026-06-30T22:59:59Z', '2026-06-30T23:00:00Z', '2026-07-02T00:00:00Z'].entries()) {
      const { user, profile } = shop.factories.person({ createdAt: new Date(createdAt), email: `p${index}@example.com` })
      await shop.db.prisma.user.create({ data: user })
      await shop.db.prisma.profile.create({ data: profile })
    }
    expect((await admin.dashboard.overview()).stats).toMatchObject({ totalUsers: 4, userGrowth: 100 })
  })

  it('counts active repairs, pending trade-ins and all products, whatever else they have', async () => {
    const numbered = (prefix: string, statuses: string[]) =>
      statuses.map((status, index) => `('${prefix}-${index}', '${status}')`).join(', ')
    const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
    await run(
      `INSERT INTO repairs (repair_number, status) VALUES ${numbered('R', ['received', 'diagnosing', 'repairing', 'testing', 'completed', 'shipped'])}`,
    )
    await run(
      `INSERT INTO trade_ins (trade_in_number, status) VALUES ${numbered('T', ['submitted', 'evaluated', 'approved', 'rejected', 'completed'])}`,
    )
    await run(
      `INSERT INTO products (name, category, is_active, stock_quantity) VALUES ('Fan', 'Parts', false, 0), ('PSU', 'Parts', true, 5)`,
    )
    expect((await admin.dashboard.overview()).stats).toMatchObject({
      activeRepairs: 4,
      pendingTradeIns: 2,
      totalProducts: 2,
      productsInStock: 1,
    })
  })

  it('lists the newest three of each', async () => {
    await shop.db.prisma
      .$executeRaw`UPDATE repairs SET created_at = '2026-07-01T00:00:00Z'::timestamptz + substr(repair_number, 3)::int * interval '1 minute'`
    await shop.db.prisma
      .$executeRaw`UPDATE trade_ins SET created_at = '2026-07-01T00:00:00Z'::timestamptz - substr(trade_in_number, 3)::int * interval '1 minute'`
    const { recent } = await admin.dashboard.overview()
    expect(recent.orders?.map((order) => order.orderNumber)).toEqual(['TOMORROW', 'JULY-14', 'JULY-1'])
    expect(recent.repairs?.map((repair) => repair.repairNumber)).toEqual(['R-5', 'R-4', 'R-3'])
    expect(recent.tradeIns?.map((tradeIn) => tradeIn.tradeInNumber)).toEqual(['T-0', 'T-1', 'T-2'])
    expect(recent.orders?.[0]).toEqual({
      id: expect.any(String),
      orderNumber: 'TOMORROW',
      status: 'processing',
      createdAt: new Date('2026-07-16T10:00:00Z'),
    })
  })
})

it('months begin elsewhere where the business is elsewhere', async () => {
  const shop = await openTestShop({ now: () => new Date('2026-07-01T03:00:00Z'), businessTimeZone: 'America/New_York' })
  const { caller } = await shop.signIn('admin')
  await shop.db.prisma.$executeRawUnsafe(`
    INSERT INTO orders (order_number, total_amount, created_at) VALUES
      ('JUNE', 10, '2026-06-01T04:00:00Z'), ('MAY', 3, '2026-06-01T03:59:59Z'), ('MAY-30', 5, '2026-05-31T04:00:00Z')`)
  expect((await caller.dashboard.overview()).stats).toMatchObject({ monthlyRevenue: 10, revenueChange: 100, orderGrowth: 50 })
  await shop.close()
})
