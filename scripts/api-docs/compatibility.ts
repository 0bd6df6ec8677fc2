import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from './json-schema'
import type { Procedure } from './procedures'

/** The part of a procedure that yesterday's clients rely on; tests/api/wire-snapshot.json holds it. */
export interface ProcedureDescription extends Pick<Procedure, 'kind' | 'access' | 'input'> {
  /** A call without any input is accepted. */
  inputOptional: boolean
}

export type ApiDescription = Record<string, ProcedureDescription>

/** From everybody to the fewest. */
const ACCESS: readonly Procedure['access'][] = ['public', 'session', 'enrolling', 'signed in', 'second factor', 'administrator']

/**
 * Lists the changes since the snapshot that break its clients: procedures and fields that are gone, fields that have become
 * required, and values that are no longer taken. Additions break nothing.
 * @returns a sentence for each break, empty where there is none
 */
export function breakingChanges(was: ApiDescription, is: ApiDescription): string[] {
  return Object.entries(was).flatMap(([path, before]) => {
    const now = is[path]
    if (!now) return [`${path} is gone`]
    return [
      ...(now.kind === before.kind ? [] : [`${path} was a ${before.kind} and is a ${now.kind}`]),
      ...(ACCESS.indexOf(now.access) <= ACCESS.indexOf(before.access)
        ? []
        : [`${path} was for '${before.access}' and is for '${now.access}'`]),
      ...inputBreaks(path, before, now),
    ]
  })
}

function inputBreaks(path: string, before: ProcedureDescription, now: ProcedureDescription): string[] {
  const needed = before.inputOptional && !now.inputOptional ? [`${path} needs an input`] : []
  if (!before.input) return needed
  if (!now.input) return [`${path} takes no input any more`]
  return [...needed, ...narrower(before.input, now.input, path)]
}

/** Keywords that say nothing of which values are taken. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['$schema', 'default', 'title', 'description', 'examples', 'deprecated'])

const COMPARED: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'pattern', 'format', 'minLength', 'maxLength'],
  ...['properties', 'required', 'additionalProperties', 'propertyNames', 'items', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])

/** Every alternative by itself, of one type each, and every value of a list of values too. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap(alternativesOf)
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  if (!schema.enum) return [schema]
  const { enum: values, ...rest } = schema
  return values.map((value) => ({ ...rest, const: value }))
}

/** Inputs that an earlier schema took and a later one refuses. */
function narrower(was: JsonSchema, is: JsonSchema, at: string): string[] {
  const offered = alternativesOf(is)
  return alternativesOf(was).flatMap((alternative) => {
    const faults = offered.map((each) => narrowerOne(alternative, each, at)).sort((one, other) => one.length - other.length)
    const sameType = offered.flatMap((each) => (each.type === alternative.type ? [narrowerOne(alternative, each, at)] : []))
    const [nearest = [`${at} takes nothing any more`]] = faults
    if (nearest.length === 0) return []
    if ('const' in alternative) return [`${at} no longer takes ${JSON.stringify(alternative.const)}`]
    return (
      sameType.sort((one, other) => one.length - other.length)[0] ?? [
        `${at} no longer takes a value of type ${String(alternative.type ?? 'any')}`,
      ]
    )
  })
}

function narrowerOne(was: JsonSchema, is: JsonSchema, at: string): string[] {
  if ('const' in is)
    return 'const' in was && isDeepStrictEqual(was.const, is.const) ? [] : [`${at} takes ${JSON.stringify(is.const)} alone`]
  if ('const' in was && typeof was.const === 'string') {
    const { length } = was.const
    if (is.type === 'string' && length >= (is.minLength ?? 0) && length <= (is.maxLength ?? Infinity) && patternsOf(is).length === 0)
      return []
  }
  const typed = is.type === undefined || is.type === was.type || (is.type === 'number' && was.type === 'integer')
  if (!typed) return [`${at} was of type ${String(was.type ?? 'any')} and is of type ${String(is.type ?? 'any')}`]
  return [...bounds(was, is, at), ...texts(was, is, at), ...fields(was, is, at), ...elements(was, is, at), ...others(was, is, at)]
}

const LEAST = ['minLength', 'minItems'] as const
const MOST = ['maxLength', 'maxItems'] as const

