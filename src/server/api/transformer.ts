import { TRPCError, type CombinedDataTransformer } from '@trpc/server'
import superjson, { type SuperJSONResult } from 'superjson'
import * as z from 'zod'
import { encodeAnswer } from './encode-answer'

/**
 * Limits an input before its schema is asked (docs/decisions/006). superjson takes annotations of any number and kind, and works through
 * some of them in quadratic time.
 */

/** Keys of objects and items of lists together: three times as many as 1,000 rows with their versions have. */
const MOST_ENTRIES = 10_000
/** Levels of nested objects and lists. */
const DEEPEST = 8

const TOO_LARGE = `The input holds more than ${MOST_ENTRIES.toLocaleString('en-GB')} values, or is nested more than ${DEEPEST} deep.`
const UNREADABLE = 'The input could not be read.'

const refusal = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message })

/**
 * Values that JSON lacks and inputs may have: absent fields and numbers that are none. Dates are allowed though no input has one yet. Only
 * sets, maps and classes have nested annotations.
 */
const annotation = z.tuple([z.enum(['undefined', 'number', 'Date'])])

/** superjson's form without `referentialEqualities`, which are for objects that hold themselves. */
const wrapped = z.object({
  json: z.custom<SuperJSONResult['json']>().optional(),
  meta: z
    .strictObject({
      values: z.union([annotation, z.record(z.string().max(200), annotation)]).optional(),
      v: z.int().optional(),
    })
    .nullish(),
})

/** Refuses a value with too many entries or levels; looks at no more of it than is allowed. */
function refuseTooLarge(value: unknown, deepest: number): void {
  let entries = 0
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const inner: unknown[] = Array.isArray(each) ? each : Object.values(each)
      entries += inner.length
      if (entries > MOST_ENTRIES || depth >= deepest) throw refusal(TOO_LARGE)
      for (const one of inner) next.push(one)
    }
    level = next
  }
}

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0))
const [LIST, LIST_END, OBJECT, OBJECT_END] = ['[', ']', '{', '}'].map((sign) => sign.charCodeAt(0))

/**
 * Refuses oversized JSON before it is parsed: a megabyte of keys or brackets takes the parser a tenth of a second. Does not check the
 * syntax.
 * @throws BAD_REQUEST
 */
export function refuseLargeJson(json: Buffer): void {
  let entries = 0
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index]
    if (isText) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA) entries += 1
    else if (byte === LIST || byte === OBJECT) {
      entries += 1
      depth += 1
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
    // A batch has several inputs, each in its wrapper.
    if (entries > MOST_ENTRIES || depth > DEEPEST + 2) throw refusal(TOO_LARGE)
  }
}

/** Decodes an input that superjson encoded. @throws BAD_REQUEST for an oversized input, and for annotations that no input has */
export function decodeInput(sent: unknown): unknown {
  // The wrapper is one object around the input, its annotations two.
  refuseTooLarge(sent, DEEPEST + 1)
  const parsed = wrapped.safeParse(sent)
  if (!parsed.success) throw refusal(UNREADABLE)
  const { json, meta } = parsed.data
  if (!meta?.values) return json
  let input: unknown
  try {
    input = superjson.deserialize({ json, meta: { values: meta.values, v: meta.v ?? 0 } }, { inPlace: true })
  } catch {
    // Hides the library's own words.
    throw refusal(UNREADABLE)
  }
  // An annotation of a missing place creates it, even the four-thousand-millionth of a list.
  refuseTooLarge(input, DEEPEST)
  return input
}

/** For tRPC: bounded inputs, answers in superjson's form. */
export const transformer: CombinedDataTransformer = {
  input: { serialize: superjson.serialize, deserialize: decodeInput },
  output: { serialize: encodeAnswer, deserialize: superjson.deserialize },
}
