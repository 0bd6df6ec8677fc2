import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Warranty } from '~/contracts/repair-services'
import type { FoundWarranty } from '~/contracts/cases/cases'
import type { Repair } from '~/contracts/cases/repairs'
import { NewRepairDialog } from '~/features/cases/office/repairs/new-repair-dialog'
import { RepairPage } from '~/features/cases/office/repairs/repair-page'
import type { RouterInputs } from '~/trpc/client'
import { enterText } from './support/enter-text'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const OWNER = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12'
const at = new Date('2026-03-02T10:00:00Z')

const repair = (values: Partial<Repair> = {}): Repair => ({
  id: ID,
  repairNumber: 'REP-1001',
  userId: OWNER,
  status: 'diagnosing',
  deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'ABC1' },
  problemDescription: 'No power on board 2',
  diagnosis: null,
  repairNotes: null,
  estimatedCost: null,
  actualCost: null,
  service: 'hashboard',
  accessories: null,
  arrivalCondition: null,
  dueOn: null,
  assignedTo: null,
  assignee: null,
  unreadMessages: 0,
  warrantyOf: null,
  warrantySale: null,
  warrantyDays: 30,
  unrepairedReason: null,
  completedAt: null,
  carrier: null,
  trackingNumber: null,
  returnAddress: null,
  becameTradeIn: null,
  isExpedited: false,
  quoteState: null,
  location: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
  customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
  ...values,
})
const ada = { userId: OWNER, email: 'ada@example.com', fullName: 'Ada Sharp', phone: null, language: 'de' }
const owner = { ...ada, hasAccount: true, cases: [], orders: [] }

/** A repair that somebody else may change too. */
function bench(values: Partial<Repair> = {}) {
  const saves: RouterInputs['repairs']['update'][] = []
  const state = { repair: repair(values), saves, failure: undefined as Error | undefined, warranty: null as Warranty | null }
  const api: FakeApi = {
    'repairs.byNumber': ({ number }) => {
      if (number !== state.repair.repairNumber) throw refusal('NOT_FOUND', 'There is no such repair.')
      return {
        repair: state.repair,
        owner,
        outcome: 'finished',
        warranty: state.warranty,
        warrantyOrder: null,
        warrantyRepair: null,
        warrantyClaims: [],
        turnedInto: null,
      }
    },
    'repairs.byId': () => state.repair,
    'repairs.update': ({ id: _id, version, ...changes }) => {
      state.saves.push({ id: _id, version, ...changes })
      if (state.failure) throw state.failure
      if (version !== state.repair.version) throw refusal('CONFLICT', 'Someone else has changed this repair in the meantime.')
      state.repair = { ...state.repair, ...(changes as Partial<Repair>), version: state.repair.version + 1 }
      return state.repair
    },
    'cases.timeline': () => ({
      rows: [
        { id: 'note:1', kind: 'note', at, actor: 'admin@example.com', detail: { body: 'Fan rattles' } },
        {
          id: 'change:1',
          kind: 'change',
          at,
          actor: null,
          detail: {
            action: 'repair.updated',
            before: { service: null, estimatedCost: null },
            after: { service: 'hashboard', estimatedCost: 150 },
          },
        },
      ],
      nextCursor: null,
    }),
  }
  return { state, api }
}

const show = (api: FakeApi, number = 'REP-1001') =>
  renderScreen(<RepairPage number={number} />, api, { pathname: '/admin/repairs/[number]' })
