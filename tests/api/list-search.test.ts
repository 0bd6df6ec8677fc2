import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { customerListSource } from '~/server/platform/records/customer-list'
import type { Database } from '~/server/platform/database/database'
import { everyRow } from '~/server/platform/lists/list-search'
import { searchPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import { describeOnEngines, openOn } from '../setup/database'
import { readPages } from '../setup/pages'

/** A row is read as its id. */
const row = { json: Prisma.sql`to_json(t.id)`, schema: z.string() }

const source = customerListSource(Prisma.sql`orders`, Prisma.sql`order_number`)

/** Orders of which some are found by number, some by their customer, and some by both. */
const ROWS = 2_600
const BY_CHANCE = 600

describeOnEngines('a search on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
    const run = (sql: string) => db.prisma.$executeRawUnsafe(sql)
    await run(`WITH made AS (INSERT INTO users (email) SELECT 'person-' || n || '@example.com' FROM generate_series(1, 13) AS n RETURNING id, email)
      INSERT INTO profiles (user_id, email, full_name) SELECT id, email, CASE WHEN email LIKE '%1@%' THEN 'Old Number-00' END FROM made`)
    await run(`INSERT INTO orders (order_number, status, user_id, created_at)
      SELECT 'Number-' || lpad(n::text, 5, '0'), (ARRAY['pending', 'completed'])[1 + n % 2]::order_status,
        (SELECT id FROM users ORDER BY email OFFSET n % 15 LIMIT 1), '2026-01-01T00:00:00Z'::timestamptz + (n / 3) * interval '1 minute'
      FROM generate_series(1, ${ROWS}) AS n`)
    // Numbers by chance, many of one moment, and some of moments that plain SQL alone can give.
    await run(`INSERT INTO orders (order_number, created_at)
      SELECT translate(md5(n::text), '0123456789', 'ab-ab-ab-a') || n, CASE WHEN n % 40 < 5
        THEN ('{-infinity,infinity,0044-03-15 BC,1969-07-20,12026-01-01}'::timestamptz[])[1 + n % 40]
        ELSE '2025-01-01T00:00:00Z'::timestamptz + (n * 7919 % 300) * interval '7 hours' END
      FROM generate_series(1, ${BY_CHANCE}) AS n`)
    await run('ANALYZE')
  })
  afterAll(() => db.close())

  const expected = (search: string, filter: string, direction: string) =>
    db.prisma.$queryRawUnsafe<{ id: string }[]>(`
      SELECT t.id::text FROM orders AS t LEFT JOIN profiles AS p ON p.user_id = t.user_id
      WHERE ${filter} AND (position(lower('${search}') IN lower(concat_ws('|', t.order_number, p.email, p.full_name))) > 0)
      ORDER BY t.created_at ${direction}, t.id ${direction}`)

  // 'number-0000' is only in the oldest rows: beyond what is gone through in order, newest first.
  it.each(['number-0000', 'NUMBER-025', 'person-1', 'old number', '-00', 'example', 'nothing like it', 'ab-', 'B-AB', 'ea'])(
    'for %s finds the same, page by page, whether few match or many',
    async (search) => {
      for (const [sort, status] of [
        ['-created', null],
        ['created', 'completed'],
      ] as const) {
        const filter = status ? Prisma.sql`t.status = ${status}::order_status` : everyRow
        const all = await expected(search, status ? `t.status = '${status}'` : 'TRUE', sort === 'created' ? 'ASC' : 'DESC')
        for (const most of [10_000, 3]) {
          const request = { source, keyset: createdSorts[sort], filter, text: search, limit: 400, row, counted: null }
          const paged = await readPages(async (cursor) => {
            const { rows, matching, nextCursor } = await searchPageOfRows(db, { ...request, cursor }, most)
            expect(matching).toBe(Math.min(all.length, most + 1))
            return { rows, nextCursor }
          })
          expect(paged).toEqual(all.map(({ id }) => id))
        }
      }
    },
  )
})
