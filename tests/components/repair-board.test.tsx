import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ViewerContext } from '~/components/admin-list/cells'
import type { Repair } from '~/contracts/cases/repairs'
import { repairStatuses, type RepairStatus } from '~/contracts/statuses'
import { RepairsScreen } from '~/features/cases/office/repairs/repairs-screen'
import type { RouterInputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const ME = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d99'
const at = new Date('2026-03-02T10:00:00Z')

/** As plain SQL with the requirements' columns alone has made it, but for what is given. */
const repair = (place: number, status: RepairStatus, values: Partial<Repair> = {}): Repair => ({
  id: `7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d0${place}`,
  repairNumber: `REP-${place}`,
  userId: null,
  status,
  deviceInfo: {},
  problemDescription: null,
  diagnosis: null,
  repairNotes: null,
  estimatedCost: null,
  actualCost: null,
  service: null,
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
  customer: { email: null, fullName: null },
  ...values,
})

/** A bench whose columns hold two cards to a page. */
function bench(...repairs: Repair[]) {
  const state = {
    repairs,
    saves: [] as RouterInputs['repairs']['updateStatus'][],
    edits: [] as RouterInputs['repairs']['update'][],
    asked: [] as Extract<RouterInputs['repairs']['list'], object>[],
    failure: undefined as Error | undefined,
  }
  const find = (id: string) => {
    const found = state.repairs.find((each) => each.id === id)
    if (!found) throw refusal('NOT_FOUND', 'There is no such repair.')
    return found
  }
  const store = (row: Repair) => {
    state.repairs = state.repairs.map((each) => (each.id === row.id ? row : each))
    return row
  }
  const api: FakeApi = {
    'repairs.list': (input) => {
      state.asked.push(input ?? {})
      const matching = state.repairs.filter(({ status }) => !input?.status || status === input.status)
      const from = Number(input?.cursor ?? 0)
      return {
        rows: matching.slice(from, from + 2),
        nextCursor: matching.length > from + 2 ? String(from + 2) : null,
        total: state.repairs.length,
        matching: matching.length,
        counts: Object.fromEntries(repairStatuses.map((status) => [status, 0])) as Record<RepairStatus, number>,
        active: 0,
      }
    },
    'repairs.byId': ({ id }) => find(id),
    'repairs.updateStatus': (input) => {
      state.saves.push(input)
      if (state.failure) throw state.failure
      const row = find(input.id)
      if (input.version !== row.version) throw refusal('CONFLICT', 'Someone else has changed this repair in the meantime.')
      return store({ ...row, status: input.status, version: row.version + 1 })
    },
    'repairs.update': (input) => {
      state.edits.push(input)
      const assignee = input.assignedTo ? { email: 'me@example.com', fullName: 'Mia Me' } : null
      return store({ ...find(input.id), assignedTo: input.assignedTo || null, assignee, version: (input.version ?? 0) + 1 })
    },
    'cases.administrators': () => [
      { userId: ME, email: 'me@example.com', fullName: 'Mia Me' },
      { userId: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d98', email: 'odd@example.com', fullName: null },
    ],
  }
  return { state, api }
}

const show = (api: FakeApi, query: Record<string, string> = {}) =>
  renderScreen(
    <ViewerContext value={{ userId: ME, timeZone: 'Europe/London', may: () => true, isLimited: false }}>
      <RepairsScreen />
    </ViewerContext>,
    api,
    { pathname: '/admin/repairs', query: { view: 'board', ...query } },
  )
const column = async (name: string) => within(await screen.findByRole('region', { name }))
const cards = async (name: string) => (await column(name)).queryAllByRole('link').map((link) => link.textContent)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  Element.prototype.scrollIntoView = () => undefined
})

