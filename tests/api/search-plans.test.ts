import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { nouns, statusNouns, type Noun } from '~/contracts/records'
import { readAttention } from '~/server/office/dashboard/attention'
import type { Database } from '~/server/platform/database/database'
import { openPostgres } from '~/server/platform/database/postgres'
import { openPostgresTestDatabase } from '../setup/database'
import { fillTables } from '../setup/fill-tables'
import { openTestShop, type TestShop } from '../setup/shop'

/** How PostgreSQL finds what is searched for, in tables of more rows than a look at all of them may have. */

/** Just what the lists call large. */
const ROWS = 12_000
const MOST_READ = 6_000

/** Of each record type: one of a thousand rows named rare, all of the oldest tenth named old, all named alike, and many seldom, of which few are new. */
const named = (oldest: string) =>
  `CASE WHEN n % 1000 = 7 THEN 'rareness ' WHEN n <= ${ROWS / 10} THEN '${oldest} ' ELSE 'recent ' END || 'common' || n ||
    CASE WHEN n % 80 = 3 OR n BETWEEN 4000 AND 6000 THEN ' seldom' ELSE '' END`
const isSeldom = (n: number) => n % 80 === 3 || (n >= 4_000 && n <= 6_000)
const at = `now() - interval '1 minute' * (${ROWS} - n)`
const series = `FROM generate_series(1, ${ROWS}) AS n`
const rows = [
  `INSERT INTO users (email) SELECT 'person' || n || '@example.com' ${series}`,
  `INSERT INTO profiles (user_id, email, full_name, created_at) SELECT u.id, u.email, ${named('veteran')}, ${at} FROM generate_series(1, ${ROWS}) AS n
   JOIN users AS u ON u.email = 'person' || n || '@example.com'`,
  ...(['orders.order_number', 'repairs.repair_number', 'trade_ins.trade_in_number'] as const).map((column) => {
    const [table, number] = column.split('.')
    const [device, values] =
      table === 'orders'
        ? ['', '']
        : [', device_info, tracking_number', `, jsonb_build_object('manufacturer', 'Bitmain', 'serialNumber', 'SN' || n), 'JD' || n * 31`]
    return `INSERT INTO ${table} (${number}, user_id, created_at${device}) SELECT CASE WHEN n <= ${ROWS / 10} THEN 'oldest-' ELSE '${table}-' END || n, u.id, ${at}${values}
      FROM generate_series(1, ${ROWS}) AS n JOIN users AS u ON u.email = 'person' || n || '@example.com'`
  }),
  // Of one in a thousand a phone number is known.
  `UPDATE profiles SET phone = '+44 20 7946 ' || substr(email, 7, 5) WHERE full_name LIKE 'rareness%'`,
  `INSERT INTO products (name, category, manufacturer, created_at) SELECT ${named('oldest')}, 'ASIC', 'Bitmain', ${at} ${series}`,
  // Each of a type of its own: numbers of parts are counted again by type.
  `INSERT INTO part_types (name) SELECT 'Type ' || n ${series}`,
  `INSERT INTO parts (type_id, part_number, location, created_at) SELECT y.id, 'P-test-' || n, ${named('oldest')}, ${at}
   ${series} JOIN part_types AS y ON y.name = 'Type ' || n`,
  `INSERT INTO buyers (user_id, full_name) SELECT u.id, ${named('recent')} ${series} JOIN users AS u ON u.email = 'person' || n || '@example.com'`,
  `INSERT INTO credit_accounts (buyer_id) SELECT id FROM buyers LIMIT 1`,
  `INSERT INTO billing_documents (purpose, state, buyer_id, account_id, number, year, place, issued_at, issued_on, supplied_on, created_at)
   SELECT 'repair', 'issued', b.id, (SELECT id FROM credit_accounts WHERE buyer_id IS NOT NULL),
     CASE WHEN n <= ${ROWS / 10} THEN 'oldest-' ELSE 'INV-' END || n, 2026, n, ${at}, current_date, current_date, ${at}
   ${series} JOIN users AS u ON u.email = 'person' || n || '@example.com' JOIN buyers AS b ON b.user_id = u.id`,
]

