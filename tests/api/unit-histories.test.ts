import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { serialKey } from '~/contracts/numbers'
import { makeSource } from '~/server/demo/factories/source'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** Random histories of machines against a simple model: each has one owner, a serial number names one, and stock is what is listed. */

const STEPS = 14
const coded = z.object({ code: z.string() })

describeOnEngines('histories of machines', (engine) => {
  let shop: TestShop
  let desk: TestShop['visitor']
  let people: string[]
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    desk = (await shop.signIn('admin')).caller
    people = [(await shop.signIn('customer')).userId, (await shop.signIn('customer')).userId]
  })
  afterAll(() => shop.close())

  async function play(seed: number): Promise<void> {
    const { prisma } = shop.db
    const { faker } = makeSource('unit', { seed, now: TEST_NOW })
    const product = shop.factories.product({ name: `Refurbished ${seed}`, stockQuantity: 7 })
    await prisma.product.create({ data: product })
    const done: string[] = []
    /** Whose each machine is, as far as the last steps have said so, by its id. */
    const said = new Map<string, string>()
    const orders: string[] = []
    /** The machines of this history: those of its two serial numbers, and what has none. */
    const maker = `Maker${seed}`
    const mine = () => prisma.unit.findMany({ where: { manufacturer: maker }, orderBy: { id: 'asc' } })
    const someUnit = async () => faker.helpers.arrayElement([undefined, ...(await mine())])
    const typed = () => faker.helpers.arrayElement(['SNO0-1', 'sn 001', 'SN002', 'sn-0o2', undefined])
    const device = () => ({ manufacturer: maker, model: 'S19', serialNumber: typed() })
    /** A refusal changes nothing, which the model sees afterwards. @returns undefined for one */
    const tried = async <Answer>(work: Promise<Answer>): Promise<Answer | undefined> => {
      try {
        return await work
      } catch (error) {
        expect(['CONFLICT', 'BAD_REQUEST'], `seed ${seed}: ${done.join(', ')}: ${String(error)}`).toContain(coded.parse(error).code)
        return undefined
      }
    }
    const steps = {
      repair: async () => {
        const customer = { userId: faker.helpers.arrayElement(people) }
        const { id } = await desk.repairs.create({ customer, deviceInfo: device(), problemDescription: 'No hash rate' })
        const unit = await desk.units.open({ noun: 'repairs', id })
        said.delete(unit.id)
      },
      tradeIn: async () => {
        const customer = { userId: faker.helpers.arrayElement(people) }
        const { id } = await desk.tradeIns.create({ customer, deviceInfo: device() })
        const before = await desk.units.open({ noun: 'tradeIns', id })
        const isSold = before.owner === 'company'
        await desk.tradeIns.updateStatus({ id, status: 'completed' })
        const after = await desk.units.ofCase({ noun: 'tradeIns', id })
        if (after && !isSold && after.unit.owner === 'company') said.set(after.unit.id, 'company')
      },
      ready: async () => {
        // The bench has done its work.
        await prisma.unit.updateMany({
          where: { manufacturer: maker, owner: 'company', state: { in: ['bought', 'refurbishing', 'returned'] }, mergedInto: null },
          data: { state: 'ready' },
        })
      },
      offer: async () => {
        const unit = await someUnit()
        if (unit) await tried(desk.units.offer({ id: unit.id, productId: product.id }))
      },
      withdraw: async () => {
        const unit = await someUnit()
        if (unit) await tried(desk.units.withdraw({ id: unit.id }))
      },
      dispatch: async () => {
        const [unit, again] = [await someUnit(), await someUnit()]
        if (!unit) return
        const userId = faker.helpers.arrayElement(people)
        const order = shop.factories.order({ userId, status: 'processing', totalAmount: 0 })
        await prisma.order.create({ data: order })
        const line = await desk.orders.addLine({ orderId: order.id, productId: product.id, quantity: 1, price: 10, tax: 0 })
        orders.push(order.orderNumber)
        const unitIds = again && faker.datatype.boolean(0.2) ? [unit.id, again.id] : [unit.id]
        const sent = await tried(desk.units.dispatch({ orderLineId: line.id, unitIds }))
        for (const { unitId } of sent?.units ?? []) said.set(unitId, userId)
      },
      takeBack: async () => {
        const number = faker.helpers.arrayElement([undefined, ...orders])
        if (number === undefined) return
        const { lines } = await desk.orders.lines({ number })
        const out = lines.flatMap(({ units }) => units).find(({ returnedAt }) => returnedAt === null)
        if (!out) return
        const back = await tried(desk.units.takeBack({ id: out.id, as: faker.helpers.arrayElement(['returned', 'not_sent'] as const) }))
        if (back) said.set(out.unitId, 'company')
      },
      merge: async () => {
        const [keep, merge] = [await someUnit(), await someUnit()]
        if (!keep || !merge || keep.id === merge.id) return
        if (await tried(desk.units.merge({ keep: keep.id, merge: merge.id }))) said.clear()
      },
      unmerge: async () => {
        const unit = (await mine()).find(({ mergedInto }) => mergedInto !== null)
        if (unit && (await tried(desk.units.unmerge({ id: unit.id })))) said.clear()
      },
      scrap: async () => {
        const unit = await someUnit()
        if (unit) await tried(desk.units.update({ id: unit.id, state: 'scrapped' }))
      },
    }

    for (let step = 0; step < STEPS; step++) {
      const name = faker.helpers.objectKey(steps)
      done.push(name)
      const told = `seed ${seed}: ${done.join(', ')}`
      await steps[name]()
      const units = await mine()
      const kept = units.filter(({ mergedInto }) => mergedInto === null)
      for (const unit of units) {
        const owners = await prisma.unitOwnership.findMany({ where: { unitId: unit.id, endedAt: null } })
        expect(
          owners.map(({ owner, userId }) => ({ owner, userId })),
          told,
        ).toEqual([{ owner: unit.owner, userId: unit.userId }])
        const expected = said.get(unit.id)
        if (expected !== undefined) expect(unit.owner === 'company' ? 'company' : unit.userId, told).toBe(expected)
        if (unit.owner === 'company') expect(unit.userId, told).toBeNull()
        const out = await prisma.orderLineUnit.count({ where: { unitId: unit.id, returnedAt: null } })
        expect(out, told).toBeLessThanOrEqual(1)
      }
      const keys = kept.flatMap(({ serialNumber }) => serialKey(serialNumber) ?? [])
      expect(new Set(keys).size, told).toBe(keys.length)
      const listed = kept.filter(({ state, productId }) => state === 'listed' && productId === product.id).length
      expect(
        units.filter(({ state, mergedInto }) => state === 'listed' && mergedInto !== null),
        told,
      ).toEqual([])
      const { stockQuantity, tracksUnits } = await desk.products.byId({ id: product.id })
      if (tracksUnits) expect(stockQuantity, told).toBe(listed)
      else expect(listed, told).toBe(0)
    }
  }

  it('keep one owner for each machine, one machine for a serial number, and stock the sum', { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 2; seed++) await play(seed)
  })

  it('a thousand of them', { timeout: 5_400_000, tags: ['full'] }, async () => {
    for (let seed = 1_001; seed <= 2_000; seed++) await play(seed)
  })
})
