import { faker } from '@faker-js/faker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownSerial, mayMove, movesByHand, unitMoves, unitOwners } from '~/contracts/stock/units'
import { serialKey, serialText } from '~/contracts/numbers'
import { unitStates } from '~/contracts/statuses'
import { casesWithoutUnit } from '~/server/stock/units/cases-without-unit'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let desk: TestShop['visitor']
let anna: Awaited<ReturnType<TestShop['signIn']>>
let ben: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  desk = (await shop.signIn('admin')).caller
  anna = await shop.signIn('customer')
  ben = await shop.signIn('customer')
})
afterAll(() => shop.close())

let next = 0
/** A serial number that no other test has. */
const serial = () => `SN7X${String(++next).padStart(4, '0')}`
const device = (serialNumber?: string, manufacturer = 'Bitmain') => ({
  manufacturer,
  model: 'Antminer S19',
  ...(serialNumber !== undefined && { serialNumber }),
})
const repairOf = (owner: { userId: string }, serialNumber?: string, manufacturer?: string) =>
  desk.repairs.create({
    customer: { userId: owner.userId },
    deviceInfo: device(serialNumber, manufacturer),
    problemDescription: 'No hash rate',
  })
const tradeInOf = (owner: { userId: string }, serialNumber?: string) =>
  desk.tradeIns.create({ customer: { userId: owner.userId }, deviceInfo: device(serialNumber) })
const unitOf = async (noun: 'repairs' | 'tradeIns', id: string) => {
  const found = await desk.units.ofCase({ noun, id })
  if (!found) throw new Error('The case has no unit')
  return found
}
const timelineOf = async (id: string) => (await desk.units.timeline({ id, limit: 100 })).rows
/** Its owners, the first to the last. */
const ownersOf = (unitId: string) =>
  shop.db.prisma.unitOwnership.findMany({
    where: { unitId },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    select: { owner: true, userId: true, endedAt: true },
  })

describe('a serial number', () => {
  it('has the same key here and in the database, as it is stored', async () => {
    faker.seed(7)
    const typed = [
      ...['', ' ', 'o0O', 'iI1l', 'SN-77 x/0', 'ß', 'ıİ', 'é1', '０１', 'a'.repeat(300), `${' '.repeat(250)}A`, '–', 'ſK', '😀A'],
      ...Array.from({ length: 300 }, () => faker.string.sample({ min: 0, max: 30 })),
      ...Array.from({ length: 300 }, () => faker.string.alphanumeric({ length: { min: 1, max: 20 } })),
    ]
    const rows = await shop.db.prisma.$queryRaw<{ key: string | null }[]>`
      SELECT serial_key(serial) AS key FROM unnest(${typed.map(serialText)}::text[]) WITH ORDINALITY AS t (serial, place) ORDER BY place`
    expect(rows.map(({ key }) => key)).toEqual(typed.map(serialKey))
  })

  it('is none where people write that there is none', () => {
    for (const none of ['n/a', 'None', 'UNREADABLE', 'unknown', '---', ' ', 'TBC']) expect(knownSerial(none), none).toBeNull()
    expect(knownSerial(' SN-1 ')).toBe('SN-1')
  })
})

it('has moves that lead from every state to another one, and by hand only among them', () => {
  for (const state of unitStates) {
    expect(unitMoves[state].length, state).toBeGreaterThan(0)
    for (const owner of unitOwners) for (const to of movesByHand({ owner, state })) expect(mayMove(state, to)).toBe(true)
  }
})

