// @module-tag full
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { openPostgresTestDatabase } from '../setup/database'
import { bundleProgram, runUntilKilled } from '../setup/killed-program'
import { openTestShop } from '../setup/shop'

const ROUNDS = Number(process.env.DISPATCH_ROUNDS ?? 12)
const LONGEST_ROUND_MS = 80
const UNITS = 4
const dispatched = z.object({ units: z.string() })

let dispatcher: string
beforeAll(async () => {
  dispatcher = await bundleProgram('dispatcher')
})
afterAll(() => {
  rmSync(dispatcher, { force: true })
})

it('a kill in the middle of a dispatch leaves all of its units sold or none', { timeout: 300_000 }, async () => {
  const db = await openPostgresTestDatabase()
  const shop = await openTestShop({ db })
  const { prisma } = db
  const customer = await shop.signIn('customer')
  const product = shop.factories.product()
  await prisma.product.create({ data: product })
  const order = shop.factories.order({ userId: customer.userId, totalAmount: 0 })
  await prisma.order.create({ data: order })
  const line = shop.factories.orderLine({ orderId: order.id, productId: product.id, quantity: UNITS })
  await prisma.orderLine.create({ data: line })
  const units = Array.from({ length: UNITS }, () => shop.factories.unit({ owner: 'company', state: 'listed', productId: product.id }))
  await prisma.unit.createMany({ data: units })
  // The moment of the kill is what is tested: a fixed sequence of them, so that a failure can be repeated.
  let state = 42
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647

  let answered = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    answered += await runUntilKilled(dispatcher, [db.url, line.id, ...units.map(({ id }) => id)], random() * LONGEST_ROUND_MS)
    // The server ends what the dead one had begun before the line can be locked.
    await prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${order.id}::uuid FOR UPDATE`)
    const now = await prisma.unit.findMany({ select: { id: true, state: true, owner: true, userId: true, ownerLineId: true } })
    const out = await prisma.orderLineUnit.findMany({ where: { returnedAt: null }, select: { unitId: true } })
    const sold = now.filter((unit) => unit.state === 'sold')
    expect(sold.map(({ id }) => id).sort()).toEqual(out.map(({ unitId }) => unitId).sort())
    for (const unit of sold) expect(unit).toMatchObject({ owner: 'customer', userId: customer.userId, ownerLineId: line.id })
    for (const unit of now) if (unit.state !== 'sold') expect(unit).toMatchObject({ owner: 'company', userId: null })
    const owners = await prisma.unitOwnership.findMany({ where: { endedAt: null }, select: { unitId: true, owner: true } })
    expect(
      owners
        .filter(({ owner }) => owner === 'customer')
        .map(({ unitId }) => unitId)
        .sort(),
    ).toEqual(sold.map(({ id }) => id).sort())
    const { stockQuantity } = await prisma.product.findUniqueOrThrow({ where: { id: product.id }, select: { stockQuantity: true } })
    expect(stockQuantity).toBe(now.filter((unit) => unit.state === 'listed').length)
    // Each dispatch tells of all its units at once.
    const told = await prisma.auditEntry.findMany({ where: { action: 'order.units_dispatched' }, select: { after: true } })
    // The first answer of a process may be of what the one before had sent.
    expect(told.length).toBeGreaterThanOrEqual(answered - round - 1)
    const named = told.flatMap(({ after }) => dispatched.parse(after).units.split(', '))
    expect(await prisma.orderLineUnit.count()).toBe(named.length)
  }
  await shop.close()
})
