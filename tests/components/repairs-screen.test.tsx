import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Repair } from '~/contracts/repairs'
import { RepairsScreen } from '~/features/admin-repairs/repairs-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { clearToasts, findToast } from './support/toasts'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'

const repair = (values: Partial<Repair> = {}): Repair => ({
  id: ID,
  repairNumber: 'REP-1001',
  userId: null,
  status: 'received',
  deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serial: { board: 7 } },
  problemDescription: 'No power on board 2',
  diagnosis: 'A blown fuse',
  repairNotes: 'Fuse replaced',
  estimatedCost: 100,
  actualCost: 120.5,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  updatedAt: new Date('2026-03-03T11:00:00Z'),
  version: 1,
  customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
  ...values,
})
const estimated = repair({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12',
  repairNumber: 'REP-1002',
  deviceInfo: { model: 'M50' },
  actualCost: null,
})
/** What plain SQL with a number alone leaves. */
const bare = repair({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d13',
  repairNumber: 'REP-1003',
  deviceInfo: {},
  problemDescription: null,
  diagnosis: null,
  repairNotes: null,
  estimatedCost: null,
  actualCost: null,
  customer: { email: null, fullName: null },
})

type List = RouterOutputs['repairs']['list']
const listOf = (rows: Repair[], rest: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { received: 4, diagnosing: 3, repairing: 2, testing: 1, completed: 5, shipped: 6 },
  active: 10,
  ...rest,
})

const show = (api: FakeApi, query = {}) => renderScreen(<RepairsScreen />, api, { pathname: '/admin/repairs', query })
const dialog = async (name: string) => screen.findByRole('dialog', { name })
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
const status = (number = 'REP-1001') => screen.findByRole<HTMLSelectElement>('combobox', { name: `Status of ${number}` })
const row = (number: string) => screen.getByRole('row', { name: new RegExp(number) })
/** What stands under a label of a list of terms. */
const terms = (place: HTMLElement, label: string) =>
  within(place).getByText(label, { selector: 'dt' }).closest('div')?.querySelector('dd')?.textContent
const under = (list: string, label: string) => terms(screen.getByLabelText(list), label)

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(clearToasts)

