import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TradeIn } from '~/contracts/trade-ins'
import { TradeInsScreen } from '~/features/admin-trade-ins/trade-ins-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { clearToasts, findToast } from './support/toasts'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'

const tradeIn = (values: Partial<TradeIn> = {}): TradeIn => ({
  id: ID,
  tradeInNumber: 'TRD-1001',
  userId: null,
  status: 'submitted',
  deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serial: { board: 7 } },
  conditionAssessment: 'Good, light scratches',
  evaluationNotes: 'Ran for two hours',
  estimatedValue: 100,
  finalValue: 120.5,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  updatedAt: new Date('2026-03-03T11:00:00Z'),
  version: 1,
  customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
  ...values,
})
const estimated = tradeIn({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12',
  tradeInNumber: 'TRD-1002',
  deviceInfo: { model: 'M50' },
  finalValue: null,
})
/** What plain SQL with a number alone leaves. */
const bare = tradeIn({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d13',
  tradeInNumber: 'TRD-1003',
  deviceInfo: {},
  conditionAssessment: null,
  evaluationNotes: null,
  estimatedValue: null,
  finalValue: null,
  customer: { email: null, fullName: null },
})

type List = RouterOutputs['tradeIns']['list']
const listOf = (rows: TradeIn[], rest: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { submitted: 4, evaluated: 3, approved: 2, rejected: 1, completed: 5 },
  pendingEvaluation: 7,
  totalValue: 1300.5,
  ...rest,
})

const show = (api: FakeApi, query = {}) => renderScreen(<TradeInsScreen />, api, { pathname: '/admin/trade-ins', query })
const dialog = async (name: string) => screen.findByRole('dialog', { name })
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
const status = (number = 'TRD-1001') => screen.findByRole<HTMLSelectElement>('combobox', { name: `Status of ${number}` })
const row = (number: string) => screen.getByRole('row', { name: new RegExp(number) })
/** What stands under a label of a list of terms. */
const terms = (place: HTMLElement, label: string) =>
  within(place).getByText(label, { selector: 'dt' }).closest('div')?.querySelector('dd')?.textContent
const under = (list: string, label: string) => terms(screen.getByLabelText(list), label)

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(clearToasts)

