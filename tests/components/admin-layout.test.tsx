import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAuth } from '~/components/auth/auth-context'
import { Pickaxe, UserCog } from '~/components/icons/lucide'
import { adminLinks, furtherLinks, furtherParts, isGroup } from '~/components/layouts/admin-nav'
import { navMarks } from '~/components/layouts/nav-marks'
import { leaveForAuth } from '~/components/auth/sign-out'
import { AdminLayout } from '~/components/layouts/admin-layout'
import { scopedRouters } from '~/contracts/identity/api-keys'
import type { BrowserSession } from '~/lib/browser-session'
import { announce, requestSessionCheck, onAuthEvent, type AuthEvent } from '~/lib/auth-events'
import { routerAt } from '../setup/router'
import { AWAY, customer, fakeAuthService } from './support/browser-session'
import { findToast } from './support/toasts'

vi.mock('~/components/auth/sign-out', async (original) => ({ ...(await original<object>()), leaveForAuth: vi.fn() }))

const administrator: BrowserSession = { email: 'admin@shop.example', isAdmin: true, needsCode: false }

const layout = (pathname: string) => (
  <RouterContext.Provider value={routerAt(pathname)}>
    <AdminLayout viewer={{ email: 'admin@shop.example' }}>
      <h1>Screen</h1>
    </AdminLayout>
  </RouterContext.Provider>
)
const show = (pathname = '/admin/machines') => render(layout(pathname))
const sidebar = () => screen.getByRole('complementary', { name: 'Admin Panel' })
const activeLinks = () =>
  within(sidebar())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent)

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.mocked(leaveForAuth).mockClear()
})

