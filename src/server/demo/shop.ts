import { asicMiners } from './data/asic-miners'
import { hydroAndHomeMiners } from './data/hydro-and-home-miners'
import { machineSheets } from './data/machines'
import { partsAndAccessories } from './data/parts-and-accessories'
import { plainProduct } from './data/product-sheet'
import { refurbishedMiners } from './data/refurbished-miners'
import { rigsAndSetups } from './data/rigs-and-setups'
import { makeFactories } from './factories'
import { settingKeys } from './factories/setting'
import { daysBefore, makeSource, type FactoryOptions } from './factories/source'
import { spreadOver } from './timeline'
import { makeOrders, makeRepairs, makeTradeIns } from './workload'

const PEOPLE = 30
const DAYS_OF_SIGN_UPS = 240
const DAYS_OF_NEW_PRODUCTS = 180

/**
 * All rows of the demo shop: a catalogue, thirty customers (none an administrator, none with a
 * password) and four months of work up to `now`. Everybody and every machine is made up by the
 * factories or listed in data/; the same options give the same rows, ids included.
 */
export function makeDemoShop(options: FactoryOptions) {
  const factories = makeFactories(options)
  const source = makeSource('shop', options)

  const people = spreadOver(source, { days: DAYS_OF_SIGN_UPS, count: PEOPLE }).map((createdAt) => factories.person({ createdAt }))
  const machines = machineSheets.map(({ values, ...sheet }) => {
    const [baseValueExcellent, baseValueGood, baseValueFair, baseValuePoor] = values
    const createdAt = daysBefore(options.now, DAYS_OF_SIGN_UPS)
    return factories.machine({ ...sheet, baseValueExcellent, baseValueGood, baseValueFair, baseValuePoor, createdAt })
  })
  const productSheets = [...partsAndAccessories, ...refurbishedMiners, ...rigsAndSetups, ...asicMiners, ...hydroAndHomeMiners]
  const launches = spreadOver(source, { days: DAYS_OF_NEW_PRODUCTS, count: productSheets.length })
  const products = productSheets.map((sheet, place) =>
    factories.product({ ...plainProduct, ...sheet, createdAt: launches[place] ?? options.now }),
  )

  const shop = { factories, source, people, machines, products }
  return {
    users: people.map(({ user }) => user),
    profiles: people.map(({ profile }) => profile),
    machines,
    products,
    orders: makeOrders(shop),
    repairs: makeRepairs(shop),
    tradeIns: makeTradeIns(shop),
    settings: settingKeys.map((settingKey) => factories.setting({ settingKey })),
  }
}
