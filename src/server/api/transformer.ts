import { TRPCError, type CombinedDataTransformer } from '@trpc/server'
import superjson, { type SuperJSONResult } from 'superjson'
import * as z from 'zod'

/**
 * What an input may hold before its schema is asked (docs/decisions/028). superjson itself takes annotations of
 * any number and kind, and works through some of them in quadratic time.
 */

/** Keys of objects and items of lists together: three times as many as 1,000 rows with their versions have. */
const MOST_ENTRIES = 10_000
/** Objects and lists inside one another. */
const DEEPEST = 8

const TOO_LARGE = `The input holds more than ${MOST_ENTRIES.toLocaleString('en-GB')} values, or is nested more than ${DEEPEST} deep.`
const UNREADABLE = 'The input could not be read.'

const refusal = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message })

/**
 * What JSON has no word for and an input may have: fields that are left out, and numbers that are none. No input
 * has a date yet; one would come so. Only sets, maps and classes have annotations inside annotations.
 */
const annotation = z.tuple([z.enum(['undefined', 'number', 'Date'])])

/** As superjson writes it. Its `referentialEqualities` are for objects that hold themselves, which no input does. */
const wrapped = z.object({
  json: z.custom<SuperJSONResult['json']>().optional(),
  meta: z
    .strictObject({
      values: z.union([annotation, z.record(z.string().max(200), annotation)]).optional(),
      v: z.int().optional(),
    })
    .nullish(),
})

/** Refuses what has too many entries or is nested too deep; looks at no more of it than is allowed. */
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
 * Refuses JSON with more than an input may hold before it is parsed: a megabyte of keys or brackets takes the parser
 * a tenth of a second. Whether it is JSON at all is for the parser to say.
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
    // Of a batch there may be several inputs, each in its wrapper.
    if (entries > MOST_ENTRIES || depth > DEEPEST + 2) throw refusal(TOO_LARGE)
  }
}

/**
 * An input as its caller had it before superjson wrote it.
 * @throws BAD_REQUEST for more than an input may hold, and for annotations that no input has
 */
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
    // The library's own words are for nobody.
    throw refusal(UNREADABLE)
  }
  // An annotation of what is not there puts it there, at the four-thousand-millionth place of a list too.
  refuseTooLarge(input, DEEPEST)
  return input
}

/** For tRPC: inputs as `decodeInput` takes them, answers as superjson reads them. */
export const transformer: CombinedDataTransformer = {
  input: { serialize: superjson.serialize, deserialize: decodeInput },
  output: superjson,
}
