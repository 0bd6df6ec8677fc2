import { machineFactory } from './factories/machine'
import { orderFactory } from './factories/order'
import { personFactory } from './factories/person'
import { productFactory } from './factories/product'
import { repairFactory } from './factories/repair'
import { settingFactory } from './factories/setting'
import { makeSource, type FactoryOptions } from './factories/source'
import { tradeInFactory } from './factories/trade-in'

/**
 * One set of builders, for the tests and for the demo shop. Each gives a plain object for Prisma's
 * `createMany`, with every field that an override names taken from there. The same seed and time
 * give the same data in the same order of calls; sets with different seeds fit into one database.
 */
export function makeFactories(options: FactoryOptions) {
  const repairs = makeSource('repair', options)
  const tradeIns = makeSource('trade-in', options)
  return {
    person: personFactory(makeSource('person', options)),
    machine: machineFactory(makeSource('machine', options)),
    product: productFactory(makeSource('product', options)),
    order: orderFactory(makeSource('order', options)),
    repair: repairFactory(repairs, machineFactory(repairs)),
    tradeIn: tradeInFactory(tradeIns, machineFactory(tradeIns)),
    setting: settingFactory(options),
  }
}

export type Factories = ReturnType<typeof makeFactories>