describe('the repair table (spec §2 Repair Management)', () => {
  it('shows the figures and a row for each repair, with words for what is not known', async () => {
    show({ 'repairs.list': () => listOf([repair(), estimated, bare], { total: 21 }) })
    const table = within(await screen.findByRole('table', { name: 'Repairs' }))
    await table.findByText('REP-1001')
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Repair #',
      'Customer',
      'Device',
      'Status',
      'Cost',
      'Date',
      'Actions',
    ])
    for (const text of ['Ada Sharp', 'ada@example.com', 'Bitmain Antminer S19', 'Received', '€120.50', '2 Mar 2026'])
      expect(row('REP-1001').textContent).toContain(text)
    expect(row('REP-1001').textContent).not.toContain('~')
    for (const text of ['M50', '~€100.00']) expect(row('REP-1002').textContent).toContain(text)
    for (const text of ['No name', 'No email', 'Unknown device', 'TBD']) expect(row('REP-1003').textContent).toContain(text)
    expect(row('REP-1003').textContent).not.toMatch(/null|undefined/)

    expect(under('Repair figures', 'Active Repairs')).toBe('10')
    expect(under('Repair figures', 'Total Repairs')).toBe('21')
    const counts = { Received: '4', Diagnosing: '3', Repairing: '2', Testing: '1', Completed: '5', Shipped: '6' }
    for (const [label, count] of Object.entries(counts)) expect(under('Repairs by status', label)).toBe(count)
    expect([...(await status()).options].map((option) => option.text)).toEqual([
      'Received',
      'Diagnosing',
      'Repairing',
      'Testing',
      'Completed',
      'Shipped',
    ])
  })

  it('takes any device information for what it is', async () => {
    const odd: Repair['deviceInfo'][] = [null, 'Antminer S9', 7, ['a'], { manufacturer: ' ', model: 5 }]
    const rows = odd.map((deviceInfo, index) => repair({ id: `odd-${index}`, repairNumber: `ODD-${index}`, deviceInfo }))
    show({ 'repairs.list': () => listOf(rows) })
    await screen.findByText('ODD-0')
    const names = ['Unknown device', 'Antminer S9', 'Unknown device', 'Unknown device', 'Unknown device']
    for (const [index, name] of names.entries())
      expect(within(row(`ODD-${index}`)).getAllByRole('cell')[2]?.textContent).toMatch(new RegExp(`${name}$`))
  })

  it('says when nothing matches and when there is nothing', async () => {
    const none = show({ 'repairs.list': () => listOf([], { total: 4 }) }, { search: 'zzz', status: 'testing' })
    expect(await screen.findByText('No repairs match your filters')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all repairs' }))
    expect(address()).toEqual({})
    none.unmount()

    show({ 'repairs.list': () => listOf([]) })
    expect(await screen.findByText('No repairs found')).toBeTruthy()
  })

  it('says that repairs could not be loaded, and tries again', async () => {
    let broken = true
    show({
      'repairs.list': () => {
        if (broken) throw new Error('Failed to fetch')
        return listOf([repair()])
      },
    })
    await findToast('alert', 'Error', 'Failed to fetch repairs')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('REP-1001')).toBeTruthy()
  })

  it('keeps search, status and sort in the address', async () => {
    const asked: RouterInputs['repairs']['list'][] = []
    show({
      'repairs.list': (view) => {
        asked.push(view)
        return listOf([repair()])
      },
    })
    await screen.findByText('REP-1001')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search repairs...' }), 'ada')
    await waitFor(() => expect(address()).toEqual({ search: 'ada' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Testing')
    await userEvent.click(screen.getByRole('button', { name: 'Date' }))
    expect(address()).toEqual({ search: 'ada', status: 'testing', sort: 'created' })
    await waitFor(() => expect(asked.at(-1)).toEqual({ search: 'ada', status: 'testing', sort: 'created', limit: 50 }))
  })
})

/** One repair on a server that someone else may change too. */
function shopWith(first: Repair) {
  const server = { now: first, saves: [] as RouterInputs['repairs']['updateStatus'][], failure: undefined as Error | undefined }
  const api: FakeApi = {
    'repairs.list': () => listOf([server.now]),
    'repairs.byId': () => server.now,
    'repairs.updateStatus': (input) => {
      server.saves.push(input)
      if (server.failure !== undefined) throw server.failure
      if (input.version !== server.now.version) throw refusal('CONFLICT', 'Someone else has changed this repair meanwhile.')
      server.now = { ...server.now, status: input.status, version: server.now.version + 1 }
      return server.now
    },
  }
  return { server, api }
}

describe('changing the status of a repair (spec §4, §8)', () => {
  it('is said and undone from the toast', async () => {
    const { server, api } = shopWith(repair())
    show(api)
    await userEvent.selectOptions(await status(), 'Testing')
    await findToast('status', 'Success', 'Repair status updated to testing')
    expect(within(row('REP-1001')).getAllByText('Testing').length).toBeGreaterThan(1)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', 'Repair status updated to received')
    expect((await status()).value).toBe('received')
    expect(server.saves).toEqual([
      { id: ID, status: 'testing', version: 1 },
      { id: ID, status: 'received', version: 2 },
    ])
  })

  it('goes back when saving fails', async () => {
    const { server, api } = shopWith(repair())
    server.failure = new Error('Failed to fetch')
    show(api)
    await userEvent.selectOptions(await status(), 'Testing')
    await findToast('alert', 'Error', 'Failed to update repair status')
    await waitFor(async () => expect((await status()).value).toBe('received'))
  })

  it('shows both versions when someone else was first; Keep mine sets it over theirs', async () => {
    const { server, api } = shopWith(repair())
    show(api)
    const select = await status()
    server.now = { ...server.now, status: 'shipped', version: 2 }
    await userEvent.selectOptions(select, 'Testing')
    const shown = within(await dialog('Changed meanwhile'))
    expect(shown.getByRole('alert').textContent).toContain('Someone else saved this repair')
    expect(shown.getByRole('listitem').textContent).toMatch(/Status.*Yours.*Testing.*Saved meanwhile.*Shipped/)
    await userEvent.click(shown.getByRole('button', { name: 'Keep mine' }))
    await findToast('status', 'Success', 'Repair status updated to testing')
    expect(server.now).toMatchObject({ status: 'testing', version: 3 })
  })
})

describe('the details of a repair', () => {
  const history: NonNullable<FakeApi['audit.history']> = ({ subjectType, subjectId }) => ({
    rows: [
      {
        id: '1',
        at: new Date(Date.now() - 3 * 3_600_000),
        actor: `boss of ${subjectType} ${subjectId}`,
        action: 'repair.status_changed',
        before: { status: 'received' },
        after: { status: 'testing' },
      },
    ],
    nextCursor: null,
  })

  it('open by a row’s button, with everything that is known and its history', async () => {
    const { api } = shopWith(repair())
    show({ ...api, 'audit.history': history })
    await userEvent.click(await screen.findByRole('button', { name: 'View details of REP-1001' }))
    expect(address()).toEqual({ details: ID })
    const shown = await dialog('Repair Details - REP-1001')
    expect(terms(shown, 'Customer')).toBe('Ada Sharpada@example.com')
    expect(terms(shown, 'Status')).toBe('Received')
    expect(terms(shown, 'Device')).toBe('Bitmain Antminer S19')
    expect(terms(shown, 'Problem description')).toBe('No power on board 2')
    expect(terms(shown, 'Diagnosis')).toBe('A blown fuse')
    expect(terms(shown, 'Repair notes')).toBe('Fuse replaced')
    expect(terms(shown, 'Estimated cost')).toBe('€100.00')
    expect(terms(shown, 'Actual cost')).toBe('€120.50')
    expect(shown.textContent).toMatch(/2 March 2026/)
    expect(shown.textContent).toMatch(/3 March 2026/)
    const list = within(await within(shown).findByRole('list', { name: 'History' }))
    expect(list.getByRole('listitem').textContent).toMatch(
      new RegExp(`Status changed.*Received.*Testing.*boss of repair ${ID}.*3 hours ago`),
    )
    await userEvent.click(within(shown).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toEqual({})
  })

  it('open from an address alone, with words for what is not known', async () => {
    const { api } = shopWith(bare)
    show({ ...api, 'audit.history': () => ({ rows: [], nextCursor: null }) }, { details: bare.id, search: 'REP' })
    const shown = await dialog('Repair Details - REP-1003')
    for (const label of ['Problem description', 'Diagnosis', 'Repair notes']) expect(terms(shown, label)).toBe('Nothing noted yet')
    for (const label of ['Estimated cost', 'Actual cost']) expect(terms(shown, label)).toBe('Not set')
    expect(terms(shown, 'Device')).toBe('Unknown device')
    expect(terms(shown, 'Customer')).toBe('No nameNo email')
    expect(await within(shown).findByText('Nothing has been changed yet')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(address()).toEqual({ search: 'REP' })
  })

  it('say so where there is no such repair', async () => {
    const { api } = shopWith(repair())
    show(
      {
        ...api,
        'repairs.byId': () => {
          throw refusal('NOT_FOUND', 'There is no such repair.')
        },
      },
      { details: '00000000-0000-0000-0000-000000000000' },
    )
    expect((await within(await dialog('Repair Details')).findByRole('alert')).textContent).toBe('There is no such repair.')
  })
})
