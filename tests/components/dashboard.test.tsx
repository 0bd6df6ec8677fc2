import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import superjson from 'superjson'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allows } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'
import type { DashboardOverview } from '~/contracts/office/dashboard'
import { DashboardScreen } from '~/features/office/dashboard/dashboard-screen'
import { trpc } from '~/trpc/client'
import { TrpcProvider } from '~/trpc/provider'
import { refusal, renderScreen } from './support/fake-api'

const nothing: DashboardOverview = {
  stats: {
    totalUsers: 0,
    totalOrders: 0,
    totalProducts: 0,
    productsInStock: 0,
    activeRepairs: 0,
    pendingTradeIns: 0,
    monthlyRevenue: 0,
    revenueChange: 0,
    userGrowth: 0,
    orderGrowth: 0,
  },
  recent: { repairs: [], tradeIns: [], orders: [] },
}

const fetched = vi.fn<typeof fetch>()
/** Answers the overview; the parts of the dashboard that are asked for by themselves stay on their way. */
const answer = (body: object, status = 200) =>
  fetched.mockImplementation((input) =>
    String(input instanceof Request ? input.url : input).includes('dashboard.overview')
      ? Promise.resolve(new Response(JSON.stringify([body]), { status }))
      : new Promise(() => undefined),
  )
const show = () => {
  render(
    <TrpcProvider>
      <DashboardScreen />
    </TrpcProvider>,
  )
}
const overview = (data: DashboardOverview) => {
  answer({ result: { data: superjson.serialize(data) } })
  show()
}
/** The figure of a card, and the line under it where there is one. */
const card = async (label: string) => {
  const term = await screen.findByText(label)
  return within(term.parentElement ?? term)
    .getAllByRole('definition')
    .map((line) => line.textContent)
}

