import { orderStatuses } from '~/contracts/statuses'
import type { OrderStatus, Prisma } from '~/generated/prisma/client'
import { type FactoryOptions, type Source, makeSource, recentTime } from './factories/source'
import { keysOf } from '~/contracts/keys'
import { type SettingKey, defaultSettings, settingCategories } from '~/contracts/site/settings'
import { estimateFactory } from './factories/estimate'
import { machineFactory } from './factories/machine'
import { conversationFactory } from './factories/message'
import { modelFactory } from './factories/model'
import { noteFactory } from './factories/note'
import { offerFactory } from './factories/offer'
import { orderLineFactory } from './factories/order-line'
import { partFactory, partTypeFactory } from './factories/part'
import { personFactory } from './factories/person'
import { productFactory } from './factories/product'
import { refurbishmentFactory } from './factories/refurbishment'
import { repairFactory } from './factories/repair'
import { requestFactory } from './factories/request'
import { rateFactory, sellerFactory } from './factories/seller'
import { tradeInFactory } from './factories/trade-in'
import { unitFactory } from './factories/unit'

/** The amount is in EUR. */
interface OrderRow extends Prisma.OrderCreateManyInput {
  id: string
  userId: string | null
  status: OrderStatus
  totalAmount: number
  createdAt: Date
  updatedAt: Date
}

/** Without a `userId` orders belong to nobody. */
function orderFactory(source: Source) {
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

interface SettingRow extends Prisma.WebsiteSettingCreateManyInput {
  settingKey: SettingKey
  settingValue: string
  settingCategory: string
  createdAt: Date
  updatedAt: Date
}

export const settingKeys = keysOf(settingCategories)

/** An address becomes JSON text. */
function settingFactory({ now }: Pick<FactoryOptions, 'now'>) {
  return (overrides: Partial<SettingRow> = {}): SettingRow => {
    const settingKey = overrides.settingKey ?? 'hero_title'
    const value = defaultSettings[settingKey]
    return {
      settingKey,
      settingValue: typeof value === 'string' ? value : JSON.stringify(value),
      settingCategory: settingCategories[settingKey],
      createdAt: now,
      updatedAt: now,
      ...overrides,
    }
  }
}

/** Objects for Prisma's `createMany`. Same seed, time and order of calls give the same data; other seeds fit into the same database. */
export function makeFactories(options: FactoryOptions) {
  const repairs = makeSource('repair', options)
  const tradeIns = makeSource('trade-in', options)
  const units = makeSource('unit', options)
  return {
    person: personFactory(makeSource('person', options)),
    machine: machineFactory(makeSource('machine', options)),
    model: modelFactory(makeSource('model', options)),
    partType: partTypeFactory(makeSource('part-type', options)),
    part: partFactory(makeSource('part', options)),
    product: productFactory(makeSource('product', options)),
    order: orderFactory(makeSource('order', options)),
    orderLine: orderLineFactory(makeSource('order-line', options)),
    repair: repairFactory(repairs, machineFactory(repairs)),
    offer: offerFactory(makeSource('offer', options)),
    estimate: estimateFactory(makeSource('estimate', options)),
    tradeIn: tradeInFactory(tradeIns, machineFactory(tradeIns)),
    unit: unitFactory(units, machineFactory(units)),
    refurbishment: refurbishmentFactory(makeSource('refurbishment', options)),
    conversation: conversationFactory(makeSource('conversation', options)),
    request: requestFactory(makeSource('request', options)),
    note: noteFactory(makeSource('note', options)),
    setting: settingFactory(options),
    sellerWithVat: sellerFactory(),
    exchangeRate: rateFactory(options),
  }
}

export type Factories = ReturnType<typeof makeFactories>
