import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { latestMonths } from '~/server/office/dashboard/chart-period'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

const NOON_OF_JULY_15 = new Date('2026-07-15T12:00:00Z')

describe('the latest months', () => {
  const starts = (now: string, zone: string) => latestMonths(new Date(now), zone, 3).map(({ name, from }) => [name, from.toISOString()])
  it('begin in the business’s zone, summer or winter', () => {
    expect(starts('2026-04-30T23:30:00Z', 'Europe/London')).toEqual([
      ['2026-03', '2026-03-01T00:00:00.000Z'],
      ['2026-04', '2026-03-31T23:00:00.000Z'],
      ['2026-05', '2026-04-30T23:00:00.000Z'],
    ])
    expect(starts('2026-01-31T20:00:00Z', 'Asia/Kolkata').map(([name]) => name)).toEqual(['2025-12', '2026-01', '2026-02'])
  })
})

describeOnEngines('charts on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  let sessionId: string
  let statementsOf: ReturnType<typeof countStatements>['statementsOf']
  beforeAll(async () => {
    const counted = countStatements(await openOn(engine))
    statementsOf = counted.statementsOf
    shop = await openTestShop({ db: counted.db, now: () => NOON_OF_JULY_15 })
    ;({ caller: admin, sessionId } = await shop.signIn('admin'))
  })
  afterAll(() => shop.close())
  const amounts = async (of = admin) => (await of.dashboard.charts()).revenue?.map(({ amount }) => amount)

  it('are for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(shop.visitor.dashboard.charts()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.dashboard.charts()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('have twelve months and every status, also in an empty shop', async () => {
    const { revenue, repairs, tradeIns, sent } = await admin.dashboard.charts()
    expect(revenue?.map(({ month }) => month)).toEqual([
      ...['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01'],
      ...['2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'],
    ])
    expect(revenue?.every(({ amount }) => amount === 0)).toBe(true)
    expect(sent).toEqual({ repairs: 0, tradeIns: 0 })
    expect(repairs).toEqual(
      ['received', 'diagnosing', 'repairing', 'testing', 'completed', 'shipped'].map((status) => ({ status, rows: 0 })),
    )
    expect(tradeIns).toEqual(['submitted', 'evaluated', 'approved', 'rejected', 'completed'].map((status) => ({ status, rows: 0 })))
  })

  it('add up each month of London, of orders in any status, the current one with what is dated ahead', async () => {
    await shop.db.prisma.$executeRawUnsafe(`
      INSERT INTO orders (order_number, status, total_amount, created_at) VALUES
        ('TOO-OLD', 'completed', 1000000, '2025-07-31T22:59:59.999Z'),
        ('AUGUST', 'completed', 1, '2025-07-31T23:00:00Z'),
        ('AUGUST-END', 'cancelled', 2.5, '2025-08-31T22:59:59.999Z'),
        ('DECEMBER-END', 'pending', 7, '2025-12-31T23:59:59.999Z'),
        ('JANUARY', 'pending', 11, '2026-01-01T00:00:00Z'),
        ('MAY-END', 'completed', 40, '2026-05-31T22:59:59.999Z'),
        ('JUNE', 'completed', 100, '2026-05-31T23:00:00Z'),
        ('JUNE-MIDDLE', 'processing', 50.25, '2026-06-15T13:14:15Z'),
        ('JULY', 'cancelled', 120.5, '2026-06-30T23:30:00Z'),
        ('AHEAD', 'processing', 50, '2026-08-16T10:00:00Z')`)
    expect(await amounts()).toEqual([3.5, 0, 0, 0, 7, 11, 0, 0, 0, 40, 150.25, 170.5])
    const { stats } = await admin.dashboard.overview()
    expect(stats.monthlyRevenue).toBe(170.5)
  })

  it('follow every change at once', async () => {
    await shop.db.prisma.$executeRaw`UPDATE orders SET total_amount = 9 WHERE order_number = 'JANUARY'`
    await shop.db.prisma.$executeRaw`DELETE FROM orders WHERE order_number IN ('AHEAD', 'JUNE')`
    await shop.db.prisma
      .$executeRaw`INSERT INTO repairs (repair_number, status) VALUES ('R-1', 'testing'), ('R-2', 'testing'), ('R-3', 'shipped')`
    await shop.db.prisma.$executeRaw`INSERT INTO trade_ins (trade_in_number, status) VALUES ('T-1', 'rejected')`
    const { repairs, tradeIns } = await admin.dashboard.charts()
    expect(await amounts()).toEqual([3.5, 0, 0, 0, 7, 9, 0, 0, 0, 40, 50.25, 120.5])
    expect(repairs?.filter(({ rows }) => rows > 0)).toEqual([
      { status: 'testing', rows: 2 },
      { status: 'shipped', rows: 1 },
    ])
    expect(tradeIns?.find(({ status }) => status === 'rejected')?.rows).toBe(1)
  })

  it('agree with counting the table, in a zone of half hours too', async () => {
    await shop.db.prisma.$executeRaw`
      INSERT INTO orders (order_number, total_amount, created_at)
      SELECT 'SPREAD-' || n, n, '2025-07-01T00:00:00Z'::timestamptz + n * interval '370 minutes' FROM generate_series(1, 1500) AS n`
    const kolkata = await openTestShop({ db: shop.db, now: () => NOON_OF_JULY_15, businessTimeZone: 'Asia/Kolkata' })
    const [{ sums }] = await shop.db.prisma.$queryRaw<[{ sums: number[] }]>`
      SELECT array_agg(coalesce(amount, 0)::float ORDER BY month) AS sums FROM (
        SELECT month, (SELECT sum(total_amount) FROM orders
          WHERE date_trunc('month', created_at AT TIME ZONE 'Asia/Kolkata') = month) AS amount
        FROM generate_series('2025-08-01'::timestamp, '2026-07-01', '1 month') AS month) AS months`
    expect(await amounts(kolkata.callerOf(sessionId))).toEqual(sums)
    await kolkata.services.hub.stop()
  })

  it('and the whole dashboard ask as often whatever the rows', async () => {
    const all = async () => {
      await Promise.all([admin.dashboard.overview(), admin.dashboard.charts(), admin.dashboard.attention(), admin.dashboard.setup()])
    }
    const before = await statementsOf(all)
    await shop.db.prisma.$executeRaw`INSERT INTO repairs (repair_number) SELECT 'MANY-' || n FROM generate_series(1, 500) AS n`
    await shop.db.prisma.$executeRaw`INSERT INTO orders (order_number) SELECT 'MANY-' || n FROM generate_series(1, 500) AS n`
    expect(await statementsOf(all)).toBe(before)
    expect(before).toBeLessThanOrEqual(25)
  })
})