describe('a case', () => {
  it('finds its machine by maker and serial number, however that is typed, and another maker’s is another machine', async () => {
    const first = await repairOf(anna, 'SNO0I1-77')
    const second = await tradeInOf(anna, ' sn 00l1 77'.replace('l', '1'))
    const other = await repairOf(anna, 'SNO0I1-77', 'MicroBT')
    const unit = (await unitOf('repairs', first.id)).unit
    expect(unit).toMatchObject({ serialNumber: 'SNO0I1-77', owner: 'customer', userId: anna.userId, state: 'quarantined' })
    const known = await unitOf('tradeIns', second.id)
    expect(known).toMatchObject({ unit: { id: unit.id }, isDisputed: false, cases: [{ number: first.repairNumber }] })
    expect((await unitOf('repairs', other.id)).unit.id).not.toBe(unit.id)
  })

  it('has a machine of its own without a serial number, which gets one when it can be read', async () => {
    const first = await repairOf(anna, 'unreadable')
    const second = await repairOf(anna)
    const { unit } = await unitOf('repairs', first.id)
    expect(unit.serialNumber).toBeNull()
    expect((await unitOf('repairs', second.id)).unit.id).not.toBe(unit.id)
    const read = serial()
    await desk.repairs.update({ id: first.id, deviceInfo: device(read) })
    expect((await unitOf('repairs', first.id)).unit).toMatchObject({ id: unit.id, serialNumber: read })
    // The second turns out to be the same one: its record is merged, so that its label still finds the machine.
    const label = (await unitOf('repairs', second.id)).unit
    await desk.repairs.update({ id: second.id, deviceInfo: device(read.toLowerCase()) })
    expect((await unitOf('repairs', second.id)).unit.id).toBe(unit.id)
    expect(await desk.units.page({ number: label.unitNumber })).toMatchObject({ keep: { id: unit.id } })
  })

  it('says where its machine is: here, and with its customer again', async () => {
    const { id } = await repairOf(anna, serial())
    const stateOf = async () => (await unitOf('repairs', id)).unit.state
    expect(await stateOf()).toBe('quarantined')
    await desk.repairs.updateStatus({ id, status: 'shipped' })
    expect(await stateOf()).toBe('with_customer')
    await desk.repairs.updateStatus({ id, status: 'testing' })
    expect(await stateOf()).toBe('quarantined')
  })

  it('of another customer with the same serial number is told to the desk, and to no customer', async () => {
    const number = serial()
    const annas = await repairOf(anna, number)
    await desk.cases.arrived({ noun: 'repairs', id: annas.id })
    const before = await anna.caller.account.devices()
    const bens = await repairOf(ben, number)
    const { unit, isDisputed, cases } = await unitOf('repairs', bens.id)
    expect({ isDisputed, owner: unit.userId }).toEqual({ isDisputed: true, owner: anna.userId })
    expect(cases.map((each) => each.number)).toEqual([annas.repairNumber])
    await desk.cases.arrived({ noun: 'repairs', id: bens.id })
    expect((await unitOf('repairs', bens.id)).unit.userId).toBe(anna.userId)
    expect(await anna.caller.account.devices()).toEqual(before)
    const bensDevices = await ben.caller.account.devices()
    const shown = bensDevices.rows.find(({ serialNumber }) => serialNumber === number)
    expect(shown?.cases.map((each) => each.number)).toEqual([bens.repairNumber])
    expect(JSON.stringify(bensDevices)).not.toContain(unit.id)
    // Once the other one is closed, the machine that is here is the one who brought it's.
    await desk.repairs.updateStatus({ id: annas.id, status: 'shipped' })
    await desk.repairs.updateStatus({ id: bens.id, status: 'diagnosing' })
    expect((await unitOf('repairs', bens.id)).unit.userId).toBe(ben.userId)
  })

  it('that came by plain SQL gets its unit in the background, portion by portion, and a trade-in that was completed is the company’s', async () => {
    const { prisma } = shop.db
    await prisma.$executeRaw`
      INSERT INTO repairs (user_id, device_info, status) SELECT ${anna.userId}::uuid, jsonb_build_object('manufacturer', 'Canaan', 'serialNumber', 'OLD-' || n), 'received'
      FROM generate_series(1, 8) AS n`
    await prisma.$executeRaw`INSERT INTO repairs (device_info) VALUES ('null'), ('[1]'), ('"text"'), ('{"manufacturer": 7, "serialNumber": {}}')`
    await prisma.$executeRaw`
      INSERT INTO trade_ins (user_id, device_info, status, final_value) VALUES (${anna.userId}::uuid, '{"manufacturer": "Canaan", "serialNumber": "OLD-1"}', 'completed', 99.5)`
    const round = casesWithoutUnit(shop.services, 10)
    expect(await round()).toEqual({ opened: 10, isDone: false })
    // Another process goes on.
    expect(await casesWithoutUnit(shop.services)()).toEqual({ opened: 3, isDone: true })
    expect(await round()).toEqual({ opened: 0, isDone: true })
    expect(await prisma.case.count({ where: { unitId: null } })).toBe(0)
    const bought = await desk.units.list({ search: 'OLD-1', owner: 'company' })
    expect(bought.rows.map(({ serialNumber, state, cost }) => ({ serialNumber, state, cost }))).toEqual([
      { serialNumber: 'OLD-1', state: 'bought', cost: 99.5 },
    ])
  })
})

