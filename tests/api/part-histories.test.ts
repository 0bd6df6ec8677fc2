import { afterAll, beforeAll, expect, it } from 'vitest'
import { UNSAID } from '~/contracts/stock/slots'
import { makeSource } from '~/server/demo/factories/source'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** Random histories of parts against a simple model: each part is in one place, and stock is the sum of what lies there. */

interface ModelPart {
  id: string
  state: string
  /** The machine and slot that it is in. */
  place: string | null
}

const STEPS = 12
const slots = ['board 0', 'board 1']

describeOnEngines('histories of parts', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>['caller']
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = (await shop.signIn('admin')).caller
  })
  afterAll(() => shop.close())

  async function play(seed: number): Promise<void> {
    const { faker } = makeSource('part', { seed, now: TEST_NOW })
    const { id: typeId } = await admin.parts.createType({ name: `Type ${seed}`, kind: 'hashboard' })
    const units = await Promise.all(
      [0, 1].map(() => shop.db.prisma.unit.create({ data: { manufacturer: 'Bitmain' }, select: { id: true } })),
    )
    const { id: repairId } = await shop.db.prisma.repair.create({ data: { deviceInfo: { manufacturer: 'Bitmain' }, status: 'repairing' } })
    await shop.db.prisma.case.update({ where: { id: repairId }, data: { unitId: units[0]?.id ?? null } })
    const model: ModelPart[] = []
    const done: string[] = []

    const pick = (states: readonly string[]) =>
      faker.helpers.arrayElement([undefined, ...model.filter(({ state }) => states.includes(state))])
    const steps = {
      receive: async () => {
        const { id } = await admin.parts.create({ typeId })
        model.push({ id, state: 'in_stock', place: null })
      },
      install: async () => {
        const part = faker.helpers.arrayElement([undefined, ...model])
        const unit = faker.helpers.arrayElement(units)
        const slot = faker.helpers.arrayElement(slots)
        const place = `${unit.id} ${slot}`
        if (!part) return
        const isFree = part.state === 'in_stock' || part.state === 'taken_out'
        // One that was booked as used in there gets its slot.
        const isBooked = part.place?.startsWith(`${unit.id} ${UNSAID}`) === true
        const may = (isFree || isBooked) && !model.some((each) => each.place === place)
        const tried = admin.parts.install({ partId: part.id, unitId: unit.id, slot })
        // A part that is reserved goes into the machine of its repair alone.
        if (part.state === 'reserved') {
          const went = await tried.then(
            () => true,
            () => false,
          )
          expect(went, 'reserved').toBe(unit === units[0] && !model.some((each) => each.place === place))
          if (went) Object.assign(part, { state: 'installed', place })
          return
        }
        if (!may) {
          await expect(tried).rejects.toMatchObject({ code: 'CONFLICT' })
          return
        }
        await tried
        Object.assign(part, { state: 'installed', place })
      },
      remove: async () => {
        const part = pick(['installed'])
        if (!part) return
        await admin.parts.remove({ partId: part.id })
        Object.assign(part, { state: 'taken_out', place: null })
      },
      restock: async () => {
        const part = pick(['taken_out', 'scrapped'])
        if (!part) return
        await admin.parts.restock({ id: part.id })
        part.state = 'in_stock'
      },
      writeOff: async () => {
        const part = pick(['in_stock', 'reserved', 'taken_out'])
        if (!part) return
        await admin.parts.writeOff({ id: part.id, reason: 'Tested' })
        part.state = 'scrapped'
      },
      want: async () => {
        const quantity = faker.number.int({ min: 0, max: 3 })
        const lines = [{ kind: 'part' as const, label: 'Boards', quantity, price: 1, partTypeId: typeId }]
        await admin.repairs.saveActualLines({ id: repairId, lines: quantity === 0 ? [] : lines })
      },
      complete: async () => {
        await admin.repairs.updateStatus({ id: repairId, status: faker.helpers.arrayElement(['completed', 'repairing', 'testing']) })
      },
      count: async () => {
        const { inStock, reserved } = await admin.parts.type({ id: typeId })
        const counted = faker.number.int({ min: reserved, max: inStock + reserved + 1 })
        await admin.parts.count({ typeId, counted, expected: inStock + reserved, reason: 'Tested' })
      },
    }

    for (let step = 0; step < STEPS; step++) {
      const name = faker.helpers.objectKey(steps)
      done.push(name)
      const told = `seed ${seed}: ${done.join(', ')}`
      await steps[name]()
      const rows = await shop.db.prisma.part.findMany({ where: { typeId }, include: { installations: { where: { removedAt: null } } } })
      // Repairs and counts choose their parts themselves: the model takes over which, and holds how many.
      const before = model.length
      for (const row of rows) {
        const known = model.find(({ id }) => id === row.id)
        const [at, ...more] = row.installations
        expect(more, told).toEqual([])
        expect(row.state === 'installed', told).toBe(at !== undefined)
        expect(row.reservedCaseId !== null, told).toBe(row.state === 'reserved')
        const now = { state: row.state, place: at ? `${at.unitId} ${at.slot}` : null }
        if (!known) model.push({ id: row.id, ...now })
        else if (['receive', 'install', 'remove'].includes(name) && known.state !== 'in_stock' && known.state !== 'reserved') {
          expect({ state: known.state, place: known.place }, told).toEqual(now)
        } else Object.assign(known, now)
      }
      if (name !== 'count') expect(model.length, told).toBe(before)
      const places = model.flatMap(({ place }) => place ?? [])
      expect(new Set(places).size, told).toBe(places.length)
      const countOf = (state: string) => model.filter((part) => part.state === state).length
      const type = await admin.parts.type({ id: typeId })
      expect([type.inStock, type.reserved], told).toEqual([countOf('in_stock'), countOf('reserved')])
      const { needed } = await admin.parts.ofCase({ id: repairId })
      const [need] = needed
      // Nothing is missing while some are free, and nothing is reserved beyond what is wanted.
      const status = (await admin.repairs.byId({ id: repairId })).status
      if (need && status !== 'completed' && need.missing > 0) expect(type.inStock, told).toBe(0)
      expect(type.reserved, told).toBeLessThanOrEqual(need?.wanted ?? 0)
      if (status === 'completed') expect(type.reserved, told).toBe(0)
    }
  }

  it('keep each part in one place, and stock the sum', { timeout: 120_000 }, async () => {
    await play(1)
  })

  it('a thousand of them', { timeout: 5_400_000, tags: ['full'] }, async () => {
    for (let seed = 1_001; seed <= 2_000; seed++) await play(seed)
  })
})
