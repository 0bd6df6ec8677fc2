import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseNouns, type CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { repairServices as offered } from '~/content/repair'
import type { Change } from '~/server/platform/change-feed/change-hub'
import { describeOnEngines, openOn } from '../setup/database'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

describeOnEngines('the database’s own part of a case, %s', (engine) => {
  let shop: TestShop
  const run = (sql: string, ...values: unknown[]) => shop.db.prisma.$executeRawUnsafe(sql, ...values)
  const nextNumber = async () => (await shop.db.prisma.repair.create({ data: {} })).repairNumber
  const insert = (number: string, status = 'received') =>
    run(`INSERT INTO repairs (repair_number, status) VALUES ($1, $2::repair_status)`, number, status)

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
  })
  afterAll(() => shop.close())

  it('gives numbers that go on after the highest there is, whatever plain SQL has taken', async () => {
    expect(await nextNumber()).toBe('REP-10001')
    expect((await shop.db.prisma.tradeIn.create({ data: {} })).tradeInNumber).toBe('TRD-10001')
    await insert('REP-10002')
    expect(await nextNumber()).toBe('REP-10003')
    await run(
      `INSERT INTO repairs (repair_number) VALUES ('REP-7'), ('REP-10500'), ('REP_99999'), ('2026/1'), ('REP-99999x'), ('REP-1234567890123')`,
    )
    expect(await nextNumber()).toBe('REP-10501')
    await insert('REP-2000000')
    expect(await nextNumber()).toBe('REP-2000001')
    await insert('REP-20000')
    expect(await nextNumber()).toBe('REP-2000002')
    // As rows of a copy that has no triggers.
    await run(`ALTER TABLE repairs DISABLE TRIGGER follow_numbers`)
    await run(`INSERT INTO repairs (repair_number) VALUES ('REP-2000003'), ('REP-2000004')`)
    await run(`ALTER TABLE repairs ENABLE TRIGGER follow_numbers`)
    expect(await nextNumber()).toBe('REP-2000005')
    await run(`ALTER SEQUENCE repair_number_seq RESTART WITH 2000010`)
    await insert('REP-2000006')
    expect(await nextNumber()).toBe('REP-2000010')
  })

  it('gives each number once to a hundred at once, among them some that bring their own', async () => {
    const made = Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? insert(`REP-${3_000_000 + index * 10_000}`) : nextNumber()))
    const given = (await Promise.all(made)).filter((answer) => typeof answer === 'string')
    expect(given).toHaveLength(90)
    expect(new Set(given).size).toBe(90)
  })

  it.each([
    ['repairs', repairStatuses],
    ['trade_ins', tradeInStatuses],
  ] as const)('knows when one of the %s was completed, whoever sets the status', async (table, statuses) => {
    const completedAt = async () =>
      (await shop.db.prisma.$queryRawUnsafe<{ at: Date | null }[]>(`SELECT completed_at AS at FROM ${table}`)).map(({ at }) => at)
    await run(`DELETE FROM ${table}`)
    await run(`INSERT INTO ${table} (status) VALUES ('completed')`)
    expect(await completedAt()).toEqual([expect.any(Date)])
    await run(`UPDATE ${table} SET completed_at = '2026-01-01T00:00:00Z'`)
    for (const status of statuses) {
      const [before] = await completedAt()
      await run(`UPDATE ${table} SET status = '${status}'`)
      const isDone = status === 'completed' || status === 'shipped'
      const [after] = await completedAt()
      if (!isDone) expect(after, status).toBeNull()
      else if (before) expect(after, status).toEqual(before)
      else expect(after, status).toBeInstanceOf(Date)
    }
  })

  it('announces what belongs to a case as a change of the case', async () => {
    const [repair, tradeIn] = [await shop.db.prisma.repair.create({ data: {} }), await shop.db.prisma.tradeIn.create({ data: {} })]
    const columns = { repair_id: repair.id, trade_in_id: tradeIn.id }
    const tables: [string, keyof typeof columns, string, string][] = [
      ...(['repair_id', 'trade_in_id'] as const).flatMap((column): [string, keyof typeof columns, string, string][] => [
        ['case_notes', column, '', ''],
        ['case_emails', column, ', kind, recipient, subject', `, 'status', 'a@example.com', 'Hello'`],
        [
          'case_files',
          column,
          ', kind, name, content_type, bytes, storage_key, sha256',
          `, 'picture', 'a.jpg', 'image/jpeg', 1, 'key', ''`,
        ],
        ['case_readings', column, '', ''],
        ['case_quotes', column, ', number', ', 1'],
      ]),
      ['repair_lines', 'repair_id', ', label', `, 'Fan'`],
      ['trade_in_checks', 'trade_in_id', ', item', `, 'fans'`],
      ['trade_in_deductions', 'trade_in_id', ', label', `, 'Corrosion'`],
    ]
    for (const [table, column, names, values] of tables) {
      const heard: Change[] = []
      const listener = (change: Change) => heard.push(change)
      shop.services.hub.on('change', listener)
      await run(
        `INSERT INTO ${table} (${table.startsWith('case_') ? 'case_id' : column}${names}) VALUES ($1::uuid${values})`,
        columns[column],
      )
      const parent = column === 'repair_id' ? records.repairs.table : records.tradeIns.table
      await expect.poll(() => heard, { message: table }).toContainEqual(expect.objectContaining({ table: parent, id: columns[column] }))
      shop.services.hub.off('change', listener)
    }
    await expect(run(`INSERT INTO case_notes (body) VALUES ('of nothing')`)).rejects.toThrow(/case_id/)
    await run('DELETE FROM repairs')
    await run('DELETE FROM trade_ins')
    expect([
      await shop.db.prisma.caseNote.count(),
      await shop.db.prisma.repairLine.count(),
      await shop.db.prisma.caseQuote.count(),
    ]).toEqual([0, 0, 0])
  })

  it('begins with the prices of the site, reasons for deductions, and a rule for each status', async () => {
    const presets = await shop.db.prisma.repairPreset.findMany({ orderBy: { position: 'asc' } })
    const known = repairServiceIds.filter((id) => id !== 'other')
    expect(presets.map(({ service, price, label }) => [service, Number(price), label])).toEqual(
      known.map((id) => [id, repairServices[id].fromPrice, repairServices[id].label]),
    )
    expect(offered.map(({ title, price, turnaround }) => [title, price, turnaround])).toEqual(
      known.map((id) => {
        const { label, fromPrice, turnaround } = repairServices[id]
        return [label, fromPrice, `${turnaround.min}-${turnaround.max} days`]
      }),
    )
    expect(await shop.db.prisma.deductionReason.count()).toBeGreaterThan(5)
    const rules = await shop.db.prisma.caseEmailRule.findMany()
    const expected = caseNouns.flatMap((noun) => records[noun].status.statuses.map((status) => `${noun} ${status}`))
    expect(rules.map(({ noun, status }) => `${noun} ${status}`).sort()).toEqual(expected.sort())
  })
})