describe('a trade-in', () => {
  const completed = async (owner: { userId: string }, number: string, finalValue: number) => {
    const { id } = await tradeInOf(owner, number)
    await desk.tradeIns.update({ id, finalValue })
    const answer = await desk.tradeIns.updateStatus({ id, status: 'completed' })
    return { id, answer }
  }

  it('that is completed makes its machine the company’s at its final value, once, and set back the customer’s again', async () => {
    const { id } = await completed(anna, serial(), 321.5)
    const { unit } = await unitOf('tradeIns', id)
    expect(unit).toMatchObject({ owner: 'company', userId: null, state: 'bought', cost: 321.5, ownerCaseId: id })
    await desk.tradeIns.update({ id, finalValue: 300 })
    expect((await unitOf('tradeIns', id)).unit.cost).toBe(300)
    expect(await ownersOf(unit.id)).toMatchObject([
      { owner: 'customer', userId: anna.userId, endedAt: expect.any(Date) },
      { owner: 'company', userId: null, endedAt: null },
    ])
    expect(JSON.stringify(await anna.caller.account.devices())).not.toContain(unit.id)
    await desk.tradeIns.updateStatus({ id, status: 'approved' })
    expect((await unitOf('tradeIns', id)).unit).toMatchObject({ owner: 'customer', userId: anna.userId, state: 'quarantined', cost: null })
    expect(await ownersOf(unit.id)).toHaveLength(3)
  })

  it('of a machine that was bought before is one unit with another purchase, and set back after the sale it stays sold', async () => {
    const number = serial()
    const first = await completed(anna, number, 100)
    const { unit } = await unitOf('tradeIns', first.id)
    await desk.units.update({ id: unit.id, state: 'sold' })
    const second = await completed(ben, ` ${number.toLowerCase()}`, 80)
    expect((await unitOf('tradeIns', second.id)).unit).toMatchObject({ id: unit.id, owner: 'company', state: 'bought', cost: 80 })
    const purchases = (await ownersOf(unit.id)).filter(({ owner }) => owner === 'company')
    expect(purchases).toHaveLength(2)
    // Bought a third time, though nobody has said that it was sold.
    const third = await completed(anna, number, 70)
    expect(third.answer.notices).toContainEqual(expect.stringContaining(`${unit.unitNumber} was the company’s already`))
    expect((await ownersOf(unit.id)).filter(({ owner }) => owner === 'company')).toHaveLength(3)
    await desk.units.update({ id: unit.id, state: 'scrapped' })
    const back = await desk.tradeIns.updateStatus({ id: third.id, status: 'approved' })
    expect(back.notices).toContainEqual(`${unit.unitNumber} is scrapped and stays the company’s.`)
    expect((await desk.units.byId({ id: unit.id })).owner).toBe('company')
  })
})

