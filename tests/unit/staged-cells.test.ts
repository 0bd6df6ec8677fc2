import { describe, expect, it } from 'vitest'
import { cellsOf, sentRow } from '~/server/office/import/staged-cells'

const columns = ['name', null, 'price', 'inStock', 'id']
const nothing = { given_id: null, faults: null, skipped: false, unreadable: null }
const read = (cells: string[], data: Record<string, string | number | boolean | null> | null) => {
  const [, staged, fields] = sentRow({ line: 2, cells, data, ...nothing }, columns)
  return { staged, cells: cellsOf({ cells: staged, data: fields }, columns) }
}

describe('the texts of a staged row', () => {
  it.each([
    ['all in the fields', ['Miner', '', '1300.5', 'true', ''], { name: 'Miner', price: 1300.5, inStock: true }],
    ['an empty cell whose field is left out', ['Miner', '', '', '', ''], { name: 'Miner', price: null }],
  ])('are left out and come back: %s', (_what, cells, data) => expect(read(cells, data)).toEqual({ staged: null, cells }))

  it.each([
    ['a number written otherwise', ['Miner', '', '1,300.50', 'true', ''], { name: 'Miner', price: 1300.5, inStock: true }],
    ['a column that means nothing', ['Miner', 'blue', '1', 'true', ''], { name: 'Miner', price: 1, inStock: true }],
    ['blanks that a field loses', [' Miner', '', '1', 'true', ''], { name: 'Miner', price: 1, inStock: true }],
    ['an id', ['Miner', '', '1', 'true', '6f0c0d5e-0000-4000-8000-000000000000'], { name: 'Miner', price: 1, inStock: true }],
    ['a short row', ['Miner', '', '1'], { name: 'Miner', price: 1 }],
    ['a value for every row', ['Miner', '', '', 'true', ''], { name: 'Miner', price: 5, inStock: true }],
    ['a row that cannot be read', ['Miner'], null],
  ])('are kept beside them: %s', (_what, cells, data) => expect(read(cells, data)).toEqual({ staged: cells, cells }))
})
