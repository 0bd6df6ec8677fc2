import { expect, it } from 'vitest'
import { createStatementNames } from '~/server/platform/database/statement-names'

const times = (count: number, work: (index: number) => string) => Array.from({ length: count }, (_, index) => work(index))

it('names what comes often, each text with a name of its own', () => {
  const nameOf = createStatementNames()
  expect(times(6, () => nameOf({ sql: 'SELECT 1' }))).toEqual(['', '', '', '', 'shop_0', 'shop_0'])
  expect(times(5, () => nameOf({ sql: 'SELECT 2' })).at(-1)).toBe('shop_1')
  expect(nameOf({ sql: 'SELECT 1' })).toBe('shop_0')
})

it('names neither lists of placeholders nor more than connections shall keep', () => {
  const nameOf = createStatementNames()
  expect(new Set(times(9, () => nameOf({ sql: `SELECT ${'$1, '.repeat(3_000)}` })))).toEqual(new Set(['']))
  const named = new Set(times(2_000, (index) => nameOf({ sql: `SELECT ${Math.floor(index / 5)}` })))
  expect(named.size).toBe(201)
})

it('forgets what came once, however much that is', () => {
  const nameOf = createStatementNames()
  nameOf({ sql: 'SELECT 1' })
  times(2_000, (index) => nameOf({ sql: `SELECT 1${index}` }))
  expect(times(5, () => nameOf({ sql: 'SELECT 1' })).slice(0, 4)).toEqual(['', '', '', ''])
})
