import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

const machine = {
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  hashrate: '95 TH/s',
  powerConsumption: '3250W',
  baseValueExcellent: 1000.05,
  baseValueGood: 700,
  baseValueFair: 0.05,
  baseValuePoor: 0,
}

describeOnEngines('machines.adjustValues on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  let statementsOf: ReturnType<typeof countStatements>['statementsOf']
  beforeAll(async () => {
    const counted = countStatements(await openOn(engine))
    statementsOf = counted.statementsOf
    shop = await openTestShop({ db: counted.db })
    admin = (await shop.signIn('admin')).caller
  })
  beforeEach(() => shop.db.prisma.tradeInMachine.deleteMany())
  afterAll(() => shop.close())

  it('makes of the values what the preview says: cents, half up', async () => {
    const { id, version } = await admin.machines.create(machine)
    const preview = await admin.machines.previewAdjustment({ ids: [id], percent: '10' })
    expect(preview).toMatchObject({ matching: 1 })
    expect(preview.rows).toEqual([
      {
        id,
        name: 'Bitmain Antminer S19',
        version: 1,
        before: { excellent: 1000.05, good: 700, fair: 0.05, poor: 0 },
        // 1100.055 and 0.055 stand exactly between two cents.
        after: { excellent: 1100.06, good: 770, fair: 0.06, poor: 0 },
      },
    ])
    expect(await admin.machines.adjustValues({ ids: [{ id, version }], percent: 10 })).toEqual({
      counts: { changed: 1, unchanged: 0, conflict: 0, missing: 0 },
      results: [{ id, outcome: 'changed' }],
    })
    expect(await admin.machines.byId({ id })).toMatchObject({
      baseValueExcellent: 1100.06,
      baseValueGood: 770,
      baseValueFair: 0.06,
      baseValuePoor: 0,
      version: 2,
    })
    expect((await shop.visitor.machines.active())[0]?.baseValueGood).toBe(770)
    const { rows } = await admin.audit.history({ subjectType: 'machine', subjectId: id })
    expect(rows[0]).toMatchObject({ action: 'machine.updated', before: { baseValueGood: 700 }, after: { baseValueGood: 770 } })
  })

  it('touches only the grades that are named', async () => {
    const { id } = await admin.machines.create(machine)
    await admin.machines.adjustValues({ ids: [id], percent: -12.5, grades: ['good', 'good'] })
    expect(await admin.machines.byId({ id })).toMatchObject({ baseValueExcellent: 1000.05, baseValueGood: 612.5, baseValueFair: 0.05 })
    const { rows } = await admin.audit.history({ subjectType: 'machine', subjectId: id })
    expect(rows[0]?.after).toEqual({ baseValueGood: 612.5 })
    expect((await admin.machines.adjustValues({ ids: [id], percent: 50, grades: ['poor'] })).counts.unchanged).toBe(1)
    expect((await admin.machines.byId({ id })).version).toBe(2)
  })

  it('leaves what somebody else has changed, and says so', async () => {
    const [mine, theirs] = [await admin.machines.create(machine), await admin.machines.create({ ...machine, model: 'S21' })]
    await admin.machines.update({ ...machine, model: 'S21', id: theirs.id, baseValueGood: 1 })
    const missing = randomUUID()
    const ids = [
      { id: mine.id, version: 1 },
      { id: theirs.id, version: 1 },
      { id: missing, version: 1 },
    ]
    const { results } = await admin.machines.adjustValues({ ids, percent: 100 })
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'conflict', 'missing'])
    expect((await admin.machines.byId({ id: theirs.id })).baseValueGood).toBe(1)
  })

  it('changes all of a view or nothing', async () => {
    for (const model of ['S19', 'S21', 'L7']) await admin.machines.create({ ...machine, model })
    const all = { search: 's' }
    const { matching, stamp, rows } = await admin.machines.previewAdjustment({ all: { search: 'S2' }, percent: 10 })
    expect([matching, rows.map(({ name }) => name)]).toEqual([1, ['Bitmain S21']])
    await expect(admin.machines.adjustValues({ all: { search: 'S2' }, expected: 2, percent: 10 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await admin.machines.update({ ...machine, model: 'S21', id: rows[0]?.id ?? '', notes: 'changed' })
    await expect(admin.machines.adjustValues({ all: { search: 'S2' }, expected: 1, stamp, percent: 10 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const again = await admin.machines.previewAdjustment({ all, percent: 10 })
    const result = await admin.machines.adjustValues({ all, expected: again.matching, stamp: again.stamp, percent: 10 })
    expect(result).toEqual({ counts: { changed: again.matching, unchanged: 0, conflict: 0, missing: 0 }, results: [] })
  })

  it('refuses what is out of bounds', async () => {
    const { id } = await admin.machines.create({ ...machine, baseValueExcellent: 9_999_999_999 })
    for (const percent of [-90.5, 501, 'ten', '', Number.NaN, 1.23456]) {
      await expect(admin.machines.adjustValues({ ids: [id], percent })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(admin.machines.adjustValues({ ids: [id], percent: 1, grades: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.machines.adjustValues({ ids: [id], percent: 1 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('too large') as string,
    })
    const { caller } = await shop.signIn('customer')
    await expect(caller.machines.adjustValues({ ids: [id], percent: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(caller.machines.previewAdjustment({ ids: [id], percent: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('needs as many statements for five hundred machines as for two', async () => {
    await shop.db.prisma.tradeInMachine.createMany({
      data: Array.from({ length: 500 }, (_, index) => ({ ...machine, model: `M${index}` })),
    })
    const ids = (await shop.db.prisma.tradeInMachine.findMany({ select: { id: true } })).map(({ id }) => id)
    const adjust = (chosen: string[]) => () => admin.machines.adjustValues({ ids: chosen, percent: 1 })
    // One more read of the calculator's list where the change feed is quicker than the answer.
    expect(await statementsOf(adjust(ids))).toBeLessThanOrEqual((await statementsOf(adjust(ids.slice(0, 2)))) + 1)
    const preview = (chosen: string[]) => () => admin.machines.previewAdjustment({ ids: chosen, percent: 1 })
    expect(await statementsOf(preview(ids))).toBe(await statementsOf(preview(ids.slice(0, 2))))
  })
})
