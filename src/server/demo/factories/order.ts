import { orderStatuses } from '~/contracts/statuses'
import type { OrderStatus, Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

/** A row of orders; the amount is in EUR. */
export interface OrderRow extends Prisma.OrderCreateManyInput {
  id: string
  userId: string | null
  status: OrderStatus
  totalAmount: number
  createdAt: Date
  updatedAt: Date
}

/** Builds orders of any status; without a `userId` they belong to nobody. */
export function orderFactory(source: Source) {
  const { faker } = source
  return (overrides: Partial<OrderRow> = {}): OrderRow => {
    const id = faker.string.uuid()
    const orderNumber = `ORD-${source.nextNumber()}`
    const status = faker.helpers.arrayElement(orderStatuses)
    const totalAmount = faker.number.float({ min: 40, max: 12_000, fractionDigits: 2 })
    const placed = recentTime(source)
    const createdAt = overrides.createdAt ?? placed
    return { id, orderNumber, userId: null, status, totalAmount, createdAt, updatedAt: createdAt, ...overrides }
  }
}