describe('the desk', () => {
  it('makes a unit, finds it however its serial number is typed, and gives it to somebody else', async () => {
    const number = serial()
    const unit = await desk.units.create({ ...device(number), owner: 'company', cost: '120.50', location: 'Shelf B3' })
    expect(unit).toMatchObject({ state: 'bought', cost: 120.5, location: 'Shelf B3', version: 1 })
    await expect(desk.units.create(device(number.toLowerCase()))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${unit.unitNumber} has this maker and serial number already. Merge the two if they are one machine.`,
    })
    await expect(desk.units.create({ model: 'S19', owner: 'company', userId: anna.userId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(desk.units.create({ manufacturer: 'Bitmain' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await desk.units.list({ search: 'Shelf B3', state: 'bought' })).rows.map(({ id }) => id)).toEqual([unit.id])
    expect(await desk.admin.scan({ code: number.replace('SN', 'sn-') })).toMatchObject({ noun: 'units', title: unit.unitNumber })
    expect(await desk.admin.scan({ code: `http://localhost:3000/admin/units/${unit.unitNumber}` })).toMatchObject({
      noun: 'units',
      id: unit.id,
    })
    expect((await desk.admin.search({ query: unit.unitNumber })).results.map(({ noun }) => noun)).toContain('units')

    const theirs = await desk.units.update({ id: unit.id, version: 1, owner: 'customer', userId: ben.userId })
    expect(theirs).toMatchObject({ owner: 'customer', userId: ben.userId, state: 'quarantined' })
    await expect(desk.units.update({ id: unit.id, version: 1, notes: 'mine' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(desk.units.update({ id: unit.id, state: 'listed' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${unit.unitNumber} is here for a case. Nobody sets it to listed by hand.`,
    })
    expect((await ben.caller.account.devices()).rows.find(({ serialNumber }) => serialNumber === number)).toMatchObject({
      cases: [],
      boughtIn: null,
    })
    expect(JSON.stringify(await ben.caller.account.devices())).not.toMatch(/Shelf B3|120\.5/)
    const { counts } = await desk.units.change({ ids: [{ id: unit.id, version: theirs.version }], location: '' })
    expect(counts).toMatchObject({ changed: 1 })
    const told = (await timelineOf(unit.id)).map(({ kind }) => kind)
    expect(told.toSorted()).toEqual(['change', 'change', 'change', 'owner', 'owner'])
  })

  it('merges two records of one machine, reads both histories, and takes them apart again', async () => {
    const [one, two] = [serial(), serial()]
    const first = await repairOf(anna, one)
    const second = await repairOf(anna, two)
    const keep = (await unitOf('repairs', first.id)).unit
    const gone = (await unitOf('repairs', second.id)).unit
    await desk.cases.arrived({ noun: 'repairs', id: second.id })
    expect(await desk.units.merge({ keep: keep.id, merge: gone.id })).toMatchObject({ id: keep.id, state: 'quarantined' })
    const page = await desk.units.page({ number: keep.unitNumber })
    expect(page.merged).toMatchObject([{ id: gone.id, unitNumber: gone.unitNumber }])
    expect(page.cases.map(({ number }) => number).toSorted()).toEqual([first.repairNumber, second.repairNumber].toSorted())
    expect((await timelineOf(keep.id)).filter(({ kind, detail }) => kind === 'case' && detail.unit === gone.unitNumber)).toHaveLength(2)
    // The number on the old label opens what is worked on; with it, its serial number and a further case the record that is kept is found.
    expect((await desk.units.find({ code: gone.unitNumber })).map(({ id }) => id)).toEqual([keep.id])
    expect([first.id, second.id]).toContain((await desk.admin.scan({ code: gone.unitNumber }))?.id)
    const third = await repairOf(anna, two)
    expect((await unitOf('repairs', third.id)).unit.id).toBe(keep.id)
    for (const call of [
      () => desk.units.merge({ keep: gone.id, merge: keep.id }),
      () => desk.units.update({ id: gone.id, notes: 'x' }),
      () => desk.units.unmerge({ id: keep.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(desk.units.merge({ keep: keep.id, merge: keep.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })

    expect(await desk.units.unmerge({ id: gone.id })).toMatchObject({ id: gone.id, mergedInto: null, state: 'quarantined' })
    expect((await unitOf('repairs', second.id)).unit.id).toBe(gone.id)
    expect((await desk.units.page({ number: keep.unitNumber })).merged).toEqual([])
  })

  it('does not merge away what is sold or the company’s, nor what is open for different customers', async () => {
    const company = await desk.units.create({ ...device(serial()), owner: 'company' })
    const { id } = await repairOf(anna, serial())
    const annas = (await unitOf('repairs', id)).unit
    await expect(desk.units.merge({ keep: annas.id, merge: company.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${company.unitNumber} is the company’s, and ${annas.unitNumber} is not. Merge ${annas.unitNumber} into it instead.`,
    })
    const bens = (await unitOf('repairs', (await repairOf(ben, serial())).id)).unit
    await expect(desk.units.merge({ keep: annas.id, merge: bens.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('has no page for an unknown number', async () => {
    await expect(desk.units.page({ number: 'U-0' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describeOnEngines('at the same time, on %s', (engine) => {
  let busy: TestShop
  let admin: TestShop['visitor']
  let customer: string
  beforeAll(async () => {
    busy = await openTestShop({ db: await openOn(engine) })
    admin = (await busy.signIn('admin')).caller
    customer = (await busy.signIn('customer')).userId
  })
  afterAll(() => busy.close())
  const open = (serialNumber: string) =>
    admin.repairs.create({ customer: { userId: customer }, deviceInfo: device(serialNumber), problemDescription: 'Dead' })
  const unitIds = async () => (await admin.units.list({ limit: 100 })).rows.map(({ id }) => id)

  it('desks that open cases of one machine get one unit, and of two that make it by hand one is told', async () => {
    const made = await Promise.all(['SAME-O1', 'same01', 'SAME 0I', 'SAMEOI'].map(open))
    const units = await Promise.all(made.map(({ id }) => admin.units.ofCase({ noun: 'repairs', id })))
    expect(new Set(units.map((found) => found?.unit.id)).size).toBe(1)
    const byHand = await Promise.allSettled([1, 2, 3].map(() => admin.units.create(device('BY-HAND'))))
    expect(byHand.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of byHand) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'CONFLICT' })
  })

  it('cases that are opened, renamed and merged end with one machine that is kept', async () => {
    const keep = await admin.units.create(device('KEPT-1'))
    const merge = await admin.units.create(device('GONE-1'))
    const outcomes = await Promise.allSettled([
      admin.units.merge({ keep: keep.id, merge: merge.id }),
      admin.units.merge({ keep: merge.id, merge: keep.id }),
      open('GONE-1'),
      open('KEPT-1'),
      admin.units.update({ id: keep.id, serialNumber: 'kept 1' }),
    ])
    for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'CONFLICT' })
    expect(outcomes.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = (await unitIds()).filter((id) => id === keep.id || id === merge.id)
    expect(left).toHaveLength(1)
    const cases = await busy.db.prisma.$queryRaw<{ unit: string }[]>`
      SELECT DISTINCT kept_unit(c.unit_id)::text AS unit FROM cases AS c JOIN repairs AS r ON r.id = c.id
      WHERE r.device_info ->> 'serialNumber' IN ('GONE-1', 'KEPT-1')`
    expect(cases.map(({ unit }) => unit)).toEqual(left)
  })
})
