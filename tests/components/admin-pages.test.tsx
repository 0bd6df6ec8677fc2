import { render, screen, waitFor, within } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { SuperJSON } from 'superjson'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultSettings } from '~/contracts/site/settings'
import { adminLayout } from '~/features/office/shell/admin-page'
import { OrdersScreen } from '~/features/stock/orders/orders-screen'
import { RepairsScreen } from '~/features/cases/office/repairs/repairs-screen'
import { routerAt } from '../setup/router'

/** From one page of the back office to the next, as Next renders them: each in its own `getLayout`. */

const props = {
  viewer: { userId: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d99', email: 'boss@shop.example', scopes: null },
  businessTimeZone: 'Europe/London',
  readsEmails: false,
  head: { settings: defaultSettings, siteUrl: 'https://shop.example', path: '/admin' },
}
const pages = {
  '/admin/orders': () => adminLayout('Order Management')(<OrdersScreen />, props),
  '/admin/repairs': () => adminLayout('Repair Management')(<RepairsScreen />, props),
}
const at = (path: keyof typeof pages) => <RouterContext.Provider value={routerAt(path)}>{pages[path]()}</RouterContext.Provider>

const page = { nextCursor: null, total: 1, matching: 1 }
const dates = { createdAt: new Date(0), updatedAt: new Date(0), version: 1, userId: null, customer: { email: null, fullName: null } }
const answers: Record<string, unknown> = {
  'orders.list': {
    ...page,
    rows: [{ id: 'a', orderNumber: 'ORD-1001', status: 'pending', totalAmount: 5, ...dates }],
    counts: { pending: 1, processing: 0, completed: 0, cancelled: 0 },
    totalRevenue: 0,
  },
  'repairs.list': {
    ...page,
    rows: [
      {
        id: 'b',
        repairNumber: 'REP-1001',
        status: 'received',
        deviceInfo: null,
        estimatedCost: null,
        actualCost: null,
        dueOn: null,
        assignedTo: null,
        assignee: null,
        ...dates,
      },
    ],
    counts: { received: 1, diagnosing: 0, repairing: 0, testing: 0, completed: 0, shipped: 0 },
    active: 1,
  },
}

/** Calls of procedures; while `gate` is closed they wait. */
const asked: string[] = []
let gate = Promise.resolve()
const streams: { url: string; open: boolean }[] = []

class FakeEventSource extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readonly readyState = 1
  private readonly stream: { url: string; open: boolean }
  constructor(url: string) {
    super()
    this.stream = { url, open: true }
    streams.push(this.stream)
  }
  close() {
    this.stream.open = false
  }
}

beforeEach(() => {
  asked.length = 0
  streams.length = 0
  gate = Promise.resolve()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', async (url: string) => {
    const paths = new URL(url, 'https://shop.example').pathname.replace('/api/trpc/', '').split(',')
    asked.push(...paths)
    await gate
    return Response.json(paths.map((path) => ({ result: { data: SuperJSON.serialize(answers[path]) } })))
  })
})

describe('from one list of the back office to another and back', () => {
  it('shows the rows of before at once, over one stream', async () => {
    const view = render(at('/admin/orders'))
    expect(await screen.findByText('ORD-1001')).toBeTruthy()
    await waitFor(() => expect(streams).toHaveLength(1))
    const frame = screen.getByRole('complementary', { name: 'Admin Panel' })

    view.rerender(at('/admin/repairs'))
    expect(await screen.findByText('REP-1001')).toBeTruthy()
    gate = new Promise(() => undefined)
    view.rerender(at('/admin/orders'))
    // Whatever the server answers later: nobody waits for it.
    expect(screen.getByText('ORD-1001')).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Orders' }).getAttribute('aria-busy')).toBe('false')

    expect(streams.map(({ open }) => open)).toEqual([true])
    expect(screen.getByRole('complementary', { name: 'Admin Panel' })).toBe(frame)
    view.unmount()
    expect(streams.map(({ open }) => open)).toEqual([false])
  })

  it('says what a limited administrator may read in place of a screen that they may not', async () => {
    const limited = { ...props, viewer: { ...props.viewer, scopes: ['invoices:write', 'users:read'] as const } }
    render(
      <RouterContext.Provider value={routerAt('/admin/orders')}>
        {adminLayout('Order Management')(<OrdersScreen />, limited)}
      </RouterContext.Provider>,
    )
    const main = within(screen.getByRole('main'))
    expect(await main.findByText('Your access does not include this screen')).toBeTruthy()
    expect(main.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Users',
      'Approvals',
      'Invoices',
      'Money',
      'Invoice Settings',
    ])
    expect(asked).not.toContain('orders.list')
  })

  it('leads to outgoing emails only where there are emails to read', () => {
    const link = () => screen.queryByRole('link', { name: 'Outgoing Emails', hidden: true })
    const view = render(at('/admin/orders'))
    expect(link()).toBeNull()
    view.rerender(
      <RouterContext.Provider value={routerAt('/admin/orders')}>
        {adminLayout('Order Management')(<OrdersScreen />, { ...props, readsEmails: true })}
      </RouterContext.Provider>,
    )
    expect(link()?.getAttribute('href')).toBe('/admin/outgoing-emails')
  })
})