const UNKNOWN = '00000000-0000-0000-0000-0000000000ff'
const DAY_MS = 24 * 60 * 60 * 1000

describe('the repair desk', () => {
  let shop: TestShop
  let desk: Awaited<ReturnType<TestShop['signIn']>>
  let admin: TestShop['visitor']
  let now = TEST_NOW
  const run = (sql: string, ...values: unknown[]) => shop.db.prisma.$executeRawUnsafe(sql, ...values)
  const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
  const fault = { deviceInfo: device, problemDescription: 'Does not start' }

  beforeAll(async () => {
    shop = await openTestShop({ now: () => now })
    // Emails about new cases are proven in status-emails.test.ts.
    await shop.db.prisma.caseEmailRule.updateMany({ data: { isEnabled: false } })
    desk = await shop.signIn('admin')
    admin = desk.caller
  })
  afterAll(() => shop.close())

  it('opens a repair for a customer who is known, as it is read then', async () => {
    const { userId, email } = await shop.signIn('customer')
    const repair = await admin.repairs.create({
      customer: { userId },
      deviceInfo: { ...device, serialNumber: ' abc123 ' },
      problemDescription: 'Does not start',
      service: 'control_board',
      accessories: 'Power supply',
      arrivalCondition: '  ',
      dueOn: '2026-12-01',
      assignedTo: desk.userId,
    })
    expect(repair).toMatchObject({
      repairNumber: 'REP-10001',
      status: 'received',
      userId,
      customer: { email },
      deviceInfo: { ...device, serialNumber: 'abc123' },
      service: 'control_board',
      accessories: 'Power supply',
      arrivalCondition: null,
      dueOn: '2026-12-01',
      assignedTo: desk.userId,
      estimatedCost: null,
      completedAt: null,
      version: 1,
    })
    expect(await admin.repairs.byId({ id: repair.id })).toEqual(repair)
    expect(await admin.audit.history({ subjectType: 'repair', subjectId: repair.id })).toMatchObject({
      rows: [{ action: 'repair.created', actor: desk.email, after: { repairNumber: 'REP-10001', dueOn: '2026-12-01' } }],
    })
    expect(shop.emails.filter(({ to }) => to === email)).toEqual([])
  })

  it('invites a new customer by email, once, to an account that is theirs once they choose a password', async () => {
    const customer = { email: 'New@Example.com', fullName: 'Nia New', phone: '+44 7700 900321' }
    const [first, second] = await Promise.all([
      admin.repairs.create({ customer, ...fault }),
      admin.tradeIns.create({ customer: { email: 'new@example.com' }, deviceInfo: device }),
    ])
    expect(first.userId).toBe(second.userId)
    expect(first.customer).toEqual({ email: 'new@example.com', fullName: 'Nia New' })
    const mails = shop.emails.filter(({ to }) => to === 'new@example.com')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/Hello Nia New,/)
    const { owner } = await admin.repairs.byNumber({ number: first.repairNumber })
    expect(owner).toMatchObject({ email: 'new@example.com', phone: '+44 7700 900321', hasAccount: false })

    const token = /#claim=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
    const password = 'a password of their own'
    await expect(shop.visitor.auth.signIn({ email: 'new@example.com', password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await shop.visitor.auth.resetPassword({ token, password })
    const { session } = await shop.visitor.auth.signIn({ email: 'new@example.com', password })
    expect(session.user).toMatchObject({ email: 'new@example.com', isAdmin: false })
    await expect(shop.visitor.auth.resetPassword({ token, password })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { owner: claimed } = await admin.repairs.byNumber({ number: first.repairNumber })
    expect(claimed).toMatchObject({ fullName: 'Nia New', hasAccount: true })
    expect(claimed?.cases.map(({ number }) => number)).toEqual([second.tradeInNumber])
  })

  it('leaves no invitation that counts after 14 days, nor after the address was proven in another way', async () => {
    const invited = async (email: string) => {
      await admin.repairs.create({ customer: { email }, ...fault })
      const mail = shop.emails.findLast(({ to, text }) => to === email && text.includes('#claim='))
      return /#claim=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    const password = 'a password of their own'
    const late = await invited('late@example.com')
    now = new Date(TEST_NOW.getTime() + 14 * DAY_MS + 1)
    await expect(shop.visitor.auth.resetPassword({ token: late, password })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    now = TEST_NOW
    const other = await invited('other@example.com')
    await shop.visitor.auth.requestPasswordReset({ email: 'other@example.com' })
    const reset = shop.emails.findLast(({ to }) => to === 'other@example.com')
    await shop.visitor.auth.resetPassword({ token: /#reset=(\S+)/.exec(reset?.text ?? '')?.[1] ?? '', password })
    await expect(shop.visitor.auth.resetPassword({ token: other, password: `${password} 2` })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('uses a known address as it is, also one that plain SQL has given no profile', async () => {
    await run(`INSERT INTO users (email) VALUES ('bare@example.com')`)
    const mails = shop.emails.length
    const { customer } = await admin.repairs.create({ customer: { email: 'bare@example.com', fullName: 'Bea Bare' }, ...fault })
    expect(customer).toEqual({ email: 'bare@example.com', fullName: 'Bea Bare' })
    const again = await admin.repairs.create({ customer: { email: 'bare@example.com', fullName: 'Somebody Else' }, ...fault })
    expect(again.customer.fullName).toBe('Bea Bare')
    expect(shop.emails).toHaveLength(mails)
  })

  it('keeps the catalogue’s value of the moment with a copy of the machine', async () => {
    const machine = await admin.machines.create({
      manufacturer: 'MicroBT',
      model: 'M60',
      baseValueExcellent: 900,
      baseValueGood: 700.5,
      baseValueFair: 400,
      baseValuePoor: 90,
    })
    const customer = { email: 'seller@example.com' }
    const deviceInfo = { manufacturer: 'MicroBT', model: 'M60' }
    const tradeIn = await admin.tradeIns.create({ customer, machineId: machine.id, grade: 'good', deviceInfo })
    expect(tradeIn).toMatchObject({ estimatedValue: 700.5, machineId: machine.id, machineVersion: 1, grade: 'good', finalValue: null })
    await admin.machines.update({ ...machine, baseValueGood: 1, version: 1 })
    expect(await admin.tradeIns.byId({ id: tradeIn.id })).toEqual(tradeIn)
    expect(await admin.tradeIns.byNumber({ number: tradeIn.tradeInNumber })).toMatchObject({
      tradeIn,
      machine: { model: 'M60', baseValueGood: 700.5 },
      owner: { email: 'seller@example.com' },
    })
    expect(await admin.tradeIns.create({ customer, deviceInfo, grade: 'poor' })).toMatchObject({ estimatedValue: null, grade: 'poor' })
    expect(await admin.tradeIns.create({ customer, deviceInfo, machineId: machine.id })).toMatchObject({ estimatedValue: null })
    const unknown = admin.tradeIns.create({ customer, deviceInfo, machineId: UNKNOWN, grade: 'good' })
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'There is no such machine.' })
  })

  it.each([
    ['nobody', { customer: {} }, 'customer.userId'],
    ['a bad address', { customer: { email: 'no address' } }, 'customer.email'],
    ['no model', { deviceInfo: { manufacturer: 'Bitmain', model: ' ' } }, 'deviceInfo.model'],
    ['no problem', { problemDescription: ' ' }, 'problemDescription'],
    ['an unknown service', { service: 'cleaning' as never }, 'service'],
    ['no day', { dueOn: '0000-01-01' }, 'dueOn'],
  ])('opens no repair with %s', async (_what, wrong, field) => {
    const before = await shop.db.prisma.repair.count()
    const refused = admin.repairs.create({ customer: { userId: desk.userId }, ...fault, ...wrong })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(field.split('.').at(-1) ?? '') })
    expect(await shop.db.prisma.repair.count()).toBe(before)
  })

  it('opens nothing for an unknown customer, nor for somebody to work on who is no administrator, and invites nobody then', async () => {
    await expect(admin.repairs.create({ customer: { userId: UNKNOWN }, ...fault })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { userId } = await shop.signIn('customer')
    const mails = shop.emails.length
    const refused = admin.tradeIns.create({ customer: { email: 'unborn@example.com' }, deviceInfo: device, assignedTo: userId })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Only an administrator can have it' })
    expect(await shop.db.prisma.user.count({ where: { email: 'unborn@example.com' } })).toBe(0)
    expect(shop.emails).toHaveLength(mails)
  })

  it('opens each repair under a number of its own, thirty at once', async () => {
    // A hundred are above, where the numbers are given.
    const opened = await Promise.all(
      Array.from({ length: 30 }, (_, index) => admin.repairs.create({ customer: { email: `many${index % 7}@example.com` }, ...fault })),
    )
    expect(new Set(opened.map(({ repairNumber }) => repairNumber)).size).toBe(30)
    expect(await shop.db.prisma.user.count({ where: { email: { startsWith: 'many' } } })).toBe(7)
  })

  it('changes what is given and writes it down, over the version that was read', async () => {
    await run(`INSERT INTO repairs (repair_number, device_info) VALUES ('SQL 1', '{"manufacturer": "Canaan", "colour": "grey"}')`)
    const { repair } = await admin.repairs.byNumber({ number: 'SQL 1' })
    const { id } = repair
    const changed = await admin.repairs.update({
      id,
      version: 1,
      deviceInfo: { manufacturer: 'Canaan', model: 'A1346', serialNumber: 'X9' },
      diagnosis: 'Fuse',
      estimatedCost: 120.5,
      service: 'power_supply',
      dueOn: '2026-12-24',
    })
    expect(changed).toMatchObject({
      deviceInfo: { manufacturer: 'Canaan', model: 'A1346', serialNumber: 'X9', colour: 'grey' },
      diagnosis: 'Fuse',
      estimatedCost: 120.5,
      problemDescription: null,
      version: 2,
    })
    await expect(admin.repairs.update({ id, version: 1, diagnosis: 'Stale' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const emptied = await admin.repairs.update({ id, version: 2, estimatedCost: null, dueOn: '', service: '', diagnosis: ' ' })
    expect(emptied).toMatchObject({ estimatedCost: null, dueOn: null, service: null, diagnosis: null })
    await expect(admin.repairs.update({ id: UNKNOWN, version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.repairs.update({ id, actualCost: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { rows } = await admin.audit.history({ subjectType: 'repair', subjectId: id })
    expect(rows.map(({ action, after }) => [action, after])).toEqual([
      ['repair.updated', { estimatedCost: null, dueOn: null, service: null, diagnosis: null }],
      [
        'repair.updated',
        expect.objectContaining({ diagnosis: 'Fuse', estimatedCost: 120.5, service: 'power_supply', dueOn: '2026-12-24' }),
      ],
    ])
    const tradeIn = await shop.db.prisma.tradeIn.create({ data: {} })
    expect(
      await admin.tradeIns.update({ id: tradeIn.id, version: 1, conditionAssessment: 'Clean', finalValue: '99.5', foundGrade: 'fair' }),
    ).toMatchObject({ conditionAssessment: 'Clean', finalValue: 99.5, foundGrade: 'fair', estimatedValue: null })
  })

  it('gives a case to another customer, who is known or invited, and writes down whose it was', async () => {
    const { id, version } = await admin.repairs.create({ customer: { userId: desk.userId }, ...fault })
    const link = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, { noun: 'repairs', id }, 'https://shop.example'))
    const token = link.split('/').at(-1) ?? ''
    expect(await shop.visitor.cases.track({ token })).toBeTruthy()
    const invited = await admin.repairs.update({ id, version, customer: { email: 'otto@example.com', fullName: 'Otto' } })
    // A holder of the former link keeps what was theirs, and can answer nothing of it (customer-changes.test.ts).
    expect(await shop.visitor.cases.track({ token })).toMatchObject({ passedAt: expect.any(Date), isClosed: true })
    expect(invited.customer).toEqual({ email: 'otto@example.com', fullName: 'Otto' })
    await expect(admin.repairs.update({ id, version, customer: { userId: desk.userId } })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.repairs.update({ id, customer: { userId: UNKNOWN } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { rows } = await admin.audit.history({ subjectType: 'repair', subjectId: id })
    expect(rows[0]).toMatchObject({ before: { customer: desk.email }, after: { customer: 'otto@example.com' } })
    const tradeIn = await shop.db.prisma.tradeIn.create({ data: {} })
    const given = await admin.tradeIns.update({ id: tradeIn.id, version: 1, customer: { userId: desk.userId } })
    expect(given.userId).toBe(desk.userId)
  })

  it('takes a final value above the limit from an approved offer alone', async () => {
    const { id } = await shop.db.prisma.tradeIn.create({ data: { finalValue: 6000 } })
    const refused = { code: 'BAD_REQUEST', message: /^A value above €5,000\.00 needs a second administrator.*send the offer$/ }
    await expect(admin.tradeIns.update({ id, finalValue: 5000.01 })).rejects.toMatchObject({
      code: refused.code,
      message: expect.stringMatching(refused.message),
    })
    expect(await admin.tradeIns.update({ id, finalValue: 6000, evaluationNotes: 'Clean' })).toMatchObject({ evaluationNotes: 'Clean' })
    expect(await admin.tradeIns.update({ id, finalValue: 5000 })).toMatchObject({ finalValue: 5000 })
  })

  it('lets a completed repair be claimed for 30 days, at no cost', async () => {
    const claimed = await admin.repairs.create({ customer: { userId: desk.userId }, ...fault })
    const claim = () => admin.repairs.create({ customer: { userId: desk.userId }, ...fault, warrantyOf: claimed.id })
    await expect(claim()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Only a completed repair has a warranty' })
    const completed = (at: Date) => run(`UPDATE repairs SET status = 'completed', completed_at = $2 WHERE id = $1::uuid`, claimed.id, at)
    const warranty = async () => (await admin.repairs.byNumber({ number: claimed.repairNumber })).warranty
    const today = now.toISOString().slice(0, 10)
    const first = Date.parse(today) - 30 * DAY_MS
    await completed(new Date(first))
    expect(await warranty()).toEqual({ lastDay: today, isOver: false })
    const opened = await claim()
    expect(opened).toMatchObject({ warrantyOf: claimed.id, estimatedCost: 0, actualCost: 0 })
    expect(await admin.repairs.byNumber({ number: claimed.repairNumber })).toMatchObject({
      warrantyOrder: null,
      warrantyRepair: null,
      warrantyClaims: [{ repairNumber: opened.repairNumber }],
    })
    expect(await admin.repairs.byNumber({ number: opened.repairNumber })).toMatchObject({ warrantyRepair: { id: claimed.id } })
    // The day before, in summer time and out of it.
    await completed(new Date(first - 60 * 60 * 1000 - 1))
    expect(await warranty()).toMatchObject({ isOver: true })
    await expect(claim()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'The warranty of 30 days is over' })
    // The days are London’s.
    await completed(new Date('2026-07-20T23:00:00Z'))
    expect(await warranty()).toMatchObject({ lastDay: '2026-08-20' })
    await completed(new Date('2026-07-20T22:59:59Z'))
    expect(await warranty()).toMatchObject({ lastDay: '2026-08-19' })
  })

  it('finds customers by a part of name, address or phone number, however that is written', async () => {
    await run(`INSERT INTO users (id, email) VALUES ('${UNKNOWN}', 'zo@example.org')`)
    await run(
      `INSERT INTO profiles (user_id, email, full_name, phone) VALUES ('${UNKNOWN}', 'zo@example.org', 'Zoë 100% Quill', '+44 (0)7700-900 555')`,
    )
    const found = async (search: string) => (await admin.cases.customers({ search })).map(({ userId }) => userId)
    for (const search of ['quill', 'ZO@EXAMPLE', '100%', '7700900555'.slice(3)]) expect(await found(search), search).toEqual([UNKNOWN])
    expect(await admin.cases.customers({ search: '900 555' })).toEqual([
      { userId: UNKNOWN, email: 'zo@example.org', fullName: 'Zoë 100% Quill', phone: '+44 (0)7700-900 555', language: null },
    ])
    expect(await found('z')).toEqual([])
    expect(await found('many')).toHaveLength(7)
  })

  it('suggests models of the catalogue before others, and knows a serial number again', async () => {
    expect(await admin.cases.devices({ search: 'm60 micro' })).toEqual([
      { manufacturer: 'MicroBT', model: 'M60', machineId: expect.any(String) },
    ])
    expect(await admin.cases.devices({ search: 'canaan' })).toEqual([{ manufacturer: 'Canaan', model: 'A1346', machineId: null }])
    expect(await admin.cases.devices({ search: ' ' })).toEqual([])
    const [known] = await admin.cases.devices({ search: ' abc123 ' })
    expect(known).toMatchObject({ machineId: null, serialNumber: 'abc123' })
    const [first] = (await admin.repairs.list({ search: 'REP-10001' })).rows
    expect(first?.deviceInfo).toMatchObject({ manufacturer: known?.manufacturer, model: known?.model })
    expect(await admin.cases.bySerialNumber({ serialNumber: 'ABC123' })).toEqual([
      {
        noun: 'repairs',
        id: first?.id,
        number: 'REP-10001',
        status: 'received',
        device: first?.deviceInfo,
        createdAt: expect.any(Date),
        isOpen: true,
        hasArrived: true,
        outcome: null,
      },
    ])
    const except: CaseRef = { noun: 'repairs', id: first?.id ?? '' }
    expect(await admin.cases.bySerialNumber({ serialNumber: 'abc123', except })).toEqual([])
  })

  it.each(caseNouns)('tells what happened to one of the %s in one timeline, by pages', async (noun) => {
    const { id } = noun === 'repairs' ? await shop.db.prisma.repair.create({ data: {} }) : await shop.db.prisma.tradeIn.create({ data: {} })
    const ref = { noun, id }
    expect(await admin.cases.timeline(ref)).toEqual({ rows: [], nextCursor: null })
    const key = 'one-note-is-written-once'
    const note = await admin.cases.addNote({ ...ref, body: 'Fan rattles', idempotencyKey: key })
    expect(await admin.cases.addNote({ ...ref, body: 'Fan rattles', idempotencyKey: key })).toEqual(note)
    await shop.db.prisma.idempotencyKey.deleteMany()
    await admin[noun].updateStatus(noun === 'repairs' ? { id, status: 'testing' as never } : { id, status: 'evaluated' as never })
    await run(
      `INSERT INTO case_emails (case_id, kind, recipient, subject, sent_at) VALUES ($1::uuid, 'status', 'a@example.com', 'Hello', now())`,
      id,
    )
    await run(
      `INSERT INTO case_files (case_id, kind, name, content_type, bytes, storage_key, sha256, created_at) VALUES ($1::uuid, 'picture', 'a.jpg', 'image/jpeg', 1, 'k', '', 'infinity')`,
      id,
    )
    await run(`INSERT INTO case_readings (case_id, created_at) VALUES ($1::uuid, '-infinity')`, id)
    const answered =
      noun === 'repairs'
        ? `INSERT INTO case_quotes (case_id, number, state, total, sent_at, answered_at, answer_via) VALUES ($1::uuid, 1, 'accepted', 80, now(), now(), 'telephone')`
        : `INSERT INTO case_quotes (case_id, number, state, total, sent_at, answered_at, approved_at) VALUES ($1::uuid, 1, 'disputed', 80, now(), now(), now())`
    await run(answered, id)

    const { rows } = await admin.cases.timeline(ref)
    expect(rows.map(({ kind }) => kind).sort()).toEqual(
      [
        ...(noun === 'repairs' ? ['estimate', 'estimate'] : ['offer', 'offer', 'offer']),
        'change',
        'email',
        'file',
        'note',
        'reading',
      ].sort(),
    )
    expect(rows[0]?.kind).toBe('file')
    expect(rows.at(-1)?.kind).toBe('reading')
    expect(rows.find(({ kind }) => kind === 'note')).toMatchObject({ actor: desk.email, detail: { body: 'Fan rattles' } })
    expect(rows.find(({ kind }) => kind === 'email')).toMatchObject({ actor: null, detail: { subject: 'Hello', isSent: true } })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof admin.cases.timeline>> = await admin.cases.timeline({ ...ref, limit: 2, cursor })
      paged.push(...page.rows.map((entry) => entry.id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual(rows.map((entry) => entry.id))
    await expect(admin.cases.timeline({ ...ref, cursor: 'foreign' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.cases.addNote({ noun, id: UNKNOWN, body: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.cases.addNote({ ...ref, body: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('shows rows with the requirements’ columns alone on every screen of the desk', async () => {
    const deviceInfo = `'{"manufacturer": "Bitmain", "model": "Antminer S19"}'`
    const common = `'33333333-0000-4000-8000-000000000001', 'completed', ${deviceInfo}`
    await run(`INSERT INTO users (id, email) VALUES ('33333333-0000-4000-8000-000000000001', 'plain@example.com')`)
    await run(`INSERT INTO repairs (repair_number, user_id, status, device_info, problem_description, diagnosis, repair_notes, estimated_cost, actual_cost, created_at)
      VALUES ('PLAIN-1', ${common}, 'No power', 'A fuse', 'Replaced', 100, 120, '2020-03-02 10:00+00')`)
    await run(`INSERT INTO trade_ins (trade_in_number, user_id, status, device_info, condition_assessment, evaluation_notes, estimated_value, final_value, created_at)
      VALUES ('PLAIN-2', ${common}, 'Good', 'Ran well', 900, 850, '2020-03-02 10:00+00')`)
    const { repair, owner } = await admin.repairs.byNumber({ number: 'PLAIN-1' })
    const { tradeIn } = await admin.tradeIns.byNumber({ number: 'PLAIN-2' })
    expect([repair.actualCost, owner?.email, tradeIn.finalValue]).toEqual([120, 'plain@example.com', 850])
    // The other calls of the pages of cases; the board asks for one status.
    for (const of of [{ noun: 'repairs', id: repair.id } as const, { noun: 'tradeIns', id: tradeIn.id } as const]) {
      expect((await admin.cases.timeline(of)).rows).toEqual([])
      expect(await admin.cases.files.list(of)).toMatchObject({ files: [] })
      expect(await admin.cases.readings.list(of)).toEqual([])
      expect(await admin.cases.links(of)).toMatchObject({ active: 0, latest: null })
      expect(await admin.cases.requested(of)).toBeNull()
    }
    expect(await admin.repairs.estimates({ id: repair.id })).toMatchObject({ estimates: [], accepted: null })
    expect(await admin.tradeIns.evaluation({ id: tradeIn.id })).toMatchObject({ offers: [] })
    const column = await admin.repairs.list({ status: 'completed', sort: '-created', search: 'PLAIN-1' })
    expect(column.rows).toMatchObject([{ repairNumber: 'PLAIN-1', dueOn: null, assignee: null }])
    // Completed when they were inserted: nobody has said otherwise.
    const today = TEST_NOW.toISOString().slice(0, 10)
    const period = {
      from: repair.completedAt?.toISOString().slice(0, 10) ?? today,
      to: repair.completedAt?.toISOString().slice(0, 10) ?? today,
    }
    expect((await admin.reports.turnaround(period)).all.completed).toBeGreaterThan(0)
    expect((await admin.reports.machines(period)).rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ final: 850, quoted: 900 })]),
    )
    expect((await admin.reports.months(period)).months.length).toBeGreaterThan(0)
    for (const part of ['estimates', 'offers', 'reasons'] as const) expect(await admin.reports[part](period)).toBeDefined()
  })

  it('has a page for a row of plain SQL, and none for an unknown number', async () => {
    await run(`INSERT INTO trade_ins (trade_in_number, status, device_info) VALUES ('T/1 ü', 'completed', 'null')`)
    expect(await admin.tradeIns.byNumber({ number: 'T/1 ü' })).toMatchObject({
      owner: null,
      machine: null,
      tradeIn: { deviceInfo: null, completedAt: expect.any(Date) },
    })
    await expect(admin.repairs.byNumber({ number: 'T/1 ü' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.tradeIns.byNumber({ number: 'TRD-0' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
