import fc from 'fast-check'
import { expect, it } from 'vitest'
import { remindOfTransfers } from '~/server/stock/sale/checkout/lapse-sales'
import { settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { describeOnEngines, openOn } from '../setup/database'
import { whatIsWrong } from '../setup/sales-model'
import { openPaymentsShop } from '../setup/payments-shop'
import { TEST_NOW } from '../setup/shop'

/**
 * Made-up histories of carts, holds, payments, cancellations and counter sales beside a model of what must come of each. A history that fails is
 * printed with its seed. The long run has more of them (`TEST_SUITE=full`).
 */

const isLong = process.env.TEST_SUITE === 'full'
const HISTORIES = isLong ? 60 : 8
const STEPS = isLong ? 30 : 16
const FIRST = 4
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CARD_MS = 30 * MINUTE_MS
const TERM_MS = 15 * DAY_MS

const product = fc.integer({ min: 0, max: 1 })
const pieces = fc.integer({ min: 1, max: 3 })
const which = fc.nat({ max: 30 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), product, pieces, by: fc.constantFrom('card' as const, 'transfer' as const) }),
  fc.record({ kind: fc.constant('pay' as const), which }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(5, 31, 26 * 60, 5 * 24 * 60, 16 * 24 * 60) }),
  fc.record({ kind: fc.constant('settle' as const) }),
  fc.record({ kind: fc.constant('cancel' as const), which }),
  fc.record({ kind: fc.constant('counter' as const), product, pieces }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** An order as the model has it. */
interface Kept {
  id: string
  product: number
  pieces: number
  heldUntil: number
  madeAt: number
  remindedAt: number | null
  paidAt: number | null
  state: 'open' | 'agreed' | 'short' | 'cancelled' | 'lapsed'
  by: 'card' | 'transfer'
}

async function open(engine: 'embedded' | 'postgres') {
  let now = TEST_NOW
  const db = await openOn(engine)
  const shop = await openPaymentsShop({ db, now: () => now, sellsHere: true })
  const { prisma } = db
  await prisma.sellerDetails.create({ data: { id: 1, iban: 'GB33BUKB20201555555555', termsDays: 14 } })
  let made = 0

  /** A history on products of its own. */
  async function run(steps: readonly Step[]) {
    const rows = [0, 1].map(() => shop.factories.product({ stockQuantity: FIRST, price: 10, isActive: true }))
    await prisma.product.createMany({ data: rows })
    const staff = async () => (await shop.signIn('admin')).caller
    const kept: Kept[] = []
    const taken = [0, 0]
    const isHeld = ({ state, heldUntil, paidAt }: Kept) =>
      state === 'open' && (heldUntil > now.getTime() || (paidAt !== null && paidAt <= heldUntil))
    const freeOf = (of: number, but?: Kept) =>
      FIRST -
      (taken[of] ?? 0) -
      kept.filter((one) => one !== but && one.product === of && isHeld(one)).reduce((sum, one) => sum + one.pieces, 0)

    for (const one of steps) {
      if (one.kind === 'order') {
        made += 1
        const productId = rows[one.product]?.id ?? ''
        const isAccepted = freeOf(one.product) >= one.pieces
        const answer = shop.visitor.orders.checkout({
          lines: [{ productId, quantity: one.pieces }],
          total: 10 * one.pieces,
          ...{ fullName: 'Ada', email: `ada-${made}@example.com`, deliveryAddress: 'Leeds', payment: one.by },
        })
        if (!isAccepted) {
          await expect(answer).rejects.toMatchObject({ code: 'CONFLICT' })
          continue
        }
        const { number } = await answer.catch((error: unknown) => {
          throw new Error(`Refused: ${String(error)}`)
        })
        const { id } = await prisma.order.findUniqueOrThrow({ where: { orderNumber: number }, select: { id: true } })
        const heldUntil = now.getTime() + (one.by === 'card' ? CARD_MS : TERM_MS)
        kept.push({
          id,
          product: one.product,
          pieces: one.pieces,
          heldUntil,
          madeAt: now.getTime(),
          remindedAt: null,
          paidAt: null,
          state: 'open',
          by: one.by,
        })
      } else if (one.kind === 'pay') {
        const order = kept[one.which % Math.max(1, kept.length)]
        if (order?.paidAt !== null) continue
        await (
          await staff()
        ).payments.record({
          ...{ orderId: order.id, method: 'transfer', amount: 10 * order.pieces, receivedOn: now.toISOString().slice(0, 10) },
          confirmed: true,
        })
        order.paidAt = now.getTime()
      } else if (one.kind === 'wait') {
        now = new Date(now.getTime() + one.minutes * MINUTE_MS)
      } else if (one.kind === 'settle') {
        // A payment of which the card provider has heard nothing for so long is over.
        await prisma.checkoutSession.updateMany({ data: { state: 'ended' } })
        await settleSales(shop.services)
        // In the order in which they were made.
        for (const order of kept) {
          const isOver =
            order.by === 'card'
              ? order.heldUntil < now.getTime() - DAY_MS
              : order.remindedAt !== null && order.heldUntil <= now.getTime() - 5 * DAY_MS && order.remindedAt <= now.getTime() - 3 * DAY_MS
          const isLapsing = order.state === 'open' && order.paidAt === null && isOver
          if (order.paidAt !== null && (order.state === 'open' || order.state === 'lapsed')) {
            if (freeOf(order.product, order) >= order.pieces) {
              order.state = 'agreed'
              taken[order.product] = (taken[order.product] ?? 0) + order.pieces
            } else order.state = 'short'
          } else if (isLapsing) order.state = 'lapsed'
        }
        await remindOfTransfers(shop.services)
        for (const order of kept) {
          const isDue = order.heldUntil <= now.getTime() + 3 * DAY_MS && order.madeAt <= now.getTime() - DAY_MS
          if (order.by === 'transfer' && order.state === 'open' && order.paidAt === null && isDue) order.remindedAt ??= now.getTime()
        }
      } else if (one.kind === 'cancel') {
        const order = kept[one.which % Math.max(1, kept.length)]
        if (!order || order.state === 'cancelled' || order.state === 'lapsed') continue
        await (await staff()).orders.updateStatus({ id: order.id, status: 'cancelled' })
        if (order.state === 'agreed') taken[order.product] = (taken[order.product] ?? 0) - order.pieces
        order.state = 'cancelled'
      } else {
        const sale = (await staff()).orders.create({
          lines: [{ productId: rows[one.product]?.id ?? '', quantity: one.pieces, price: 10 }],
          payment: { method: 'cash' },
        })
        if (freeOf(one.product) < one.pieces) await expect(sale).rejects.toMatchObject({ code: 'CONFLICT' })
        else {
          await sale
          taken[one.product] = (taken[one.product] ?? 0) + one.pieces
        }
      }
      expect(await whatIsWrong(prisma, FIRST, { now, isSettled: one.kind === 'settle' })).toEqual([])
    }
    await settleSales(shop.services)
    expect(await whatIsWrong(prisma, FIRST, { now, isSettled: true })).toEqual([])
    // The next history begins with what this one has left whole.
    await prisma.$executeRaw`UPDATE orders SET status = 'cancelled' WHERE status <> 'cancelled'`
    await prisma.$executeRaw`UPDATE order_lines SET product_id = NULL, taken = 0`
    await prisma.$executeRaw`UPDATE order_sales SET lapsed_at = NULL`
    await prisma.product.deleteMany()
  }
  return { run, close: shop.close }
}

describeOnEngines('a history of sales', (engine) => {
  it('sells nothing twice and loses no paid order', { timeout: 600_000 }, async () => {
    const shop = await open(engine)
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: STEPS }), (steps) => shop.run(steps)),
        { numRuns: HISTORIES, endOnFailure: true, ...(!isLong && { seed: 55 }) },
      )
    } finally {
      await shop.close()
    }
  })
})
