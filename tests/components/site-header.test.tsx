import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultSettings } from '~/contracts/site/settings'
import { SitePage } from '~/features/site/site-page'
import { announce } from '~/lib/auth-events'
import { AWAY, customer, fakeAuthService } from './support/browser-session'
import { renderScreen } from './support/fake-api'

const site = {
  settings: defaultSettings,
  siteUrl: 'https://shop.example',
  shopUrl: 'https://shop.example',
  googleTagId: null,
  onlineRequests: true,
  sellsHere: false,
  liveId: '',
}
const show = () =>
  renderScreen(
    <SitePage site={site} path="/about">
      <h1>Page</h1>
    </SitePage>,
    {},
    { pathname: '/about' },
  )

const mark = (value: 1 | 0) => {
  document.cookie = `signed-in=1; path=/; max-age=${value * 60}`
}
const dashboards = () => screen.getAllByRole('link', { name: 'Dashboard', hidden: true }).map((link) => link.getAttribute('href'))
const failed = /Sign Out Failed.*still signed in/
const menuButton = () => screen.findByRole('button', { name: 'Account menu' })

beforeEach(() => {
  localStorage.setItem('cookie-consent', 'true')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  mark(0)
  act(() => announce('SIGNED_OUT'))
})

describe('who is signed in, in the header of public pages', () => {
  it('asks nothing for a visitor, whom it leads to /auth', async () => {
    const service = fakeAuthService(customer)
    show()
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/auth')
    expect(new Set(dashboards())).toEqual(new Set(['/auth']))
    await act(async () => undefined)
    expect(service.asked).toBe(0)
  })

  it('names who is signed in, with ways to the account and out', async () => {
    mark(1)
    const service = fakeAuthService(customer)
    show()
    await userEvent.click(await menuButton())
    const menu = await screen.findByRole('menu')
    expect(menu.textContent).toContain('ada@shop.example')
    expect(within(menu).getByRole('menuitem', { name: 'Account' }).getAttribute('href')).toBe('/account')
    expect(new Set(dashboards())).toEqual(new Set(['/account']))

    service.onPost = () => {
      service.session = null
      mark(0)
    }
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Sign Out' }))
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(service.posts.map(({ path }) => path)).toEqual(['signout'])
  })

  it('leads an administrator to the dashboard, and whoever still owes a code to /auth', async () => {
    mark(1)
    const service = fakeAuthService({ ...customer, isAdmin: true })
    show()
    await waitFor(() => expect(new Set(dashboards())).toEqual(new Set(['/admin'])))
    service.session = { ...customer, isAdmin: true, needsCode: true }
    act(() => announce('SIGNED_IN'))
    await waitFor(() => expect(new Set(dashboards())).toEqual(new Set(['/auth'])))
  })

  it('has the account in the menu of narrow screens too', async () => {
    mark(1)
    fakeAuthService(customer)
    show()
    await menuButton()
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
    expect(menu.getByText('Signed in as ada@shop.example')).toBeTruthy()
    expect(menu.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account')
    expect(menu.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
  })

  it('hears when another tab signs out', async () => {
    mark(1)
    fakeAuthService(customer)
    show()
    await menuButton()
    const elsewhere = new BroadcastChannel('auth')
    elsewhere.postMessage('SIGNED_OUT')
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
    elsewhere.close()
  })

  it.each([
    ['unreachable' as const, failed],
    ['unavailable' as const, new RegExp(`Sign Out Failed.*${AWAY}`)],
  ])('says that signing out failed while the server is %s, and still shows who is signed in', async (away, failed) => {
    mark(1)
    const service = fakeAuthService(customer)
    show()
    await userEvent.click(await menuButton())
    service.session = away
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
    // Twice: the page brings its own place for toasts, beside that of the test.
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(expect.stringMatching(failed)),
    )
    expect(await menuButton()).toBeTruthy()
  })
})
