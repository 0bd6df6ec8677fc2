import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '~/contracts/stock/orders'
import { OrdersScreen } from '~/features/stock/orders/orders-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'

const order = (values: Partial<Order> = {}): Order => ({
  id: ID,
  orderNumber: 'ORD-1001',
  userId: null,
  status: 'pending',
  totalAmount: 1300.5,
  currency: 'EUR',
  isTest: false,
  unreadLines: 0,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  updatedAt: new Date('2026-03-03T11:00:00Z'),
  version: 1,
  customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
  ...values,
})
const nobodys = order({
  id: '22222222-0000-4000-8000-000000000000',
  orderNumber: 'ORD-1000',
  customer: { email: null, fullName: null },
  totalAmount: 0,
})

type List = RouterOutputs['orders']['list']
const listOf = (rows: Order[], rest: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { pending: 4, processing: 3, completed: 2, cancelled: 1 },
  totalRevenue: 12_345.6,
  ...rest,
})

const show = (api: FakeApi, query = {}) => renderScreen(<OrdersScreen />, api, { pathname: '/admin/orders', query })
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const status = (number = 'ORD-1001') => screen.findByRole<HTMLSelectElement>('combobox', { name: `Status of ${number}` })
const row = (number: string) => screen.getByRole('row', { name: new RegExp(number) })
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** Orders on a server that someone else may change too. */
function shopWith(...orders: Order[]) {
  const server = {
    orders: new Map(orders.map((each) => [each.id, each])),
    saves: [] as RouterInputs['orders']['updateStatus'][],
    /** Faults of the next saves. */
    failures: [] as unknown[],
    /** The next saves wait for this. */
    gate: Promise.resolve(),
    set(id: string, values: Partial<Order>) {
      const now = server.orders.get(id)
      if (!now) throw refusal('NOT_FOUND', 'There is no such order.')
      const next = { ...now, ...values, version: now.version + 1 }
      server.orders.set(id, next)
      return next
    },
    get(id: string) {
      const found = server.orders.get(id)
      if (!found) throw refusal('NOT_FOUND', 'There is no such order.')
      return found
    },
  }
  const api: FakeApi = {
    'orders.list': () => listOf([...server.orders.values()]),
    'orders.byId': ({ id }) => server.get(id),
    'orders.updateStatus': async (input) => {
      server.saves.push(input)
      await server.gate
      if (server.failures.length > 0) throw server.failures.shift()
      if (input.version !== server.get(input.id).version) throw refusal('CONFLICT', 'Someone else has changed this order in the meantime.')
      return server.set(input.id, { status: input.status })
    },
  }
  return { server, api }
}

