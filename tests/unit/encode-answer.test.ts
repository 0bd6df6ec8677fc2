import superjson from 'superjson'
import { describe, expect, it } from 'vitest'
import { encodeAnswer } from '~/server/api/encode-answer'

const day = new Date('2026-11-28T05:00:00.123Z')
const shared = { a: 1 }
class Odd {
  name = 'odd'
}

/** Answers, and what JSON does not have. */
const answers: Record<string, unknown> = {
  'a text': 'x',
  'a number': 1.5,
  none: null,
  nothing: undefined,
  'a date alone': day,
  'an empty list': [],
  'an empty object': {},
  'rows with dates': {
    rows: [
      { id: 'a', at: day },
      { id: 'b', at: new Date(0), until: null },
    ],
    nextCursor: null,
    total: 2,
  },
  'keys with dots and backslashes': { 'a.b': { 'c\\d': new Date(1) } },
  'a date far away': { at: new Date(8.64e15) },
  'an invalid date': { at: new Date(Number.NaN) },
  'a date twice': { from: day, until: day },
  'an object twice': { one: shared, other: [shared] },
  'an empty field': { a: undefined, b: 1 },
  'an empty item': [1, undefined],
  'numbers that are none': { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: -0 },
  'a set and a map': { a: new Set([1]), b: new Map([['x', day]]) },
  'a large integer': { a: 1n },
  'an address': { a: new URL('https://example.com') },
  'an error': { a: new Error('no') },
  'an object of a class': { a: new Odd() },
  'an object without a prototype': Object.assign(Object.create(null), { at: new Date(5) }),
  'nested lists': [[[{ at: new Date(5) }]], 'x'],
}

describe('an answer', () => {
  it.each(Object.entries(answers))('is written as superjson writes it: %s', (_, answer) => {
    const written = JSON.stringify(encodeAnswer(answer))
    expect(written).toBe(JSON.stringify(superjson.serialize(answer)))
    expect(superjson.parse(written)).toEqual(superjson.parse(superjson.stringify(answer)))
  })

  it('is refused as superjson refuses it', () => {
    const refused: unknown = JSON.parse('{"a":{"__proto__":1}}')
    expect(() => superjson.serialize(refused)).toThrow()
    expect(() => encodeAnswer(refused)).toThrow()
  })

  it('is not copied where it is JSON but for its dates', () => {
    const answer = { rows: [{ at: day }] }
    expect(encodeAnswer(answer)).toEqual({ json: answer, meta: { values: { 'rows.0.at': ['Date'] }, v: 1 } })
    expect(encodeAnswer(answer).json).toBe(answer)
  })
})
