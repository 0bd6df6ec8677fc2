import type { Prisma } from '~/generated/prisma/client'
import type { Factories } from './factories'
import type { UnitRow } from './factories/unit'

interface Sale {
  factories: Factories
  orders: ReturnType<Factories['order']>[]
  products: ReturnType<Factories['product']>[]
  units: readonly UnitRow[]
  /** Whose order was sent. */
  userId: string | null
}

/**
 * Two orders of the product that units are listed under: one whose machine was dispatched to its customer, and an open one whose machine
 * is still to be scanned.
 */
export function makeSale({ factories, orders, products, units, userId }: Sale) {
  const product = products.find(({ id }) => units.some(({ productId }) => productId === id))
  const sent = orders.findLast((order) => order.status === 'completed' && order.userId === userId)
  const open = orders.findLast((order) => order.status === 'processing' && order.userId !== null)
  const orderLines: ReturnType<Factories['orderLine']>[] = []
  const soldUnits: UnitRow[] = []
  const orderLineUnits: Prisma.OrderLineUnitCreateManyInput[] = []
  if (!product) return { orderLines, soldUnits, orderLineUnits }
  const price = product.price ?? 0
  for (const order of [sent, open]) {
    if (!order) continue
    order.totalAmount = price
    orderLines.push(
      factories.orderLine({ orderId: order.id, productId: product.id, title: product.name, price, createdAt: order.createdAt }),
    )
  }
  const [line] = orderLines
  if (sent && line) {
    const { manufacturer, model, id: productId } = product
    const sold = { state: 'sold', userId, ownerLineId: line.id, productId, createdAt: sent.createdAt } as const
    const unit = factories.unit({ ...sold, manufacturer: manufacturer ?? '', model: model ?? '' })
    soldUnits.push(unit)
    orderLineUnits.push({ lineId: line.id, unitId: unit.id, dispatchedAt: sent.createdAt })
  }
  return { orderLines, soldUnits, orderLineUnits }
}
