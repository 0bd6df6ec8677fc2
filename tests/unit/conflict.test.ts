import { describe, expect, it } from 'vitest'
import { conflictRows, keepMine, type Conflict } from '~/components/form/conflict'

interface Row {
  name: string
  price: number
  note: string | null
}

const conflict: Conflict<Row> = {
  base: { name: 'Old', price: 1, note: null },
  mine: { name: 'Mine', price: 1, note: null },
  theirs: { values: { name: 'Theirs', price: 2, note: null }, version: 7 },
}

describe('two edits of one row', () => {
  it("'Keep mine' keeps what was changed here and the newer value of the rest", () => {
    expect(keepMine(conflict)).toEqual({ name: 'Mine', price: 2, note: null })
  })

  it('compares only the fields that differ, in the order given', () => {
    const fields = [
      { label: 'Price', write: (row: Row) => `€${row.price}` },
      { label: 'Name', write: (row: Row) => row.name },
      { label: 'Note', write: (row: Row) => row.note ?? '' },
    ]
    expect(conflictRows(conflict, fields)).toEqual([
      { label: 'Price', mine: '€1', theirs: '€2', touched: false },
      { label: 'Name', mine: 'Mine', theirs: 'Theirs', touched: true },
    ])
  })
})
