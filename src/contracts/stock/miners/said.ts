import * as z from 'zod'
import { unitOf } from '~/contracts/catalogue/hashrate'

export interface Said<T> {
  value: T
  /** Section and field: 'SUMMARY MHS 1m'. */
  from: string
}
export type Maybe<T> = Said<T> | null

export type Fields = Readonly<Record<string, unknown>>

const LONGEST_NUMBER = 40
const NUMBER = /^[-+]?\d{1,30}(?:\.\d{0,20})?(?:e[-+]?\d{1,3})?$/i
/** '4,200' and '1,200.5': commas separate thousands only. */
const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,20})?$/
const NUMBER_AND_UNIT = /^([-+]?[\d.,]{1,34}(?:e[-+]?\d{1,3})?)\s{0,2}(?:[a-z°%/Â()]{1,8})?$/i

/** A number, or a number as text with an optional unit; null for other values. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (text === '' || text.length > LONGEST_NUMBER) return null
  const [, digits = ''] = NUMBER_AND_UNIT.exec(text) ?? []
  const plain = THOUSANDS.test(digits) ? digits.replaceAll(',', '') : digits
  const number = NUMBER.test(plain) ? Number(plain) : Number.NaN
  return Number.isFinite(number) ? number : null
}

const LONGEST_TEXT = 200

export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.slice(0, LONGEST_TEXT).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null

export const rowsOf = (value: unknown, most = 200): Fields[] =>
  z
    .array(z.unknown())
    .catch([])
    .parse(value)
    .slice(0, most)
    .map(fieldsOf)
    .filter((fields) => fields !== null)

export const say = <T>(value: T | null, from: string): Maybe<T> => (value === null ? null : { value, from })

export const first = <T>(...values: readonly Maybe<T>[]): Maybe<T> => values.find((each) => each !== null) ?? null

export const saidOr = <T>(value: Maybe<T>): T | null => value?.value ?? null

export const changed = <T, U>(said: Maybe<T>, change: (value: T) => U | null): Maybe<U> =>
  said === null ? null : say(change(said.value), said.from)

export const times = (said: Maybe<number>, factor: number): Maybe<number> => changed(said, (value) => value * factor)

export const positive = (said: Maybe<number>): Maybe<number> => changed(said, (value) => (value > 0 ? value : null))

/** °C: a missing sensor reads −273 or 0. */
export const isWarm = (value: number): boolean => value > -40 && value < 250 && value !== 0
export const warm = (said: Maybe<number>): Maybe<number> => changed(said, (value) => (isWarm(value) ? value : null))

/** An object of an answer, with its name for citations. */
export class Source {
  constructor(
    readonly name: string,
    readonly fields: Fields,
  ) {}

  has(...names: readonly string[]): boolean {
    return names.every((name) => name in this.fields)
  }

  number(...names: readonly string[]): Maybe<number> {
    return this.#first(names, numberOf)
  }

  positive(...names: readonly string[]): Maybe<number> {
    return this.#first(names, (value) => {
      const number = numberOf(value)
      return number !== null && number > 0 ? number : null
    })
  }

  /** Highest of a number, a list, or a text such as '45-40-60-55'. */
  hottest(...names: readonly string[]): Maybe<number> {
    return this.#first(names, hottestOf)
  }

  text(...names: readonly string[]): Maybe<string> {
    return this.#first(names, textOf)
  }

  boolean(...names: readonly string[]): Maybe<boolean> {
    return this.#first(names, (value) => (typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : null))
  }

  inside(name: string): Source {
    return new Source(`${this.name} ${name}`.trim(), fieldsOf(this.fields[name]) ?? {})
  }

  rows(name: string, most?: number): Source[] {
    return rowsOf(this.fields[name], most).map((row) => new Source(`${this.name} ${name}`.trim(), row))
  }

  #first<T>(names: readonly string[], read: (value: unknown) => T | null): Maybe<T> {
    for (const name of names) {
      const value = read(this.fields[name])
      if (value !== null) return { value, from: `${this.name} ${name}`.trim() }
    }
    return null
  }
}

function hottestOf(value: unknown): number | null {
  const parts: readonly unknown[] = Array.isArray(value)
    ? value.slice(0, 64)
    : typeof value === 'string'
      ? value.slice(0, 100).split('-')
      : [value]
  const known = parts.map(numberOf).filter((part) => part !== null && isWarm(part))
  return known.length === 0 ? null : Math.max(...known.map(Number))
}

export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

export const MEGA = 1e6
export const GIGA = 1e9
export const TERA = 1e12

/** H/s of one unit: 'GH/s', 'MH' or 'ksol'. */
export const unitSaid = (said: Maybe<string>): Maybe<number> => changed(said, (text) => unitOf(text.trim()))
