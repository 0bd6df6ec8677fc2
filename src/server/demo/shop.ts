import type { CaseNoun } from '~/contracts/case-ref'
import type { Prisma } from '~/generated/prisma/client'
import { noAddressOf } from '~/server/identity/users/no-address'
import { asicMiners } from './data/asic-miners'
import { hydroAndHomeMiners, refurbishedMiners } from './data/home-and-refurbished-miners'
import { machineSheets } from './data/machines'
import { promisesOf } from './data/product-sheet'
import { plainProduct } from './factories/product'
import { partsAndAccessories, rigsAndSetups } from './data/rigs-and-parts'
import { type Factories, makeFactories, settingKeys } from './factories'
import { DEMO_CUSTOMER } from './factories/names'
import { returnSome } from './factories/returned'
import { daysBefore, type FactoryOptions, makeSource } from './factories/source'
import type { UnitRow } from './factories/unit'
import { companyRows, emailVersions } from './factories/words'
import { makeParts } from './parts'
import { makeUnits } from './units'
import { makeOrders, makeRepairs, makeTradeIns, spreadOver } from './workload'

interface Sale {
  factories: Factories
  orders: ReturnType<Factories['order']>[]
  products: ReturnType<Factories['product']>[]
  units: readonly UnitRow[]
  userId: string | null
}

