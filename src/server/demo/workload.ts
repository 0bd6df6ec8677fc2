import { type Source, daysBefore, maybe } from './factories/source'
import type { OrderStatus, Prisma, RepairStatus, TradeInStatus } from '~/generated/prisma/client'
import { DEFAULT_MACHINE_CATEGORY } from '~/contracts/catalogue/machines'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'
import { repairDueOn, tradeInDueOn } from '~/server/cases/deadlines'
import { toDate } from '~/server/cases/update-case'
import type { Factories } from './factories'
import type { MachineRow } from './factories/machine'
import type { Person } from './factories/person'
import type { ProductRow } from './factories/product'

interface Spread {
  days: number
  count: number
  /** 1 spreads evenly; higher values move the times towards `now`. */
  lean?: number
}

/** Oldest first. The last is `now`, so that the current month is never empty. */
export function spreadOver({ faker, now }: Source, { days, count, lean = 1 }: Spread): Date[] {
  return Array.from({ length: count }, (_, place) => {
    const within = faker.number.float({ min: 0, max: 1 })
    const newer = count - 1 - place
    return newer === 0 ? now : daysBefore(now, ((newer + within) / count) ** lean * days)
  })
}

/** Newest first: work in hand, then work done. */

const times = <Status>(count: number, ...statuses: Status[]): Status[] => Array.from({ length: count }, () => statuses).flat()

const orderStatusesByAge: OrderStatus[] = [
  ...times<OrderStatus>(2, 'pending', 'pending', 'processing', 'pending', 'processing', 'completed'),
  ...times<OrderStatus>(2, 'processing', 'completed', 'cancelled', 'completed'),
  ...times<OrderStatus>(5, ...times<OrderStatus>(7, 'completed'), 'cancelled'),
]

const repairStatusesByAge: RepairStatus[] = [
  ...times<RepairStatus>(1, 'received', 'received', 'diagnosing', 'received', 'repairing', 'diagnosing'),
  ...times<RepairStatus>(2, 'repairing', 'testing', 'completed'),
  ...times<RepairStatus>(8, 'shipped', 'completed', 'shipped', 'shipped'),
]

const tradeInStatusesByAge: TradeInStatus[] = [
  ...times<TradeInStatus>(1, 'submitted', 'submitted', 'evaluated', 'submitted', 'submitted', 'evaluated'),
  ...times<TradeInStatus>(2, 'approved', 'completed', 'rejected'),
  ...times<TradeInStatus>(8, 'completed', 'completed', 'rejected', 'completed'),
]

const FOUR_MONTHS = 122
const FROM_A_CUSTOMER = 0.95

interface Shop {
  factories: Factories
  source: Source
  people: Person[]
  machines: MachineRow[]
  products: ProductRow[]
}

function customerAt({ source, people }: Shop, time: Date): string | null {
  const joined = people.filter(({ user }) => user.createdAt <= time)
  return joined.length === 0 ? null : maybe(source, FROM_A_CUSTOMER, source.faker.helpers.arrayElement(joined).user.id)
}

/** Newest first, with a time and a customer; recent times are denser. */
function happened<Status>(shop: Shop, statusesByAge: readonly Status[], lean: number) {
  const times = spreadOver(shop.source, { days: FOUR_MONTHS, count: statusesByAge.length, lean })
  return statusesByAge.toReversed().map((status, place) => {
    const createdAt = times[place] ?? shop.source.now
    return { status, createdAt, userId: customerAt(shop, createdAt) }
  })
}

/** EUR of one or two lines of the catalogue, most for a single piece. */
function basketTotal({ source: { faker }, products }: Shop): number {
  const priced = products.filter(({ isActive, price }) => isActive && price !== null && price > 0)
  const lines = faker.helpers.arrayElements(priced, { min: 1, max: 2 })
  const cents = lines.reduce((sum, { price }) => sum + Math.round((price ?? 0) * 100) * faker.helpers.arrayElement([1, 1, 1, 2, 3]), 0)
  return cents / 100
}

export function makeOrders(shop: Shop) {
  return happened(shop, orderStatusesByAge, 1.3).map((order) => shop.factories.order({ ...order, totalAmount: basketTotal(shop) }))
}

const TIME_ZONE = 'Europe/London'

export function makeRepairs(shop: Shop) {
  const repairable = shop.machines.filter(({ category }) => category === DEFAULT_MACHINE_CATEGORY)
  return happened(shop, repairStatusesByAge, 2).map((repair) =>
    shop.factories.repair({
      ...repair,
      dueOn: toDate(repairDueOn(repair.createdAt, null, TIME_ZONE)) ?? null,
      machine: shop.source.faker.helpers.arrayElement(repairable),
    }),
  )
}

export function makeTradeIns(shop: Shop) {
  const { faker } = shop.source
  const accepted = shop.machines.filter(({ isActive }) => isActive)
  return happened(shop, tradeInStatusesByAge, 2).map((tradeIn) => {
    const machine = faker.helpers.arrayElement(accepted)
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...machineSnapshot } = machine
    const quoted = {
      machineId: machine.id,
      machineVersion: 1,
      machineSnapshot: { ...machineSnapshot, version: 1 } as Prisma.InputJsonObject,
    }
    const dueOn = toDate(tradeInDueOn(tradeIn.createdAt, TIME_ZONE)) ?? null
    return shop.factories.tradeIn({ ...tradeIn, ...quoted, dueOn, machine, grade: faker.helpers.arrayElement(conditionGrades) })
  })
}