describe('the trade-in table (spec §2 Trade-in Management)', () => {
  it('shows the figures and a row for each trade-in, with words for what is not known', async () => {
    show({ 'tradeIns.list': () => listOf([tradeIn(), estimated, bare], { total: 21 }) })
    const table = within(await screen.findByRole('table', { name: 'Trade-ins' }))
    await table.findByText('TRD-1001')
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Trade-in #',
      'Customer',
      'Device',
      'Status',
      'Value',
      'Date',
      'Actions',
    ])
    for (const text of ['Ada Sharp', 'ada@example.com', 'Bitmain Antminer S19', 'Submitted', '€120.50', '2 Mar 2026'])
      expect(row('TRD-1001').textContent).toContain(text)
    expect(row('TRD-1001').textContent).not.toContain('~')
    for (const text of ['M50', '~€100.00']) expect(row('TRD-1002').textContent).toContain(text)
    for (const text of ['No name', 'No email', 'Unknown device', 'TBD']) expect(row('TRD-1003').textContent).toContain(text)
    expect(row('TRD-1003').textContent).not.toMatch(/null|undefined/)

    expect(under('Trade-in figures', 'Pending Evaluation')).toBe('7')
    expect(under('Trade-in figures', 'Total Value')).toBe('€1,300.50')
    const counts = { Submitted: '4', Evaluated: '3', Approved: '2', Rejected: '1', Completed: '5' }
    for (const [label, count] of Object.entries(counts)) expect(under('Trade-ins by status', label)).toBe(count)
    expect([...(await status()).options].map((option) => option.text)).toEqual([
      'Submitted',
      'Evaluated',
      'Approved',
      'Rejected',
      'Completed',
    ])
  })

  it('takes any device information for what it is', async () => {
    const odd: TradeIn['deviceInfo'][] = [null, 'Antminer S9', 7, ['a'], { manufacturer: ' ', model: 5 }]
    const rows = odd.map((deviceInfo, index) => tradeIn({ id: `odd-${index}`, tradeInNumber: `ODD-${index}`, deviceInfo }))
    show({ 'tradeIns.list': () => listOf(rows) })
    await screen.findByText('ODD-0')
    const names = ['Unknown device', 'Antminer S9', 'Unknown device', 'Unknown device', 'Unknown device']
    for (const [index, name] of names.entries())
      expect(within(row(`ODD-${index}`)).getAllByRole('cell')[2]?.textContent).toMatch(new RegExp(`${name}$`))
  })

  it('says when nothing matches and when there is nothing', async () => {
    const none = show({ 'tradeIns.list': () => listOf([], { total: 4 }) }, { search: 'zzz', status: 'approved' })
    expect(await screen.findByText('No trade-ins match your filters')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all trade-ins' }))
    expect(address()).toEqual({})
    none.unmount()

    show({ 'tradeIns.list': () => listOf([]) })
    expect(await screen.findByText('No trade-ins found')).toBeTruthy()
  })

  it('says that trade-ins could not be loaded, and tries again', async () => {
    let broken = true
    show({
      'tradeIns.list': () => {
        if (broken) throw new Error('Failed to fetch')
        return listOf([tradeIn()])
      },
    })
    await findToast('alert', 'Error', 'Failed to fetch trade-ins')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('TRD-1001')).toBeTruthy()
  })

  it('keeps search, status and sort in the address', async () => {
    const asked: RouterInputs['tradeIns']['list'][] = []
    show({
      'tradeIns.list': (view) => {
        asked.push(view)
        return listOf([tradeIn()])
      },
    })
    await screen.findByText('TRD-1001')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search trade-ins...' }), 'ada')
    await waitFor(() => expect(address()).toEqual({ search: 'ada' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Approved')
    await userEvent.click(screen.getByRole('button', { name: 'Date' }))
    expect(address()).toEqual({ search: 'ada', status: 'approved', sort: 'created' })
    await waitFor(() => expect(asked.at(-1)).toEqual({ search: 'ada', status: 'approved', sort: 'created', limit: 50 }))
  })
})

/** One trade-in on a server that someone else may change too. */
function shopWith(first: TradeIn) {
  const server = { now: first, saves: [] as RouterInputs['tradeIns']['updateStatus'][], failure: undefined as Error | undefined }
  const api: FakeApi = {
    'tradeIns.list': () => listOf([server.now]),
    'tradeIns.byId': () => server.now,
    'tradeIns.updateStatus': (input) => {
      server.saves.push(input)
      if (server.failure !== undefined) throw server.failure
      if (input.version !== server.now.version) throw refusal('CONFLICT', 'Someone else has changed this trade-in meanwhile.')
      server.now = { ...server.now, status: input.status, version: server.now.version + 1 }
      return server.now
    },
  }
  return { server, api }
}

describe('changing the status of a trade-in (spec §4, §8)', () => {
  it('is said and undone from the toast', async () => {
    const { server, api } = shopWith(tradeIn())
    show(api)
    await userEvent.selectOptions(await status(), 'Approved')
    await findToast('status', 'Success', 'Trade-in status updated to approved')
    expect(within(row('TRD-1001')).getAllByText('Approved').length).toBeGreaterThan(1)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', 'Trade-in status updated to submitted')
    expect((await status()).value).toBe('submitted')
    expect(server.saves).toEqual([
      { id: ID, status: 'approved', version: 1 },
      { id: ID, status: 'submitted', version: 2 },
    ])
  })

  it('goes back when saving fails', async () => {
    const { server, api } = shopWith(tradeIn())
    server.failure = new Error('Failed to fetch')
    show(api)
    await userEvent.selectOptions(await status(), 'Approved')
    await findToast('alert', 'Error', 'Failed to update trade-in status')
    await waitFor(async () => expect((await status()).value).toBe('submitted'))
  })

  it('shows both versions when someone else was first; Keep mine sets it over theirs', async () => {
    const { server, api } = shopWith(tradeIn())
    show(api)
    const select = await status()
    server.now = { ...server.now, status: 'rejected', version: 2 }
    await userEvent.selectOptions(select, 'Approved')
    const shown = within(await dialog('Changed meanwhile'))
    expect(shown.getByRole('alert').textContent).toContain('Someone else saved this trade-in')
    expect(shown.getByRole('listitem').textContent).toMatch(/Status.*Yours.*Approved.*Saved meanwhile.*Rejected/)
    await userEvent.click(shown.getByRole('button', { name: 'Keep mine' }))
    await findToast('status', 'Success', 'Trade-in status updated to approved')
    expect(server.now).toMatchObject({ status: 'approved', version: 3 })
  })
})

describe('the details of a trade-in', () => {
  const history: NonNullable<FakeApi['audit.history']> = ({ subjectType, subjectId }) => ({
    rows: [
      {
        id: '1',
        at: new Date(Date.now() - 3 * 3_600_000),
        actor: `boss of ${subjectType} ${subjectId}`,
        action: 'trade_in.status_changed',
        before: { status: 'submitted' },
        after: { status: 'approved' },
      },
    ],
    nextCursor: null,
  })

  it('open by a row’s button, with everything that is known and its history', async () => {
    const { api } = shopWith(tradeIn())
    show({ ...api, 'audit.history': history })
    await userEvent.click(await screen.findByRole('button', { name: 'View details of TRD-1001' }))
    expect(address()).toEqual({ details: ID })
    const shown = await dialog('Trade-in Details - TRD-1001')
    expect(terms(shown, 'Customer')).toBe('Ada Sharpada@example.com')
    expect(terms(shown, 'Status')).toBe('Submitted')
    expect(terms(shown, 'Device info')).toBe(
      '{\n  "manufacturer": "Bitmain",\n  "model": "Antminer S19",\n  "serial": {\n    "board": 7\n  }\n}',
    )
    expect(terms(shown, 'Condition assessment')).toBe('Good, light scratches')
    expect(terms(shown, 'Evaluation notes')).toBe('Ran for two hours')
    expect(terms(shown, 'Estimated value')).toBe('€100.00')
    expect(terms(shown, 'Final value')).toBe('€120.50')
    expect(shown.textContent).toMatch(/2 March 2026/)
    expect(shown.textContent).toMatch(/3 March 2026/)
    const list = within(await within(shown).findByRole('list', { name: 'History' }))
    expect(list.getByRole('listitem').textContent).toMatch(
      new RegExp(`Status changed.*Submitted.*Approved.*boss of trade_in ${ID}.*3 hours ago`),
    )
    await userEvent.click(within(shown).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toEqual({})
  })

  it('open from an address alone, with words for what is not known', async () => {
    const { api } = shopWith(bare)
    show({ ...api, 'audit.history': () => ({ rows: [], nextCursor: null }) }, { details: bare.id, search: 'REP' })
    const shown = await dialog('Trade-in Details - TRD-1003')
    for (const label of ['Condition assessment', 'Evaluation notes']) expect(terms(shown, label)).toBe('Nothing noted yet')
    for (const label of ['Estimated value', 'Final value']) expect(terms(shown, label)).toBe('Not set')
    expect(terms(shown, 'Device info')).toBe('{}')
    expect(terms(shown, 'Customer')).toBe('No nameNo email')
    expect(await within(shown).findByText('Nothing has been changed yet')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(address()).toEqual({ search: 'REP' })
  })

  it('say so where there is no such trade-in', async () => {
    const { api } = shopWith(tradeIn())
    show(
      {
        ...api,
        'tradeIns.byId': () => {
          throw refusal('NOT_FOUND', 'There is no such trade-in.')
        },
      },
      { details: '00000000-0000-0000-0000-000000000000' },
    )
    expect((await within(await dialog('Trade-in Details')).findByRole('alert')).textContent).toBe('There is no such trade-in.')
  })
})