describe('the board of repairs', () => {
  it('shows what plain SQL has made, and what is due and whose it is where that is known', async () => {
    const { state, api } = bench(
      repair(1, 'received'),
      repair(2, 'repairing', { dueOn: '2020-01-02', assignee: { email: 'me@example.com', fullName: 'Mia Me' } }),
      repair(3, 'shipped', { dueOn: '2020-01-02' }),
    )
    show(api, { due: 'overdue' })
    const received = await column('Received')
    expect((await received.findByRole('listitem')).textContent).toMatch(/^REP-1Unknown deviceNo name/)
    const [busy] = (await column('Repairing')).getAllByRole('listitem')
    expect(busy?.textContent).toMatch(/Overdue since 2 Jan 2020.*Assigned to Mia Me/)
    expect((await column('Shipped')).getByRole('listitem').textContent).not.toContain('Overdue')
    expect((await column('Testing')).getByText('No repairs here')).toBeTruthy()
    const asked = state.asked.filter(({ status }) => status)
    expect(asked.map(({ status, sort, due }) => [status, sort, due])).toEqual(
      repairStatuses.map((status) => [status, status === 'completed' || status === 'shipped' ? '-created' : 'due', 'overdue']),
    )
    expect(screen.getByRole('button', { name: 'Overdue' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Board' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('moves a card by keys over its version, says so, keeps the focus on it, and takes it back with Undo', async () => {
    const user = userEvent.setup()
    const { state, api } = bench(repair(1, 'received', { version: 4 }), repair(2, 'diagnosing'))
    show(api)
    const name = await (await column('Received')).findByRole('link', { name: 'REP-1' })
    name.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('REP-2')
    await user.keyboard('{ArrowLeft}{Shift>}{ArrowRight}{/Shift}')
    await findToast('status', 'Repair status updated to diagnosing')
    expect(state.saves).toEqual([{ id: state.repairs[0]?.id, status: 'diagnosing', version: 4 }])
    await waitFor(async () => expect(await cards('Diagnosing')).toEqual(['REP-1', 'REP-2']))
    expect(await cards('Received')).toEqual([])
    expect(document.activeElement?.textContent).toBe('REP-1')
    expect(screen.getByText('REP-1 moved from Received to Diagnosing')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await cards('Received')).toEqual(['REP-1']))
    expect(state.saves.at(-1)).toMatchObject({ status: 'received', version: 5 })
  })

  it('puts a card back where moving it failed', async () => {
    const user = userEvent.setup()
    const { state, api } = bench(repair(1, 'received'))
    state.failure = refusal('INTERNAL_SERVER_ERROR', 'No')
    show(api)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of REP-1' }), 'Testing')
    await findToast('alert', 'Failed to update repair status')
    expect(await cards('Received')).toEqual(['REP-1'])
    expect(await cards('Testing')).toEqual([])
  })

  it('shows both versions where somebody else has moved it meanwhile', async () => {
    const user = userEvent.setup()
    const { state, api } = bench(repair(1, 'received'))
    show(api)
    const selector = await screen.findByRole('combobox', { name: 'Status of REP-1' })
    state.repairs = [repair(1, 'completed', { version: 7 })]
    await user.selectOptions(selector, 'Testing')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Completed')
    await user.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
    await findToast('status', 'Repair status updated to testing')
    expect(state.saves.map(({ version }) => version)).toEqual([1, 7])
    await waitFor(async () => expect(await cards('Testing')).toEqual(['REP-1']))
  })

  it('shows a page of a column, how many there are, and more when asked', async () => {
    const user = userEvent.setup()
    const { api } = bench(repair(1, 'received'), repair(2, 'received'), repair(3, 'received'))
    show(api)
    await waitFor(async () => expect(await cards('Received')).toEqual(['REP-1', 'REP-2']))
    expect((await column('Received')).getByText('3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show more of Received' }))
    await waitFor(async () => expect(await cards('Received')).toEqual(['REP-1', 'REP-2', 'REP-3']))
    expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull()
  })

  it('is dragged wherever it is held: no link on a card is dragged by itself', async () => {
    show(bench(repair(1, 'received', { userId: ME, customer: { email: 'a@example.com', fullName: 'Ada' }, unreadMessages: 2 })).api)
    await screen.findByRole('link', { name: 'Ada' })
    const card = document.querySelector('[data-card]')
    expect(card?.getAttribute('draggable')).toBe('true')
    expect([...(card?.querySelectorAll('a, img') ?? [])].map((each) => each.getAttribute('draggable'))).toEqual(['false', 'false', 'false'])
  })

  it('gives a card to somebody from its menu', async () => {
    const user = userEvent.setup()
    const { state, api } = bench(repair(1, 'received', { version: 3 }))
    show(api)
    await user.click(await screen.findByRole('button', { name: 'More actions for REP-1' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'View details',
      'Assign to me',
      'Assign to odd@example.com',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Assign to me' }))
    await findToast('status', 'REP-1 assigned to you')
    expect(state.edits).toEqual([{ id: state.repairs[0]?.id, version: 3, assignedTo: ME }])
    expect(await (await column('Received')).findByText('Mia Me')).toBeTruthy()
  })
})
