import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchLines } from '~/server/billing/bank/match-lines'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { waysToWrite, waysToWriteSerial, waysWithoutPrefix } from '../setup/written-numbers'

/** Every place that reads a number reads it in every way that people write it. */
describeOnEngines('numbers as people write them, on %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>['caller']
  let customer: Awaited<ReturnType<TestShop['signIn']>>
  let repair: { id: string; repairNumber: string }
  let tradeIn: { id: string; tradeInNumber: string }
  let unit: { id: string; unitNumber: string }
  let part: { id: string; partNumber: string }
  const SERIAL = 'NGSB-2026-X7'
  const PART_SERIAL = 'HBNG-77-03'
  const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = (await shop.signIn('admin')).caller
    customer = await shop.signIn('customer')
    const of = { customer: { userId: customer.userId } }
    repair = await admin.repairs.create({ ...of, deviceInfo: { ...device, serialNumber: `S/N: ${SERIAL}` }, problemDescription: 'No hash' })
    tradeIn = await admin.tradeIns.create({ ...of, deviceInfo: { ...device, serialNumber: 'OTHER-1' } })
    unit = await admin.units.create({ manufacturer: 'MicroBT', model: 'M50', serialNumber: `#${SERIAL}Z` })
    const type = await admin.parts.createType({ name: 'Board', kind: 'hashboard' })
    part = await admin.parts.create({ typeId: type.id, serialNumber: PART_SERIAL })
    await shop.db.prisma.$executeRaw`INSERT INTO orders (order_number, user_id) VALUES ('ORD-4001', ${customer.userId}::uuid)`
  })
  afterAll(() => shop.close())

  const digitsOf = (number: string) => number.replaceAll(/\D/g, '')
  const titles = async (query: string) => (await admin.admin.search({ query })).results.map(({ title }) => title)

  it('of cases open their link, their page, their list, the palette and the scan', async () => {
    const digits = digitsOf(repair.repairNumber)
    for (const [index, { way, write }] of waysToWrite.entries()) {
      const written = write('REP', digits)
      const before = shop.emails.length
      const client = { ip: `198.51.100.${index + 1}`, userAgent: null }
      if (index < 3) {
        await shop.callerOf(null, { client }).cases.requestLink({ number: written })
        expect(
          shop.emails.slice(before).map(({ to }) => to),
          way,
        ).toEqual([customer.email])
        expect(shop.emails.at(-1)?.text, way).toContain(repair.repairNumber)
      }
      expect((await admin.repairs.byNumber({ number: written })).repair.id, way).toBe(repair.id)
      expect(
        (await admin.repairs.list({ search: written })).rows.map(({ id }) => id),
        way,
      ).toEqual([repair.id])
      expect(await titles(written), way).toContain(repair.repairNumber)
      expect(await admin.admin.scan({ code: written }), way).toMatchObject({ noun: 'repairs', id: repair.id })
      expect((await admin.tradeIns.byNumber({ number: write('TRD', digitsOf(tradeIn.tradeInNumber)) })).tradeIn.id, way).toBe(tradeIn.id)
    }
    for (const { way, write } of waysWithoutPrefix) {
      expect((await admin.repairs.byNumber({ number: write(digits) })).repair.id, way).toBe(repair.id)
      expect(
        (await admin.repairs.list({ search: write(digits) })).rows.map(({ id }) => id),
        way,
      ).toContain(repair.id)
    }
  })

  it('without a prefix ask for links to what has them, each to its own address', async () => {
    const before = shop.emails.length
    await shop.visitor.cases.requestLink({ number: `${digitsOf(repair.repairNumber)}.` })
    expect(shop.emails.slice(before).some(({ to, text }) => to === customer.email && text.includes(repair.repairNumber))).toBe(true)
  })

  it('of machines, parts and orders open their pages, lists, labels, the palette and the scan', async () => {
    for (const { way, write } of waysToWrite) {
      const [ofUnit, ofPart, ofOrder] = [write('U', digitsOf(unit.unitNumber)), write('P', digitsOf(part.partNumber)), write('ORD', '4001')]
      expect((await admin.units.page({ number: ofUnit })).unit.id, way).toBe(unit.id)
      expect(
        (await admin.units.find({ code: ofUnit })).map(({ id }) => id),
        way,
      ).toEqual([unit.id])
      expect(
        (await admin.units.list({ search: ofUnit })).rows.map(({ id }) => id),
        way,
      ).toContain(unit.id)
      expect(await admin.admin.scan({ code: ofUnit }), way).toMatchObject({ noun: 'units', id: unit.id })
      expect(
        (await admin.parts.find({ code: ofPart })).map(({ id }) => id),
        way,
      ).toEqual([part.id])
      expect(
        (await admin.parts.list({ search: ofPart })).rows.map(({ id }) => id),
        way,
      ).toContain(part.id)
      expect(await admin.admin.scan({ code: ofPart }), way).toMatchObject({ noun: 'parts', id: part.id })
      expect((await admin.orders.lines({ number: ofOrder })).orderNumber, way).toBe('ORD-4001')
      expect(await titles(ofOrder), way).toContain('ORD-4001')
      expect(await admin.admin.scan({ code: ofOrder }), way).toMatchObject({ noun: 'orders', title: 'ORD-4001' })
      expect((await customer.caller.account.order({ number: ofOrder })).order.orderNumber, way).toBe('ORD-4001')
    }
  })

  it('that are serial numbers find their case, machine and part, and are stored without what stands beside them', async () => {
    expect((await admin.repairs.byNumber({ number: repair.repairNumber })).repair.deviceInfo).toMatchObject({ serialNumber: SERIAL })
    expect((await admin.units.byId({ id: unit.id })).serialNumber).toBe(`${SERIAL}Z`)
    for (const { way, write } of waysToWriteSerial) {
      const written = write(SERIAL)
      expect(await admin.admin.scan({ code: written }), way).toMatchObject({ noun: 'repairs', id: repair.id })
      expect(
        (await admin.cases.bySerialNumber({ serialNumber: written })).map(({ id }) => id),
        way,
      ).toEqual([repair.id])
      expect(
        (await admin.repairs.list({ search: written })).rows.map(({ id }) => id),
        way,
      ).toContain(repair.id)
      expect(await titles(written), way).toContain(repair.repairNumber)
      expect(
        (await admin.units.find({ code: write(`${SERIAL}Z`) })).map(({ id }) => id),
        way,
      ).toEqual([unit.id])
      expect(
        (await admin.units.list({ search: write(`${SERIAL}Z`) })).rows.map(({ id }) => id),
        way,
      ).toContain(unit.id)
      expect(
        (await admin.parts.find({ code: write(PART_SERIAL) })).map(({ id }) => id),
        way,
      ).toEqual([part.id])
      expect(
        (await admin.parts.list({ search: write(PART_SERIAL) })).rows.map(({ id }) => id),
        way,
      ).toEqual([part.id])
      await expect(
        admin.units.create({ manufacturer: 'MicroBT', model: 'M50', serialNumber: write(`${SERIAL}Z`) }),
        way,
      ).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    }
  })

  it('on the label of a machine open its open case, and its own page when there is none', async () => {
    const made = await admin.repairs.create({
      customer: { userId: customer.userId },
      deviceInfo: { ...device, serialNumber: 'BENCH-1' },
      problemDescription: 'x',
    })
    const [ofCase] = await admin.units.find({ code: 'bench1' })
    expect(await admin.admin.scan({ code: ofCase?.unitNumber ?? '' })).toMatchObject({ noun: 'repairs', id: made.id })
    await admin.repairs.updateStatus({ id: made.id, status: 'shipped' })
    expect(await admin.admin.scan({ code: ofCase?.unitNumber ?? '' })).toMatchObject({ noun: 'units', id: ofCase?.id })
  })

  it('of parcels are stored without blanks, and found with and without them and in the long barcode', async () => {
    const waiting = await admin.tradeIns.create({
      customer: { userId: customer.userId },
      deviceInfo: { ...device, serialNumber: 'PARCEL-1' },
    })
    const send = (carrier: string, trackingNumber: string) =>
      customer.caller.cases.sent({ case: { noun: 'tradeIns', id: waiting.id }, carrier, trackingNumber })
    const stored = async () => (await shop.db.prisma.tradeIn.findUnique({ where: { id: waiting.id } }))?.inboundTrackingNumber
    for (const [carrier, typed, number, ways] of [
      ['Royal Mail', 'RR 473 124 951 GB', 'RR473124951GB', ['RR473124951GB', 'rr473124951gb', 'RR 4731 2495 1GB']],
      [
        'DPD',
        '1550 1234 5678 90',
        '15501234567890',
        ['15501234567890', '%000RG1415501234567890101826', '000RG14 1550 1234 5678 90 101 826 C'],
      ],
      ['UPS', '1z5r89390357567128', '1Z5R89390357567128', ['1Z 5R8 939 03 5756 7128']],
      ['FedEx', '7956 4321 0987', '795643210987', ['795643210987', '7956 4321 0987']],
    ] as const) {
      await send(carrier, typed)
      expect(await stored()).toBe(number)
      for (const code of [typed, number, ...ways]) {
        expect(await admin.admin.scan({ code }), code).toMatchObject({ noun: 'tradeIns', id: waiting.id })
        expect(
          (await admin.tradeIns.list({ search: code })).rows.map(({ id }) => id),
          code,
        ).toEqual([waiting.id])
      }
    }
    await send('By hand', 'on Monday at noon')
    expect(await stored()).toBe('on Monday at noon')
    await admin.repairs.updateStatus({ id: repair.id, status: 'shipped', carrier: 'DPD', trackingNumber: '1550 9999 8888 77' })
    expect(await shop.db.prisma.repair.findUnique({ where: { id: repair.id } })).toMatchObject({ trackingNumber: '15509999888877' })
    // As versions before have stored it.
    await shop.db.prisma.$executeRaw`UPDATE trade_ins SET inbound_tracking_number = 'RB 123 456 785 GB' WHERE id = ${waiting.id}::uuid`
    expect(await admin.admin.scan({ code: 'RB123456785GB' })).toMatchObject({ id: waiting.id })
  })

  it('of invoices are named in the texts of banks', async () => {
    await shop.db.prisma.$executeRaw`
      WITH b AS (INSERT INTO buyers (user_id) VALUES (${customer.userId}::uuid) ON CONFLICT (user_id) WHERE former_of IS NULL DO UPDATE SET version = buyers.version RETURNING id),
        a AS (INSERT INTO credit_accounts (buyer_id) SELECT id FROM b RETURNING id, buyer_id)
      INSERT INTO billing_documents (purpose, state, buyer_id, account_id, number, year, place, issued_at, issued_on, supplied_on)
      SELECT 'repair', 'issued', buyer_id, id, 'INV-2026-00042', 2026, 42, now(), current_date, current_date FROM a`
    for (const reference of ['Invoice 2026-00042', 'inv 2026/42', 'INV\u20112026\u201100042.', '2026-00042', 'INVOICE NO. 2026 42']) {
      const [match] = await matchLines(shop.db.prisma, [{ reference, description: '', amount: 1 }])
      expect(match?.number, reference).toBe('INV-2026-00042')
    }
  })
})