const section = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the page of a repair', () => {
  it('says whose it is and what happened to it', async () => {
    show(bench().api)
    expect(await screen.findByRole('heading', { level: 1, name: 'REP-1001' })).toBeTruthy()
    expect((await section('Customer')).getByText('ada@example.com')).toBeTruthy()
    const timeline = await section('Timeline')
    const lines = (await timeline.findAllByRole('listitem')).map((line) => line.textContent)
    expect(lines[0]).toMatch(/^NoteFan rattlesadmin@example.com/)
    expect(lines[1]).toMatch(/^Service changed.*None.*Hashboard repair/)
    expect(lines[2]).toMatch(/^Estimated cost changed.*Not set.*€150\.00/)
  })

  it('keeps a note that was not added over a reload, on both tabs that have its field, until it is added', async () => {
    const user = userEvent.setup()
    const notes: string[] = []
    const api: FakeApi = {
      ...bench().api,
      'cases.addNote': ({ body }) => {
        notes.push(body)
        return { id: 'note:2' }
      },
    }
    show(api)
    await enterText((await section('Timeline')).getByLabelText('Note'), 'Call at noon')
    cleanup()
    show(api)
    expect((await section('Timeline')).getByLabelText('Note')).toHaveProperty('value', 'Call at noon')
    await user.click(screen.getByRole('tab', { name: 'History' }))
    const shown = within(await screen.findByRole('tabpanel', { name: 'History' }))
    expect(await shown.findByLabelText('Note')).toHaveProperty('value', 'Call at noon')
    await user.click(shown.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(screen.getAllByLabelText('Note').map((field) => field.textContent)).toEqual(['', '']))
    expect(notes).toEqual(['Call at noon'])
  })

  it('saves a section’s own fields alone, over what other sections have saved meanwhile', async () => {
    const user = userEvent.setup()
    const { state, api } = bench()
    show(api)
    const work = await section('Diagnosis and repair')
    await enterText(work.getByLabelText('Diagnosis'), 'A blown fuse')
    state.repair = { ...state.repair, status: 'repairing', estimatedCost: 99, version: 5 }
    // Nothing follows from it: it is saved when it is left, and nobody is told.
    await user.tab()
    await user.click(screen.getByRole('tab', { name: 'Quote' }))
    await waitFor(() => expect(state.saves).toHaveLength(2))
    expect(state.saves.map(({ version }) => version)).toEqual([1, 5])
    expect(state.saves[1]).toEqual({
      id: ID,
      version: 5,
      problemDescription: 'No power on board 2',
      diagnosis: 'A blown fuse',
      repairNotes: null,
    })
  })

  it('shows both versions where somebody else has saved the same section, and overwrites nothing', async () => {
    const user = userEvent.setup()
    const { state, api } = bench()
    show(api)
    const work = await section('Diagnosis and repair')
    await enterText(work.getByLabelText('Diagnosis'), 'Mine')
    state.repair = { ...state.repair, diagnosis: 'Theirs', version: 2 }
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Diagnosis and repair was changed' }))
    expect(dialog.getByText('Theirs')).toBeTruthy()
    expect(state.repair.diagnosis).toBe('Theirs')
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(state.repair).toMatchObject({ diagnosis: 'Mine', version: 3 }))
  })

  it('keeps what was typed where saving fails, and a note too', async () => {
    const user = userEvent.setup()
    const { state, api } = bench()
    const notes: string[] = []
    show({
      ...api,
      'cases.addNote': ({ body }) => {
        notes.push(body)
        if (notes.length === 1) throw new Error('offline')
        return { id: ID }
      },
    })
    state.failure = new Error('offline')
    await user.click(await screen.findByRole('tab', { name: 'Quote' }))
    const costs = await section('Costs')
    await enterText(costs.getByLabelText('Actual cost'), '120.5')
    const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }))
    expect(bar.getByText('Costs')).toBeTruthy()
    await user.click(bar.getByRole('button', { name: 'Save' }))
    await findToast('alert', 'Failed to save repair')
    expect(costs.getByLabelText<HTMLInputElement>('Actual cost').value).toBe('120.50')
    await user.click(screen.getByRole('tab', { name: 'History' }))
    const timeline = await section('Timeline')
    const note = timeline.getByLabelText<HTMLTextAreaElement>('Note')
    await enterText(note, 'Fan rattles')
    await user.click(timeline.getByRole('button', { name: 'Add note' }))
    await findToast('alert', 'Failed to save note')
    expect(note.value).toBe('Fan rattles')
    await user.click(timeline.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(note.value).toBe(''))
  })

  it('offers a claim while the warranty lasts', async () => {
    const { state, api } = bench({ status: 'completed', completedAt: at })
    state.warranty = { lastDay: '2026-04-01', isOver: false }
    const { unmount } = show(api)
    expect((await section('Warranty')).getByText('1 April 2026').closest('p')?.textContent).toMatch(/, under warranty until 1 April 2026$/)
    const claim = (await section('Warranty')).getByRole('link', { name: 'Warranty claim' })
    expect(claim.getAttribute('href')).toBe('/admin/repairs?add=1&warranty=REP-1001')
    unmount()
    state.warranty = { lastDay: '2026-04-01', isOver: true }
    show(api)
    expect((await section('Warranty')).getByText(/was under warranty until/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Warranty claim' })).toBeNull()
  })

  it('says that there is no such repair', async () => {
    show(bench().api, 'REP-0')
    expect(await screen.findByRole('heading', { name: 'There is no such repair.' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Repair Management' })).toHaveLength(2)
  })
})

describe('a new repair', () => {
  const lookUps: FakeApi = {
    'cases.customers': () => [{ ...ada, phone: '+44 7700 900123' }],
    'cases.devices': () => [{ manufacturer: 'Canaan', model: 'Avalon A1346', machineId: null }],
    'cases.bySerialNumber': () => [
      {
        noun: 'repairs',
        id: ID,
        number: 'REP-1001',
        status: 'testing',
        device: null,
        createdAt: at,
        isOpen: true,
        hasArrived: true,
        outcome: null,
      },
    ],
  }
  const open = (api: FakeApi, query = {}) =>
    renderScreen(<NewRepairDialog onClose={() => undefined} />, { ...lookUps, ...api }, { pathname: '/admin/repairs', query })

  it('is for a customer who is found, of a device that is suggested, and warns of a serial number that is here', async () => {
    const user = userEvent.setup()
    const made: RouterInputs['repairs']['create'][] = []
    open({
      'repairs.create': (input) => {
        made.push(input)
        return repair({ repairNumber: 'REP-10007' })
      },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New repair' }))
    await user.click(dialog.getByRole('button', { name: 'Open repair' }))
    expect(await dialog.findByText('Choose a customer or enter a new one')).toBeTruthy()
    expect(dialog.getByText('Describe the problem')).toBeTruthy()
    await user.type(dialog.getByLabelText('Customer'), 'ada')
    await user.click(await screen.findByRole('option', { name: /Ada Sharp/ }))
    expect(dialog.getByText('ada@example.com · Speaks German')).toBeTruthy()
    await enterText(dialog.getByLabelText('Find a device'), 'avalon')
    await user.click(await screen.findByRole('option', { name: /Avalon A1346/ }))
    await enterText(dialog.getByLabelText('Serial number'), 'abc1')
    expect((await dialog.findByRole('link', { name: 'REP-1001' })).getAttribute('href')).toBe('/admin/repairs/REP-1001')
    await enterText(dialog.getByLabelText('Problem description'), 'Does not start')
    await user.type(dialog.getByLabelText('Return address'), '1 Mill Lane{Enter}York')
    await user.click(dialog.getByRole('button', { name: 'Open repair' }))
    await waitFor(() => expect(screen.getByTestId('left-for').textContent).toBe('/admin/repairs/REP-10007'))
    expect(made).toMatchObject([
      {
        customer: { userId: OWNER },
        deviceInfo: { manufacturer: 'Canaan', model: 'Avalon A1346', serialNumber: 'abc1' },
        problemDescription: 'Does not start',
        returnAddress: '1 Mill Lane\nYork',
        idempotencyKey: expect.any(String),
      },
    ])
  })

  it('claims the warranty of a sale for its buyer, in one press, and takes several machines at once', async () => {
    const user = userEvent.setup()
    const made: RouterInputs['repairs']['create'][] = []
    const sale: FoundWarranty = {
      ...{ kind: 'sale', id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d55', number: '1042', lastDay: '2027-02-28', isOver: false },
      deviceInfo: { manufacturer: 'Canaan', model: 'Avalon A1346', serialNumber: 'SOLD1' },
      customer: { userId: OWNER, email: 'ada@example.com', fullName: 'Ada Sharp' },
    }
    const over: FoundWarranty = { ...sale, kind: 'repair', id: ID, number: 'REP-1001', lastDay: '2025-01-01', isOver: true }
    open({
      'cases.warranties': ({ serialNumber }) => (serialNumber === 'sold1' ? [sale, over] : []),
      'repairs.create': (input) => {
        made.push(input)
        return repair({ repairNumber: 'REP-10008' })
      },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New repair' }))
    await enterText(dialog.getByLabelText('Serial number'), 'sold1')
    expect(await dialog.findByText('Sold with order 1042: under warranty until 28 February 2027')).toBeTruthy()
    expect(dialog.getByText('Repaired with REP-1001: was under warranty until 1 January 2025')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Claim under warranty' }))
    expect(dialog.getByText('Ada Sharp')).toBeTruthy()
    await enterText(dialog.getByLabelText('Problem description'), 'No hash')
    await user.click(dialog.getByRole('button', { name: 'Another machine' }))
    const second = within(dialog.getByRole('group', { name: 'Machine 2' }))
    expect(second.getByLabelText('Model')).toHaveProperty('value', 'Avalon A1346')
    await enterText(second.getByLabelText('Serial number'), 'other2')
    await user.click(dialog.getByRole('button', { name: 'Open repair' }))
    await waitFor(() => expect(made).toHaveLength(1))
    expect(made).toMatchObject([
      {
        customer: { userId: OWNER },
        deviceInfo: { manufacturer: 'Canaan', serialNumber: 'sold1' },
        warrantySale: sale.id,
        others: [{ deviceInfo: { model: 'Avalon A1346', serialNumber: 'other2' }, problemDescription: 'No hash' }],
      },
    ])
  })

  it('is for somebody new, and keeps what was typed where saving fails', async () => {
    const user = userEvent.setup()
    const made: RouterInputs['repairs']['create'][] = []
    open({
      'repairs.create': (input) => {
        made.push(input)
        throw refusal('BAD_REQUEST', 'customer.email: Enter a valid email address', { 'customer.email': ['Not this one'] })
      },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New repair' }))
    await user.click(dialog.getByRole('button', { name: 'New customer' }))
    await enterText(dialog.getByLabelText('Email'), 'new@example.com')
    await user.selectOptions(dialog.getByLabelText('Language'), 'Polish')
    await enterText(dialog.getByLabelText('Manufacturer'), 'Bitmain')
    await user.type(dialog.getByLabelText('Model'), 'S9')
    await user.type(dialog.getByLabelText('Problem description'), 'Hot')
    await user.click(dialog.getByRole('button', { name: 'Open repair' }))
    expect(await dialog.findByText('Not this one')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com')
    expect(made[0]?.customer).toEqual({ email: 'new@example.com', fullName: null, phone: null, language: 'pl' })
  })

  it('offers the person whose phone number is typed for a new customer', async () => {
    const user = userEvent.setup()
    const asked: string[] = []
    open({
      'cases.customers': ({ search }) => {
        asked.push(search)
        return search.includes('7700') ? [{ ...ada, phone: '+44 7700 900123' }] : []
      },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New repair' }))
    // The text of the search is carried over.
    await enterText(dialog.getByLabelText('Customer'), '+44 7700 900123')
    await user.click(dialog.getByRole('button', { name: 'New customer' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Phone').value).toBe('+44 7700 900123')
    await user.click(await dialog.findByRole('button', { name: 'Use Ada Sharp' }))
    expect(dialog.getByText('ada@example.com · Speaks German')).toBeTruthy()
    expect(dialog.queryByLabelText('Full Name')).toBeNull()
    expect(asked).toContain('+44 7700 900123')
  })

  it('begins with the customer and the device of the repair whose warranty is claimed', async () => {
    const completed = repair({ status: 'completed', completedAt: at })
    open(
      {
        'repairs.byNumber': () => ({
          repair: completed,
          owner,
          outcome: 'finished',
          warranty: null,
          warrantyOrder: null,
          warrantyRepair: null,
          warrantyClaims: [],
          turnedInto: null,
        }),
      },
      { add: '1', warranty: 'REP-1001' },
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'New repair' }))
    expect(dialog.getByText(/Claims the warranty of REP-1001/)).toBeTruthy()
    expect(dialog.getByText('Ada Sharp')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Serial number').value).toBe('ABC1')
  })
})
