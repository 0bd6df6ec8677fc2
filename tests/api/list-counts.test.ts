import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { describeOnEngines, openOn, openPostgresTestDatabase } from '../setup/database'

/** The rows of list_counts, and those that counting the tables gives: noun, key, rows, amount. */
const KEPT = `SELECT noun, key, sum(rows)::int AS rows, sum(amount)::float AS amount FROM list_counts
  GROUP BY noun, key HAVING sum(rows) <> 0 OR sum(amount) <> 0 ORDER BY noun, key`
const hour = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')`
const day = `left(${hour}, 10)`
const COUNTED = `SELECT noun, key COLLATE "C" AS key, count(*)::int AS rows, sum(amount)::float AS amount FROM (
    SELECT 'profiles' AS noun, role::text AS key, 0::numeric AS amount FROM profiles
    UNION ALL SELECT 'profiles by hour', ${hour}, 0 FROM profiles
    UNION ALL SELECT 'profiles by day', ${day}, 0 FROM profiles
    UNION ALL SELECT 'orders by day', ${day}, total_amount FROM orders
    UNION ALL SELECT 'orders', status::text, total_amount FROM orders
    UNION ALL SELECT 'orders by hour', ${hour}, total_amount FROM orders
    UNION ALL SELECT 'products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, (stock_quantity > 0)::int FROM products
    UNION ALL SELECT 'products by category', category, 0 FROM products
    UNION ALL SELECT 'repairs', status::text, 0 FROM repairs
    UNION ALL SELECT 'trade_ins', status::text, coalesce(final_value, 0) FROM trade_ins
  ) AS counted GROUP BY noun, key ORDER BY noun, key`

const rowsOf = (db: Database, sql: string) => db.prisma.$queryRawUnsafe<unknown[]>(sql)
async function expectAgreement(db: Database) {
  expect(await rowsOf(db, KEPT)).toEqual(await rowsOf(db, COUNTED))
}

const people = (count: number) => `
  WITH made AS (INSERT INTO users (email) SELECT 'person' || n || '@example.com' FROM generate_series(1, ${count}) AS n RETURNING id, email)
  INSERT INTO profiles (user_id, email, role, created_at)
  SELECT id, email, (CASE WHEN email LIKE '%7@%' THEN 'admin' ELSE 'customer' END)::user_role, '2026-06-30T22:30:00Z'::timestamptz + random() * interval '3 hours'
  FROM made`
const orders = (from: number, to: number) => `
  INSERT INTO orders (order_number, status, total_amount, user_id, created_at)
  SELECT 'O-' || n, (ARRAY['pending', 'processing', 'completed', 'cancelled'])[1 + n % 4]::order_status, n + 0.25,
    (SELECT user_id FROM profiles ORDER BY email OFFSET n % 20 LIMIT 1), '2026-06-01T00:00:00Z'::timestamptz + n * interval '17 minutes'
  FROM generate_series(${from}, ${to}) AS n`

/** Each changes rows in a way of its own, by plain SQL. */
const steps: [string, string][] = [
  ['inserts of many rows', people(20)],
  ['inserts of rows with amounts', orders(1, 40)],
  ['a row with the defaults alone', `INSERT INTO orders (order_number) VALUES ('DEFAULTS')`],
  ['an insert of no row', `INSERT INTO orders (order_number) SELECT 'none' WHERE false`],
  ['repairs', `INSERT INTO repairs (repair_number, status) VALUES ('R1', 'received'), ('R2', 'shipped'), ('R3', 'received')`],
  [
    'trade-ins without a value',
    `INSERT INTO trade_ins (trade_in_number, status, final_value) VALUES ('T1', 'completed', NULL), ('T2', 'completed', 99.5), ('T3', 'submitted', 7)`,
  ],
  [
    'products',
    `INSERT INTO products (name, category, is_active, stock_quantity) VALUES ('Fan', 'Parts', true, 4), ('PSU', 'Parts', false, 0), ('S21', 'Miners', true, 1)`,
  ],
  ['a change of status', `UPDATE orders SET status = 'completed' WHERE status = 'pending'`],
  ['a change of amount', `UPDATE orders SET total_amount = total_amount * 2 WHERE order_number LIKE 'O-1%'`],
  ['a change of time', `UPDATE orders SET created_at = created_at + interval '1 day' WHERE status = 'cancelled'`],
  ['a change that does not count', `UPDATE orders SET order_number = order_number || 'x'`],
  ['a change of a value to none', `UPDATE trade_ins SET final_value = NULL WHERE trade_in_number = 'T2'`],
  ['a change of role', `UPDATE profiles SET role = 'admin' WHERE email LIKE 'person1%'`],
  ['a change of category and flag', `UPDATE products SET category = 'Spare parts', is_active = NOT is_active WHERE category = 'Parts'`],
  ['a change of stock', `UPDATE products SET stock_quantity = CASE name WHEN 'S21' THEN 0 WHEN 'PSU' THEN 7 ELSE 3 END`],
  [
    'an upsert that inserts and updates',
    `INSERT INTO orders (order_number, status, total_amount) VALUES ('DEFAULTSx', 'cancelled', 3), ('NEW', 'pending', 4)
     ON CONFLICT (order_number) DO UPDATE SET status = excluded.status, total_amount = excluded.total_amount`,
  ],
  [
    'writes to one table twice in a statement',
    `WITH gone AS (DELETE FROM orders WHERE order_number LIKE 'O-2%' RETURNING total_amount)
     INSERT INTO orders (order_number, total_amount) SELECT 'SUM', sum(total_amount) FROM gone`,
  ],
  ['deletes', `DELETE FROM orders WHERE status = 'cancelled'`],
  ['a delete that takes other rows along', `DELETE FROM users WHERE email LIKE 'person2%'`],
  ['a session in another time zone', `SET TimeZone = 'Asia/Kolkata'; ${orders(100, 140)}; RESET TimeZone`],
  ['a truncate', `TRUNCATE orders CASCADE`],
  ['inserts after a truncate', orders(200, 220)],
  ['a truncate of several tables', `TRUNCATE repairs, trade_ins, products CASCADE`],
]

