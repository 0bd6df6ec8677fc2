import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { UnitTimelineEntry } from '~/contracts/stock/unit-timeline'
import type { Unit } from '~/contracts/stock/units'
import { UnitCard } from '~/features/stock/units/unit-card'
import { EditUnitDialog } from '~/features/stock/units/unit-dialogs'
import { unitHistoryLines } from '~/features/stock/units/unit-history'
import type { RouterInputs } from '~/trpc/client'
import { refusal, renderScreen } from './support/fake-api'

const unit: Unit = {
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11',
  unitNumber: 'U-10001',
  modelId: null,
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  serialNumber: 'SN-1',
  owner: 'customer',
  userId: '0b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d22',
  ownerCaseId: null,
  ownerLineId: null,
  customer: { fullName: 'Anna Archer', email: 'anna@example.com' },
  state: 'quarantined',
  location: null,
  cost: null,
  productId: null,
  notes: null,
  mergedInto: null,
  version: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('tells its history in words, names records that were merged, and leaves owners to their own entries', () => {
  const entry = { id: '1', at: new Date(0), actor: null }
  const told = (of: UnitTimelineEntry) =>
    unitHistoryLines('U-10001', of).map((line) => Object.values({ ...line, id: '', at: '', actor: '' }).filter(Boolean))
  const changed = (before: object, after: object): UnitTimelineEntry => ({
    ...entry,
    kind: 'change',
    detail: { unit: 'U-10001', action: 'unit.updated', before: { ...before }, after: { ...after } },
  })
  expect(told(changed({ owner: 'customer', customer: 'a' }, { owner: 'company', customer: null }))).toEqual([])
  expect(told(changed({ state: 'with_customer', cost: null }, { state: 'bought', cost: 120.5 }))).toEqual([
    ['State changed', 'With customer', 'Bought'],
    ['Cost changed', 'Not set', '€120.50'],
  ])
  expect(
    told({ ...entry, kind: 'case', detail: { unit: 'U-10007', event: 'opened', case: { noun: 'tradeIns', number: 'TRD-7' } } }),
  ).toEqual([['Trade-in TRD-7 opened (U-10007)']])
  expect(
    told({
      ...entry,
      kind: 'owner',
      detail: { unit: 'U-10001', owner: 'company', customer: null, case: { noun: 'tradeIns', number: 'TRD-7' }, order: null },
    }),
  ).toEqual([['The company is its owner', 'By trade-in TRD-7']])
  // A state is said in the words of the case of its time, as at the top of the page.
  const day = (nth: number) => new Date(Date.UTC(2026, 9, nth))
  const cases = [
    { noun: 'tradeIns', createdAt: day(9) },
    { noun: 'repairs', createdAt: day(2) },
  ] as const
  const came = (at: Date) => ({ ...changed({ state: 'with_customer' }, { state: 'quarantined' }), at })
  const wordsAt = (nth: number) => unitHistoryLines('U-10001', came(day(nth)), cases).map((line) => ('after' in line ? line.after : ''))
  expect([1, 2, 8, 9, 12].flatMap(wordsAt)).toEqual([
    'Here for a case',
    'Here for repair',
    'Here for repair',
    'Here for trade-in',
    'Here for trade-in',
  ])
})

it('saves a unit that becomes the company’s without its customer', async () => {
  const saved: RouterInputs['units']['update'][] = []
  renderScreen(<EditUnitDialog unit={unit} onClose={() => undefined} />, {
    'units.update': (input) => {
      saved.push(input)
      return { ...unit, owner: 'company', userId: null, state: 'bought' }
    },
  })
  const form = within(await screen.findByRole('dialog', { name: 'Edit Unit' }))
  expect(form.getByText('Anna Archer')).toBeTruthy()
  await userEvent.selectOptions(form.getByLabelText('Owner'), 'The company')
  await userEvent.type(form.getByLabelText('Cost'), '120.50')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(saved).toMatchObject([{ id: unit.id, version: 3, owner: 'company', userId: null, cost: 120.5, serialNumber: 'SN-1' }]),
  )
})

it('tells the desk of another customer’s open case, and shows nothing to whoever may not see units', async () => {
  const of = { noun: 'repairs', id: '1b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d33' } as const
  const standing = { noun: of.noun, number: 'REP-10001', status: 'diagnosing', isOpen: true, outcome: null } as const
  const here = { ...unit, state: 'quarantined' as const }
  const shown = renderScreen(<UnitCard of={of} standing={standing} />, {
    'units.ofCase': () => ({ unit: here, cases: [], isDisputed: true }),
  })
  expect((await screen.findByRole('link', { name: 'U-10001' })).getAttribute('href')).toBe('/admin/units/U-10001')
  expect(screen.getByText('Here for repair')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Another customer has an open case of this machine')
  shown.unmount()
  renderScreen(<UnitCard of={of} standing={standing} />, {
    'units.ofCase': () => {
      throw refusal('FORBIDDEN', 'Your access does not cover this.')
    },
  })
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Machine' })).toBeNull())
})