function bounds(was: JsonSchema, is: JsonSchema, at: string): string[] {
  const raised = LEAST.filter((key) => (is[key] ?? 0) > (was[key] ?? 0))
  const lowered = MOST.filter((key) => (is[key] ?? Infinity) < (was[key] ?? Infinity))
  const [low, wasLow] = [is, was].map((each) => limit(each.minimum, each.exclusiveMinimum, -Infinity, Math.max))
  const [high, wasHigh] = [is, was].map((each) => limit(each.maximum, each.exclusiveMaximum, Infinity, Math.min))
  const tighter = (now: Limit | undefined, before: Limit | undefined, farther: (one: number, other: number) => boolean) =>
    now !== undefined &&
    before !== undefined &&
    (farther(now.value, before.value) || (now.value === before.value && now.open && !before.open))
  return [
    ...[...raised, ...lowered].map((key) => `${at} has a stricter ${key}: ${String(is[key])}, was ${String(was[key] ?? 'any')}`),
    ...(tighter(low, wasLow, (one, other) => one > other) ? [`${at} has a stricter minimum`] : []),
    ...(tighter(high, wasHigh, (one, other) => one < other) ? [`${at} has a stricter maximum`] : []),
    ...(is.multipleOf !== undefined && is.multipleOf !== was.multipleOf ? [`${at} must be a multiple of ${is.multipleOf}`] : []),
  ]
}

interface Limit {
  value: number
  open: boolean
}

function limit(
  closed: number | undefined,
  open: number | undefined,
  none: number,
  stricter: (one: number, other: number) => number,
): Limit {
  const value = stricter(closed ?? none, open ?? none)
  return { value, open: open !== undefined && open === value }
}

const patternsOf = ({ pattern, allOf = [] }: JsonSchema): string[] => [
  ...(pattern === undefined ? [] : [pattern]),
  ...allOf.flatMap((each) => each.pattern ?? []),
]

/** The choices of '^(a|b):(c|d)$', and the text between them. */
const partsOf = (pattern: string) => {
  const parts = pattern.split(/\(([\w|-]+)\)(?![?*+{])/)
  return {
    between: parts.filter((_, index) => index % 2 === 0),
    choices: parts.flatMap((part, index) => (index % 2 === 0 ? [] : [part.split('|')])),
  }
}

/** True if the pattern takes every text that the former one took, because some of its choices have more values. */
function hasGrown(was: string, is: string): boolean {
  const [former, now] = [partsOf(was), partsOf(is)]
  return (
    now.between.join('()') === former.between.join('()') &&
    former.choices.every((values, index) => values.every((value) => now.choices[index]?.includes(value)))
  )
}

function texts(was: JsonSchema, is: JsonSchema, at: string): string[] {
  const known = patternsOf(was)
  return [
    ...patternsOf(is)
      .filter((pattern) => !known.some((former) => hasGrown(former, pattern)))
      .map((pattern) => `${at} has a stricter pattern, or another: ${pattern}`),
    ...(is.format !== undefined && is.format !== was.format ? [`${at} must have the format ${is.format}`] : []),
  ]
}

function fields(was: JsonSchema, is: JsonSchema, at: string): string[] {
  const required = (is.required ?? []).filter((name) => !(was.required ?? []).includes(name))
  const kept = Object.entries(was.properties ?? {}).flatMap(([name, before]) => {
    const now = is.properties?.[name]
    return now ? narrower(before, now, `${at}.${name}`) : [`${at}.${name} is gone`]
  })
  return [...required.map((name) => `${at}.${name} has become required`), ...kept, ...furtherFields(was, is, at)]
}

/** Fields that have no name in the schema: of a record, or none where it is strict. */
function furtherFields(was: JsonSchema, is: JsonSchema, at: string): string[] {
  const [before, now] = [was.additionalProperties ?? true, is.additionalProperties ?? true]
  const names = was.propertyNames && is.propertyNames ? narrower(was.propertyNames, is.propertyNames, `the names in ${at}`) : []
  if (now === true || before === false) return names
  if (now === false) return [`${at} no longer takes fields without a name in the schema`]
  return [...names, ...narrower(before === true ? {} : before, now, `${at}.*`)]
}

const elements = (was: JsonSchema, is: JsonSchema, at: string): string[] => (is.items ? narrower(was.items ?? {}, is.items, `${at}[]`) : [])

/** A keyword that the comparison does not know has to be unchanged. */
function others(was: JsonSchema, is: JsonSchema, at: string): string[] {
  const unlike = Object.keys(is).filter((key) => !COMPARED.has(key) && !ANNOTATIONS.has(key) && !isDeepStrictEqual(is[key], was[key]))
  const parts = (is.allOf ?? []).some((each) => Object.keys(each).some((key) => key !== 'pattern' && key !== 'format'))
  return [
    ...unlike.map((key) => `${at} has another ${key}`),
    ...(parts && !isDeepStrictEqual(is.allOf, was.allOf) ? [`${at} has another allOf`] : []),
  ]
}
