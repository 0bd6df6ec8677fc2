import { describe, expect, it } from 'vitest'
import { contradictionsOf, evaluationInput, offeredValue } from '~/contracts/cases/evaluation'
import { checklistOf, checkItemLabels } from '~/contracts/cases/checklist'
import { deductedAmount, deductionInput, valueAfterDeductions, type Deduction } from '~/contracts/cases/deductions'
import { readableChecks } from '~/contracts/stock/miners/reading'

const fixed = (amount: number) => ({ kind: 'fixed', amount }) as const
const percent = (amount: number) => ({ kind: 'percent', amount }) as const
const deduction: Deduction = { reasonId: null, label: 'Dead hashboard', explanation: 'Board 2 is dead.', kind: 'fixed', amount: 10 }

describe('the value after deductions', () => {
  it.each([
    [1000, [], 1000],
    [1000, [fixed(120), percent(30)], 580],
    [1000, [percent(30), percent(30)], 400],
    // Half a cent is rounded up, each deduction by itself.
    [0.05, [percent(50)], 0.02],
    [33.33, [percent(10), percent(10), percent(10)], 23.34],
    [1234.56, [percent(12.34)], 1082.22],
    [100, [percent(100)], 0],
    [100, [fixed(100.01)], 0],
    [100, [percent(70), fixed(40)], 0],
    [0, [fixed(5), percent(5)], 0],
    [9_999_999_999.99, [percent(33.33)], 6_666_999_999.99],
    [Number.NaN, [fixed(1)], 0],
    [1e308, [], 0],
    [-5, [], 0],
  ])('of €%d with %o is €%d', (base, deductions, value) => expect(valueAfterDeductions(base, deductions)).toBe(value))

  it('is the same in every order, between 0 and the value of the grade, and less what each takes off', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 500; round += 1) {
      const base = random(2_000_000) / 100
      const drawn = Array.from({ length: random(8) }, () => (random(2) === 0 ? percent(random(10_001) / 100) : fixed(random(50_000) / 100)))
      const value = valueAfterDeductions(base, drawn)
      const mixed = drawn.map((each) => ({ each, place: random(1000) })).sort((one, other) => one.place - other.place)
      expect(
        valueAfterDeductions(
          base,
          mixed.map(({ each }) => each),
        ),
      ).toBe(value)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(base)
      const cents = drawn.reduce((left, each) => left - Math.round(deductedAmount(base, each) * 100), Math.round(base * 100))
      expect(Math.round(value * 100)).toBe(Math.max(0, cents))
    }
  })

  it('gives way to another value with its reason, and is unknown without a value of the grade', () => {
    expect(offeredValue(1000, { deductions: [deduction], override: null })).toBe(990)
    expect(offeredValue(1000, { deductions: [deduction], override: { value: 1200, reason: 'Rare' } })).toBe(1200)
    expect(offeredValue(null, { deductions: [], override: { value: 0, reason: 'Scrap' } })).toBe(0)
    expect(offeredValue(null, { deductions: [deduction], override: null })).toBeNull()
  })
})

describe('the checklist', () => {
  it('fits the category of the machine', () => {
    expect(checklistOf('ASIC Miner')).toEqual(checklistOf(null))
    expect(checklistOf(null)).toHaveLength(8)
    expect(checklistOf('GPU Rig')).toContain('cards')
    expect(checklistOf('GPU Rig')).not.toContain('boards')
    expect(checklistOf('Network switch')).toContain('parts')
    for (const item of readableChecks) expect(checkItemLabels).toHaveProperty(item)
  })
})

describe('what a form of an evaluation may hold', () => {
  const blank = { machineId: null, grade: 'good', checks: [], deductions: [], override: null }
  const faults = (input: object) =>
    evaluationInput.safeParse({ ...blank, ...input }).error?.issues.map(({ path, message }) => [path.join('.'), message])

  it('takes what was typed', () => {
    const parsed = evaluationInput.parse({
      machineId: '',
      grade: '',
      checks: [{ item: 'fans', result: 'fault', note: ' One is still. ' }],
      deductions: [{ ...deduction, amount: '12.50' }],
      override: { value: '99.90', reason: ' Rare ' },
    })
    expect(parsed).toEqual({
      machineId: null,
      grade: null,
      checks: [{ item: 'fans', result: 'fault', note: 'One is still.' }],
      deductions: [{ ...deduction, amount: 12.5 }],
      override: { value: 99.9, reason: 'Rare' },
    })
  })

  it.each([
    [{ deductions: [{ ...deduction, explanation: ' ' }] }, 'deductions.0.explanation', 'Explain the deduction to the customer'],
    [{ deductions: [{ ...deduction, kind: 'percent', amount: 100.01 }] }, 'deductions.0.amount', 'At most 100%'],
    [{ deductions: [{ ...deduction, amount: -1 }] }, 'deductions.0.amount', 'Must not be negative'],
    [{ deductions: [{ ...deduction, amount: '' }] }, 'deductions.0.amount', 'Amount is required'],
    [{ deductions: Array.from({ length: 31 }, () => deduction) }, 'deductions', 'At most 30 deductions'],
    [{ override: { value: 10, reason: ' ' } }, 'override.reason', 'Give a reason for another value'],
    [{ override: { value: '', reason: 'Rare' } }, 'override.value', 'Value is required'],
    [
      {
        checks: [
          { item: 'fans', result: 'ok' },
          { item: 'fans', result: 'ok' },
        ],
      },
      'checks',
      'Each item once',
    ],
  ])('%o: %s: %s', (input, path, message) => expect(faults(input)).toEqual([[path, message]]))

  it('keeps 100 % as the most that can be taken off', () => {
    expect(deductionInput.parse({ ...deduction, kind: 'percent', amount: 100 }).amount).toBe(100)
    expect(deductionInput.parse({ ...deduction, amount: 100.01 }).amount).toBe(100.01)
  })
})

describe('an item that is OK and costs a deduction all the same', () => {
  it.each<[Parameters<typeof contradictionsOf>[0], string[]]>([
    [{ checks: [{ item: 'fans', result: 'ok' }], deductions: [{ label: 'Fan replacement' }] }, ['fans: Fan replacement']],
    [{ checks: [{ item: 'fans', result: 'fault' }], deductions: [{ label: 'Fan replacement' }] }, []],
    [{ checks: [{ item: 'fans', result: 'not_checked' }], deductions: [{ label: 'Fan replacement' }] }, []],
    [{ checks: [{ item: 'boards', result: 'ok' }], deductions: [{ label: 'Fan replacement' }] }, []],
    // A reason that is about nothing on the list.
    [{ checks: [{ item: 'boards', result: 'ok' }], deductions: [{ label: 'Scratches' }] }, []],
    [
      {
        checks: [
          { item: 'fans', result: 'ok' },
          { item: 'power_supply', result: 'ok' },
        ],
        deductions: [{ label: 'Missing power supply' }, { label: 'Loud fan' }],
      },
      ['power_supply: Missing power supply', 'fans: Loud fan'],
    ],
  ])('is named: %o', (of, named) => expect(contradictionsOf(of).map(({ item, reason }) => `${item}: ${reason}`)).toEqual(named))
})