describe('the admin layout (requirements §2)', () => {
  it('leads to every screen and says who is signed in', () => {
    show()
    const links = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/admin'],
      ['Users', '/admin/users'],
      ['Orders', '/admin/orders'],
      ['Products', '/admin/products'],
      ['Machines', '/admin/machines'],
      ['Repairs', '/admin/repairs'],
      ['Trade-ins', '/admin/trade-ins'],
      ['Settings', '/admin/settings'],
    ])
    expect(within(sidebar()).getByText('admin@shop.example')).toBeTruthy()
    expect(within(sidebar()).getByText('Administrator')).toBeTruthy()
    expect(within(screen.getByRole('banner')).getByText('Welcome back, Administrator')).toBeTruthy()
    expect(screen.getByRole('main')).toBeTruthy()
    expect(screen.getByRole('contentinfo')).toBeTruthy()
  })

  it('has the other screens in groups of which one is open, at first that of the screen, and remembers it', async () => {
    const first = show('/admin/parts')
    const more = () => within(screen.getByRole('navigation', { name: 'More' }))
    const shown = () =>
      more()
        .getAllByRole('link')
        .map((link) => link.textContent)
    expect(
      more()
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Desk', 'Stock', 'Money', 'Setup'])
    expect(shown()).toEqual(['Units', 'Models', 'Parts', 'Reports'])
    await userEvent.click(more().getByRole('button', { name: 'Money' }))
    expect(shown()).toEqual(['Invoices', 'Money', 'Store Credit', 'Reports'])
    first.unmount()
    show('/admin/parts')
    expect(shown()).toEqual(['Invoices', 'Money', 'Store Credit', 'Reports'])
    await userEvent.click(more().getByRole('button', { name: 'Money' }))
    expect(shown()).toEqual(['Reports'])
  })

  it('has each icon once', () => {
    const icons = [...adminLinks, ...furtherLinks, ...furtherParts.filter(isGroup)].map(({ icon }) => icon)
    // Those of the shop's mark and of the account stand beside them.
    const all = [...icons, Pickaxe, UserCog]
    expect(new Set(all).size).toBe(all.length)
  })

  it('names rights that there are, and says of each link to whom it is shown', () => {
    const routers = [...adminLinks, ...furtherLinks].flatMap(({ reads }) => reads)
    expect(routers.filter((router) => !Object.hasOwn(scopedRouters, router))).toEqual([])
    expect([...adminLinks, ...furtherLinks].filter(({ reads }) => reads.length === 0).map(({ label }) => label)).toEqual([
      'Outgoing Emails',
    ])
  })

  it('counts what waits beside a link, and beside its group while that is folded', async () => {
    act(() => navMarks.set({ '/admin/approvals': { count: 120, words: 'requests' }, '/admin/repairs': { count: 2, words: 'cases' } }))
    show()
    expect(within(sidebar()).getByRole('link', { name: 'Repairs', description: '2 cases' })).toBeTruthy()
    const group = within(sidebar()).getByRole('button', { name: 'Desk', description: '99+ waiting' })
    await userEvent.click(group)
    expect(within(sidebar()).getByRole('link', { name: 'Approvals', description: '99+ requests' })).toBeTruthy()
    expect(group.getAttribute('aria-describedby')).toBeNull()
    act(() => navMarks.set({}))
  })

  it.each([
    ['/admin', ['Dashboard']],
    ['/admin/machines', ['Machines']],
    ['/admin/orders/7', ['Orders']],
    ['/admin/settings', ['Settings']],
  ])('marks on %s the link %s', (pathname, active) => {
    show(pathname)
    expect(activeLinks()).toEqual(active)
  })

  it('is open at first, and remembers that it was closed', async () => {
    const first = show()
    expect(sidebar().dataset.state).toBe('open')
    await userEvent.click(screen.getByRole('button', { name: 'Close menu' }))
    expect(sidebar().dataset.state).toBe('closed')
    first.unmount()
    show()
    expect(sidebar().dataset.state).toBe('closed')
  })

  it('opens the same links as a drawer, which Escape closes', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Admin Panel' })
    expect(within(drawer).getByRole('link', { name: 'Trade-ins' })).toBeTruthy()
    expect(within(drawer).getByRole('button', { name: 'Close menu' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has no drawer left over the screen that a link of it led to', async () => {
    const view = show()
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    await screen.findByRole('dialog', { name: 'Admin Panel' })
    view.rerender(layout('/admin/orders'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['the connection breaks', 'unreachable' as const, 'still signed in'],
    ['the session is still there', customer, 'still signed in'],
    ['the database is away, in the words of the server', 'unavailable' as const, AWAY],
  ])('says that signing out failed when %s', async (_, session, words) => {
    fakeAuthService(session)
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
    await findToast('alert', 'Sign Out Failed', words)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign Out' }).disabled).toBe(false)
    expect(leaveForAuth).not.toHaveBeenCalled()
  })

  it('leaves when signed out here, and in another tab', async () => {
    const service = fakeAuthService(null)
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('choice'))
    expect(service.posts.map(({ path }) => path)).toEqual(['signout'])

    cleanup()
    vi.mocked(leaveForAuth).mockClear()
    show()
    const elsewhere = new BroadcastChannel('auth')
    elsewhere.postMessage('SIGNED_OUT')
    await waitFor(() => expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('choice'))
    elsewhere.close()
  })

  it.each(['unreachable', 'unavailable'] as const)(
    'leaves when a call finds the session ended, and stays when the server is %s',
    async (away) => {
      const service = fakeAuthService(away)
      show()
      act(requestSessionCheck)
      await waitFor(() => expect(service.asked).toBe(1))
      await act(async () => undefined)
      expect(leaveForAuth).not.toHaveBeenCalled()
      service.session = null
      act(requestSessionCheck)
      await waitFor(() => expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('end'))
      act(() => announce('TOKEN_REFRESHED'))
      expect(leaveForAuth).toHaveBeenCalledOnce()
    },
  )
})

describe('an open screen of the back office', () => {
  it.each([
    ['the role is gone', { isAdmin: false }],
    ['a factor is owed', { needsCode: true }],
  ])('is left once, and at once, when %s, and not before', async (_, change) => {
    const service = fakeAuthService(administrator)
    show()
    act(requestSessionCheck)
    await waitFor(() => expect(service.asked).toBe(1))
    await act(async () => undefined)
    expect(leaveForAuth).not.toHaveBeenCalled()
    service.session = { ...administrator, ...change }
    act(requestSessionCheck)
    await waitFor(() => expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('role'))
    act(requestSessionCheck)
    await act(async () => undefined)
    expect(leaveForAuth).toHaveBeenCalledOnce()
  })
})

describe('the auth state', () => {
  it('is nothing outside of its provider', () => {
    const Lost = () => {
      useAuth()
      return null
    }
    expect(() => render(<Lost />)).toThrow('useAuth must be used within an AuthProvider')
  })

  it('is asked for again while the page is looked at, and tells the other tabs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const service = fakeAuthService(administrator)
    const heard: AuthEvent[] = []
    const stop = onAuthEvent((event) => heard.push(event))
    show()
    await act(() => vi.advanceTimersByTimeAsync(2 * 60 * 1000))
    expect([service.asked, heard]).toEqual([1, ['TOKEN_REFRESHED']])
    service.session = 'unreachable'
    await act(() => vi.advanceTimersByTimeAsync(2 * 60 * 1000))
    expect(service.asked).toBe(2)
    expect(leaveForAuth).not.toHaveBeenCalled()
    service.session = null
    await act(() => vi.advanceTimersByTimeAsync(30 * 1000))
    expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('end')
    stop()
    vi.useRealTimers()
  })

  it('leaves a page that was made for somebody else', async () => {
    fakeAuthService({ ...customer, email: 'other@shop.example' })
    show()
    const elsewhere = new BroadcastChannel('auth')
    elsewhere.postMessage('SIGNED_IN')
    await waitFor(() => expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('choice'))
    elsewhere.close()
  })
})
