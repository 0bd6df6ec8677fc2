import { TRPCError, type CombinedDataTransformer } from '@trpc/server'
import superjson, { type SuperJSONResult } from 'superjson'
import * as z from 'zod'
import { encodeAnswer } from './encode-answer'

/** Limits an input before its schema is asked (docs/decisions/006): superjson works through some annotations in quadratic time. */

/** Object keys and list items together: three times as many as 1,000 rows with versions have. */
const MOST_ENTRIES = 10_000
/** Levels of nested objects and lists. */
const DEEPEST = 8

const TOO_LARGE = `The input holds more than ${MOST_ENTRIES.toLocaleString('en-GB')} values, or is nested more than ${DEEPEST} deep.`
const UNREADABLE = 'The input could not be read.'

const refusal = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message })

/** Values that JSON lacks and inputs may have. Only sets, maps and classes have nested annotations. */
const annotation = z.tuple([z.enum(['undefined', 'number', 'Date'])])

/** superjson's form without `referentialEqualities`, which describe circular objects. */
const wrapped = z.object({
  json: z.custom<SuperJSONResult['json']>().optional(),
  meta: z
    .strictObject({
      values: z.union([annotation, z.record(z.string().max(200), annotation)]).optional(),
      v: z.int().optional(),
    })
    .nullish(),
})

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

/** Checked before parsing, which takes a tenth of a second for a megabyte of keys or brackets. @throws BAD_REQUEST */
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
    // Each input of a batch has a wrapper.
    if (entries > MOST_ENTRIES || depth > DEEPEST + 2) throw refusal(TOO_LARGE)
  }
}

/** Decodes superjson's form. @throws BAD_REQUEST for an oversized input or an annotation that no input has */
export function decodeInput(sent: unknown): unknown {
  // The wrapper adds one level, its annotations two.
  refuseTooLarge(sent, DEEPEST + 1)
  const parsed = wrapped.safeParse(sent)
  if (!parsed.success) throw refusal(UNREADABLE)
  const { json, meta } = parsed.data
  if (!meta?.values) return json
  let input: unknown
  try {
    input = superjson.deserialize({ json, meta: { values: meta.values, v: meta.v ?? 0 } }, { inPlace: true })
  } catch {
    throw refusal(UNREADABLE)
  }
  // An annotation of a missing place creates it, even item 4,000,000,000 of a list.
  refuseTooLarge(input, DEEPEST)
  return input
}

export const transformer: CombinedDataTransformer = {
  input: { serialize: superjson.serialize, deserialize: decodeInput },
  output: { serialize: encodeAnswer, deserialize: superjson.deserialize },
}