/** Their models are made by triggers. */
const modelled = [
  `INSERT INTO units (manufacturer, model, serial_number, created_at) SELECT 'Bitmain', ${named('oldest')}, 'UNIT' || n, ${at} ${series}`,
  `INSERT INTO trade_in_machines (manufacturer, model, created_at) SELECT 'Bitmain', ${named('oldest')}, ${at} ${series}`,
]

/** Those over parts of texts; made once over all rows, they take a small part of what keeping them up for each row does. */
const SEARCH_INDEXES = Prisma.sql`
  SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
  FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS a ON a.oid = c.relam
  WHERE a.amname IN ('gin', 'gist') AND c.relnamespace = 'public'::regnamespace`

interface Plan {
  'Node Type': string
  'Index Name'?: string | undefined
  'Relation Name'?: string | undefined
  'Actual Rows'?: number | undefined
  'Actual Loops'?: number | undefined
  'Rows Removed by Filter'?: number | undefined
  Plans?: Plan[] | undefined
}
const plan: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Index Name': z.string().optional(),
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number().optional(),
    'Actual Loops': z.number().optional(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(plan).optional(),
  }),
)
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: plan })) }))

/** A plan's parts that were run, the deepest last. */
const run = (node: Plan): Plan[] => (node['Actual Loops'] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(run)])

/** The parts of a plan that go through a table, and how many rows of it. */
const wholeReads = (parts: readonly Plan[]) =>
  parts
    .filter((part) => part['Node Type'] === 'Seq Scan')
    .map((part) => ({
      table: part['Relation Name'],
      rows: ((part['Actual Rows'] ?? 0) + (part['Rows Removed by Filter'] ?? 0)) * (part['Actual Loops'] ?? 1),
    }))
    .filter((scan) => scan.rows > MOST_READ)

