import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order, OrderList } from '~/contracts/stock/orders'
import { records, type StatusNoun } from '~/contracts/records'
import type { Repair, RepairList } from '~/contracts/cases/repairs'
import { fromEntries } from '~/contracts/keys'
import { orderStatuses, repairStatuses, statusNames, tradeInStatuses } from '~/contracts/statuses'
import type { TradeIn, TradeInList } from '~/contracts/cases/trade-ins'
import { OrdersScreen } from '~/features/stock/orders/orders-screen'
import { RepairsScreen } from '~/features/cases/office/repairs/repairs-screen'
import { TradeInsScreen } from '~/features/cases/office/trade-ins/trade-ins-screen'
import { capitalised } from '~/lib/text'
import type { RouterInputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { clearToasts, findToast } from './support/toasts'

/** A number of its own for each status. */
const repairCounts = fromEntries(repairStatuses.map((status, place) => [status, place + 1]))

/** Lists of every record type with a status; details of a change of status stand in status-change.test.tsx. */

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const BARE = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d13'

const common = {
  userId: null,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  updatedAt: new Date('2026-03-03T11:00:00Z'),
  version: 1,
  customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
}
const nobody = { email: null, fullName: null }
/** A search that leaves nothing leaves nothing of 21 rows; without one an empty list is all there is. */
const pageOf = <Row,>(rows: Row[], input: unknown) => ({
  rows,
  nextCursor: null,
  total: rows.length === 0 && !(typeof input === 'object' && input !== null && 'search' in input) ? 0 : 21,
  matching: rows.length,
})
const device = { manufacturer: 'Bitmain', model: 'Antminer S19', serial: { board: 7 } }

/** A record type's part of a server that somebody else may change too. */
function shopOf<Row extends { id: string; status: string; version: number }>(rows: readonly Row[]) {
  const shop = {
    rows,
    /** The inputs of the list's calls. */
    asked: [] as unknown[],
    saves: [] as unknown[],
    failure: undefined as Error | undefined,
    /** Takes the list's input, and answers with its rows. */
    list: (input: unknown): Row[] => {
      shop.asked.push(input)
      if (shop.failure) throw shop.failure
      return [...shop.rows]
    },
    byId: ({ id }: { id: string }) => {
      const found = shop.rows.find((row) => row.id === id)
      if (!found) throw refusal('NOT_FOUND', 'There is no such row.')
      return found
    },
    set: (id: string, status: Row['status']) => {
      shop.rows = shop.rows.map((row) => (row.id === id ? { ...row, status, version: row.version + 1 } : row))
      return shop.byId({ id })
    },
    save: (input: { id: string; status: Row['status']; version?: number | undefined }) => {
      shop.saves.push(input)
      if (shop.failure) throw shop.failure
      if (input.version !== shop.byId(input).version) throw refusal('CONFLICT', 'Someone else has changed this in the meantime.')
      return shop.set(input.id, input.status)
    },
  }
  return shop
}

/** Fields that the repair desk has not written yet. */
const unopened = {
  accessories: null,
  arrivalCondition: null,
  dueOn: null,
  assignedTo: null,
  assignee: null,
  unreadMessages: 0,
  completedAt: null,
  carrier: null,
  trackingNumber: null,
  returnAddress: null,
  becameTradeIn: null,
  quoteState: null,
  location: null,
  offer: null,
} as const

const order = (values: Partial<Order> = {}): Order => ({
  ...common,
  id: ID,
  orderNumber: 'ORD-1001',
  status: 'pending',
  totalAmount: 1300.5,
  currency: 'EUR',
  isTest: false,
  unreadLines: 0,
  ...values,
})
const repair = (values: Partial<Repair> = {}): Repair => ({
  ...common,
  id: ID,
  repairNumber: 'REP-1001',
  ...unopened,
  service: null,
  warrantyOf: null,
  warrantySale: null,
  warrantyDays: 30,
  unrepairedReason: null,
  isExpedited: false,
  status: 'received',
  deviceInfo: device,
  problemDescription: 'No power on board 2',
  diagnosis: 'A blown fuse',
  repairNotes: 'Fuse replaced',
  estimatedCost: 100,
  actualCost: 120.5,
  ...values,
})
const tradeIn = (values: Partial<TradeIn> = {}): TradeIn => ({
  ...common,
  id: ID,
  tradeInNumber: 'TRD-1001',
  ...unopened,
  machineId: null,
  machineVersion: null,
  grade: null,
  foundGrade: null,
  status: 'submitted',
  deviceInfo: device,
  conditionAssessment: 'Good, light scratches',
  evaluationNotes: 'Ran for two hours',
  estimatedValue: 100,
  finalValue: 120.5,
  ...values,
})

interface ListCase {
  noun: StatusNoun
  title: string
  Screen: ComponentType
  start: (empty?: boolean) => {
    api: FakeApi
    shop: Pick<ReturnType<typeof shopOf>, 'asked' | 'saves' | 'failure'> & { change: () => void }
  }
  numbers: [first: string, bare: string]
  columns: string[]
  /** The cells of a full record's row, and of a bare one's. */
  cells: [full: string[], bare: string[]]
  figures: { label: string; values: Record<string, string> }
  counts: Record<string, number>
  /** The status of the rows, one that is set here, one that somebody else sets. */
  statuses: [now: string, mine: string, theirs: string]
  /** A sort that its header sets, and the address after it. */
  sort: [header: string, sort: string]
  details: [full: Record<string, string>, bare: Record<string, string>]
}

const cases: ListCase[] = [
  {
    noun: 'orders',
    title: 'Order',
    Screen: OrdersScreen,
    start: (empty = false) => {
      const rows = [order(), order({ id: BARE, orderNumber: 'ORD-1003', customer: nobody, totalAmount: 0 })]
      const shop = shopOf<Order>(empty ? [] : rows)
      const counts = { pending: 4, processing: 3, completed: 2, cancelled: 1 }
      const list = (input: RouterInputs['orders']['list']): OrderList => ({
        ...pageOf(shop.list(input), input),
        counts,
        totalRevenue: 12_345.6,
      })
      const api: FakeApi = { 'orders.list': list, 'orders.byId': shop.byId, 'orders.updateStatus': shop.save }
      return { api, shop: Object.assign(shop, { change: () => shop.set(ID, 'cancelled') }) }
    },
    numbers: ['ORD-1001', 'ORD-1003'],
    columns: ['Order', 'Customer', 'Amount', 'Status', 'Date', 'Actions'],
    cells: [
      ['7b0c7a52', 'Ada Sharp', 'ada@example.com', '€1,300.50', 'Pending', '2 Mar 2026'],
      ['No name', 'No email', '€0.00'],
    ],
    figures: { label: 'Order totals', values: { 'Total Orders': '21', 'Total Revenue': '€12,345.60' } },
    counts: { pending: 4, processing: 3, completed: 2, cancelled: 1 },
    statuses: ['pending', 'completed', 'cancelled'],
    sort: ['Amount', '-amount'],
    details: [
      { Customer: 'Ada Sharpada@example.com', Amount: '€1,300.50', Status: 'Pending', 'Order ID': ID },
      { Customer: 'No nameNo email', Amount: '€0.00' },
    ],
  },
  {
    noun: 'repairs',
    title: 'Repair',
    Screen: RepairsScreen,
    start: (empty = false) => {
      const unknown = { problemDescription: null, diagnosis: null, repairNotes: null, estimatedCost: null, actualCost: null }
      const rows = [
        repair(),
        repair({ id: 'estimated', repairNumber: 'REP-1002', deviceInfo: { model: 'M50' }, actualCost: null }),
        repair({ id: BARE, repairNumber: 'REP-1003', deviceInfo: {}, customer: nobody, ...unknown }),
      ]
      const shop = shopOf<Repair>(empty ? [] : rows)
      const counts = repairCounts
      const list = (input: RouterInputs['repairs']['list']): RepairList => ({ ...pageOf(shop.list(input), input), counts, active: 10 })
      const api: FakeApi = { 'repairs.list': list, 'repairs.byId': shop.byId, 'repairs.updateStatus': shop.save }
      return { api, shop: Object.assign(shop, { change: () => shop.set(ID, 'shipped') }) }
    },
    numbers: ['REP-1001', 'REP-1003'],
    columns: ['Repair #', 'Customer', 'Device', 'Status', 'Cost', 'Date', 'Actions'],
    cells: [
      ['Ada Sharp', 'ada@example.com', 'Bitmain Antminer S19', 'Received', '€120.50', '2 Mar 2026'],
      ['No name', 'No email', 'Unknown device', 'TBD'],
    ],
    figures: { label: 'Repair figures', values: { 'Active Repairs': '10', 'Total Repairs': '21' } },
    counts: repairCounts,
    statuses: ['received', 'testing', 'shipped'],
    sort: ['Date', 'created'],
    details: [
      {
        Customer: 'Ada Sharpada@example.com',
        Status: 'Received',
        Device: 'Bitmain Antminer S19',
        'Problem description': 'No power on board 2',
        Diagnosis: 'A blown fuse',
        'Repair notes': 'Fuse replaced',
        'Estimated cost': '€100.00',
        'Actual cost': '€120.50',
      },
      { Device: 'Unknown device', Diagnosis: 'Nothing noted yet', 'Repair notes': 'Nothing noted yet', 'Actual cost': 'Not set' },
    ],
  },
  {
    noun: 'tradeIns',
    title: 'Trade-in',
    Screen: TradeInsScreen,
    start: (empty = false) => {
      const unknown = { conditionAssessment: null, evaluationNotes: null, estimatedValue: null, finalValue: null }
      const rows = [
        tradeIn(),
        tradeIn({ id: 'estimated', tradeInNumber: 'TRD-1002', deviceInfo: { model: 'M50' }, finalValue: null }),
        tradeIn({ id: BARE, tradeInNumber: 'TRD-1003', deviceInfo: {}, customer: nobody, ...unknown }),
      ]
      const shop = shopOf<TradeIn>(empty ? [] : rows)
      const counts = { submitted: 4, evaluated: 3, approved: 2, rejected: 1, completed: 5 }
      const list = (input: RouterInputs['tradeIns']['list']): TradeInList => ({
        ...pageOf(shop.list(input), input),
        counts,
        pendingEvaluation: 7,
        totalValue: 1300.5,
      })
      const api: FakeApi = { 'tradeIns.list': list, 'tradeIns.byId': shop.byId, 'tradeIns.updateStatus': shop.save }
      return { api, shop: Object.assign(shop, { change: () => shop.set(ID, 'rejected') }) }
    },
    numbers: ['TRD-1001', 'TRD-1003'],
    columns: ['Trade-in #', 'Customer', 'Device', 'Status', 'Value', 'Date', 'Actions'],
    cells: [
      ['Ada Sharp', 'ada@example.com', 'Bitmain Antminer S19', 'Submitted', '€120.50', '2 Mar 2026'],
      ['No name', 'No email', 'Unknown device', 'TBD'],
    ],
    figures: { label: 'Trade-in figures', values: { 'Pending Evaluation': '7', 'Total Value': '€1,300.50' } },
    counts: { submitted: 4, evaluated: 3, approved: 2, rejected: 1, completed: 5 },
    statuses: ['submitted', 'approved', 'rejected'],
    sort: ['Date', 'created'],
    details: [
      {
        Customer: 'Ada Sharpada@example.com',
        Status: 'Submitted',
        'Device info': '"serial"',
        'Condition assessment': 'Good, light scratches',
        'Evaluation notes': 'Ran for two hours',
        'Estimated value': '€100.00',
        'Final value': '€120.50',
      },
      { 'Condition assessment': 'Nothing noted yet', 'Evaluation notes': 'Nothing noted yet', 'Final value': 'Not set' },
    ],
  },
]

const statusesOf = { orders: orderStatuses, repairs: repairStatuses, tradeIns: tradeInStatuses }
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
/** The value under a label of a list of terms. */
const terms = (place: HTMLElement, label: string) =>
  within(place).getByText(label, { selector: 'dt' }).closest('div')?.querySelector('dd')?.textContent
const row = (number: string) => screen.getByRole('row', { name: new RegExp(number) })

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe.each(cases)('the list of $noun', (list) => {
  const { noun, title, Screen, start } = list
  const { one, many, auditSubject } = records[noun]
  const [first, bare] = list.numbers
  const [now, mine, theirs] = list.statuses
  const show = (api: FakeApi, query = {}) => renderScreen(<Screen />, api, { pathname: `/admin/${records[noun].route}`, query })
  const dialog = (name: string) => screen.findByRole('dialog', { name })
  const status = () => screen.findByRole<HTMLSelectElement>('combobox', { name: `Status of ${first}` })

  it('shows the figures and its rows, with words for what is not known', async () => {
    show(start().api)
    const busy = () => screen.getByRole('table', { name: capitalised(many) }).getAttribute('aria-busy')
    expect(busy()).toBe('true')
    await screen.findByText(first)
    expect(busy()).toBe('false')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`${title} Management`)
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(list.columns)
    for (const text of list.cells[0]) expect(row(first).textContent).toContain(text)
    for (const text of list.cells[1]) expect(row(bare).textContent).toContain(text)
    expect(row(first).textContent).not.toContain('~')
    expect(row(bare).textContent).not.toMatch(/null|undefined/)

    const figures = screen.getByLabelText(list.figures.label)
    for (const [label, value] of Object.entries(list.figures.values)) expect(terms(figures, label)).toBe(value)
    const counts = screen.getByLabelText(`${capitalised(many)} by status`)
    for (const each of statusesOf[noun]) expect(terms(counts, statusNames[each])).toBe(String(list.counts[each]))
    expect([...(await status()).options].map((option) => option.text)).toEqual(statusesOf[noun].map((each) => statusNames[each]))
  })

  it('says when nothing matches, and shows all again: where there is nothing, it says so', async () => {
    show(start(true).api, { search: 'zzz', status: mine })
    expect(await screen.findByText(`No ${many} match your filters`)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: `Show all ${many}` }))
    expect(address()).toEqual({})
    expect(await screen.findByText(`No ${many} found`)).toBeTruthy()
  })

  it('says that it could not be loaded, and tries again', async () => {
    const { api, shop } = start()
    shop.failure = new Error('Failed to fetch')
    show(api)
    await findToast('alert', 'Error', `Failed to fetch ${many}`)
    shop.failure = undefined
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(first)).toBeTruthy()
  })

  it('keeps search, status and sort in the address', async () => {
    const { api, shop } = start()
    show(api)
    await screen.findByText(first)
    await userEvent.type(screen.getByRole('searchbox', { name: `Search ${many}...` }), 'ada')
    await waitFor(() => expect(address()).toEqual({ search: 'ada' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), capitalised(mine))
    const [header, sort] = list.sort
    await userEvent.click(screen.getByRole('button', { name: header }))
    expect(address()).toEqual({ search: 'ada', status: mine, sort })
    await waitFor(() => expect(shop.asked.at(-1)).toEqual({ search: 'ada', status: mine, sort, limit: 50 }))
  })

  it('says that a status is changed, and undoes it from the toast', async () => {
    const { api, shop } = start()
    show(api)
    await userEvent.selectOptions(await status(), capitalised(mine))
    await findToast('status', 'Success', `${title} status updated to ${mine}`)
    expect(within(row(first)).getAllByText(capitalised(mine)).length).toBeGreaterThan(1)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', `${title} status updated to ${now}`)
    expect((await status()).value).toBe(now)
    expect(shop.saves).toEqual([
      { id: ID, status: mine, version: 1 },
      { id: ID, status: now, version: 2 },
    ])
  })

  it('goes back to the status before when saving fails', async () => {
    const { api, shop } = start()
    show(api)
    const select = await status()
    shop.failure = new Error('Failed to fetch')
    await userEvent.selectOptions(select, capitalised(mine))
    await findToast('alert', 'Error', `Failed to update ${one} status`)
    await waitFor(async () => expect((await status()).value).toBe(now))
  })

  it('shows both versions when someone else was first; Keep mine sets it over theirs', async () => {
    const { api, shop } = start()
    show(api)
    const select = await status()
    shop.change()
    await userEvent.selectOptions(select, capitalised(mine))
    const shown = within(await dialog('Changed by someone else'))
    expect(shown.getByRole('alert').textContent).toContain(`Someone else saved this ${one}`)
    const versions = new RegExp(`Status.*Yours.*${capitalised(mine)}.*Saved by someone else.*${capitalised(theirs)}`)
    expect(shown.getByRole('listitem').textContent).toMatch(versions)
    await userEvent.click(shown.getByRole('button', { name: 'Keep mine' }))
    await findToast('status', 'Success', `${title} status updated to ${mine}`)
    expect(shop.saves.at(-1)).toEqual({ id: ID, status: mine, version: 2 })
  })

  it('opens the details by a row’s button, with everything that is known and the history', async () => {
    const history: FakeApi['audit.history'] = ({ subjectType, subjectId }) => ({
      rows: [
        {
          id: '1',
          at: new Date(Date.now() - 3 * 3_600_000),
          actor: `boss of ${subjectType} ${subjectId}`,
          action: `${subjectType}.status_changed`,
          before: { status: now },
          after: { status: mine },
        },
      ],
      nextCursor: null,
    })
    show({ ...start().api, 'audit.history': history })
    await userEvent.click(await screen.findByRole('button', { name: `View details of ${first}` }))
    expect(address()).toEqual({ details: ID })
    const shown = await dialog(`${title} Details - ${first}`)
    for (const [label, value] of Object.entries(list.details[0])) expect(terms(shown, label)).toContain(value)
    expect(shown.textContent).toMatch(/2 March 2026/)
    expect(shown.textContent).toMatch(/3 March 2026/)
    const entries = within(await within(shown).findByRole('list', { name: 'History' }))
    expect(entries.getByRole('listitem').textContent).toMatch(
      new RegExp(`Status changed.*${capitalised(now)}.*${capitalised(mine)}.*boss of ${auditSubject} ${ID}.*3 hours ago`),
    )
    await userEvent.click(within(shown).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toEqual({})
  })

  it('opens the details from an address alone, with words for what is not known', async () => {
    show({ ...start().api, 'audit.history': () => ({ rows: [], nextCursor: null }) }, { details: BARE, search: 'a' })
    const shown = await dialog(`${title} Details - ${bare}`)
    for (const [label, value] of Object.entries(list.details[1])) expect(terms(shown, label)).toBe(value)
    expect(await within(shown).findByText('Nothing has been changed yet')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(address()).toEqual({ search: 'a' })
  })

  it('says so for an id that nothing has', async () => {
    show(start().api, { details: '00000000-0000-0000-0000-000000000000' })
    const shown = within(await dialog(`${title} Details`))
    expect((await shown.findByRole('alert')).textContent).toBe(`There is no such ${one}.`)
  })
})

it('takes any device information for what it is', async () => {
  const odd: Repair['deviceInfo'][] = [null, 'Antminer S9', 7, ['a'], { manufacturer: ' ', model: 5 }]
  const rows = odd.map((deviceInfo, index) => repair({ id: `odd-${index}`, repairNumber: `ODD-${index}`, deviceInfo }))
  const counts = repairCounts
  renderScreen(
    <RepairsScreen />,
    { 'repairs.list': () => ({ ...pageOf(rows, undefined), counts, active: 10 }) },
    { pathname: '/admin/repairs' },
  )
  await screen.findByText('ODD-0')
  const names = ['Unknown device', 'Antminer S9', 'Unknown device', 'Unknown device', 'Unknown device']
  for (const [index, name] of names.entries())
    expect(within(row(`ODD-${index}`)).getAllByRole('cell')[2]?.textContent).toMatch(new RegExp(`${name}$`))
})

const CHANGE = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d77'

describe('a new status for many cases', () => {
  async function choose(count: () => { emails: number; customers: number }) {
    const saves: RouterInputs['tradeIns']['updateStatuses'][] = []
    const asked: RouterInputs['tradeIns']['countEmails'][] = []
    const undone: object[] = []
    const tradeIns = cases.find(({ noun }) => noun === 'tradeIns')
    const api: FakeApi = {
      ...tradeIns?.start().api,
      'tradeIns.countEmails': (input) => {
        asked.push(input)
        return count()
      },
      'tradeIns.updateStatuses': (input) => {
        saves.push(input)
        return { counts: { changed: 2, unchanged: 0, conflict: 0, missing: 0 }, results: [], change: CHANGE }
      },
      'tradeIns.undoStatuses': (input) => {
        undone.push(input)
        return { counts: { changed: 1, unchanged: 0, conflict: 1, missing: 0 }, results: [] }
      },
    }
    renderScreen(<TradeInsScreen />, api, { pathname: '/admin/trade-ins' })
    for (const number of ['TRD-1001', 'TRD-1003']) await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${number}` }))
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
    await userEvent.selectOptions(bar.getByRole('combobox', { name: 'New status' }), 'Approved')
    await userEvent.click(bar.getByRole('button', { name: 'Change status' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change status?' }))
    const change = async () => {
      const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Change 2 trade-ins' })
      await waitFor(() => expect(button.disabled).toBe(false))
      await userEvent.click(button)
    }
    return { dialog, saves, undone, asked, change }
  }
  const both = {
    ids: [
      { id: ID, version: 1 },
      { id: BARE, version: 1 },
    ],
    status: 'approved',
  }

  it('says first how many emails that sends, and sends none where that is wished', async () => {
    const { dialog, saves, asked, change } = await choose(() => ({ emails: 3, customers: 2 }))
    const emails = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Send 3 emails to 2 customers' })
    expect([emails.checked, asked, saves]).toEqual([true, [both], []])
    await userEvent.click(emails)
    await change()
    await findToast('status', 'Success', '2 changed')
    expect(saves).toEqual([{ ...both, email: false }])
  })

  it('leaves the emails to the rules where nobody says otherwise, and is undone as one', async () => {
    const { dialog, saves, undone, change } = await choose(() => ({ emails: 1, customers: 1 }))
    await dialog.findByRole('checkbox', { name: 'Send 1 email to 1 customer' })
    await change()
    await waitFor(() => expect(saves).toEqual([both]))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', '1 set back, 1 had been changed by somebody else')
    expect(undone).toEqual([{ change: CHANGE }])
  })

  it('offers nothing where nobody is emailed, and the choice alone where that is not known', async () => {
    const { dialog } = await choose(() => ({ emails: 0, customers: 0 }))
    expect(await dialog.findByText('No customer is emailed.')).toBeTruthy()
    expect(dialog.queryByRole('checkbox')).toBeNull()
    clearToasts()
    cleanup()
    const failing = await choose(() => {
      throw refusal('BAD_REQUEST', 'That cannot be counted.')
    })
    expect(await failing.dialog.findByRole('checkbox', { name: 'Email the customers' })).toBeTruthy()
  })
})
