import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

describeOnEngines('the search of the back office, %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  let statementsOf: ReturnType<typeof countStatements>['statementsOf']
  const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
  const found = async (query: string) => (await admin.admin.search({ query })).results.map(({ noun, title }) => `${noun} ${title}`)

  beforeAll(async () => {
    const counted = countStatements(await openOn(engine))
    statementsOf = counted.statementsOf
    shop = await openTestShop({ db: counted.db })
    admin = (await shop.signIn('admin')).caller
    await run(`
      WITH made AS (INSERT INTO users (email) VALUES ('ada@hashrate.example'), ('bob_50%@example.com') RETURNING id, email)
      INSERT INTO profiles (user_id, email, full_name) SELECT id, email, CASE WHEN email LIKE 'ada%' THEN 'Ada Quill' END FROM made`)
    await run(`INSERT INTO orders (order_number, user_id, created_at)
      SELECT 'ORD-' || n, (SELECT user_id FROM profiles WHERE full_name = 'Ada Quill'), '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 hour'
      FROM generate_series(1001, 1009) AS n`)
    await run(`INSERT INTO repairs (repair_number) VALUES ('REP-1001')`)
    await run(`INSERT INTO trade_ins (trade_in_number, user_id) SELECT 'TRD-7', user_id FROM profiles WHERE email LIKE 'bob%'`)
    await run(`INSERT INTO products (name, category, manufacturer) VALUES ('Quill fan', 'Parts', 'Bitmain')`)
    await run(`INSERT INTO trade_in_machines (manufacturer, model) VALUES ('Bitmain', 'Antminer S19')`)
  })
  afterAll(() => shop.close())

  it('is for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(shop.visitor.admin.search({ query: 'ORD' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.admin.search({ query: 'ORD' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('finds every kind by number, name and address, whatever the case, the newest five of each', async () => {
    expect(await found('ord-1005')).toEqual(['orders ORD-1005'])
    expect(await found('quill')).toEqual([
      ...[1009, 1008, 1007, 1006, 1005].map((number) => `orders ORD-${number}`),
      'users Ada Quill',
      'products Quill fan',
    ])
    expect(await found('HASHRATE.ex')).toHaveLength(6)
    expect(await found('1001')).toEqual(['orders ORD-1001', 'repairs REP-1001'])
    expect(await found('antminer s')).toEqual(['machines Bitmain Antminer S19', 'models Bitmain Antminer S19'])
  })

  it('finds cases by their device, its serial number and their parcels, and everything of somebody by a phone number', async () => {
    await run(`INSERT INTO repairs (repair_number, device_info, tracking_number) VALUES
      ('REP-2002', '{"manufacturer": "Canaan", "model": "Avalon A1466", "serialNumber": "SN-77x-0042"}', '1Z 999 AA1')`)
    await run(`INSERT INTO trade_ins (trade_in_number, device_info, inbound_tracking_number, user_id)
      SELECT 'TRD-8', '"Avalon A1466, in words"', 'JD0146', user_id FROM profiles WHERE full_name = 'Ada Quill'`)
    await run(`UPDATE profiles SET phone = '+44 20 7946 0958' WHERE full_name = 'Ada Quill'`)
    expect(await found('canaan avalon')).toEqual(['repairs REP-2002'])
    expect(await found('sn-77X-0042')).toEqual(['repairs REP-2002'])
    expect(await found('1z 999')).toEqual(['repairs REP-2002'])
    expect(await found('jd0146')).toEqual(['tradeIns TRD-8'])
    // Wildcards and the mark between the texts are as literal as ever.
    expect(await found('Avalon_A1466')).toEqual([])
    const ofAda = [...[1009, 1008, 1007, 1006, 1005].map((number) => `orders ORD-${number}`), 'tradeIns TRD-8', 'users Ada Quill']
    for (const phone of ['020 7946 0958', '+44 (20) 7946-0958', '79460958']) expect(await found(phone), phone).toEqual(ofAda)
    expect((await admin.repairs.list({ search: '77X-00' })).matching).toBe(1)
    expect((await admin.orders.list({ search: '7946 0958' })).matching).toBe(9)
    expect((await admin.users.list({ search: '0207946' })).rows.map(({ fullName }) => fullName)).toEqual(['Ada Quill'])
    // Too few digits for a phone number are a part of a number alone.
    expect(await found('958')).toEqual([])
  })

  it('opens what a scanner has read: the open case of a serial number first, by a parcel, a number or the address on our own papers', async () => {
    const scanned = async (code: string) => (await admin.admin.scan({ code }))?.title ?? null
    await run(`INSERT INTO repairs (repair_number, status, device_info, created_at) VALUES
      ('REP-3001', 'shipped', '{"serialNumber": "TWICE-1"}', now()), ('REP-3002', 'testing', '{"serialNumber": "twice-1"}', now() - interval '9 days'),
      ('rep-small', 'testing', '{}', now())`)
    expect(await scanned('TWICE-1')).toBe('REP-3002')
    expect(await scanned(' SN-77X-0042 ')).toBe('REP-2002')
    expect(await scanned('jd0146')).toBe('TRD-8')
    expect(await scanned('rep-3001')).toBe('REP-3001')
    expect(await scanned('rep-small')).toBe('rep-small')
    expect(await scanned('ORD-1003')).toBe('ORD-1003')
    expect(await scanned('https://shop.example/admin/trade-ins/TRD-8')).toBe('TRD-8')
    expect(await scanned('https://shop.example/admin/repairs/%E0%A4%A')).toBeNull()
    // A part of it is no code, and neither are wildcards.
    for (const code of ['TWICE', 'TWICE-_', '%%%%', 'abc', '']) expect(await scanned(code), code).toBeNull()
    expect(await admin.admin.scan({ code: 'REP-2002' })).toEqual({
      noun: 'repairs',
      id: expect.any(String),
      title: 'REP-2002',
      detail: 'Canaan Avalon A1466',
    })
    await expect(admin.admin.scan({ code: 'x'.repeat(501) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('says whose or what it is, and by which id it is opened', async () => {
    const [order] = (await admin.admin.search({ query: 'ORD-1001' })).results
    expect(order).toEqual({ noun: 'orders', id: expect.any(String), title: 'ORD-1001', detail: 'Ada Quill' })
    expect((await admin.orders.byId({ id: order?.id ?? '' })).orderNumber).toBe('ORD-1001')
    const user = (await admin.admin.search({ query: 'quill' })).results.find(({ noun }) => noun === 'users')
    expect((await admin.users.byId({ userId: user?.id ?? '' })).fullName).toBe('Ada Quill')
    const [repair] = (await admin.admin.search({ query: 'REP-1001' })).results
    expect(repair?.detail).toBe('')
  })

  it('takes every character literally, and one letter for nothing', async () => {
    expect(await found('_50%')).toEqual(['tradeIns TRD-7', 'users bob_50%@example.com'])
    expect(await found('%%')).toEqual([])
    expect(await found('a')).toEqual([])
    expect(await found('  ')).toEqual([])
    await expect(admin.admin.search({ query: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.admin.search({ query: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('asks once more where many match by their customer, and no oftener', async () => {
    const before = await statementsOf(() => admin.admin.search({ query: 'ORD-' }))
    await run(`INSERT INTO orders (order_number) SELECT 'ORD-MANY-' || n FROM generate_series(1, 3000) AS n`)
    // By their number the newest are found at once.
    expect(await statementsOf(() => admin.admin.search({ query: 'ORD-' }))).toBe(before)
    await run(
      `INSERT INTO orders (order_number, user_id) SELECT 'NO-' || n, user_id FROM generate_series(1, 300) AS n, profiles WHERE full_name = 'Ada Quill'`,
    )
    // The first customers in the index say nothing of which are the newest.
    expect(await statementsOf(() => admin.admin.search({ query: 'quill' }))).toBe(before + 1)
    expect(before).toBeLessThanOrEqual(11)
    expect(await found('ord-many')).toHaveLength(5)
  })
})
