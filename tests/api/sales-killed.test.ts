// @module-tag full
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { openPostgresTestDatabase } from '../setup/database'
import { bundleProgram, runUntilKilled } from '../setup/killed-program'
import { whatIsWrong } from '../setup/sales-model'
import { openTestShop } from '../setup/shop'

const ROUNDS = Number(process.env.SALES_ROUNDS ?? 12)
const LONGEST_ROUND_MS = 400
const FIRST = 60

let seller: string
beforeAll(async () => {
  seller = await bundleProgram('seller')
})
afterAll(() => {
  rmSync(seller, { force: true })
})

it('a kill in the middle of a sale sells nothing twice, and the next process finds every paid order', { timeout: 300_000 }, async () => {
  const db = await openPostgresTestDatabase()
  const shop = await openTestShop({ db, sellsHere: true, now: () => new Date() })
  const { prisma } = db
  const admin = await shop.signIn('admin')
  await prisma.sellerDetails.create({ data: { id: 1, iban: 'GB33BUKB20201555555555', termsDays: 14 } })
  const product = shop.factories.product({ stockQuantity: FIRST, price: 10, isActive: true })
  await prisma.product.create({ data: product })
  // The moment of the kill is what is tested: a fixed sequence of them, so that a failure can be repeated.
  let state = 7
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647

  for (let round = 0; round < ROUNDS; round += 1) {
    // Two at once, of which one is killed while the other goes on.
    const other = runUntilKilled(seller, [db.url, admin.userId, product.id], LONGEST_ROUND_MS)
    await runUntilKilled(seller, [db.url, admin.userId, product.id], random() * LONGEST_ROUND_MS)
    await other
    // The server ends what the dead one had begun before the product can be locked.
    await prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM products WHERE id = ${product.id}::uuid FOR UPDATE`)
    await prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM orders ORDER BY id FOR UPDATE`)
    expect(await whatIsWrong(prisma, FIRST, { now: new Date(), isSettled: false })).toEqual([])
    await settleSales(shop.services)
    expect(await whatIsWrong(prisma, FIRST, { now: new Date(), isSettled: true })).toEqual([])
  }
  const { stockQuantity } = await prisma.product.findUniqueOrThrow({ where: { id: product.id }, select: { stockQuantity: true } })
  expect(stockQuantity).toBeLessThan(FIRST)
  await shop.close()
})