describe('the plan of a search', () => {
  let db: Awaited<ReturnType<typeof openPostgresTestDatabase>>
  let shop: TestShop
  let statements: Prisma.Sql[] = []
  let admin: Awaited<ReturnType<TestShop['signIn']>>['caller']
  beforeAll(async () => {
    db = await openPostgresTestDatabase()
    const indexes = z.array(z.object({ name: z.string(), definition: z.string() })).parse(await db.prisma.$queryRaw(SEARCH_INDEXES))
    for (const { name } of indexes) await db.prisma.$executeRawUnsafe(`DROP INDEX ${name}`)
    await fillTables(db, rows)
    for (const statement of [...modelled, ...indexes.map(({ definition }) => definition)]) await db.prisma.$executeRawUnsafe(statement)
    await db.prisma.$executeRawUnsafe('VACUUM ANALYZE')
    const readJson: Database['readJson'] = (statement) => {
      statements.push(statement)
      return db.readJson(statement)
    }
    shop = await openTestShop({ db: { ...db, readJson } })
    admin = (await shop.signIn('admin')).caller
  }, 120_000)
  afterAll(() => shop.close())

  interface Found {
    rows: unknown[]
    matching: number
    matchingIsLeast?: boolean
    nextCursor?: string | null
  }
  const lists: Record<Noun, (search: string, cursor?: string | null) => Promise<Found>> = {
    users: (search, cursor) => admin.users.list({ search, cursor }),
    orders: (search, cursor) => admin.orders.list({ search, cursor }),
    products: (search, cursor) => admin.products.list({ search, cursor }),
    machines: (search) => admin.machines.list({ search }),
    models: (search) => admin.models.list({ search }),
    parts: (search, cursor) => admin.parts.list({ search, cursor }),
    invoices: (search, cursor) => admin.invoices.list({ search, cursor }),
    repairs: (search, cursor) => admin.repairs.list({ search, cursor }),
    units: (search, cursor) => admin.units.list({ search, cursor }),
    tradeIns: (search, cursor) => admin.tradeIns.list({ search, cursor }),
  }

  /** What a statement is given beside the snapshot of the counts that are known. */
  const given = ({ values }: { values: readonly unknown[] }) =>
    values.filter((value) => typeof value !== 'string' || !/^(\d+:\d+:[\d,]*)?$/.test(value))

  it.each(nouns)('the first page of %s is planned once: neither its length nor the names of its counts are given to it', async (noun) => {
    statements = []
    await lists[noun]('')
    const pages = statements.filter(({ text }) => text.includes('listed AS MATERIALIZED ('))
    expect(pages.map(given)).toEqual([[]])
  })

  // With a limit that it is given, it soon makes one plan for all patterns, which reads two thousand customers for a rare name.
  it.each(nouns)('a search of %s is given what is searched for, and no limits', async (noun) => {
    for (const search of ['rareness', 'common']) {
      const { searches } = await searchesOf(noun, search)
      expect(searches.length).toBeGreaterThan(0)
      expect(searches.flatMap(given).filter((value) => value !== `%${search}%`)).toEqual([])
    }
  })

  it('pages of other lengths are one statement, so that whoever varies them leaves no other unprepared', async () => {
    statements = []
    for (const limit of [7, 8]) await admin.orders.list({ limit })
    const pages = statements.filter(({ text }) => text.includes('listed AS MATERIALIZED ('))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect(pages.map(given)).toEqual([
      [8, 6],
      [9, 7],
    ])
  })

  async function searchesOf(noun: Noun, search: string) {
    statements = []
    const found = await lists[noun](search)
    const [word = search] = search.split(' ').sort((one, other) => other.length - one.length)
    const searches = statements.filter(({ values }) => values.some((value) => typeof value === 'string' && value.includes(word)))
    return { found, searches }
  }

  async function partsOf(searched: readonly Prisma.Sql[]) {
    const parts: Plan[] = []
    for (const statement of searched) {
      const answer = await db.prisma.$queryRaw(Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`)
      parts.push(...explained.parse(answer).flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: root }) => run(root))))
    }
    return parts
  }

  async function plansOf(noun: Noun, search: string) {
    const { found, searches } = await searchesOf(noun, search)
    return { found, searches: searches.length, parts: await partsOf(searches) }
  }

  it.each(
    nouns.flatMap(
      (noun) =>
        [
          [noun, 'few', 'rareness', ROWS / 1_000],
          [noun, 'many', 'common', ROWS],
          [
            noun,
            'old',
            noun === 'users' ? 'veteran' : 'oldest',
            // Two of these are named rare instead.
            ['users', 'products', 'machines', 'models', 'units'].includes(noun) ? ROWS / 10 - 2 : ROWS / 10,
          ],
          [noun, 'no', 'nothing like it', 0],
        ] as const,
    ),
  )('for %s with %s hits goes by an index', async (noun, hits, search, matching) => {
    const { found, searches, parts } = await plansOf(noun, search)
    // Of a large table no more are counted; catalogues of machines and models are read whole for their figures.
    expect(found.matching).toBe(noun === 'machines' || noun === 'models' ? matching : Math.min(1_000, matching))
    expect(found.rows).toHaveLength(Math.min(50, matching))
    expect(searches).toBeGreaterThan(0)
    // The newest by their number are found in the same statement.
    const byNumber = hits === 'old' && statusNouns.some((name) => name === noun)
    if (byNumber) expect(parts.some((part) => part['Index Name']?.endsWith('_newest_search_idx'))).toBe(true)
    expect(searches).toBeLessThanOrEqual(found.matchingIsLeast && !byNumber ? 2 : 1)
    // A value of nearly every row is found soonest in the rows themselves.
    const index = noun === 'machines' || noun === 'models' ? '_idx' : '_search_idx'
    if (hits !== 'many') expect(parts.some((part) => part['Index Name']?.endsWith(index))).toBe(true)
    expect(wholeReads(parts)).toEqual([])
  })

  it.each(['repairs', 'tradeIns'] as const)('for %s goes by an index for serial, tracking and phone numbers too', async (noun) => {
    for (const [search, index, matching] of [
      ['sn4711', '_device_search_idx', 1],
      [`JD${4_712 * 31}`, '_device_search_idx', 1],
      ['no such serial', '_device_search_idx', 0],
      ['020 7946 5007', 'profiles_phone_digits_idx', 1],
    ] as const) {
      const { found, parts } = await plansOf(noun, search)
      expect(found.matching, search).toBe(matching)
      expect(
        parts.some((part) => part['Index Name']?.endsWith(index)),
        search,
      ).toBe(true)
      expect(wholeReads(parts), search).toEqual([])
    }
  })

  it.each([
    ['repairs', 'bitmain sn4711', 1],
    ['tradeIns', 'person4711 bitmain', 1],
    ['orders', 'orders-4711 example.com', 1],
    ['orders', 'rareness common4007', 1],
    ['users', 'rareness example.com', ROWS / 1_000],
    ['units', 'bitmain unit4711', 1],
    ['products', 'asic rareness', ROWS / 1_000],
    ['parts', 'recent p-test-4711', 1],
  ] as const)('for %s by several words, %s, goes by the index of the rarest', async (noun, search, matching) => {
    const { found, searches, parts } = await plansOf(noun, search)
    expect([found.matching, searches]).toEqual([matching, 1])
    expect(wholeReads(parts)).toEqual([])
  })

  it.each(['users', 'orders', 'products', 'parts', 'invoices', 'repairs', 'units', 'tradeIns'] as const)(
    'for %s by two words that few of the newest rows have walks on, and pages as all rows in order would',
    async (noun) => {
      const { found: first, searches } = await searchesOf(noun, 'common seldom')
      const second = await lists[noun]('common seldom', first.nextCursor)
      const places = [...first.rows, ...second.rows].map((row) => Number(/common(\d+)/.exec(JSON.stringify(row))?.[1]))
      const all = Array.from({ length: ROWS }, (_, index) => ROWS - index).filter(isSeldom)
      expect(places).toEqual(all.slice(0, 100))
      expect(first.matchingIsLeast).toBe(true)
      const [, page] = searches
      expect(page && wholeReads(await partsOf([page]))).toEqual([])
    },
  )

  it('for a scanned code goes by indexes', async () => {
    for (const code of ['SN4711', 'unit 47ii', `jd${4_712 * 31}`, 'repairs-4711', 'no such code']) {
      statements = []
      await admin.admin.scan({ code })
      const parts = await partsOf(statements.filter(({ text }) => text.includes('tracking_number')))
      expect(parts.length, code).toBeGreaterThan(0)
      expect(wholeReads(parts), code).toEqual([])
    }
  })

  // PostgreSQL makes one plan for all values of a statement that comes often; without a value it takes one status for as common as another.
  it('for what has waited longest goes by the status, also where one plan is made for all values', async () => {
    const address = new URL(db.url)
    address.searchParams.set('options', '-c plan_cache_mode=force_generic_plan')
    const generic = openPostgres(address.href)
    try {
      await generic.prisma.$transaction(async (tx) => {
        expect(await readAttention({ db: { prisma: tx }, viewer: { scopes: null } })).toHaveLength(3)
        // Of this transaction alone: what other connections have read is counted some time later.
        const [read] = await tx.$queryRaw<{ rows: bigint }[]>`
          SELECT sum(seq_tup_read + idx_tup_fetch)::bigint AS rows FROM pg_stat_xact_user_tables WHERE relname IN ('orders', 'repairs', 'trade_ins')`
        expect(Number(read?.rows)).toBeGreaterThan(0)
        expect(Number(read?.rows)).toBeLessThan(100)
      })
    } finally {
      await generic.close()
    }
  })
})
