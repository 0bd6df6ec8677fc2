import { describe, expect, it } from 'vitest'
import { estimateLine, estimateLines, lineTotal, stateAt, sumOfLines } from '~/contracts/cases/estimates'

const line = { kind: 'part', label: 'Fan', quantity: 1, price: 12.5 } as const

describe('the sums of lines', () => {
  it.each([
    [{ quantity: 1, price: 150 }, 150],
    [{ quantity: 3, price: 0.1 }, 0.3],
    [{ quantity: 0.5, price: 0.01 }, 0.01],
    [{ quantity: 1.15, price: 1.1 }, 1.27],
    [{ quantity: 0.07, price: 0.07 }, 0],
    [{ quantity: 999.99, price: 99_999.99 }, 99_998_990],
    [{ quantity: Number.NaN, price: 5 }, 0],
    [{ quantity: Infinity, price: 5 }, 0],
  ])('a line of %o is €%d', (given, total) => expect(lineTotal(given)).toBe(total))

  it('are exact to the cent, whatever the order and however many', () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({ quantity: (index % 90) + 0.01, price: (index * 7919) / 100 }))
    const cents = lines.reduce((sum, { quantity, price }) => {
      const product = BigInt(Math.round(quantity * 100)) * BigInt(Math.round(price * 100))
      return sum + (product + 50n) / 100n
    }, 0n)
    expect(sumOfLines(lines)).toBe(Number(cents) / 100)
    expect(sumOfLines(lines.toReversed())).toBe(sumOfLines(lines))
    expect(sumOfLines([])).toBe(0)
  })
})

describe('a line as it is typed', () => {
  const faults = (changes: object) =>
    estimateLine.safeParse({ ...line, ...changes }).error?.issues.map(({ path, message }) => [path[0], message])

  it('takes numbers and what a form holds of them', () => {
    expect(estimateLine.parse({ ...line, label: '  Fan ', quantity: '2', price: '12.50' })).toEqual({ ...line, quantity: 2 })
    expect(estimateLine.parse({ ...line, price: 0 }).price).toBe(0)
  })

  it.each([
    [{ label: ' ' }, 'label', 'Description is required'],
    [{ label: 'x'.repeat(201) }, 'label', 'At most 200 characters'],
    [{ quantity: '' }, 'quantity', 'Quantity is required'],
    [{ quantity: 'two' }, 'quantity', 'Quantity must be a number'],
    [{ quantity: 0 }, 'quantity', 'Must be more than 0'],
    [{ quantity: -1 }, 'quantity', 'Must not be negative'],
    [{ quantity: 0.001 }, 'quantity', 'At most two decimals'],
    [{ quantity: 1000 }, 'quantity', 'At most 999.99'],
    [{ price: '' }, 'price', 'Price is required'],
    [{ price: -0.01 }, 'price', 'Must not be negative'],
    [{ price: 1.999 }, 'price', 'At most two decimals'],
    [{ price: 100_000 }, 'price', 'At most 99,999.99'],
    [{ price: Infinity }, 'price', 'Price must be a number'],
    [{ kind: 'gift' }, 'kind', expect.any(String)],
  ])('refuses %o', (changes, field, message) => expect(faults(changes)).toContainEqual([field, message]))

  it('stands beside 49 others at most', () => {
    const lines = (length: number) => estimateLines.safeParse({ lines: Array.from({ length }, () => line) }).success
    expect([lines(0), lines(50), lines(51)]).toEqual([true, true, false])
  })
})

it('a sent estimate is over with its last moment, and only a sent one', () => {
  const expiresAt = new Date('2026-12-04T12:00:00Z')
  const at = (time: string, state: 'sent' | 'accepted' = 'sent') => stateAt({ state, expiresAt }, new Date(time))
  expect([at('2026-12-04T11:59:59.999Z'), at('2026-12-04T12:00:00Z'), at('2027-01-01T00:00:00Z', 'accepted')]).toEqual([
    'sent',
    'expired',
    'accepted',
  ])
  expect(stateAt({ state: 'sent', expiresAt: null }, new Date())).toBe('sent')
})
