import { join } from 'node:path'
import { generateOpenAPIDocument } from '@trpc/openapi'
import * as z from 'zod'
import type { JsonSchema } from './json-schema'

/** The answers of the procedures, from the types of the router. */
export interface Answers {
  /** By the procedure's path; none of a subscription. */
  byPath: Record<string, JsonSchema>
  /** Shapes that answers refer to, by name. */
  shapes: Record<string, JsonSchema>
}

const PREFIX = '#/components/schemas/'

/** @returns the name of the shape that a schema refers to */
export const shapeOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(PREFIX.length)
const refTo = (shape: string): JsonSchema => ({ $ref: PREFIX + shape })

/** Types of TypeScript that say nothing by their name, so that it is no name of a shape. */
const UTILITIES = new Set(['Record', 'Omit', 'Pick', 'Stored'])

const ANY_JSON = 'JsonValue'
const JSON_TYPES = 'array boolean null number object string'

/** A column of JSON, whatever its type is called: it holds values of its own kind. */
const isAnyJson = ({ oneOf = [] }: JsonSchema) =>
  oneOf
    .map(({ type }) => String(type))
    .sort()
    .join(' ') === JSON_TYPES

/** The shapes that a schema refers to, also by others. */
function reach(schema: JsonSchema, shapes: Record<string, JsonSchema>, seen = new Set<string>()): Set<string> {
  const name = shapeOf(schema)
  if (name !== undefined && !seen.has(name)) {
    seen.add(name)
    reach(shapes[name] ?? {}, shapes, seen)
  }
  for (const part of partsOf(schema)) reach(part, shapes, seen)
  return seen
}

const partsOf = ({ anyOf = [], oneOf = [], allOf = [], properties = {}, items, additionalProperties }: JsonSchema): JsonSchema[] => [
  ...[...anyOf, ...oneOf, ...allOf, ...Object.values(properties)],
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
]

/** Several types of one name are told apart by numbers, which another type would change: they stand where they are used. */
function inlined(shapes: Record<string, JsonSchema>): Set<string> {
  const names = Object.keys(shapes)
  const baseOf = (name: string) => name.replace(/(?<!\d)\d+$/, '')
  const isNumbered = (name: string) => names.some((other) => other !== name && baseOf(other) === baseOf(name))
  const holdsItself = (name: string) => partsOf(shapes[name] ?? {}).some((part) => reach(part, shapes).has(name))
  return new Set(names.filter((name) => (isNumbered(name) || UTILITIES.has(baseOf(name))) && !holdsItself(name)))
}

const byText = (one: JsonSchema, other: JsonSchema) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/** Parts that are all true of a value: what has no name of its own is one object. */
function together(parts: JsonSchema[]): JsonSchema {
  const objects = parts.filter(({ type, properties }) => type === 'object' && properties)
  const others = parts.filter((part) => !objects.includes(part))
  const required = objects.flatMap((each) => each.required ?? []).sort()
  const object: JsonSchema = {
    type: 'object',
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)) as Record<string, JsonSchema>,
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
  if (others.length === 0) return object
  return { allOf: objects.length > 0 ? [...others, object] : others }
}

/**
 * A schema as a caller may rely on it: in an order that another type does not change, open to further fields, and with `anyOf` for
 * alternatives, because a value may be of several when fields are added.
 */
function settle(schema: JsonSchema, shapes: Record<string, JsonSchema>, inline: Set<string>): JsonSchema {
  const again = (part: JsonSchema) => settle(part, shapes, inline)
  const {
    oneOf,
    anyOf = oneOf,
    allOf,
    properties,
    items,
    additionalProperties,
    required,
    enum: values,
    type,
    discriminator: _,
    ...rest
  } = schema
  const name = shapeOf(schema)
  const shape = name === undefined ? undefined : shapes[name]
  if (shape && isAnyJson(shape)) return { ...rest, ...refTo(ANY_JSON) }
  if (shape && name !== undefined && inline.has(name)) {
    const { $ref: _ref, ...described } = rest
    return { ...again(shape), ...described }
  }
  return {
    ...rest,
    ...(type !== undefined && { type: Array.isArray(type) ? type.toSorted() : type }),
    ...(values && { enum: values.toSorted() }),
    ...(anyOf && { anyOf: anyOf.map(again).sort(byText) }),
    ...(allOf && together(allOf.map(again))),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, again(each)])) }),
    ...(required && required.length > 0 && { required: required.toSorted() }),
    ...(items && { items: again(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: again(additionalProperties) }),
  }
}

/** The part of the generator's output that describes an answer. */
const described = z.object({
  responses: z.object({ 200: z.object({ content: z.object({ 'application/json': z.object({ schema: z.custom<JsonSchema>() }) }) }) }),
})

/** Reads the router's types, which takes the compiler some seconds. */
export async function readAnswers(): Promise<Answers> {
  const document = await generateOpenAPIDocument(join(import.meta.dirname, '../../src/server/api/root.ts'), { exportName: 'AppRouter' })
  // JSON Schema of the generator's own kind; what is made of it is held against the rules of OpenAPI.
  const raw = (document.components?.schemas ?? {}) as Record<string, JsonSchema>
  const inline = inlined(raw)
  const byPath = Object.fromEntries(
    Object.entries(document.paths ?? {})
      .map(([path, item]): [string, JsonSchema] => {
        const { schema } = described.parse(item?.get ?? item?.post).responses[200].content['application/json']
        const data = schema.properties?.result?.properties?.data
        if (!data) throw new Error(`Nothing is known of what ${path} answers`)
        return [path.slice(1), settle(data, raw, inline)]
      })
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  const settled: Record<string, JsonSchema> = {
    ...Object.fromEntries(Object.entries(raw).map(([name, schema]) => [name, settle(schema, raw, inline)])),
    [ANY_JSON]: { description: 'Any value of JSON.' },
  }
  const used = new Set(Object.values(byPath).flatMap((schema) => [...reach(schema, settled)]))
  const shapes = Object.fromEntries([...used].sort().map((name) => [name, settled[name] ?? {}]))
  return { byPath, shapes }
}
