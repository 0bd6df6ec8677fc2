import { SimpleFaker } from '@faker-js/faker'

/** What all builders of one set are made from. The same options give the same data, ids included. */
export interface FactoryOptions {
  seed: number
  /** The time that everything happens before. Passed in, so that no builder reads the clock. */
  now: Date
}

/** What one builder draws from. */
export interface Source {
  readonly faker: SimpleFaker
  readonly now: Date
  /** With seed 1: '10001', '10002' and so on; unique in a set, and unlike those of a set with another seed. */
  nextNumber(): string
}

const nouns = ['person', 'machine', 'product', 'order', 'repair', 'trade-in', 'shop', 'estimate', 'note', 'offer', 'conversation'] as const

const DIGITS = 4
const DAY = 86_400_000

/**
 * The noun's own stream of chance: one more product does not change the orders of the same seed,
 * and nothing outside can disturb it, since faker's global instance stays untouched.
 */
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

/** The time that lies the given number of days before another. */
export const daysBefore = (time: Date, days: number) => new Date(time.getTime() - Math.round(days * DAY))

/** Any time in the last four months. */
export function recentTime({ faker, now }: Source): Date {
  const longestAgo = 120
  return daysBefore(now, faker.number.float({ min: 0, max: longestAgo }))
}

/** When work that began then is done: some days later, unless that has still to come. */
export const workedUntil = ({ faker, now }: Source, begun: Date): Date => {
  const days = faker.helpers.arrayElement([1, 2, 2, 3, 3, 4, 6, 9])
  return new Date(Math.min(daysBefore(begun, -days).getTime(), now.getTime()))
}

/** Keeps a drawn value with the given chance; the draw happens either way, so what follows stays the same. */
export const maybe = <T>({ faker }: Source, chance: number, value: T): T | null =>
  faker.datatype.boolean({ probability: chance }) ? value : null
