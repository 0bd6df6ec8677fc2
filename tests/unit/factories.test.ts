import { describe, expect, it } from 'vitest'
import { machineInput } from '~/contracts/catalogue/machines'
import { defaultSettings, settingsTabSchemas } from '~/contracts/site/settings'
import { orderStatuses, repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { conditionGrades, tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import { makeFactories } from '~/server/demo/factories'

const now = new Date('2026-11-21T10:00:00Z')
const many = <T>(build: () => T, count = 200) => Array.from({ length: count }, build)

/** A few of everything, in a fixed order of calls. */
function sample(seed: number, time = now) {
  const { person, machine, product, order, repair, tradeIn, setting } = makeFactories({ seed, now: time })
  return [person, machine, product, order, repair, tradeIn].map((build) => many<unknown>(() => build(), 5)).concat([[setting()]])
}

describe('the factories', () => {
  it('give the same data, ids included, for the same seed and time', () => {
    expect(sample(1)).toEqual(sample(1))
  })

  it('give other data for another seed, and other times for another time', () => {
    expect(sample(2)).not.toEqual(sample(1))
    expect(sample(1, new Date('2025-01-01T00:00:00Z'))).not.toEqual(sample(1))
  })

  it('keep each noun apart: more of one does not change another', () => {
    const plain = makeFactories({ seed: 1, now })
    const busy = makeFactories({ seed: 1, now })
    many(busy.product)
    many(busy.person)
    expect(busy.order()).toEqual(plain.order())
  })

  it('are not disturbed by what an override replaces', () => {
    const plain = makeFactories({ seed: 1, now })
    const told = makeFactories({ seed: 1, now })
    for (const build of [plain.person, plain.repair, plain.tradeIn]) build()
    told.person({ email: 'someone@example.com', fullName: 'Some One' })
    told.repair({ status: 'received', machine: { manufacturer: 'Bitmain', model: 'Antminer S9' } })
    told.tradeIn({ status: 'submitted', grade: 'poor', machine: plain.machine() })
    expect([told.person(), told.repair(), told.tradeIn()]).toEqual([plain.person(), plain.repair(), plain.tradeIn()])
  })

  it('never build for after the given time', () => {
    const { order, person } = makeFactories({ seed: 1, now })
    for (const { createdAt } of [...many(() => order()), ...many(() => person().user)]) {
      expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime())
    }
  })
})

describe('people', () => {
  const people = many(makeFactories({ seed: 1, now }).person)

  it('have addresses in lower case that no two share, across seeds too', () => {
    const addresses = [...people, ...many(makeFactories({ seed: 2, now }).person)].map(({ user }) => user.email)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) expect(address).toMatch(/^[a-z]+\.[a-z]+\d+@example\.com$/)
  })

  it('are customers with a verified address, some without a name or a phone', () => {
    expect(new Set(people.map(({ profile }) => profile.role))).toEqual(new Set(['customer']))
    expect(people.every(({ user, profile }) => profile.userId === user.id && profile.email === user.email && user.emailVerifiedAt)).toBe(
      true,
    )
    for (const field of ['fullName', 'phone'] as const) {
      expect(people.some(({ profile }) => profile[field] === null)).toBe(true)
      expect(people.some(({ profile }) => profile[field] !== null)).toBe(true)
    }
  })

  it('take an address in lower case from an override as well', () => {
    const { user, profile } = makeFactories({ seed: 1, now }).person({ email: 'Ada@Example.com', role: 'admin' })
    expect([user.email, profile.email, profile.role]).toEqual(['ada@example.com', 'ada@example.com', 'admin'])
  })
})

describe('machines and products', () => {
  const { machine, product } = makeFactories({ seed: 1, now })

  it('make machines that the machine form accepts, worth less with each grade', () => {
    for (const built of many(() => machine())) {
      expect(machineInput.safeParse(built).success).toBe(true)
      const values = conditionGrades.map((grade) => tradeInEstimate(built, grade))
      expect(values).toEqual([...values].sort((a, b) => b - a))
      expect(new Set(values).size).toBe(values.length)
    }
  })

  it('make product ids that sort by the time they were added', () => {
    const times = ['2026-01-05', '2026-03-01', '2026-11-20'].map((day) => new Date(day))
    const ids = times.map((createdAt) => product({ createdAt }).id)
    expect(ids).toEqual([...ids].sort())
  })
})

describe('orders, repairs and trade-ins', () => {
  const { order, repair, tradeIn, machine } = makeFactories({ seed: 1, now })

  it('come in every status, each with a number of its own', () => {
    const orders = many(() => order())
    const repairs = many(() => repair())
    const tradeIns = many(() => tradeIn())
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses))
    expect(new Set(repairs.map(({ status }) => status))).toEqual(new Set(repairStatuses))
    expect(new Set(tradeIns.map(({ status }) => status))).toEqual(new Set(tradeInStatuses))
    const numbers = [
      ...orders.map((row) => row.orderNumber),
      ...repairs.map((row) => row.repairNumber),
      ...tradeIns.map((row) => row.tradeInNumber),
    ]
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('know as much about a repair as its status says', () => {
    expect(repair({ status: 'received' })).toMatchObject({ diagnosis: null, repairNotes: null, actualCost: null })
    const { diagnosis, repairNotes, estimatedCost, actualCost } = repair({ status: 'shipped' })
    expect([diagnosis, repairNotes, estimatedCost, actualCost]).not.toContain(null)
  })

  it('value a trade-in by its machine and grade', () => {
    const device = machine({ baseValueFair: 240 })
    expect(tradeIn({ status: 'evaluated', machine: device, grade: 'fair' })).toMatchObject({
      deviceInfo: { manufacturer: device.manufacturer, model: device.model },
      estimatedValue: 240,
      finalValue: null,
    })
  })
})

describe('settings', () => {
  const { setting } = makeFactories({ seed: 1, now })

  it('carry the built-in default and its tab, the address as JSON text', () => {
    expect(setting()).toMatchObject({ settingKey: 'hero_title', settingValue: defaultSettings.hero_title, settingCategory: 'homepage' })
    const address = setting({ settingKey: 'company_address' })
    expect(JSON.parse(address.settingValue)).toEqual(defaultSettings.company_address)
    expect(Object.keys(settingsTabSchemas)).toContain(address.settingCategory)
  })
})
