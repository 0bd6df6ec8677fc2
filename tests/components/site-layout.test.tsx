import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { describe, expect, it } from 'vitest'
import { SiteFooter } from '~/components/layouts/site-footer'
import { SiteHeader, type AccountParts } from '~/components/layouts/site-header'
import { SiteLayout } from '~/components/layouts/site-layout'
import { defaultSettings, type SiteSettings } from '~/contracts/site/settings'
import { routerAt } from '../setup/router'

const ofVisitor: AccountParts = { bar: null, menu: null, dashboardHref: '/auth' }

const show = (settings: Partial<SiteSettings> = {}, pathname = '/') => {
  const all = { ...defaultSettings, ...settings }
  return render(
    <RouterContext.Provider value={routerAt(pathname)}>
      <SiteLayout
        header={<SiteHeader companyName={all.company_name} cart={<button type="button">Cart</button>} account={ofVisitor} />}
        footer={<SiteFooter settings={all} cookieSettings="Cookie Settings" dashboardHref="/auth" />}
        consent={null}
      >
        <h1>Page</h1>
      </SiteLayout>
    </RouterContext.Provider>,
  )
}
const footer = () => within(screen.getByRole('contentinfo'))

describe('the layout of public pages (requirements §2 Shared navigation and footer)', () => {
  it('leads to every page and marks the one that is shown', () => {
    show({}, '/trade-in')
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
    const links = navigation
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])
    expect(links).toEqual([
      ['Home', '/', null],
      ['Trade-In', '/trade-in', 'page'],
      ['Products', '/products', null],
      ['Repair', '/repair', null],
      ['About', '/about', null],
      ['Contact', '/contact', null],
    ])
    const banner = within(screen.getByRole('banner'))
    expect(banner.getAllByRole('link', { name: 'Dashboard' })[0]?.getAttribute('href')).toBe('/auth')
    expect(banner.getByRole('button', { name: 'Cart' })).toBeTruthy()
  })

  it('opens and closes the menu, Escape giving the focus back', async () => {
    show()
    const button = screen.getByRole('button', { name: 'Open menu' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(button)
    expect(screen.getByRole('button', { name: 'Close menu' }).getAttribute('aria-expanded')).toBe('true')

    const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(menu.getByRole('link', { name: 'Home' }))
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
  })

  it('closes the menu when the focus or a press goes elsewhere', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    await userEvent.click(screen.getByRole('heading', { name: 'Page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    act(() => screen.getByRole('main').focus())
    expect(await screen.findByRole('button', { name: 'Open menu' })).toBeTruthy()
  })

  it('ends with the company, its address and the legal links', () => {
    show({ company_name: 'Hash & Sons', contact_email: 'desk@example.com' })
    expect(screen.getByRole('banner').textContent).toContain('Hash & Sons')
    expect(footer().getByText('Registered in England & Wales')).toBeTruthy()
    expect(footer().getByRole('link', { name: 'desk@example.com' }).getAttribute('href')).toBe('mailto:desk@example.com')
    expect(footer().getByRole('link', { name: 'Returns & Refunds' }).getAttribute('href')).toBe('/returns-refunds')
    expect(footer().getByText('London E16 2QU')).toBeTruthy()
    expect(footer().getByText('Cookie Settings')).toBeTruthy()
  })

  it('prints an address that is one text', () => {
    show({ company_address: '1 High Street\nLeeds' })
    expect(footer().getByText('1 High Street')).toBeTruthy()
    expect(footer().getByText('Leeds')).toBeTruthy()
  })

  it('links social profiles that are addresses of the web, and nothing else', () => {
    show({ social_linkedin: 'https://example.com/us', social_twitter: 'javascript:alert(1)' })
    expect(footer().getByRole('link', { name: 'LinkedIn' }).getAttribute('rel')).toBe('noopener noreferrer')
    expect(footer().queryByRole('link', { name: 'X (Twitter)' })).toBeNull()
    expect(footer().queryByRole('link', { name: 'Facebook' })).toBeNull()
  })
})
