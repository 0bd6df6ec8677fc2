import type { Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

/** Amounts are in EUR. */
interface OrderLineRow extends Prisma.OrderLineCreateManyInput {
  id: string
  orderId: string
  title: string
  quantity: number
  price: number
  tax: number
  createdAt: Date
}

const VAT_RATE = 0.2

/** Lines of one piece, whose price includes 20 % tax. */
export function orderLineFactory(source: Source) {
  const { faker } = source
  return (overrides: Partial<OrderLineRow> & { orderId: string }): OrderLineRow => {
    const { price = faker.number.int({ min: 60, max: 800 }) * 10, quantity = 1 } = overrides
    const tax = Math.round(((price * quantity * VAT_RATE) / (1 + VAT_RATE)) * 100) / 100
    const row = {
      id: faker.string.uuid(),
      title: `Antminer S${faker.number.int({ min: 30, max: 99 })}`,
      quantity,
      price,
      tax,
      createdAt: recentTime(source),
    }
    return { ...row, ...overrides }
  }
}
