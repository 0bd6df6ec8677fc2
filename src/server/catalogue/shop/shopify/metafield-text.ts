import * as z from 'zod'
import { formatMoney } from '~/lib/currency'
import { formatDay } from '~/lib/instant'

/** @see https://shopify.dev/docs/apps/build/metafields/list-of-data-types */

/** Plain text as entered. */
const PLAIN = new Set([
  'single_line_text_field',
  'multi_line_text_field',
  'number_integer',
  'number_decimal',
  'url',
  // From before the present types.
  'string',
  'integer',
])

/** Units come as 'KILOGRAMS' or 'kg'. Unknown ones are shown in lower case. */
const symbols: Record<string, string> = {
  millimeters: 'mm',
  centimeters: 'cm',
  meters: 'm',
  inches: 'in',
  feet: 'ft',
  yards: 'yd',
  grams: 'g',
  kilograms: 'kg',
  ounces: 'oz',
  pounds: 'lb',
  milliliters: 'ml',
  liters: 'l',
  cubic_meters: 'm³',
  watts: 'W',
  watt: 'W',
  w: 'W',
  kilowatts: 'kW',
  kilowatt: 'kW',
  kw: 'kW',
  volts: 'V',
  volt: 'V',
  v: 'V',
  amperes: 'A',
  ampere: 'A',
  decibels: 'dB',
  decibel: 'dB',
  hertz: 'Hz',
  megahertz: 'MHz',
  gigahertz: 'GHz',
  celsius: '°C',
}
const unitOf = (unit: string) => symbols[unit.toLowerCase()] ?? unit.toLowerCase().replaceAll('_', ' ')

const numeral = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?$/)]).transform(Number)
const measurement = z.object({ value: numeral, unit: z.string().min(1).max(40) }).transform(({ value, unit }) => `${value} ${unitOf(unit)}`)
const money = z
  .object({ amount: numeral, currency_code: z.string().regex(/^[A-Z]{3}$/) })
  .transform(({ amount, currency_code: currency }) => formatMoney(amount, currency))
/** Stored as text, not as JSON. */
const DATES = new Set(['date', 'date_time'])
const day = z.iso.date().transform(formatDay)
/** Without an offset, a time is in UTC. */
const moment = z.iso.datetime({ offset: true, local: true }).transform((written) => {
  const utc = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`).toISOString()
  return `${formatDay(utc.slice(0, 10))}, ${utc.slice(11, 16)} UTC`
})
const link = z.object({ text: z.string() }).transform(({ text }) => text)

/** Deeper rich text is left out; people write none. */
const DEEPEST = 20

function wordsOf(node: unknown, depth = 0): string {
  const { data } = z.object({ value: z.string().optional(), children: z.array(z.unknown()).optional() }).safeParse(node)
  if (!data || depth > DEEPEST) return ''
  return data.value ?? (data.children ?? []).map((child) => wordsOf(child, depth + 1)).join(depth === 0 ? ' ' : '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null for references, raw JSON and booleans, which are not shown. */
function shown(type: string, value: unknown): string | null {
  if (PLAIN.has(type)) return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  if (type === 'rich_text_field') return wordsOf(value)
  if (DATES.has(type)) return (type === 'date' ? day : moment).safeParse(value).data ?? null
  for (const schema of [money, measurement, link]) {
    const found = schema.safeParse(value)
    if (found.success) return found.data
  }
  return null
}

/** Characters of a figure on a card. */
const LONGEST = 200

/** Empty for types that are not for people. */
export function metafieldText({ type = 'single_line_text_field', value }: { type?: string; value: string }): string {
  const isList = type.startsWith('list.')
  const of = isList ? type.slice('list.'.length) : type
  const read = isList || !(PLAIN.has(of) || DATES.has(of)) ? parsed(value) : value
  const parts = isList ? (Array.isArray(read) ? read.slice(0, 20).map((each) => shown(of, each)) : []) : [shown(of, read)]
  return parts
    .flatMap((part) => part?.trim() || [])
    .join(', ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST)
}
