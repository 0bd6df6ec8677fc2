import { DEFAULT_MACHINE_CATEGORY } from '~/contracts/machines'
import { conditionGrades } from '~/contracts/trade-in-estimate'
import type { Factories } from './factories'
import type { MachineRow } from './factories/machine'
import type { Person } from './factories/person'
import type { ProductRow } from './factories/product'
import { maybe, type Source } from './factories/source'
import { orderStatusesByAge, repairStatusesByAge, tradeInStatusesByAge } from './data/statuses'
import { spreadOver } from './timeline'

/** What a shop has to do: its orders, repairs and trade-ins of four months, oldest first. */

const FOUR_MONTHS = 122
const FROM_A_CUSTOMER = 0.95

interface Shop {
  factories: Factories
  source: Source
  people: Person[]
  machines: MachineRow[]
  products: ProductRow[]
}

/** Somebody who had already joined by then; a few come by phone and have no account. */
function customerAt({ source, people }: Shop, time: Date): string | null {
  const joined = people.filter(({ user }) => user.createdAt <= time)
  return joined.length === 0 ? null : maybe(source, FROM_A_CUSTOMER, source.faker.helpers.arrayElement(joined).user.id)
}

/** Each status of the list, newest first, with a time and a customer; more of them lately than long ago. */
function happened<Status>(shop: Shop, statusesByAge: readonly Status[], lean: number) {
  const times = spreadOver(shop.source, { days: FOUR_MONTHS, count: statusesByAge.length, lean })
  return statusesByAge.toReversed().map((status, place) => {
    const createdAt = times[place] ?? shop.source.now
    return { status, createdAt, userId: customerAt(shop, createdAt) }
  })
}

/** The sum in EUR of one or two lines of the catalogue, most of them for a single piece. */
function basketTotal({ source: { faker }, products }: Shop): number {
  const priced = products.filter(({ isActive, price }) => isActive && price !== null && price > 0)
  const lines = faker.helpers.arrayElements(priced, { min: 1, max: 2 })
  const cents = lines.reduce((sum, { price }) => sum + Math.round((price ?? 0) * 100) * faker.helpers.arrayElement([1, 1, 1, 2, 3]), 0)
  return cents / 100
}

export function makeOrders(shop: Shop) {
  return happened(shop, orderStatusesByAge, 1.3).map((order) => shop.factories.order({ ...order, totalAmount: basketTotal(shop) }))
}

/** The repair desk takes air-cooled miners of every age. */
export function makeRepairs(shop: Shop) {
  const repairable = shop.machines.filter(({ category }) => category === DEFAULT_MACHINE_CATEGORY)
  return happened(shop, repairStatusesByAge, 2).map((repair) =>
    shop.factories.repair({ ...repair, machine: shop.source.faker.helpers.arrayElement(repairable) }),
  )
}

export function makeTradeIns(shop: Shop) {
  const { faker } = shop.source
  const accepted = shop.machines.filter(({ isActive }) => isActive)
  return happened(shop, tradeInStatusesByAge, 2).map((tradeIn) =>
    shop.factories.tradeIn({
      ...tradeIn,
      machine: faker.helpers.arrayElement(accepted),
      grade: faker.helpers.arrayElement(conditionGrades),
    }),
  )
}
