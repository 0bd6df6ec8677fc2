import fc from 'fast-check'
import type * as z from 'zod'
import { hostile } from './hostile'

/** Values of the database, for inputs that get past the first check. */
export interface Pool {
  ids: readonly string[]
  emails: readonly string[]
  /** Of lists, and others that should be there: a text of any field may be one. */
  texts: readonly string[]
}

type Schema = z.core.$ZodType

interface Bounds {
  least?: number
  most?: number
  pattern?: RegExp
}

/** The bounds of a schema's checks, as far as a value is easily made to fit them. */
function boundsOf(checks: readonly z.core.$ZodCheck[] | undefined): Bounds {
  const bounds: Bounds = {}
  for (const check of checks ?? []) {
    const { def } = (check as unknown as z.core.$ZodChecks)._zod
    if (def.check === 'min_length') bounds.least = def.minimum
    if (def.check === 'max_length') bounds.most = def.maximum
    if (def.check === 'greater_than') bounds.least = Number(def.value)
    if (def.check === 'less_than') bounds.most = Number(def.value)
    if (def.check === 'string_format' && def.pattern) bounds.pattern = def.pattern
  }
  return bounds
}

const LONGEST = 40

/** Making one takes longer than thousands of its values: one for each length and each expression. */
const madeTexts = new Map<string, fc.Arbitrary<string>>()

function textOf(kind: string, make: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const text = madeTexts.get(kind) ?? make()
  madeTexts.set(kind, text)
  return text
}

const textBetween = (minLength: number, maxLength: number) =>
  textOf(`${minLength}-${maxLength}`, () => fc.string({ unit: 'grapheme', minLength, maxLength }))

/** fast-check cannot make texts for negative lookaheads: they are left out first, and the texts filtered afterwards. */
const FORBIDDEN_AHEAD = /\(\?!(?:[^()\\]|\\.)*\)/g
const textMatching = ({ source }: RegExp) =>
  textOf(source, () =>
    fc.stringMatching(new RegExp(source.replaceAll(FORBIDDEN_AHEAD, ''))).filter((text) => new RegExp(source).test(text)),
  )

function likelyText({ least = 0, most = LONGEST, pattern }: Bounds, format: string | undefined, pool: Pool): fc.Arbitrary<unknown> {
  if (format === 'guid' || format === 'uuid') return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pool.ids) }, fc.uuid())
  if (format === 'email') return fc.oneof(fc.constantFrom(...pool.emails), fc.emailAddress())
  const known = fc.constantFrom(...pool.texts, ...pool.ids, ...pool.emails)
  if (pattern) return fc.oneof(textMatching(pattern), known)
  const shortest = Math.min(least, LONGEST)
  return fc.oneof({ weight: 2, arbitrary: textBetween(shortest, Math.max(shortest, Math.min(most, LONGEST))) }, known)
}

const numberBetween = (least = -1e6, most = 1e6) =>
  fc.oneof(fc.integer({ min: Math.ceil(least), max: Math.floor(Math.max(least, most)) }), fc.double({ min: least, max: most, noNaN: true }))

/** Values that a schema is likely to accept. Zod's own refinements are not looked at: some of them are refused. */
function likely(schema: Schema, pool: Pool): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const of = (inner: Schema) => likely(inner, pool)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape)
      const required = fields.filter(([, field]) => field._zod.optin !== 'optional').map(([name]) => name)
      return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, of(field)])), { requiredKeys: required })
    }
    case 'string':
      return likelyText(boundsOf(def.checks), 'format' in def ? String(def.format) : undefined, pool)
    case 'number': {
      const { least, most } = boundsOf(def.checks)
      return 'format' in def ? fc.integer({ min: least ?? -5, max: Math.min(most ?? 100, 2 ** 31 - 1) }) : numberBetween(least, most)
    }
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'array': {
      const { least = 0, most = 4 } = boundsOf(def.checks)
      return fc.array(of(def.element), { minLength: least, maxLength: Math.max(least, Math.min(most, 4)) })
    }
    case 'union':
      return fc.oneof(...def.options.map(of))
    case 'optional':
    case 'nullable':
      return fc.option(of(def.innerType), { nil: def.type === 'optional' ? undefined : null })
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return of(def.innerType)
    case 'pipe':
      // A check's output is often its input; a transformation's need not be.
      return def.out._zod.def.type === 'transform' ? of(def.in) : fc.oneof(of(def.in), { weight: 3, arbitrary: of(def.out) })
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 10 }), of(def.valueType), { maxKeys: 3 })
    case 'lazy':
      return fc.jsonValue()
    default:
      return fc.anything()
  }
}

type Path = readonly (string | number)[]

/** Every place in a value, the value itself first. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === null) return [path]
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]))]
}

function replaced(value: unknown, [step, ...rest]: Path, bad: unknown): unknown {
  if (step === undefined) return bad
  if (Array.isArray(value)) return value.map((inner: unknown, index) => (index === step ? replaced(inner, rest, bad) : inner))
  const fields = Object.entries(value as Record<string, unknown>)
  return Object.fromEntries(fields.map(([name, inner]) => [name, name === step ? replaced(inner, rest, bad) : inner]))
}

const surplus = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'id', 'role', 'isAdmin', '', '0', 'length', '$where', 'then']

/** One place of a value is made bad, or a field too many is put in. */
const spoiled = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(good, fc.nat(), hostile).map(([value, at, bad]) => {
        const places = placesOf(value)
        return replaced(value, places[at % places.length] ?? [], bad)
      }),
    },
    fc.tuple(good, fc.constantFrom(...surplus), hostile).map(([value, name, bad]) => {
      if (typeof value !== 'object' || value === null) return bad
      // As a parser of JSON does it: `__proto__` becomes a field of the value itself.
      return Object.defineProperty({ ...value }, name, { value: bad, enumerable: true, configurable: true, writable: true })
    }),
  )

/** Inputs of a procedure: some right ones, more that are nearly right, and some that are anything at all. */
export function inputsFor(schemas: readonly Schema[], pool: Pool): fc.Arbitrary<unknown> {
  const [schema] = schemas
  if (!schema) return fc.oneof(fc.constant(undefined), hostile)
  const good = likely(schema, pool)
  return fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 6, arbitrary: spoiled(good) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: hostile },
  )
}