describeOnEngines('list_counts on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(() => db.close())

  it.each(steps)('agrees with the tables after %s', async (_, sql) => {
    // A script is one transaction; single statements are what the steps are about, but for SET.
    if (sql.startsWith('SET')) {
      const [set = '', insert = '', reset = ''] = sql.split(';')
      await db.prisma.$transaction([
        db.prisma.$executeRawUnsafe(set),
        db.prisma.$executeRawUnsafe(insert),
        db.prisma.$executeRawUnsafe(reset),
      ])
    } else await db.prisma.$executeRawUnsafe(sql)
    await expectAgreement(db)
  })

  it('forgets what a transaction took back', async () => {
    const before = await rowsOf(db, KEPT)
    await expect(
      db.prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(orders(300, 320))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await rowsOf(db, KEPT)).toEqual(before)
  })

  it('stays small however many statements have changed it, and still agrees', async () => {
    for (let index = 0; index < 90; index++) {
      await db.prisma.$executeRawUnsafe(`INSERT INTO orders (order_number, created_at) VALUES ('S-${index}', '2026-07-01T00:00:00Z')`)
      if (index % 3 === 0) await db.prisma.$executeRawUnsafe(`UPDATE orders SET status = 'completed' WHERE order_number = 'S-${index}'`)
    }
    await rowsOf(db, `SELECT merge_list_counts('orders')::text`)
    expect(await rowsOf(db, `SELECT count(*)::int AS rows FROM list_counts WHERE noun = 'orders' AND key = 'pending'`)).toEqual([
      { rows: 1 },
    ])
    await expectAgreement(db)
  })

  it('is right again after a recount, whatever it said', async () => {
    await db.prisma.$executeRawUnsafe(`UPDATE list_counts SET rows = rows + 1`)
    await db.prisma.$executeRawUnsafe(`SELECT recount_lists()`)
    await expectAgreement(db)
  })
})

it('agrees when many write at once, merge and take back, and nobody waits for a lock of the counts', async () => {
  const db = await openPostgresTestDatabase()
  const isolations = ['READ COMMITTED', 'REPEATABLE READ'] as const
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const client = new Client({ connectionString: db.url })
    await client.connect()
    await client.query(`SET lock_timeout = '2s'`)
    try {
      for (let round = 0; round < 40; round++) {
        await client.query(`BEGIN ISOLATION LEVEL ${isolations[writer % 4 === 0 ? 1 : 0]}`)
        // Opposite orders of tables and statuses would deadlock on one counter row each.
        const writes = [
          `INSERT INTO orders (order_number, status, total_amount) VALUES ('${writer}-${round}', 'pending', ${round})`,
          `INSERT INTO repairs (repair_number) VALUES ('${writer}-${round}')`,
          `UPDATE orders SET status = 'completed' WHERE order_number = '${writer}-${round - 1}'`,
          `DELETE FROM orders WHERE order_number = '${writer}-${round - 5}'`,
          `SELECT merge_list_counts('orders') WHERE current_setting('transaction_isolation') = 'read committed'`,
        ]
        for (const sql of writer % 2 === 0 ? writes : writes.toReversed()) await client.query(sql)
        await client.query(round % 5 === 4 ? 'ROLLBACK' : 'COMMIT')
      }
    } finally {
      await client.end()
    }
  })
  await Promise.all(writers)
  await expectAgreement(db)
  await db.close()
})
