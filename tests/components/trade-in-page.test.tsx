import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import type { Unit } from '~/contracts/stock/units'
import { caseCustomerChange } from '~/contracts/cases/cases'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { TradeInPage } from '~/features/cases/office/trade-ins/trade-in-page'
import type { RouterInputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const [ADA, EVE, ZOE] = ['2', '3', '4'].map((digit) => `7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d2${digit}`)
const at = new Date('2026-03-02T10:00:00Z')
const ada = { email: 'ada@example.com', fullName: 'Ada Sharp' }

const tradeIn: TradeIn = {
  id: ID,
  tradeInNumber: 'TRD-1001',
  userId: ADA ?? null,
  status: 'evaluated',
  deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
  conditionAssessment: null,
  evaluationNotes: null,
  estimatedValue: 900,
  finalValue: null,
  machineId: null,
  machineVersion: null,
  grade: 'good',
  foundGrade: null,
  accessories: null,
  arrivalCondition: null,
  dueOn: null,
  assignedTo: null,
  assignee: null,
  unreadMessages: 0,
  quoteState: null,
  location: null,
  offer: null,
  completedAt: null,
  carrier: null,
  trackingNumber: null,
  returnAddress: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
  customer: ada,
}

const unit: Unit = {
  ...{ id: '1b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d44', unitNumber: 'U-10001', modelId: null, manufacturer: 'Bitmain', model: 'S19' },
  ...{ serialNumber: null, owner: 'customer', userId: null, ownerCaseId: null, ownerLineId: null, customer: ada },
  ...{ state: 'quarantined', location: 'Shelf A', cost: null, productId: null, notes: null, mergedInto: null },
  ...{ version: 1, createdAt: at, updatedAt: at },
}

/** A trade-in that somebody else may change too. */
function show(scopes: Scope[] | null = null) {
  const saves: RouterInputs['tradeIns']['update'][] = []
  const state = { tradeIn, saves }
  const api: FakeApi = {
    'tradeIns.byNumber': () => ({ tradeIn: state.tradeIn, machine: null, owner: null, fromRepair: null }),
    'tradeIns.byId': () => state.tradeIn,
    'tradeIns.update': (input) => {
      saves.push(input)
      const { version, customer: _customer, ...changes } = input
      const given = caseCustomerChange.safeParse(input).data?.customer
      if (changes.finalValue === 6000) throw refusal('BAD_REQUEST', 'Too much', { finalValue: ['A second administrator is needed'] })
      if (version !== state.tradeIn.version) throw refusal('CONFLICT', 'Someone else has changed this trade-in in the meantime.')
      const owner = given && { userId: given.userId ?? null, customer: { email: 'zoe@example.com', fullName: 'Zoe' } }
      state.tradeIn = { ...state.tradeIn, ...(changes as Partial<TradeIn>), ...owner, version: state.tradeIn.version + 1 }
      return state.tradeIn
    },
    'cases.timeline': () => ({ rows: [], nextCursor: null }),
    'cases.requested': () => null,
    'units.ofCase': () => ({ unit, cases: [], isDisputed: false }),
    'cases.customers': () => [{ userId: ZOE ?? '', email: 'zoe@example.com', fullName: 'Zoe', phone: null, language: null }],
  }
  renderScreen(<TradeInPage number="TRD-1001" />, api, { pathname: '/admin/trade-ins/[number]', scopes })
  return state
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the page of a trade-in', () => {
  it('saves a section’s own fields alone, and shows beside its field what the server refuses', async () => {
    const user = userEvent.setup()
    const state = show()
    const assessment = await section('Assessment')
    await user.type(assessment.getByLabelText('Condition assessment'), 'Clean')
    // Nothing follows from it: it is saved when it is left.
    await user.click(screen.getByRole('tab', { name: 'Quote' }))
    await waitFor(() => expect(state.saves).toHaveLength(1))
    expect(state.saves).toEqual([{ id: ID, version: 1, conditionAssessment: 'Clean', evaluationNotes: null }])
    const value = await section('Value')
    await user.type(value.getByLabelText('Final value'), '6000')
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await value.findByText('A second administrator is needed')).toBeTruthy()
    expect(value.getByLabelText<HTMLInputElement>('Final value').value).toBe('6000.00')
  })

  it('is read by a technician, who changes nothing of it but the place of its machine', async () => {
    show([...rolePresets.technician.scopes])
    expect(await screen.findByText('Your access lets you read this trade-in, not change it.')).toBeTruthy()
    const enabled = (region: Awaited<ReturnType<typeof section>>) =>
      region.queryAllByRole('button').filter((each) => each.matches(':enabled'))
    expect(enabled(await section('Customer'))).toEqual([])
    const machine = await section('Machine')
    await machine.findByText('Shelf A')
    expect(enabled(machine)).toHaveLength(1)
  })

  it('goes to another customer, unless somebody else was first', async () => {
    const user = userEvent.setup()
    const state = show()
    await user.click((await section('Customer')).getByRole('button', { name: 'Change customer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change customer' }))
    expect(dialog.getByText('Now it is Ada Sharp.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Choose a customer or enter a new one')).toBeTruthy()
    await user.type(dialog.getByLabelText('Customer'), 'zoe')
    await user.click(await screen.findByRole('option', { name: /Zoe/ }))
    state.tradeIn = { ...tradeIn, userId: EVE ?? null, customer: { email: 'eve@example.com', fullName: 'Eve' }, version: 2 }
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/another customer in the meantime. Nothing has been overwritten/)
    expect(state.tradeIn.userId).toBe(EVE)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(state.tradeIn).toMatchObject({ userId: ZOE, version: 3 }))
    expect(state.saves.at(-1)).toMatchObject({ id: ID, version: 2, customer: { userId: ZOE } })
  })
})
