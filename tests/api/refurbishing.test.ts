import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { usualSteps } from '~/contracts/stock/refurbishing'
import { describeOnEngines, openOn } from '../setup/database'
import { readingOf, type Measured } from '../setup/machine-reading'
import { openTestShop, type TestShop } from '../setup/shop'

/** The database's own time counts beside the shop's. */
const now = () => new Date()

let shop: TestShop
let desk: TestShop['visitor']
let me: Awaited<ReturnType<TestShop['signIn']>>
let anna: string
let modelId: string

const s19 = {
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  hashrate: '100 TH/s',
  powerWatts: 3250,
  boards: 3,
  checklist: ['Gaskets'],
  loadTestMinutes: 30,
}
async function open(options: Parameters<typeof openTestShop>[0] = {}) {
  const opened = await openTestShop({ now, ...options })
  const signedIn = await opened.signIn('admin')
  return { shop: opened, me: signedIn, desk: signedIn.caller, model: await signedIn.caller.models.create(s19) }
}

beforeAll(async () => {
  const opened = await open()
  ;({ shop, me, desk } = opened)
  modelId = opened.model.id
  anna = (await shop.signIn('customer')).userId
})
afterAll(() => shop.close())

let next = 0
const serial = () => `RF7X${String(++next).padStart(4, '0')}`

const bought = (caller = desk, of: { serialNumber?: string; model?: string } = {}) =>
  caller.units.create({ manufacturer: 'Bitmain', model: 'Antminer S19', owner: 'company', cost: 100, serialNumber: serial(), ...of })
const device = (serialNumber: string | null) => ({ manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: serialNumber ?? '' })
const repairOf = (serialNumber: string | null) =>
  desk.repairs.create({ customer: { userId: anna }, deviceInfo: device(serialNumber), problemDescription: 'Dead' })
const add = (id: string, measured: Measured, phase: 'before' | 'after' = 'before') =>
  desk.units.addReading({ id, phase, text: readingOf(measured) })
const verdictsOf = async (id: string, phase: 'before' | 'after' = 'before') =>
  (await desk.units.boards({ id })).boards.map((board) => board[phase].found?.verdict)

const today = new Date().toISOString().slice(0, 10)
const hour = 60 * 60 * 1000

/** Does all that is to be done on a machine that somebody has begun, but for its reading. */
async function workOn(id: string, caller = desk) {
  const { refurbishment } = await caller.units.refurbishing({ id })
  if (!refurbishment) throw new Error('Nobody has begun')
  for (const { position } of refurbishment.steps) await caller.units.tickStep({ id: refurbishment.id, position, isDone: true })
  await caller.units.saveLoadTest({ id: refurbishment.id, from: new Date(Date.now() - hour), until: now() })
  await caller.units.saveSafetyTest({ id: refurbishment.id, passed: true, testedOn: today, reference: 'PAT-7' })
  return refurbishment.id
}

