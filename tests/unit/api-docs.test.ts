import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { breakingChanges, type ApiDescription, type ProcedureDescription } from '../../scripts/api-docs/compatibility'
import { SNAPSHOT, apiDescription } from '../../scripts/api-docs/document'
import { exampleOf } from '../../scripts/api-docs/examples'
import { jsonSchemaOf, procedures } from '../../scripts/api-docs/procedures'

describe('the page of the API', () => {
  it('says of every procedure what it does', () => {
    expect(procedures.filter(({ about }) => about === '').map(({ path }) => path)).toEqual([])
  })

  it.each(procedures.flatMap(({ path, schema, input }) => (schema ? [{ path, schema, input }] : [])))(
    'shows an input of $path that its schema takes',
    ({ path, schema, input }) => {
      expect(z.safeParse(schema, exampleOf({ path, input })).error?.issues).toBeUndefined()
    },
  )
})

describe('the inputs', () => {
  it('break no client of those in the snapshot (npm run docs:api -- --break accepts a break)', () => {
    const snapshot = JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as ApiDescription
    expect(breakingChanges(snapshot, apiDescription)).toEqual([])
  })
})

const procedureOf = (schema: z.ZodType, of: Partial<ProcedureDescription> = {}): ProcedureDescription => ({
  kind: 'mutation',
  access: 'signed in',
  inputOptional: z.safeParse(schema, undefined).success,
  input: jsonSchemaOf(schema),
  ...of,
})

const breaksBetween = (was: z.ZodType, is: z.ZodType) => breakingChanges({ call: procedureOf(was) }, { call: procedureOf(is) })

const {
  object,
  string,
  number,
  int,
  array,
  optional,
  nullable,
  enum: oneOf,
  literal,
  union,
  discriminatedUnion,
  record,
  strictObject,
  boolean,
  templateLiteral,
} = z
const one = object({ text: string() })

describe('a change of a procedure', () => {
  const call = procedureOf(one)

  it.each<[string, ApiDescription, string[]]>([
    ['that is gone', {}, ['call is gone']],
    ['of another name', { named: call }, ['call is gone']],
    ['of another kind', { call: { ...call, kind: 'query' } }, ['call was a mutation and is a query']],
    ['for fewer people', { call: { ...call, access: 'administrator' } }, ["call was for 'signed in' and is for 'administrator'"]],
    ['without its input', { call: { ...call, input: null, inputOptional: true } }, ['call takes no input any more']],
  ])('%s breaks clients', (_what, is, breaks) => {
    expect(breakingChanges({ call }, is)).toEqual(breaks)
  })

  it('whose input has become required breaks clients', () => {
    expect(breaksBetween(optional(one), one)).toEqual(['call needs an input'])
    expect(breakingChanges({ call: { ...call, input: null, inputOptional: true } }, { call })).toEqual(['call needs an input'])
  })

  it('that only adds does not: a procedure, more people, an input that may be left out', () => {
    expect(breakingChanges({ call }, { call: { ...call, access: 'public' }, further: call })).toEqual([])
    expect(breakingChanges({ call: { ...call, input: null, inputOptional: true } }, { call: procedureOf(optional(one)) })).toEqual([])
  })
})

