import type * as z from 'zod'
import { defOf, schemasIn } from './input-schemas'

/** Bodies that cost a server as much as their size allows: deep, wide, long, repeated, and with annotations of superjson. */

export interface Body {
  shape: string
  text: string
}

/** As often as it fits into a size, and at least once. */
const repeated = (part: string, size: number) => part.repeat(Math.max(1, Math.floor(size / part.length)))

const listed = (part: (index: number) => string, size: number) => {
  const parts: string[] = []
  for (let length = 0, index = 0; length < size; index += 1) {
    const one = part(index)
    parts.push(one)
    length += one.length + 1
  }
  parts.pop()
  return parts.join(',')
}

const wrapped = (json: string, meta?: string) => `{"json":${json}${meta === undefined ? '' : `,"meta":${meta}`}}`
const annotated = (json: string, values: string) => wrapped(json, `{"values":${values},"v":1}`)

/** Texts that expressions stumble over, without what JSON or an address would have to escape. */
const fillers = { digits: '1', blanks: ' ', letters: 'a', dots: 'a.', hyphens: '-', address: 'a@a.', phone: '+1 (', pairs: '😀' }

/** A value at a place of an input: `ids.0.version` → `{"ids":[{"version":…}]}`. */
const at = (path: readonly string[], value: string): string =>
  path.reduceRight((inner, step) => (/^\d+$/.test(step) ? `[${inner}]` : `{${JSON.stringify(step)}:${inner}}`), value)

/** Shapes that any input may be given. */
function anyInput(size: number): Body[] {
  const half = size / 2
  const room = size - 100
  const bodies: Record<string, string> = {
    'deep lists': wrapped('['.repeat(room / 2) + ']'.repeat(room / 2)),
    'deep objects': wrapped(`${repeated('{"a":', (room * 5) / 6)}0${'}'.repeat(Math.floor(room / 6))}`),
    'many keys': wrapped(`{${listed((index) => `"k${index}":0`, room)}}`),
    'many numbers as keys': wrapped(`{${listed((index) => `"${index * 65_536}":0`, room)}}`),
    'many values': wrapped(`[${repeated('0,', room)}0]`),
    'many lists': wrapped(`[${repeated('[],', room)}0]`),
    'a long number': wrapped(repeated('9', room)),
    'a long text': wrapped(`"${repeated('\\u0000', room)}"`),
    'a long key': wrapped(`{"${repeated('a.', room)}":0}`),
    'prototype keys': wrapped(`{${repeated('"__proto__":{"a":0},"constructor":0,', room)}"a":0}`),
    'a set and its equal entries': wrapped(
      `[${listed(String, half * 0.6)}]`,
      `{"values":["set"],"referentialEqualities":{${listed((index) => `"${index}":["${index + 1}"]`, half)}}}`,
    ),
    'equal entries': wrapped('{"a":{}}', `{"referentialEqualities":{"a":[${listed((index) => `"b${index}"`, room)}]}}`),
    'a map of sets': annotated(`[${repeated('[[],[]],', half)}[[],[]]]`, `["map",{${listed((index) => `"${index}.0":["set"]`, half)}}]`),
    'a long bigint': annotated(`"${repeated('9', room)}"`, '["bigint"]'),
    'an expression': annotated(`"/(a+)+${repeated('(a*)*', half)}/"`, '["regexp"]'),
    'a long list that is not there': annotated('[]', '{"4000000000":["undefined"]}'),
    'long lists that are not there': annotated('{"ids":[],"lines":[]}', '{"ids.90000000":["undefined"],"lines.90000000":["undefined"]}'),
    'many annotations': annotated('{}', `{${listed((index) => `"k${index}":["undefined"]`, room)}}`),
    'many dates': annotated(`{${listed((index) => `"k${index}":0`, half)}}`, `{${listed((index) => `"k${index}":["Date"]`, half)}}`),
    'a long date': annotated(`"${repeated('1 ', room)}"`, '["Date"]'),
    'a long way': annotated('{}', `{"${repeated('a.', room)}":["undefined"]}`),
    'deep annotations': annotated('{}', `${repeated('{"a":', (room * 5) / 6)}["undefined"]${'}'.repeat(Math.floor(room / 6))}`),
    'annotations inside each other': annotated(
      '[]',
      `${repeated('["set",{"0":', (room * 12) / 14)}["set"]${'}]'.repeat(Math.floor(room / 14))}`,
    ),
  }
  return Object.entries(bodies).map(([shape, text]) => ({ shape, text }))
}

/** Of a field's text: what is quadratic takes seconds with it. */
const LONG_TEXT = 64_000

/** Shapes made for the fields of one input. */
function thisInput(input: z.core.$ZodType, size: number): Body[] {
  const room = size - 200
  const places = new Map(schemasIn(input).map(({ path, schema }) => [`${path.join('.')} ${defOf(schema).type}`, { path, schema }]))
  return [...places.values()].flatMap(({ path, schema }): Body[] => {
    const { type } = defOf(schema)
    const name = path.join('.')
    if (type === 'string') {
      return Object.entries(fillers).map(([filler, part]) => ({
        shape: `${filler} in ${name}`,
        // The last character is none that an expression for the field could end with.
        text: wrapped(at(path, JSON.stringify(`${part.repeat(Math.min(room, LONG_TEXT) / Buffer.byteLength(part))}\u0001`))),
      }))
    }
    if (type === 'array') {
      return [
        { shape: `many objects in ${name}`, text: wrapped(at(path, `[${repeated('{"id":"x"},', room)}0]`)) },
        { shape: `many numbers in ${name}`, text: wrapped(at(path, `[${repeated('0,', room)}0]`)) },
        { shape: `many texts in ${name}`, text: wrapped(at(path, `[${repeated('"x",', room)}0]`)) },
      ]
    }
    if (type === 'object') {
      const [key = 'a'] = innerNames(schema)
      return [{ shape: `repeated keys in ${name}`, text: wrapped(at(path, `{${repeated(`${JSON.stringify(key)}:"a",`, room)}"a":0}`)) }]
    }
    return []
  })
}

function innerNames(schema: z.core.$ZodType): string[] {
  const def = defOf(schema)
  return def.type === 'object' ? Object.keys(def.shape) : []
}

/** Bodies for a call of a procedure, each as large as allowed. */
export const adversarialBodies = (input: z.core.$ZodType | undefined, size: number): Body[] => [
  ...anyInput(size),
  ...(input ? thisInput(input, size) : []),
]
