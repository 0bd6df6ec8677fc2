import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unrepairedReasons } from '~/contracts/repair-outcomes'
import { estimateStates, sumOfLines } from '~/contracts/cases/estimates'
import { offerStates } from '~/contracts/cases/offers'
import { valueAfterDeductions } from '~/contracts/cases/deductions'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { slugOf } from '~/contracts/catalogue/slug'
import { machineInput } from '~/contracts/catalogue/machines'
import { readMiner } from '~/contracts/stock/miners/reading'
import { companyTexts } from '~/contracts/site/company-details'
import { settingCategories } from '~/contracts/site/settings'
import { orderStatuses, repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { machineSheets } from '~/server/demo/data/machines'
import { minerData } from '~/server/demo/data/miner-data'
import { makeDemoShop } from '~/server/demo/shop'
import { hasNoAddress } from '~/server/identity/users/no-address'

const now = new Date('2026-11-21T10:00:00Z')
const shop = makeDemoShop({ seed: 1, now })
const statusesOf = (rows: { status: string }[]) => new Set(rows.map(({ status }) => status))

const monthsOf = (rows: { createdAt: Date }[]) => new Set(rows.map(({ createdAt }) => createdAt.toISOString().slice(0, 7)))

describe('the readings of the demo shop', () => {
  it.each(machineSheets.filter(({ category }) => category !== 'GPU Rig'))(
    'are of a $manufacturer $model',
    ({ manufacturer, model, ...sheet }) => {
      const read = (isWhole: boolean) => readMiner(minerData({ manufacturer, model, serialNumber: 'SN1' }, isWhole) ?? '')
      const [faulty, whole] = [read(false), read(true)]
      expect(model.toLowerCase()).toContain(whole.model?.toLowerCase())
      expect(whole).toMatchObject({ serialNumber: 'SN1', errors: [], power: Number.parseFloat(sheet.powerConsumption) })
      expect(hashrateText(whole.nominalHashrate ?? 0)).toBe(sheet.hashrate)
      expect(whole.hashrate).toBeCloseTo(whole.nominalHashrate ?? 0, -9)
      expect(faulty.hashrate).toBeLessThan(0.8 * (whole.hashrate ?? 0))
      expect(faulty.errors).toHaveLength(1)
    },
  )

  it('are none of what is no miner', () => {
    expect(minerData({ manufacturer: 'NVIDIA', model: '6 × GeForce RTX 3070' }, true)).toBeNull()
    expect(minerData(null, true)).toBeNull()
  })
})

describe('the demo shop', () => {
  it('is the same for the same seed and another for another', () => {
    expect(makeDemoShop({ seed: 1, now })).toEqual(shop)
    expect(makeDemoShop({ seed: 2, now }).orders).not.toEqual(shop.orders)
  })

  it('has at least what a first look at every screen needs', () => {
    expect(shop.machines.length).toBeGreaterThanOrEqual(14)
    expect(shop.products.length).toBeGreaterThanOrEqual(16)
    expect([shop.orders.length, shop.repairs.length, shop.tradeIns.length, shop.users.length]).toEqual([60, 44, 44, 30])
    expect(shop.settings.map(({ settingKey }) => settingKey).sort()).toEqual([...Object.keys(settingCategories), ...companyTexts].sort())
  })

  it.each([1, 2, 3])('has work in every status over four months, this one and the last among them (seed %i)', (seed) => {
    const { orders, repairs, tradeIns } = makeDemoShop({ seed, now })
    expect(statusesOf(orders)).toEqual(new Set(orderStatuses))
    expect(statusesOf(repairs)).toEqual(new Set(repairStatuses))
    expect(statusesOf(tradeIns)).toEqual(new Set(tradeInStatuses))
    for (const rows of [orders, repairs, tradeIns]) {
      const months = monthsOf(rows)
      for (const month of ['2026-08', '2026-09', '2026-10', '2026-11']) expect(months).toContain(month)
      expect(rows.every(({ createdAt }) => createdAt <= now)).toBe(true)
    }
  })

  it('has something in the current month on its first day too', () => {
    const first = new Date('2026-12-01T00:05:00Z')
    expect(monthsOf(makeDemoShop({ seed: 1, now: first }).orders)).toContain('2026-12')
  })

  it('has customers with and without a name, and none with a password or a role', () => {
    expect(shop.users.every(({ passwordHash }) => passwordHash === null)).toBe(true)
    // Those who gave no address have none to verify.
    for (const { email, emailVerifiedAt } of shop.users) expect(emailVerifiedAt === null, email).toBe(hasNoAddress(email))
    expect(shop.users.filter(({ email }) => hasNoAddress(email))).toHaveLength(1)
    expect(shop.profiles.every(({ role }) => role === 'customer')).toBe(true)
    const namelessIds = shop.profiles.filter(({ fullName }) => fullName === null).map(({ userId }) => userId)
    expect(shop.orders.some(({ userId }) => userId !== null && namelessIds.includes(userId))).toBe(true)
    expect(shop.orders.some(({ userId }) => userId === null)).toBe(true)
  })

  it('has products as a careful merchant writes them', () => {
    const { products } = shop
    const categories = new Set(products.map(({ category }) => slugOf(category)))
    const firstWords = new Set([...categories].map((handle) => handle.split('-')[0]))
    for (const handle of products.flatMap(({ collections }) => collections))
      expect(categories.has(handle) || !firstWords.has(handle.split('-')[0]), handle).toBe(true)
    // A drawing is of one kind.
    for (const image of new Set(products.map(({ imageUrl }) => imageUrl))) {
      const drawn = products.filter(({ imageUrl }) => imageUrl === image)
      expect(new Set(drawn.map(({ category }) => category)).size, String(image)).toBe(1)
    }
    for (const { name, stockQuantity, condition, delivery, warranty, description } of products) {
      expect((delivery ?? '').includes('working days'), name).toBe(stockQuantity > 0)
      expect(warranty, name).toMatch(condition === 'Refurbished' ? /^90 days/ : /^12 months/)
      const said = /(\d+)-day limited warranty/.exec(description ?? '')?.[1]
      if (said !== undefined) expect(warranty).toContain(`${said} days`)
    }
    // Those that the list begins with.
    for (const { name, price } of products.filter(({ isPreOrder }) => isPreOrder)) expect(price, name).toBeGreaterThan(0)
    expect(products.some(({ price }) => price === null)).toBe(true)
  })

  it('sells nothing to anyone before they joined', () => {
    const joined = new Map(shop.users.map(({ id, createdAt }) => [id, createdAt]))
    for (const { userId, createdAt } of [...shop.orders, ...shop.repairs, ...shop.tradeIns]) {
      if (userId !== null) expect(joined.get(userId)?.getTime()).toBeLessThanOrEqual(createdAt.getTime())
    }
  })

  it('shows costs and values in all three ways: final, estimated and open', () => {
    const repairs = shop.repairs.map(({ actualCost, estimatedCost }) =>
      actualCost !== null ? 'final' : estimatedCost !== null ? '~' : 'TBD',
    )
    const tradeIns = shop.tradeIns.map(({ finalValue, estimatedValue }) =>
      finalValue !== null ? 'final' : estimatedValue !== null ? '~' : 'TBD',
    )
    for (const shown of [repairs, tradeIns]) expect(new Set(shown)).toEqual(new Set(['final', '~', 'TBD']))
  })
})

it('has evaluations and offers that fit each trade-in, and values that follow from them', () => {
  const { tradeIns, tradeInChecks, tradeInDeductions } = shop
  const tradeInOffers = shop.tradeInOffers.map((details) => ({ ...details, ...shop.quotes.find(({ id }) => id === details.id) }))
  expect(new Set(tradeInOffers.map(({ state }) => state))).toEqual(new Set(offerStates))
  for (const { id, status, finalValue, estimatedValue } of tradeIns) {
    const own = tradeInOffers.filter(({ caseId }) => caseId === id)
    expect(own.length > 0).toBe(status !== 'submitted')
    expect(tradeInChecks.some(({ tradeInId }) => tradeInId === id)).toBe(own.length > 0)
    expect(own.some(({ state }) => state === 'accepted')).toBe(status === 'approved' || status === 'completed')
    const off = tradeInDeductions
      .filter(({ tradeInId }) => tradeInId === id)
      .map(({ amount }) => ({ kind: 'fixed' as const, amount: Number(amount) }))
    for (const offer of own) {
      if (offer.overrideReason === null) expect(offer.total).toBe(valueAfterDeductions(estimatedValue ?? 0, off))
      expect([offer.sentAt, offer.expiresAt].map((at) => at === null)).toEqual([offer.state === 'draft', offer.state === 'draft'])
      if (offer.state === 'accepted') expect(finalValue).toBe(offer.total)
    }
    if (status !== 'approved' && status !== 'completed') expect(finalValue).toBeNull()
  }
})

it('has estimates that fit each repair, and costs that are their sums', () => {
  const { repairs, repairLines } = shop
  const repairEstimates = shop.quotes.filter(({ caseId }) => repairs.some(({ id }) => id === caseId))
  expect(new Set(repairEstimates.map(({ state }) => state))).toEqual(new Set(estimateStates))
  const sumOf = (lines: typeof repairLines) =>
    sumOfLines(lines.map(({ quantity, price }) => ({ quantity: Number(quantity), price: Number(price) })))
  for (const { id, total, state, sentAt, expiresAt, answeredAt } of repairEstimates) {
    expect(sumOf(repairLines.filter(({ estimateId }) => estimateId === id))).toBe(total)
    expect([sentAt === null, expiresAt === null, answeredAt === null]).toEqual([
      state === 'draft',
      state === 'draft',
      state !== 'accepted' && state !== 'declined',
    ])
  }
  expect(new Set(repairs.map(({ unrepairedReason }) => unrepairedReason ?? null))).toEqual(new Set([null, ...unrepairedReasons]))
  for (const { id, status, estimatedCost, actualCost, unrepairedReason } of repairs) {
    const own = repairEstimates.filter(({ caseId }) => caseId === id)
    const accepted = own.filter(({ state }) => state === 'accepted').reduce((sum, { total }) => sum + Number(total), 0)
    const actual = repairLines.filter(({ repairId, estimateId }) => repairId === id && estimateId === null)
    if (unrepairedReason) {
      // Nothing was accepted, and nothing is charged but the inspection.
      expect([accepted, sumOf(actual), actual.every(({ kind }) => kind === 'fee')]).toEqual([0, actualCost, true])
      continue
    }
    const isWorkedOn = status !== 'received' && status !== 'diagnosing'
    expect(isWorkedOn ? accepted : 0).toBe(accepted)
    expect(isWorkedOn ? estimatedCost : accepted).toBe(accepted)
    expect(actual.length === 0 ? null : sumOf(actual)).toBe(actualCost)
    expect(actualCost ?? 0).toBeLessThanOrEqual(accepted)
  }
})

describe('the demo catalogue', () => {
  it('has machines of several categories, of plausible figures, worth less with each grade', () => {
    expect(new Set(shop.machines.map(({ category }) => category)).size).toBeGreaterThanOrEqual(3)
    expect(shop.machines.filter(({ isActive }) => !isActive)).toHaveLength(1)
    for (const machine of shop.machines) {
      expect(machineInput.safeParse(machine).success).toBe(true)
      expect(machine.hashrate).toMatch(/^\d+(\.\d)? [TGM]H\/s$/)
      expect(machine.powerConsumption).toMatch(/^\d+W$/)
      expect(machine.baseValueExcellent).toBeGreaterThan(machine.baseValueGood)
      expect(machine.baseValueGood).toBeGreaterThan(machine.baseValueFair)
      expect(machine.baseValueFair).toBeGreaterThan(machine.baseValuePoor)
      expect(machine.baseValuePoor).toBeGreaterThan(0)
    }
  })

  it('has products in every availability, and each awkward one: free, without a price, inactive', () => {
    const active = shop.products.filter(({ isActive }) => isActive)
    expect(active.length).toBeLessThan(shop.products.length)
    expect(active.some(({ stockQuantity }) => stockQuantity > 5)).toBe(true)
    expect(active.some(({ stockQuantity }) => stockQuantity >= 1 && stockQuantity <= 5)).toBe(true)
    expect(active.some(({ stockQuantity, isPreOrder }) => stockQuantity === 0 && isPreOrder)).toBe(true)
    expect(active.some(({ stockQuantity, isPreOrder }) => stockQuantity === 0 && !isPreOrder)).toBe(true)
    expect(active.filter(({ price }) => price === 0)).toHaveLength(1)
    expect(active.filter(({ price }) => price === null).length).toBeGreaterThan(0)
    expect(new Set(active.map(({ condition }) => condition))).toEqual(new Set(['New', 'Refurbished']))
    expect(new Set(active.flatMap(({ collections }) => collections)).size).toBeGreaterThanOrEqual(3)
    expect(new Set(active.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5)
  })

  it('gives figures that agree: efficiency is power by hash rate', () => {
    for (const { hashrate, power, efficiency } of shop.products) {
      if (hashrate === null || efficiency === null || power === null) continue
      const watts = Number.parseInt(power, 10)
      const joules = Number.parseFloat(efficiency)
      const unit = efficiency.slice(-2, -1)
      const scale = { M: 1, G: 1e3, T: 1e6 }
      const [amount = '', hashUnit = ''] = hashrate.split(' ')
      const perSecond = Number(amount) * (scale[hashUnit[0] as keyof typeof scale] / scale[unit as keyof typeof scale])
      expect(watts / perSecond / joules).toBeCloseTo(1, 1)
    }
  })

  it('has a small, self-contained drawing for every product and every category of machines', () => {
    const ofMachines = shop.machines.map(({ category }) => `/machines/${category.toLowerCase().replaceAll(' ', '-')}.svg`)
    for (const address of new Set([...shop.products.map(({ imageUrl }) => imageUrl ?? ''), ...ofMachines])) {
      const drawing = readFileSync(`public${address}`, 'utf8')
      expect(drawing).toMatch(/^<svg .*<title>[A-Z]/s)
      expect(drawing.length).toBeLessThan(4096)
      expect(drawing).not.toMatch(/<script|<image|href="[^#]/)
    }
  })
})