/** One order whose machine was dispatched, and an open one whose machine is still to be scanned. */
function makeSale({ factories, orders, products, units, userId }: Sale) {
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

const PEOPLE = 30
const DAYS_OF_SIGN_UPS = 240
const DAYS_OF_NEW_PRODUCTS = 180
const DEMO_ADDRESS = ['12 Kiln Street', 'Sheffield', 'S1 9ZZ'] as const
/** The place of the customer without an email address. */
const WALK_IN = 1

const ratedBy = ({ rating }: { rating?: number | null }, place: number) => (rating ? { ratingCount: 12 + 3 * place } : {})

/**
 * All rows of the demo shop: a catalogue, thirty customers (no administrator, no password) and four months of work up to `now`.
 * DEMO_CUSTOMER has one of each thing that customers see. Everybody and every machine is made up or listed in data/; the same options give
 * the same rows, ids included.
 */
export function makeDemoShop(options: FactoryOptions) {
  const factories = makeFactories(options)
  const source = makeSource('shop', options)

  // The oldest customer joined before all the work.
  const people = spreadOver(source, { days: DAYS_OF_SIGN_UPS, count: PEOPLE }).map((createdAt, place) =>
    factories.person({ createdAt, ...(place === 0 && DEMO_CUSTOMER) }),
  )
  const walkIn = people[WALK_IN]
  if (walkIn) {
    Object.assign(walkIn.user, { email: noAddressOf(walkIn.user.id), emailVerifiedAt: null })
    Object.assign(walkIn.profile, { email: '', fullName: walkIn.profile.fullName ?? 'Sam Okafor', phone: '+44 7700 900155' })
  }
  const machines = machineSheets.map(({ values, ...sheet }) => {
    const [baseValueExcellent, baseValueGood, baseValueFair, baseValuePoor] = values
    const createdAt = daysBefore(options.now, DAYS_OF_SIGN_UPS)
    return factories.machine({ ...sheet, baseValueExcellent, baseValueGood, baseValueFair, baseValuePoor, createdAt })
  })
  const productSheets = [...partsAndAccessories, ...refurbishedMiners, ...rigsAndSetups, ...asicMiners, ...hydroAndHomeMiners]
  // Models of the trade-in catalogue, with the algorithm of a product of the same model; the database makes the rest.
  const models = machineSheets.map(({ manufacturer, model, category, hashrate, powerConsumption }) => {
    const sold = productSheets.find((sheet) => sheet.manufacturer === manufacturer && sheet.model === model)
    const sheet = { manufacturer, model, category, hashrate, power: powerConsumption, algorithm: sold?.algorithm }
    return factories.model(sheet, { createdAt: daysBefore(options.now, DAYS_OF_SIGN_UPS) })
  })
  const launches = spreadOver(source, { days: DAYS_OF_NEW_PRODUCTS, count: productSheets.length })
  const products = productSheets.map((sheet, place) =>
    factories.product({
      ...plainProduct,
      ...promisesOf(sheet),
      ...ratedBy(sheet, place),
      ...sheet,
      createdAt: launches[place] ?? options.now,
    }),
  )

  const shop = { factories, source, people, machines, products }
  const orders = makeOrders(shop)
  const repairs = returnSome(makeRepairs(shop).map((repair) => factories.estimate(repair)))
  const evaluated = makeTradeIns(shop).map((tradeIn) => factories.offer(tradeIn))
  const demoUserId = people[0]?.user.id ?? null
  const give = (row: { userId: string | null } | undefined) => {
    if (row) row.userId = demoUserId
  }
  give(repairs.findLast(({ estimates }) => estimates.some(({ state }) => state === 'sent'))?.repair)
  give(evaluated.findLast(({ quotes }) => quotes.some(({ state }) => state === 'sent'))?.tradeIn)
  const received = repairs.findLast(({ repair: { status }, estimates }) => status === 'received' && estimates.length === 0)?.repair
  if (received && walkIn) received.userId = walkIn.user.id
  for (const { repair } of repairs) {
    const owner = [people[0], walkIn].find((person) => person && person.user.id === repair.userId)
    if (owner) repair.returnAddress = [owner.profile.fullName ?? '', ...DEMO_ADDRESS].join('\n').trim()
  }
  give(
    evaluated.findLast(({ tradeIn: { status, finalValue, userId } }) => status === 'completed' && finalValue !== null && userId !== null)
      ?.tradeIn,
  )
  give(orders.findLast(({ status }) => status === 'completed'))
  const undecided = evaluated.find(
    ({ tradeIn: { status, finalValue, userId } }) => status === 'completed' && finalValue !== null && userId !== demoUserId,
  )
  if (undecided) undecided.tradeIn.userId = null
  const tradeIns = evaluated.map(({ tradeIn }) => tradeIn)
  const [demo] = people
  const offered = evaluated.findLast(({ tradeIn, quotes }) => tradeIn.userId === demoUserId && quotes.some(({ state }) => state === 'sent'))
  const unsent = tradeIns.filter(({ status }) => status === 'submitted').slice(-2)
  const requests =
    demo && offered
      ? factories.request([offered.tradeIn, ...unsent], {
          userId: demo.user.id,
          email: demo.user.email,
          fullName: demo.profile.fullName ?? null,
        })
      : []
  const units = makeUnits({ factories, repairs: repairs.map(({ repair }) => repair), tradeIns, products })
  const { soldUnits, ...sale } = makeSale({ factories, orders, products, units: units.units, userId: demoUserId })
  const noteOf = (noun: CaseNoun, { id, createdAt }: { id: string; createdAt: Date }) => factories.note({ noun, id }, createdAt)
  // Every third case has a conversation, every third of which ends unread.
  const conversationOf = (noun: CaseNoun, cases: readonly { id: string; userId: string | null; createdAt: Date }[]) =>
    cases.flatMap(({ id, userId, createdAt }, place) =>
      place % 3 === 0 && userId !== null ? factories.conversation({ noun, id }, createdAt, userId, place % 9 !== 0) : [],
    )
  return {
    users: people.map(({ user }) => user),
    profiles: people.map(({ profile }) => profile),
    models,
    machines,
    products,
    orders,
    repairs: repairs.map(({ repair }) => repair),
    requests,
    tradeIns,
    ...units,
    units: [...units.units, ...soldUnits],
    ...sale,
    quotes: [...repairs.flatMap(({ estimates }) => estimates), ...evaluated.flatMap(({ quotes }) => quotes)],
    tradeInChecks: evaluated.flatMap(({ checks }) => checks),
    tradeInDeductions: evaluated.flatMap(({ deductions }) => deductions),
    ...makeParts(factories, repairs, options.now),
    repairLines: repairs.flatMap(({ lines }) => lines),
    tradeInOffers: evaluated.flatMap(({ details }) => details),
    notes: [
      ...repairs.filter(({ repair }) => repair.status !== 'received').map(({ repair }) => noteOf('repairs', repair)),
      ...tradeIns.filter(({ status }) => status !== 'submitted').map((tradeIn) => noteOf('tradeIns', tradeIn)),
    ],
    messages: [
      ...conversationOf(
        'repairs',
        repairs.map(({ repair }) => repair),
      ),
      ...conversationOf('tradeIns', tradeIns),
    ],
    settings: [...settingKeys.map((settingKey) => factories.setting({ settingKey })), ...companyRows(options.now)],
    emailVersions: emailVersions(options.now),
  }
}