/** In detail, with orders; that each noun does it stands in status-lists.test.tsx. */
describe('changing a status (requirements §4, §8)', () => {
  it('shows at once, is said, and is undone from the toast', async () => {
    const { server, api } = shopWith(order())
    let open = () => {}
    server.gate = new Promise((resolve) => (open = resolve))
    show(api)
    await userEvent.selectOptions(await status(), 'Completed')
    // Before the server has answered.
    expect((await status()).value).toBe('completed')
    expect(within(row('ORD-1001')).getAllByText('Completed').length).toBeGreaterThan(1)
    expect(server.saves).toEqual([{ id: ID, status: 'completed', version: 1 }])
    open()
    await findToast('status', 'Success', 'Order status updated to completed')

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', 'Order status updated to pending')
    expect((await status()).value).toBe('pending')
    expect(server.saves.at(-1)).toEqual({ id: ID, status: 'pending', version: 2 })
  })

  it('says what came of an Undo that is pressed after the screen was left', async () => {
    const { server, api } = shopWith(order())
    const Place = () => {
      const [left, setLeft] = useState(false)
      return (
        <>
          <button onClick={() => setLeft(true)}>Leave</button>
          {left ? <h1>Another screen</h1> : <OrdersScreen />}
        </>
      )
    }
    renderScreen(<Place />, api, { pathname: '/admin/orders' })
    const leave = () => userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await userEvent.selectOptions(await status(), 'Completed')
    await findToast('status', 'Success', 'Order status updated to completed')
    await leave()
    // Somebody else has changed it by then: nothing is undone, and there is no place left for a comparison.
    server.set(ID, { status: 'cancelled' })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await findToast('alert', 'Error', 'Failed to update order status', 'Status is now Cancelled')
    expect(server.get(ID).status).toBe('cancelled')
  })

  it('undoes after the screen was left, and says so', async () => {
    const { server, api } = shopWith(order())
    const view = renderScreen(<OrdersScreen />, api, { pathname: '/admin/orders' })
    await userEvent.selectOptions(await status(), 'Completed')
    await findToast('status', 'Success', 'Order status updated to completed')
    view.unmount()
    renderScreen(<h1>Another screen</h1>, api)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', 'Order status updated to pending')
    expect(server.get(ID).status).toBe('pending')
    server.failures.push(new Error('Failed to fetch'))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await findToast('alert', 'Error', 'Failed to update order status')
  })

  it('saves two quick changes one after the other, each over what the one before left', async () => {
    const { server, api } = shopWith(order())
    let open = () => {}
    server.gate = new Promise((resolve) => (open = resolve))
    show(api)
    await userEvent.selectOptions(await status(), 'Processing')
    await userEvent.selectOptions(await status(), 'Completed')
    expect(server.saves).toHaveLength(1)
    open()
    await findToast('status', 'Success', 'Order status updated to completed')
    expect(server.saves.map(({ status: saved, version }) => [saved, version])).toEqual([
      ['processing', 1],
      ['completed', 2],
    ])
    expect((await status()).value).toBe('completed')
  })

  it('by key is set where the keys come to rest, with Enter, or on leaving', async () => {
    const { server, api } = shopWith(order())
    show(api)
    const select = await status()
    select.focus()
    // jsdom has no keys of its own for a selector: the key, then what a browser makes of it.
    const pass = async (value: string) => {
      await userEvent.keyboard('{ArrowDown}')
      fireEvent.change(select, { target: { value } })
    }
    await pass('processing')
    await pass('completed')
    expect(server.saves).toEqual([])
    expect(select.value).toBe('completed')
    await userEvent.keyboard('{Enter}')
    await findToast('status', 'Success', 'Order status updated to completed')
    await pass('cancelled')
    await findToast('status', 'Success', 'Order status updated to cancelled')
    await pass('pending')
    await userEvent.keyboard('{Escape}')
    expect(select.value).toBe('cancelled')
    await pass('processing')
    await userEvent.tab()
    await findToast('status', 'Success', 'Order status updated to processing')
    expect(server.saves.map((save) => save.status)).toEqual(['completed', 'cancelled', 'processing'])
  })

  it('Use theirs leaves theirs', async () => {
    const { server, api } = shopWith(order())
    show(api)
    const select = await status()
    server.set(ID, { status: 'cancelled' })
    await userEvent.selectOptions(select, 'Completed')
    await userEvent.click((await dialog('Changed by someone else')).getByRole('button', { name: 'Use theirs' }))
    expect((await status()).value).toBe('cancelled')
    expect(server.saves).toHaveLength(1)
  })

  it('has nothing to ask when someone else has set the same', async () => {
    const { server, api } = shopWith(order())
    show(api)
    const select = await status()
    server.set(ID, { status: 'completed' })
    await userEvent.selectOptions(select, 'Completed')
    await findToast('status', 'Success', 'Order status updated to completed')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('that takes the row out of the list leaves the focus at the table', async () => {
    const { server, api } = shopWith(order(), nobodys)
    show(
      { ...api, 'orders.list': (input) => listOf([...server.orders.values()].filter((each) => each.status === input?.status)) },
      { status: 'pending' },
    )
    const select = await status()
    select.focus()
    await userEvent.selectOptions(select, 'Completed')
    await waitFor(() => expect(screen.queryByText('ORD-1001')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Orders table' }))
  })

  it('of an order that is gone fails', async () => {
    const { server, api } = shopWith(order())
    show(api)
    const select = await status()
    server.orders.clear()
    await userEvent.selectOptions(select, 'Completed')
    await findToast('alert', 'Error', 'Failed to update order status')
  })
})

describe('the details of an order', () => {
  const entry = { actor: 'boss@example.com', action: 'order.status_changed' }
  const history: NonNullable<FakeApi['audit.history']> = ({ cursor }) =>
    cursor
      ? { rows: [{ ...entry, id: '1', at: new Date(0), before: { status: 'pending' }, after: { status: 'cancelled' } }], nextCursor: null }
      : {
          rows: [
            { ...entry, id: '2', at: new Date(Date.now() - 3 * 3_600_000), before: { status: 'cancelled' }, after: { status: 'pending' } },
          ],
          nextCursor: '2',
        }

  it('tell who changed the status, newest first, older ones on demand', async () => {
    const { api } = shopWith(order())
    show({ ...api, 'audit.history': history }, { details: ID, search: 'ada' })
    const shown = await dialog('Order Details - ORD-1001')
    const list = () => within(shown.getByRole('list', { name: 'History' })).getAllByRole('listitem')
    await waitFor(() => expect(list()).toHaveLength(1))
    expect(list()[0]?.textContent).toMatch(/Status changed.*Cancelled.*Pending.*boss@example\.com.*3 hours ago/)
    await userEvent.click(shown.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(list()).toHaveLength(2))
    expect(list()[1]?.querySelector('time')?.title).toMatch(/1 January 1970/)
    expect(shown.queryByRole('button', { name: 'Show older' })).toBeNull()
    // Closing what an address opened leaves the rest of the address.
    await userEvent.keyboard('{Escape}')
    expect(address()).toEqual({ search: 'ada' })
  })

  it('say when the history is empty or cannot be read', async () => {
    const { api } = shopWith(order())
    let broken = true
    show(
      {
        ...api,
        'credit.payments': () => new Promise(() => undefined),
        'orders.lines': () => new Promise(() => undefined),
        'audit.history': () => {
          if (broken) throw refusal('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.')
          return { rows: [], nextCursor: null }
        },
      },
      { details: ID },
    )
    const shown = await dialog('Order Details - ORD-1001')
    expect(await shown.findByText('The history could not be loaded.')).toBeTruthy()
    broken = false
    await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await shown.findByText('Nothing has been changed yet')).toBeTruthy()
  })

  it('say so for an id that no order has, and for what is no id', async () => {
    const { api } = shopWith(order())
    const unknown = show(api, { details: '00000000-0000-0000-0000-000000000000' })
    expect((await (await dialog('Order Details')).findByRole('alert')).textContent).toBe('There is no such order.')
    unknown.unmount()

    show(
      {
        ...api,
        'orders.byId': () => {
          throw refusal('BAD_REQUEST', 'id: Not a valid id', { id: ['Not a valid id'] })
        },
      },
      { details: 'one' },
    )
    const shown = await dialog('Order Details')
    expect((await shown.findByRole('alert')).textContent).toBe('There is no such order.')
    await userEvent.click(shown.getByRole('button', { name: 'Close' }))
    expect(address()).toEqual({})
  })

  it('say that they could not be loaded, and try again', async () => {
    const { api } = shopWith(order())
    let broken = true
    show(
      {
        ...api,
        'audit.history': history,
        'orders.byId': () => {
          if (broken) throw new Error('Failed to fetch')
          return order()
        },
      },
      { details: ID },
    )
    const shown = await dialog('Order Details')
    broken = false
    await userEvent.click(await shown.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: 'Order Details - ORD-1001' })).toBeTruthy()
  })
})
