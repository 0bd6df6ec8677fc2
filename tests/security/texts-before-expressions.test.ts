import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { longest } from '~/contracts/fields'
import { defOf, routerProcedures, schemasIn } from './input-schemas'

/**
 * zod tries an expression also after the length limit before it has failed, so that a text as long as a body
 * reaches it. Every text of every input has a limit that ends the checks, before all that reads the text.
 */

/** Reads no more of a text than its length, or takes its blanks away in one go. */
const READS_NOTHING = new Set(['min_length', 'overwrite'])

/** The fault of a text's checks; null when its limit comes first. */
function faultOf(schema: z.core.$ZodType): string | null {
  const def = defOf(schema)
  if (def.type !== 'string') return null
  if ('format' in def) return `the format ${String(def.format)} is looked at first`
  for (const check of def.checks ?? []) {
    const { def: checked } = (check as unknown as z.core.$ZodChecks)._zod
    if (checked.check === 'max_length') return checked.abort || def.checks?.at(-1) === check ? null : 'its limit does not end the checks'
    if (!READS_NOTHING.has(checked.check)) return `${checked.check} comes before a limit`
  }
  return 'it has no limit'
}

const faultsIn = (input: z.core.$ZodType) =>
  schemasIn(input).flatMap(({ path, schema }) => {
    const fault = faultOf(schema)
    return fault === null ? [] : [`${path.join('.')}: ${fault}`]
  })

const withInput = routerProcedures.flatMap(({ path, input }) => (input ? [{ path, input }] : []))

it.each(withInput)('$path limits each text before it is read', ({ input }) => {
  expect(faultsIn(input)).toEqual([])
})

it('limits each list', () => {
  const unlimited = withInput.flatMap(({ path, input }) =>
    schemasIn(input)
      .filter(({ schema }) => {
        const def = defOf(schema)
        if (def.type !== 'array') return false
        // A list of words from a closed vocabulary is as short as its sender wants and costs nothing more.
        if (defOf(def.element).type === 'enum') return false
        return !(def.checks ?? []).some((check) => (check as unknown as z.core.$ZodChecks)._zod.def.check === 'max_length')
      })
      .map((found) => `${path} ${found.path.join('.')}`),
  )
  expect(unlimited).toEqual([])
})

describe('a limit', () => {
  it('keeps a text that is too long from an expression', () => {
    const read: string[] = []
    const tells = z.refine<string>((text) => read.push(text) > 0)
    expect(z.string().check(longest(3), tells).safeParse('long').error?.issues).toHaveLength(1)
    expect(read).toEqual([])
    z.string().check(longest(3), tells).parse('abc')
    expect(read).toEqual(['abc'])
  })

  it.each([
    ['none', z.string(), 'it has no limit'],
    ['one that goes on', z.string().max(3).regex(/a/), 'its limit does not end the checks'],
    ['one behind an expression', z.string().regex(/a/).max(3), 'string_format comes before a limit'],
    ['one behind a format', z.email().max(3), 'the format email is looked at first'],
  ])('is missed where there is %s', (_name, schema, fault) => {
    expect(faultsIn(z.object({ text: z.array(schema.optional()) }))).toEqual([`text.0: ${fault}`])
  })
})