/** Each card, list and chart, and the router whose rows it is made of. */
const shownParts = [
  ['Total Users', 'users'],
  ['Total Orders', 'orders'],
  ['Products in Stock', 'products'],
  ['Active Repairs', 'repairs'],
  ['Pending Trade-ins', 'tradeIns'],
  ['Monthly Revenue', 'orders'],
  ['Recent Repairs', 'repairs'],
  ['Recent Trade-ins', 'tradeIns'],
  ['Recent Orders', 'orders'],
  ['Revenue by month', 'orders'],
  ['Repair pipeline', 'repairs'],
  ['Trade-in pipeline', 'tradeIns'],
] as const

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the dashboard', () => {
  it('has six figures, with what has changed since last month', async () => {
    const stats = {
      ...nothing.stats,
      totalUsers: 1234,
      userGrowth: 14.81,
      totalOrders: 60,
      orderGrowth: -3.26,
      activeRepairs: 11,
      monthlyRevenue: 113399.9,
    }
    overview({ ...nothing, stats: { ...stats, totalProducts: 40, productsInStock: 25, pendingTradeIns: 6 } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
    expect(screen.getByText('Welcome to your admin dashboard')).toBeDefined()
    expect(await card('Total Users')).toEqual(['1,234', '+14.8% from last month'])
    expect(await card('Total Orders')).toEqual(['60', '-3.3% from last month'])
    expect(await card('Products in Stock')).toEqual(['25'])
    expect(await card('Active Repairs')).toEqual(['11', 'High volume'])
    expect(await card('Pending Trade-ins')).toEqual(['6'])
    expect(await card('Monthly Revenue')).toEqual(['€113,399.90'])
    // Each leads to the list of what it counts.
    expect(screen.getAllByRole('link', { name: 'Show the list' }).map((link) => link.getAttribute('href'))).toEqual([
      '/admin/users',
      '/admin/orders',
      '/admin/products?stock=in',
      '/admin/repairs?work=open',
      '/admin/trade-ins?work=open',
      '/admin/reports',
    ])
  })

  it('lists what is new, with statuses capitalised', async () => {
    const createdAt = new Date('2026-11-20T12:00:00Z')
    overview({
      ...nothing,
      recent: {
        repairs: [{ id: '1', repairNumber: 'REP-1', status: 'diagnosing', createdAt }],
        tradeIns: [{ id: '2', tradeInNumber: 'TRD-2', status: 'submitted', createdAt }],
        orders: [{ id: '3', orderNumber: 'ORD-3', status: 'completed', createdAt }],
      },
    })
    for (const [title, number, status, place] of [
      ['Recent Repairs', 'REP-1', 'Diagnosing', '/admin/repairs/REP-1'],
      ['Recent Trade-ins', 'TRD-2', 'Submitted', '/admin/trade-ins/TRD-2'],
      ['Recent Orders', 'ORD-3', 'Completed', '/admin/orders?details=3'],
    ] as const) {
      const list = within(screen.getByRole('region', { name: title }))
      expect((await list.findByRole('link', { name: number })).getAttribute('href')).toBe(place)
      expect(list.getByText(status)).toBeDefined()
    }
  })

  it('says what is empty', async () => {
    overview(nothing)
    expect(await screen.findByText('No recent repairs')).toBeDefined()
    expect(screen.getByText('No recent trade-ins')).toBeDefined()
    expect(screen.getByText('No recent orders')).toBeDefined()
    expect(await card('Active Repairs')).toEqual(['0', 'Normal volume'])
    expect(screen.queryByText(/from last month/)).toBeNull()
  })

  it('only logs a failure, and stays', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answer({ error: { json: { message: 'No.', code: -32003, data: { code: 'FORBIDDEN', httpStatus: 403 } } } }, 403)
    show()
    await waitFor(() => {
      expect(logged).toHaveBeenCalledWith('Failed to fetch dashboard figures', expect.objectContaining({ message: 'No.' }))
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
    expect(await card('Total Users')).toEqual(['–'])
    expect(screen.queryByRole('alert')).toBeNull()
    logged.mockRestore()
  })

  it('says what is missing until it is there, also while it is asked for once more', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const AskAgain = () => {
      const utils = trpc.useUtils()
      return <button onClick={() => void utils.dashboard.invalidate()}>Ask again</button>
    }
    const asked = vi.fn<(input: unknown) => Promise<never>>().mockImplementation(() => new Promise(() => undefined))
    for (let part = 0; part < 3; part += 1) asked.mockRejectedValueOnce(refusal('INTERNAL_SERVER_ERROR', 'No.'))
    const screens = (
      <>
        <DashboardScreen />
        <AskAgain />
      </>
    )
    renderScreen(screens, { 'dashboard.overview': asked, 'dashboard.charts': asked, 'dashboard.attention': asked })
    const isMissing = async () => {
      expect(await card('Total Users')).toEqual(['–'])
      expect(await screen.findAllByText('Not available at the moment')).toHaveLength(7)
    }
    await isMissing()
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(6))
    await isMissing()
    logged.mockRestore()
  })

  it.each([
    [12, 'Products from Shopify'],
    [null, 'Shopify'],
  ])('says what is to be set up at Shopify, with products of it or without (%s)', async (products, title) => {
    const shopList = {
      fetchedAt: products === null ? null : new Date(),
      failedAt: null,
      failure: null,
      products,
      notices: [{ kind: 'scope' as const, subject: 'read_orders', detail: '' }],
    }
    const never = () => new Promise<never>(() => undefined)
    renderScreen(<DashboardScreen />, {
      'dashboard.overview': never,
      'dashboard.charts': never,
      'dashboard.attention': never,
      'dashboard.shopList': () => Promise.resolve(shopList),
    })
    const region = await screen.findByRole('region', { name: title })
    expect(within(region).getByRole('listitem').textContent).toMatch(/^The app may not use read_orders/)
    expect(within(region).queryByText(/12 shown/) !== null).toBe(products !== null)
  })

  it.each(keysOf(rolePresets))('shows, asks for, and leads to, nothing that is closed to the role %s', async (role) => {
    const scopes = rolePresets[role].scopes && [...rolePresets[role].scopes]
    const asked: string[] = []
    const logged = vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      asked.push(
        ...[
          ...words
            .map(String)
            .join(' ')
            .matchAll(/No procedure (\w+)/g),
        ].map(([, router]) => router ?? ''),
      )
    })
    const createdAt = new Date('2026-11-20T12:00:00Z')
    const recent: DashboardOverview['recent'] = {
      repairs: [{ id: '1', repairNumber: 'REP-1', status: 'diagnosing', createdAt }],
      tradeIns: [{ id: '2', tradeInNumber: 'TRD-2', status: 'submitted', createdAt }],
      orders: [{ id: '3', orderNumber: 'ORD-3', status: 'completed', createdAt }],
    }
    renderScreen(<DashboardScreen />, { 'dashboard.overview': () => ({ ...nothing, recent }) }, { scopes })
    const isOpen = (router: string) => allows(scopes, router, 'read')
    await screen.findByText(isOpen('repairs') ? 'REP-1' : 'TRD-2')
    await waitFor(() => expect(asked).toContain('dashboard'))
    for (const [title, router] of shownParts) expect(screen.queryByText(title) !== null, title).toBe(isOpen(router))
    expect([...new Set(asked)].filter((router) => !isOpen(router))).toEqual([])
    const routers: Record<string, string> = { 'trade-ins': 'tradeIns' }
    const led = screen.getAllByRole('link').map((link) => /^\/admin\/([\w-]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '')
    expect(led.filter((screenName) => !isOpen(routers[screenName] ?? screenName))).toEqual([])
    logged.mockRestore()
  })
})