describe('a change of an input', () => {
  it.each<[string, z.ZodType, z.ZodType, string[]]>([
    ['a field removed', object({ a: string(), b: optional(string()) }), object({ a: string() }), ['call.b is gone']],
    ['a field renamed', object({ a: optional(string()) }), object({ b: optional(string()) }), ['call.a is gone']],
    ['a field made required', object({ a: optional(string()) }), object({ a: string() }), ['call.a has become required']],
    ['a required field added', object({}), object({ a: string() }), ['call.a has become required']],
    ['a field inside another removed', object({ in: object({ a: string() }) }), object({ in: object({}) }), ['call.in.a is gone']],
    ['another type', object({ a: string() }), object({ a: number() }), ['call.a no longer takes a value of type string']],
    ['whole numbers alone', object({ a: number() }), object({ a: int() }), ['call.a no longer takes a value of type number']],
    [
      'a smaller maxLength',
      object({ a: string().max(40) }),
      object({ a: string().max(20) }),
      ['call.a has a stricter maxLength: 20, was 40'],
    ],
    [
      'a maxLength where none was',
      object({ a: string() }),
      object({ a: string().max(9) }),
      ['call.a has a stricter maxLength: 9, was any'],
    ],
    ['a larger minLength', object({ a: string() }), object({ a: string().min(1) }), ['call.a has a stricter minLength: 1, was any']],
    ['a higher minimum', object({ a: number().min(0) }), object({ a: number().min(1) }), ['call.a has a stricter minimum']],
    ['a minimum that is left out', object({ a: number().min(0) }), object({ a: number().gt(0) }), ['call.a has a stricter minimum']],
    ['a lower maximum', object({ a: number().max(9) }), object({ a: number().max(8) }), ['call.a has a stricter maximum']],
    ['steps', object({ a: number() }), object({ a: number().multipleOf(5) }), ['call.a must be a multiple of 5']],
    ['fewer enum values', object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['x']) }), ['call.a no longer takes "y"']],
    ['values in place of any text', object({ a: string() }), object({ a: oneOf(['x']) }), ['call.a takes "x" alone']],
    [
      'a pattern',
      object({ a: string() }),
      object({ a: string().regex(/^[a-z]+$/) }),
      ['call.a has a stricter pattern, or another: ^[a-z]+$'],
    ],
    [
      'another pattern',
      object({ a: string().regex(/^\w+$/) }),
      object({ a: string().regex(/^[a-z]+$/) }),
      ['call.a has a stricter pattern, or another: ^[a-z]+$'],
    ],
    [
      'one more pattern',
      object({ a: string().regex(/^\w+$/) }),
      object({
        a: string().regex(/^\w+$/).regex(/z$/),
      }),
      ['call.a has a stricter pattern, or another: z$'],
    ],
    [
      'a choice of a pattern less',
      object({ a: templateLiteral([oneOf(['x', 'y']), ':', oneOf(['r', 'w'])]) }),
      object({ a: templateLiteral([oneOf(['x', 'z']), ':', oneOf(['r', 'w'])]) }),
      ['call.a has a stricter pattern, or another: ^(x|z):(r|w)$'],
    ],
    ['null refused', object({ a: nullable(string()) }), object({ a: string() }), ['call.a no longer takes a value of type null']],
    [
      'fewer elements',
      object({ a: array(string()).max(9) }),
      object({ a: array(string()).max(5) }),
      ['call.a has a stricter maxItems: 5, was 9'],
    ],
    ['narrower elements', object({ a: array(oneOf(['x', 'y'])) }), object({ a: array(oneOf(['y'])) }), ['call.a[] no longer takes "x"']],
    [
      'an alternative removed',
      object({ a: union([string(), number()]) }),
      object({ a: string() }),
      ['call.a no longer takes a value of type number'],
    ],
    [
      'an alternative made narrower',
      discriminatedUnion('by', [object({ by: literal('id'), id: string() }), object({ by: literal('all') })]),
      discriminatedUnion('by', [object({ by: literal('id'), id: string().max(9) }), object({ by: literal('all') })]),
      ['call.id has a stricter maxLength: 9, was any'],
    ],
    [
      'narrower values of a record',
      record(string(), string()),
      record(string(), string().max(5)),
      ['call.* has a stricter maxLength: 5, was any'],
    ],
    ['no fields but those named', object({}), strictObject({}), ['call no longer takes fields without a name in the schema']],
  ])('%s breaks clients', (_what, was, is, breaks) => {
    expect(breaksBetween(was, is)).toEqual(breaks)
  })

  it.each<[string, z.ZodType, z.ZodType]>([
    [
      'nothing',
      object({ a: string().max(9), b: oneOf(['x', 'y']), c: array(nullable(int())) }),
      object({ a: string().max(9), b: oneOf(['x', 'y']), c: array(nullable(int())) }),
    ],
    ['a field that may be left out', object({ a: string() }), object({ a: string(), b: optional(string()) })],
    ['a field made optional', object({ a: string() }), object({ a: optional(string()) })],
    ['a default', object({ a: string() }), object({ a: string().default('x') })],
    ['a larger maxLength, or none', object({ a: string().max(5), b: string().max(5) }), object({ a: string().max(9), b: string() })],
    ['a smaller minimum', object({ a: number().gt(0) }), object({ a: number().min(0) })],
    ['more enum values', object({ a: oneOf(['x', 'y']) }), object({ a: oneOf(['y', 'z', 'x']) })],
    ['any text in place of values', object({ a: oneOf(['x', 'y']) }), object({ a: string().max(9) })],
    ['a pattern less', object({ a: string().regex(/^x/) }), object({ a: string() })],
    ['numbers of any kind', object({ a: int() }), object({ a: number() })],
    ['null taken', object({ a: string() }), object({ a: nullable(string()) })],
    ['a further alternative', object({ a: string() }), object({ a: union([boolean(), string()]) })],
    ['literals in place of an enum', object({ a: oneOf(['x', 'y']) }), object({ a: union([literal('y'), literal('x')]) })],
    ['fields without a name', strictObject({}), object({})],
  ])('that adds %s does not', (_what, was, is) => {
    expect(breaksBetween(was, is)).toEqual([])
  })
})
