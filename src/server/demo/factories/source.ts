import { SimpleFaker } from '@faker-js/faker'

export interface FactoryOptions {
  seed: number
  /** Everything happens before it. No builder reads the clock. */
  now: Date
}

export interface Source {
  readonly faker: SimpleFaker
  readonly now: Date
  /** With seed 1: '10001', '10002' and so on; unique across seeds. */
  nextNumber(): string
}

const nouns = [
  'person',
  'machine',
  'product',
  'order',
  'repair',
  'trade-in',
  'shop',
  'estimate',
  'note',
  'offer',
  'conversation',
  'request',
  'unit',
  'model',
  'part-type',
  'part',
  'order-line',
  'refurbishment',
] as const

const DIGITS = 4
const DAY = 86_400_000

/** A random stream for each record type: one more product does not change the orders. faker's global instance stays untouched. */
export function makeSource(noun: (typeof nouns)[number], { seed, now }: FactoryOptions): Source {
  const faker = new SimpleFaker()
  faker.seed([seed, nouns.indexOf(noun)])
  let count = 0
  return {
    faker,
    now,
    nextNumber() {
      count += 1
      return `${seed}${String(count).padStart(DIGITS, '0')}`
    },
  }
}

export const daysBefore = (time: Date, days: number) => new Date(time.getTime() - Math.round(days * DAY))

export function recentTime({ faker, now }: Source): Date {
  const longestAgo = 120
  return daysBefore(now, faker.number.float({ min: 0, max: longestAgo }))
}

/** Some days after the beginning, at most now. */
export const workedUntil = ({ faker, now }: Source, begun: Date): Date => {
  const days = faker.helpers.arrayElement([1, 2, 2, 3, 3, 4, 6, 9])
  return new Date(Math.min(daysBefore(begun, -days).getTime(), now.getTime()))
}

/** Draws either way, so that later draws stay the same. */
export const maybe = <T>({ faker }: Source, chance: number, value: T): T | null =>
  faker.datatype.boolean({ probability: chance }) ? value : null