describe('a search of several words', () => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>['caller']
  const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
  beforeAll(async () => {
    shop = await openTestShop()
    admin = (await shop.signIn('admin')).caller
    await run(`WITH made AS (INSERT INTO users (email) VALUES ('quill@hash.example') RETURNING id, email)
      INSERT INTO profiles (user_id, email, full_name, phone) SELECT id, email, 'Ada Mary Quill', '+44 (0)20 7946 0182 ext. 7' FROM made`)
    await run(
      `INSERT INTO repairs (repair_number, device_info, user_id) SELECT 'REP-7001', '{"manufacturer": "Bitmain", "model": "Antminer S19"}', user_id FROM profiles WHERE email LIKE 'quill%'`,
    )
    await run(
      `INSERT INTO repairs (repair_number, device_info) VALUES ('REP-7002', '{"manufacturer": "Bitmain", "model": "Antminer T21"}')`,
    )
    await run(`INSERT INTO trade_in_machines (manufacturer, model) VALUES ('Bitmain', 'Antminer S19'), ('MicroBT', 'Whatsminer M30S')`)
    await run(
      `INSERT INTO products (name, category, manufacturer) VALUES ('Antminer S19 XP', 'ASIC miner', 'Bitmain'), ('Fan for Bitmain', 'Parts', 'Noctua')`,
    )
    await run(`INSERT INTO units (manufacturer, model, location) VALUES ('Bitmain', 'Antminer S19', 'Shelf B3')`)
  })
  afterAll(() => shop.close())

  it('finds rows that have them all, in whichever fields, in any order', async () => {
    const found = async (query: string) =>
      (await admin.admin.search({ query })).results.map(({ noun, title }) => `${noun} ${title}`).toSorted()
    expect(await found('Bitmain S19')).toEqual(
      [
        'repairs REP-7001',
        'units U-10001',
        'products Antminer S19 XP',
        'machines Bitmain Antminer S19',
        'models Bitmain Antminer S19',
      ].toSorted(),
    )
    expect((await admin.machines.list({ search: 's19  BITMAIN' })).rows.map(({ model }) => model)).toEqual(['Antminer S19'])
    expect((await admin.products.list({ search: 'bitmain xp' })).rows.map(({ name }) => name)).toEqual(['Antminer S19 XP'])
    expect((await admin.repairs.list({ search: 'quill s19' })).rows.map(({ repairNumber }) => repairNumber)).toEqual(['REP-7001'])
    expect((await admin.repairs.list({ search: 'Ada Quill' })).matching).toBe(1)
    expect((await admin.users.list({ search: 'quill ada' })).matching).toBe(1)
    expect((await admin.units.list({ search: 'S19 b3' })).matching).toBe(1)
    expect((await admin.repairs.list({ search: 'quill t21' })).matching).toBe(0)
    expect((await admin.repairs.list({ search: 'bitmain one two three four five six seven' })).matching).toBe(0)
  })

  it('of one word is a substring of the requirements\u2019 fields', async () => {
    expect((await admin.products.list({ search: 'tmain' })).matching).toBe(2)
    expect((await admin.machines.list({ search: 'ntminer' })).matching).toBe(1)
    expect((await admin.products.list({ search: '19 x' })).matching).toBe(1)
  })

  it('in the shop is of the name alone with one word, and of any field with several', async () => {
    const names = async (search: string) => (await shop.visitor.products.search({ search })).products.map(({ name }) => name)
    expect(await names('bitmain')).toEqual(['Fan for Bitmain'])
    expect(await names('bitmain s19')).toEqual(['Antminer S19 XP'])
    expect(await names('xp  antminer')).toEqual(['Antminer S19 XP'])
    expect(await names('fan noctua parts')).toEqual(['Fan for Bitmain'])
    expect(await names('fan s19')).toEqual([])
  })

  it('finds a telephone number with its trunk zero, extension and blanks of any kind', async () => {
    for (const query of [
      '+44 (0)20 7946 0182',
      '020 7946 0182',
      '0044 20 7946 0182',
      '+44\u00a020\u00a07946\u00a00182',
      '020 7946 0182 ext 7',
      '(020) 7946\u20110182',
    ]) {
      expect((await admin.users.list({ search: query })).matching, query).toBe(1)
      expect(await admin.cases.customers({ search: query }), query).toHaveLength(1)
      expect(
        (await admin.admin.search({ query })).results.map(({ noun }) => noun),
        query,
      ).toContain('users')
    }
  })
})
