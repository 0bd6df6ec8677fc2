import type { Database } from '~/server/platform/database/database'

/** A part of the name of four customers, who have twenty of 10,000 orders. */
export const SEARCHED_NAME = 'quill rare'

/** Of the oldest orders so many in a hundred have numbers of their own: many hits, and none of them recent. */
const OLD_PERCENT = 2

/** The rows of a shop with so many orders: as many units and parts, a fifth as many people, a tenth as many repairs and trade-ins. */
const rows = (orders: number) => [
  `WITH made AS (
     INSERT INTO users (email) SELECT 'person' || n || '@' || (ARRAY['mail', 'post', 'box'])[1 + n % 3] || '.example' FROM generate_series(1, ${Math.ceil(orders / 5)}) AS n
     RETURNING id, email)
   INSERT INTO profiles (user_id, email, full_name, created_at)
   SELECT id, email, CASE WHEN email ~ '^person([789]|10)@' THEN 'Quill Rarename' ELSE (ARRAY['Ada', 'Grace', 'Edsger', 'Barbara', 'Tony'])[1 + (random() * 4)::int] || ' ' || initcap(substr(md5(email), 1, 8)) END, now() - random() * interval '700 days'
   FROM made`,
  `CREATE TEMPORARY TABLE people AS SELECT user_id, row_number() OVER () - 1 AS place FROM profiles`,
  `CREATE INDEX ON people (place)`,
  `INSERT INTO orders (order_number, status, total_amount, user_id, created_at)
   SELECT (CASE WHEN n <= ${(orders * OLD_PERCENT) / 100} THEN 'OLD-' ELSE 'ORD-' END) || lpad(n::text, 8, '0'),
     (ARRAY['pending', 'processing', 'completed', 'completed', 'cancelled'])[1 + n % 5]::order_status, (n::bigint * 7919 % 500000) / 100.0,
     p.user_id, now() - interval '700 days' * (${orders} - n) / ${orders}
   FROM generate_series(1, ${orders}) AS n JOIN people AS p ON p.place = n::bigint * 7919 % ${Math.ceil(orders / 5)} ORDER BY n`,
  ...(['repairs', 'trade_ins'] as const).map(
    (table) => `INSERT INTO ${table} (${table === 'repairs' ? 'repair_number' : 'trade_in_number'}, user_id, created_at)
     SELECT upper(left('${table}', 3)) || '-' || n, p.user_id, now() - interval '1 minute' * n
     FROM generate_series(1, ${orders / 10}) AS n JOIN people AS p ON p.place = n % ${Math.ceil(orders / 5)}`,
  ),
  `INSERT INTO units (manufacturer, model, serial_number, user_id, state, created_at)
   SELECT 'Bitmain', 'Antminer S19', 'HTX' || lpad(n::text, 8, '0'), p.user_id, (ARRAY['with_customer', 'awaited', 'quarantined'])[1 + n % 3]::unit_state,
     now() - interval '1 minute' * n
   FROM generate_series(1, ${orders}) AS n JOIN people AS p ON p.place = n % ${Math.ceil(orders / 5)}`,
  // Each of a hundred to a type: the numbers of a type's parts are counted with every part.
  `INSERT INTO part_types (name) SELECT 'Hashboard ' || n FROM generate_series(1, ${Math.ceil(orders / 100)}) AS n`,
  `INSERT INTO parts (type_id, serial_number, created_at)
   SELECT y.id, 'HB' || n, now() - interval '1 minute' * n FROM generate_series(1, ${orders}) AS n JOIN part_types AS y ON y.name = 'Hashboard ' || 1 + n / 100`,
  `DROP TABLE people`,
]

/** Adds a shop with so many orders to a database, and collects its statistics. */
export async function fillShop(db: Database, orders: number): Promise<void> {
  const statements = rows(orders)
  // One connection: the temporary table belongs to it.
  await db.prisma.$transaction(
    async (tx) => {
      for (const statement of statements) await tx.$executeRawUnsafe(statement)
    },
    { timeout: 30 * 60_000, maxWait: 60_000 },
  )
  await db.prisma.$executeRawUnsafe('VACUUM ANALYZE')
}

/** The same few makers, categories and descriptions, however many products: only their number grows. */
export const productRows = (products: number) => `
  INSERT INTO products (name, category, manufacturer, model, price, stock_quantity, description, rating, hashrate, power, efficiency, image_url)
  SELECT 'Antminer S' || 19 + n % 9 || ' ' || 100000 + n, 'Category ' || n % 8, 'Maker ' || n % 6, 'S' || n % 9, n * 7919::bigint % 900000 / 100.0,
    n % 60, 'Air-cooled SHA-256 miner, tested for 24 hours, with its power supply.', (n % 50) / 10.0, '200 TH/s', '3500W', '17.5 J/TH', '/products/four-fan-miner.svg'
  FROM generate_series(1, ${products}) AS n`

/** Adds so many products to a database. */
export async function fillProducts(db: Database, products: number): Promise<void> {
  await db.prisma.$executeRawUnsafe(productRows(products))
  await db.prisma.$executeRawUnsafe('VACUUM ANALYZE products')
}
