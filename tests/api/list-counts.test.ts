import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countedRecords } from '~/server/platform/records/counted-records'
import { openPostgres } from '~/server/platform/database/postgres'
import { readCounts } from '~/server/platform/lists/counts'
import { describeOnEngines, openOn, openPostgresTestDatabase } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

/** What plain SQL may have written, counted by status, category, role and state. */
const rows = [
  `INSERT INTO orders (order_number, status, total_amount, currency, is_test) VALUES ('O-1', 'pending', 5, 'EUR', false), ('O-2', 'completed', 10.25, 'EUR', false),
    ('O-3', 'completed', 7, 'GBP', false), ('O-4', 'completed', 'NaN', 'EUR', false), ('O-5', 'completed', 99, 'EUR', true)`,
  `INSERT INTO repairs (repair_number, status) VALUES ('R-1', 'received'), ('R-2', 'shipped'), ('R-3', 'received')`,
  `INSERT INTO trade_ins (trade_in_number, status, final_value) VALUES ('T-1', 'completed', 'NaN'), ('T-2', 'completed', 99.5), ('T-3', 'submitted', 7)`,
  `INSERT INTO products (name, category, is_active, stock_quantity) VALUES ('Fan', 'Parts', true, 4), ('PSU', 'Parts', false, 0), ('S21', 'Miners', false, 1),
    ('None', '', true, 0), ('Board', 'Parts of old', true, 2)`,
  `INSERT INTO units (manufacturer, model, state) VALUES ('Bitmain', 'S19', 'awaited'), ('Bitmain', 'S21', 'quarantined')`,
  `INSERT INTO units (manufacturer, model, state, merged_into) SELECT 'Bitmain', 'S19', 'awaited', id FROM units WHERE model = 'S19'`,
]

describeOnEngines('the counts of lists on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = (await shop.signIn('admin')).caller
    for (const statement of rows) await shop.db.prisma.$executeRawUnsafe(statement)
  })
  afterAll(() => shop.close())

  it('are of every row, test orders and merged units left out, with what is summed of them', async () => {
    expect(await admin.orders.list()).toMatchObject({ total: 4, totalRevenue: 10.25, counts: { pending: 1, completed: 3, cancelled: 0 } })
    expect(await admin.repairs.list()).toMatchObject({ total: 3, active: 2, counts: { received: 2, shipped: 1, testing: 0 } })
    expect(await admin.tradeIns.list()).toMatchObject({ total: 3, totalValue: 99.5, counts: { completed: 2, submitted: 1 } })
    expect(await admin.units.list()).toMatchObject({ total: 2, here: 1, counts: { awaited: 1, quarantined: 1 } })
    expect(await admin.users.list()).toMatchObject({ total: 1, counts: { admin: 1, customer: 0 } })
    expect(await admin.products.list()).toMatchObject({
      total: 5,
      counts: { active: 3, inactive: 2 },
      categories: [
        { name: '', products: 1 },
        { name: 'Miners', products: 1 },
        { name: 'Parts', products: 2 },
        { name: 'Parts of old', products: 1 },
      ],
    })
    expect(await admin.products.list({ status: 'inactive' })).toMatchObject({ total: 5, matching: 2 })
  })

  it('follow plain SQL at once', async () => {
    await shop.db.prisma.$executeRawUnsafe(`UPDATE orders SET status = 'completed' WHERE order_number = 'O-1'`)
    await shop.db.prisma.$executeRawUnsafe(`DELETE FROM products WHERE category = 'Parts'`)
    await shop.db.prisma.$executeRawUnsafe('TRUNCATE repairs CASCADE')
    expect(await admin.orders.list()).toMatchObject({ totalRevenue: 15.25, counts: { pending: 0, completed: 4 } })
    expect((await admin.products.list()).categories.map(({ name }) => name)).toEqual(['', 'Miners', 'Parts of old'])
    expect(await admin.repairs.list()).toMatchObject({ total: 0, counts: { received: 0 } })
    expect((await admin.dashboard.overview()).stats).toMatchObject({
      totalOrders: 4,
      totalProducts: 3,
      productsInStock: 2,
      activeRepairs: 0,
    })
  })

  it('follow one’s own change at once', async () => {
    const { rows } = await admin.orders.list({ status: 'completed' })
    // Not the test order, which counts nowhere; all were made at one moment, so any of them may be the first.
    const order = rows.find(({ orderNumber }) => orderNumber === 'O-2')
    if (!order) throw new Error('The order is completed')
    expect(await admin.orders.list()).toMatchObject({ counts: { completed: 4, cancelled: 0 } })
    await admin.orders.updateStatus({ id: order.id, status: 'cancelled', version: order.version })
    expect(await admin.orders.list()).toMatchObject({ total: 4, counts: { completed: 3, cancelled: 1 } })
    expect(await admin.orders.list({ search: 'O-' })).toMatchObject({ matching: 5, counts: { completed: 3, cancelled: 1 } })
  })

  it('are asked for again only once something has been committed', async () => {
    const answers: unknown[] = []
    const db: typeof shop.db = {
      ...shop.db,
      readJson: async (statement) => {
        answers.push(await shop.db.readJson(statement))
        return answers.at(-1)
      },
    }
    const received = async () => (await readCounts(db, countedRecords.repairs)).rows('received')
    expect([await received(), await received()]).toEqual([0, 0])
    await shop.db.prisma.$executeRawUnsafe(`INSERT INTO repairs (repair_number, status) VALUES ('R-9', 'received')`)
    expect([await received(), await received()]).toEqual([1, 1])
    const counted = [{ key: 'received', rows: 1, amount: 0 }]
    expect(answers).toMatchObject([{ counts: null }, { counts: null }, { counts: counted }, { counts: null }])
  })
})

describe('the counts of lists in two processes', () => {
  it('follow what the other has committed, whatever began earlier and is not committed yet', async () => {
    const db = await openPostgresTestDatabase()
    const other = openPostgres(db.url)
    try {
      const received = () => Promise.all([db, other].map(async (each) => (await readCounts(each, countedRecords.repairs)).rows('received')))
      const add = (number: string) => `INSERT INTO repairs (repair_number, status) VALUES ('${number}', 'received')`
      expect(await received()).toEqual([0, 0])
      await db.prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(add('R-1'))
        expect(await received()).toEqual([0, 0])
        await other.prisma.$executeRawUnsafe(add('R-2'))
        expect(await received()).toEqual([1, 1])
      })
      expect(await received()).toEqual([2, 2])
    } finally {
      await Promise.all([db.close(), other.close()])
    }
  })
})