describe('a reading', () => {
  it('of a case is compared with the machine’s record, and a board that nobody here has changed asks for an answer', async () => {
    const number = serial()
    const repair = await repairOf(number)
    const of = { noun: 'repairs', id: repair.id } as const
    const read = (phase: 'before' | 'after', boards: (string | null)[]) =>
      desk.cases.readings.add({ case: of, phase, text: readingOf({ serialNumber: number.toLowerCase(), boards }) })
    expect((await read('before', ['A1', 'A2', 'A3'])).notices).toBeUndefined()
    const unit = (await desk.units.ofCase(of))?.unit
    const id = unit?.id ?? ''
    expect(await verdictsOf(id)).toEqual(['first_seen', 'first_seen', 'first_seen'])
    const { notices } = await read('after', ['a-1', 'X2', null])
    expect(notices).toEqual([
      `Board 2 of ${unit?.unitNumber ?? ''} was changed by nobody here. Say on its page: swapped before us, or misread?`,
    ])
    expect(await verdictsOf(id, 'after')).toEqual(['same', 'foreign', 'not_read'])
    const [asked] = (await desk.units.boards({ id })).foreign
    expect(asked).toMatchObject({ slot: 1, serialNumber: 'X2', answer: null })
    await desk.units.answerBoard({ id: asked?.id ?? '', answer: 'misread' })
    await desk.units.answerBoard({ id: asked?.id ?? '', answer: 'misread' })
    await expect(desk.units.answerBoard({ id: asked?.id ?? '', answer: 'swapped before us' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Somebody has answered already: Board 2 of ${unit?.unitNumber ?? ''} was misread.`,
    })
    const answered = (await desk.units.boards({ id })).foreign[0]
    expect(answered).toMatchObject({ answer: 'misread', answeredBy: expect.any(String), answeredAt: expect.any(Date) })
    // The misread board is not the machine's; the board before it is.
    await read('after', ['A1', 'A2', 'X2'])
    expect(await verdictsOf(id, 'after')).toEqual(['same', 'same', 'foreign'])
    const told = (await desk.units.timeline({ id, limit: 100 })).rows.filter(({ kind }) => kind === 'change')
    expect(JSON.stringify(told)).toContain('unit.board_answered')
  })

  it('finds boards that were installed here, with the case, and leaves out a file that was removed', async () => {
    const number = serial()
    const repair = await repairOf(number)
    const of = { noun: 'repairs', id: repair.id } as const
    const read = (phase: 'before' | 'after', boards: (string | null)[]) =>
      desk.cases.readings.add({ case: of, phase, text: readingOf({ boards }) })
    await read('before', ['C1', 'C2', 'C3'])
    const id = (await desk.units.ofCase(of))?.unit.id ?? ''
    const { prisma } = shop.db
    const type = shop.factories.partType({ kind: 'hashboard' })
    const [part, other] = [shop.factories.part(type, { serialNumber: 'HB-NEW' }), shop.factories.part(type, { serialNumber: 'HB-OWN' })]
    await prisma.partType.create({ data: type })
    await prisma.part.createMany({ data: [part, other] })
    await desk.parts.install({ partId: part.id, unitId: id, slot: 'board 1', caseId: repair.id })
    await desk.parts.install({ partId: other.id, unitId: id, slot: 'board 2' })
    await read('after', ['C1', 'hb new', 'HB-OWN'])
    const { boards } = await desk.units.boards({ id })
    expect(boards.map(({ after }) => [after.found?.verdict, after.found?.swappedIn])).toEqual([
      ['same', null],
      ['swapped_here', { partNumber: part.partNumber, caseNumber: repair.repairNumber }],
      ['swapped_here', { partNumber: other.partNumber, caseNumber: null }],
    ])
    // The wrong file: nobody has to answer for what it says once it is gone.
    await read('after', ['Z1', 'Z2', 'Z3'])
    expect((await desk.units.boards({ id })).foreign).toHaveLength(3)
    const wrong = (await desk.cases.readings.list(of))[0]
    await desk.cases.files.remove({ id: wrong?.fileId ?? '' })
    expect((await desk.units.boards({ id })).foreign).toEqual([])
    await read('after', ['C1', 'HB-NEW', 'HB-OWN'])
    expect(await verdictsOf(id, 'after')).toEqual(['same', 'same', 'same'])
  })

  it('of a case that turns out to be of another machine is compared with that one', async () => {
    const [wrong, right] = [await bought(), await bought()]
    for (const [{ id }, board] of [
      [wrong, 'W'],
      [right, 'R'],
    ] as const)
      await add(id, { boards: [`${board}1`, `${board}2`, `${board}3`] })
    const repair = await repairOf(wrong.serialNumber)
    const text = readingOf({ boards: ['R1', 'R2', 'R3'] })
    const { notices } = await desk.cases.readings.add({ case: { noun: 'repairs', id: repair.id }, phase: 'after', text })
    expect(notices).toHaveLength(1)
    await desk.repairs.update({ id: repair.id, deviceInfo: device(right.serialNumber) })
    expect(await verdictsOf(right.id, 'after')).toEqual(['same', 'same', 'same'])
    expect((await desk.units.boards({ id: wrong.id })).foreign).toEqual([])
  })

  it('of another machine is refused with both serial numbers, unless its control board was replaced here', async () => {
    const number = serial()
    const unit = await bought(desk, { serialNumber: number })
    await expect(add(unit.id, { serialNumber: 'OTHER-1' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`its serial number is OTHER-1, and ${unit.unitNumber} has ${number}.`),
    })
    expect(await shop.db.prisma.caseReading.count({ where: { unitId: unit.id } })).toBe(0)
    const type = shop.factories.partType({ kind: 'control_board' })
    const part = shop.factories.part(type)
    await shop.db.prisma.partType.create({ data: type })
    await shop.db.prisma.part.create({ data: part })
    await desk.parts.install({ partId: part.id, unitId: unit.id, slot: 'control' })
    await expect(add(unit.id, { serialNumber: 'OTHER-1' })).resolves.toEqual({ id: expect.any(String) })
  })

  it('without serial numbers is not read, says of more boards than the model has, and is one when it is sent twice', async () => {
    const unit = await bought()
    const once = { id: unit.id, phase: 'after', power: 3100, idempotencyKey: 'a-key-of-16-letters' } as const
    const text = readingOf({ boards: [null, null, null, null], power: null })
    const sent = [await desk.units.addReading({ ...once, text }), await desk.units.addReading({ ...once, text })]
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    const many = 'The reading names 4 boards, and a Bitmain Antminer S19 has 3.'
    expect(sent[0]?.notices).toEqual([many])
    const { boards, after, notices, foreign } = await desk.units.boards({ id: unit.id })
    expect(boards.map((board) => board.after.found?.verdict)).toEqual(['not_read', 'not_read', 'not_read', 'not_read'])
    expect({ notices, foreign, power: after?.reading?.power, efficiency: after?.reading?.efficiency }).toEqual({
      notices: [many],
      foreign: [],
      power: 3100,
      efficiency: 31,
    })
    await expect(desk.units.addReading({ id: unit.id, phase: 'after', text: 'no reading' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('refurbishing', () => {
  it('begins with a completed trade-in, with the steps of the model, once for each purchase', async () => {
    const { id } = await desk.tradeIns.create({
      customer: { userId: anna },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: serial() },
    })
    await desk.tradeIns.update({ id, finalValue: 250 })
    await desk.tradeIns.updateStatus({ id, status: 'completed' })
    const unit = (await desk.units.ofCase({ noun: 'tradeIns', id }))?.unit
    expect(unit).toMatchObject({ state: 'bought', owner: 'company', cost: 250, modelId })
    const unitId = unit?.id ?? ''
    const { refurbishment, loadTestMinutes } = await desk.units.refurbishing({ id: unitId })
    expect(refurbishment?.steps.map(({ label }) => label)).toEqual([...usualSteps, 'Gaskets'])
    expect({ loadTestMinutes, case: refurbishment?.caseNumber }).toEqual({ loadTestMinutes: 30, case: expect.stringMatching(/^TRD-/) })
    await desk.tradeIns.updateStatus({ id, status: 'approved' })
    await desk.tradeIns.updateStatus({ id, status: 'completed' })
    expect(await shop.db.prisma.refurbishment.count({ where: { unitId } })).toBe(1)
    // Ticking a step begins it.
    await desk.units.tickStep({ id: refurbishment?.id ?? '', position: 0, isDone: true })
    expect((await desk.units.byId({ id: unitId })).state).toBe('refurbishing')
    expect((await desk.units.refurbishing({ id: unitId })).refurbishment?.steps[0]).toMatchObject({
      doneAt: expect.any(Date),
      doneBy: expect.any(String),
    })
  })

  it('ends ready once nothing is missing, and the refusal names all that is', async () => {
    const unit = await bought()
    const ready = () => desk.units.makeReady({ id: unit.id })
    const lacks = (what: string) => ({ code: 'CONFLICT', message: `${unit.unitNumber} cannot become ready yet: it lacks ${what}.` })
    await expect(ready()).rejects.toMatchObject({ code: 'CONFLICT' })
    await desk.units.beginRefurbishing({ id: unit.id })
    await expect(ready()).rejects.toMatchObject(
      lacks(
        'the steps “Cleaned inside and outside”, “Fans checked”, “Firmware and pools reset” and “Gaskets”, a load test of 30 minutes, an electrical safety test and a reading after the work',
      ),
    )
    await add(unit.id, {})
    await workOn(unit.id)
    await expect(ready()).rejects.toMatchObject(lacks('a reading after the work'))
    await add(unit.id, { hashrate: 94 }, 'after')
    await expect(ready()).rejects.toMatchObject(lacks('a hashrate within 5% of 100 TH/s (it was 94 TH/s)'))
    await add(unit.id, { boards: ['B-0', 'WHO', 'B-2'] }, 'after')
    await expect(ready()).rejects.toMatchObject(lacks('an answer for board 2 (WHO), which nobody here has changed'))
    expect((await desk.units.refurbishing({ id: unit.id })).missing).toEqual(['an answer for board 2 (WHO), which nobody here has changed'])
    const [board] = (await desk.units.boards({ id: unit.id })).foreign
    await desk.units.answerBoard({ id: board?.id ?? '', answer: 'swapped before us' })
    // Nor by any other way.
    await expect(desk.units.update({ id: unit.id, state: 'ready' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await ready()).toMatchObject({ state: 'ready' })
    const { refurbishment } = await desk.units.refurbishing({ id: unit.id })
    expect(refurbishment).toMatchObject({ finishedAt: expect.any(Date), finishedBy: expect.any(String) })
    const step = { id: refurbishment?.id ?? '', position: 0, isDone: false }
    await expect(desk.units.tickStep(step)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${unit.unitNumber} is ready. Take it back to the bench to change what was done.`,
    })
    // Taken back, it goes on with the same checklist.
    await desk.units.beginRefurbishing({ id: unit.id })
    await desk.units.tickStep(step)
    await expect(ready()).rejects.toMatchObject(lacks('the step “Cleaned inside and outside”'))
    expect((await desk.units.timeline({ id: unit.id, limit: 100 })).rows.map(({ kind }) => kind)).toContain('refurbishing')
  })

  it('needs the model, and another checklist for a machine that has come back', async () => {
    const unit = await bought(desk, { model: '' })
    await desk.units.beginRefurbishing({ id: unit.id })
    await workOn(unit.id)
    await add(unit.id, {}, 'after')
    await expect(desk.units.makeReady({ id: unit.id })).rejects.toMatchObject({
      message: `${unit.unitNumber} cannot become ready yet: it lacks its model.`,
    })
    // A model that nobody has described: the database has made it.
    await desk.units.update({ id: unit.id, model: 'Unheard 7' })
    await expect(desk.units.makeReady({ id: unit.id })).rejects.toMatchObject({
      message: `${unit.unitNumber} cannot become ready yet: it lacks a nominal hashrate of the model Bitmain Unheard 7 and a nominal power of the model Bitmain Unheard 7.`,
    })
    await shop.db.prisma.$executeRaw`UPDATE refurbishments SET finished_at = now() WHERE unit_id = ${unit.id}::uuid`
    await shop.db.prisma.$executeRaw`UPDATE units SET state = 'returned' WHERE id = ${unit.id}::uuid`
    await expect(desk.units.makeReady({ id: unit.id })).rejects.toMatchObject({
      message: `${unit.unitNumber} cannot become ready yet: it lacks a refurbishment, which nobody has begun.`,
    })
    await desk.units.beginRefurbishing({ id: unit.id })
    expect((await desk.units.refurbishing({ id: unit.id })).refurbishment?.steps.every(({ doneAt }) => doneAt === null)).toBe(true)
    expect(await shop.db.prisma.refurbishment.count({ where: { unitId: unit.id } })).toBe(2)
  })

  it('takes no test of a day or a time to come, none that ends before it begins, and none over another one', async () => {
    const unit = await bought()
    await desk.units.beginRefurbishing({ id: unit.id })
    const id = (await desk.units.refurbishing({ id: unit.id })).refurbishment?.id ?? ''
    const test = { id, passed: true, testedOn: today, reference: '' }
    for (const [call, field] of [
      [() => desk.units.saveLoadTest({ id, from: new Date(Date.now() + hour) }), 'from'],
      [() => desk.units.saveLoadTest({ id, until: now() }), 'until'],
      [() => desk.units.saveLoadTest({ id, from: now(), until: new Date(0) }), 'until'],
      [() => desk.units.saveSafetyTest({ ...test, testedOn: '2999-01-01' }), 'testedOn'],
      [() => desk.units.saveSafetyTest({ ...test, testedOn: 'yesterday' }), 'testedOn'],
    ] as const)
      await expect(call(), field).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await desk.units.saveSafetyTest({ ...test, passed: false, was: null })
    await expect(desk.units.saveSafetyTest({ ...test, was: null })).rejects.toMatchObject({ code: 'CONFLICT' })
    await desk.units.saveSafetyTest({ ...test, was: { passed: false, testedOn: today, reference: null } })
    expect((await desk.units.refurbishing({ id: unit.id })).refurbishment?.safetyTest).toMatchObject({
      passed: true,
      testedOn: today,
      reference: null,
    })
    expect(await shop.db.prisma.auditEntry.count({ where: { subjectId: unit.id, action: 'unit.safety_test' } })).toBe(2)
    await expect(desk.units.tickStep({ id, position: 99, isDone: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(desk.units.tickStep({ id: me.userId, position: 0, isDone: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describeOnEngines('two benches at once, on %s', (engine) => {
  let busy: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    busy = await open({ db: await openOn(engine) })
  })
  afterAll(() => busy.shop.close())

  it('keep every tick, and one of them makes it ready', async () => {
    const { desk: one } = busy
    const { caller: two } = await busy.shop.signIn('admin')
    const unit = await bought(one, { serialNumber: 'BENCH-1' })
    await one.units.beginRefurbishing({ id: unit.id })
    const { refurbishment } = await one.units.refurbishing({ id: unit.id })
    const id = refurbishment?.id ?? ''
    const tick = (position: number, caller = one) => caller.units.tickStep({ id, position, isDone: true })
    await one.units.addReading({ id: unit.id, phase: 'after', text: readingOf() })
    await Promise.all([
      ...[0, 1, 2].flatMap((position) => [tick(position), tick(position, two)]),
      two.units.saveSafetyTest({ id, passed: true, testedOn: today, reference: 'PAT-1' }),
      one.units.saveLoadTest({ id, from: new Date(Date.now() - hour), until: now() }),
    ])
    // The last step, and both say that it is ready.
    const outcomes = await Promise.allSettled([
      tick(3),
      two.units.makeReady({ id: unit.id }),
      one.units.makeReady({ id: unit.id }),
      two.units.addReading({ id: unit.id, phase: 'after', text: readingOf({ boards: ['B-0', 'B-1', 'B-2'] }) }),
    ])
    for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'CONFLICT' })
    await one.units.makeReady({ id: unit.id })
    const ended = await one.units.refurbishing({ id: unit.id })
    expect(ended.refurbishment?.steps.every(({ doneAt }) => doneAt !== null)).toBe(true)
    expect(ended).toMatchObject({ missing: [], refurbishment: { finishedAt: expect.any(Date), safetyTest: { reference: 'PAT-1' } } })
    expect(await busy.shop.db.prisma.auditEntry.count({ where: { subjectId: unit.id, action: 'unit.step_done' } })).toBe(4)
    expect((await one.units.timeline({ id: unit.id, limit: 100 })).rows.filter(({ kind }) => kind === 'reading')).toHaveLength(2)
  })
})
