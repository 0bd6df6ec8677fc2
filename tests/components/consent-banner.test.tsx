import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LazyToasts } from '~/components/ui/lazy-toasts'
import { CookieConsent } from '~/features/site/cookie-consent/cookie-consent'

const show = () =>
  render(
    <>
      <CookieConsent googleTagId={null} />
      <main tabIndex={-1} />
      <LazyToasts />
    </>,
  )
const banner = () => screen.getByRole('region', { name: 'Cookie consent' })
const noBanner = () => screen.queryByRole('region', { name: 'Cookie consent' }) === null
const press = (name: string) => userEvent.click(within(banner()).getByRole('button', { name }))
const stored = () => Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]))
const refused = '{"essential":true,"functional":false,"analytics":false,"marketing":false}'

const customize = async () => {
  await press('Customize')
  return within(await screen.findByRole('dialog', { name: 'Customize Cookie Preferences' }))
}

describe('the cookie consent banner (requirements §2, §4; contract.md Browser storage)', () => {
  beforeAll(async () => {
    // Loads late parts at the start, so that no test waits for a busy machine.
    await import('~/features/site/cookie-consent/customize-dialog')
    await Promise.all([import('~/components/ui/toasts'), import('~/components/ui/notify')])
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('shows while no consent is recorded, with its buttons and its links', () => {
    show()
    expect(
      within(banner())
        .getAllByRole('button')
        .map((button) => button.ariaLabel ?? button.textContent),
    ).toEqual(['Accept All Cookies', 'Essential Only', 'Customize', 'Close'])
    const links = within(banner()).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Cookie Policy', '/cookie-policy'],
      ['Privacy Policy', '/privacy-policy'],
    ])
  })

  it('stays away where consent is recorded', () => {
    localStorage.setItem('cookie-consent', 'true')
    show()
    expect(noBanner()).toBe(true)
  })

  it.each([
    ['Accept All Cookies', '{"essential":true,"functional":true,"analytics":true,"marketing":true}'],
    ['Essential Only', refused],
    ['Close', refused],
  ])('%s stores its choice under the three keys, says so and closes', async (name, preferences) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T10:00:00.123Z') })
    show()
    await press(name)
    expect(stored()).toEqual({
      'cookie-preferences': preferences,
      'cookie-consent': 'true',
      'cookie-consent-date': '2026-03-04T10:00:00.123Z',
    })
    expect(noBanner()).toBe(true)
    expect(await screen.findByText('Cookie preferences saved')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('Customize starts with everything optional off and stores what is chosen', async () => {
    show()
    const dialog = await customize()
    const toggles = dialog.getAllByRole<HTMLButtonElement>('switch')
    expect(toggles.map((toggle) => [toggle.ariaChecked, toggle.disabled])).toEqual([
      ['true', true],
      ['false', false],
      ['false', false],
      ['false', false],
    ])
    await userEvent.click(dialog.getByRole('switch', { name: 'Functional' }))
    await userEvent.click(dialog.getByRole('switch', { name: 'Marketing' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save Preferences' }))
    expect(stored()['cookie-preferences']).toBe('{"essential":true,"functional":true,"analytics":false,"marketing":true}')
    expect(stored()['cookie-consent']).toBe('true')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(noBanner()).toBe(true)
    expect(await screen.findByText('Cookie preferences saved')).toBeTruthy()
  })

  it.each(['Cancel', 'Close'])('%s only closes the dialog', async (name) => {
    show()
    const dialog = await customize()
    await userEvent.click(dialog.getByRole('switch', { name: 'Analytics' }))
    await userEvent.click(dialog.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(stored()).toEqual({})
    expect(document.activeElement).toBe(within(banner()).getByRole('button', { name: 'Customize' }))
    // A choice that was not saved is forgotten.
    expect((await customize()).getByRole('switch', { name: 'Analytics' }).ariaChecked).toBe('false')
  })

  it('follows what another tab stores or removes', () => {
    show()
    const elsewhere = (change: () => void) =>
      act(() => {
        change()
        window.dispatchEvent(new StorageEvent('storage'))
      })
    elsewhere(() => localStorage.setItem('cookie-consent', 'true'))
    expect(noBanner()).toBe(true)
    elsewhere(() => localStorage.clear())
    expect(noBanner()).toBe(false)
  })

  it('says what Global Privacy Control does, where the browser sends it', () => {
    const view = show()
    expect(banner().textContent).not.toContain('Global Privacy Control')
    view.unmount()
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { globalPrivacyControl: true }))
    show()
    expect(banner().textContent).toContain('Global Privacy Control')
    expect(banner().textContent).toContain('marketing starts switched off')
  })

  it('closes, and says that nothing is stored, where the browser stores nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    show()
    await press('Essential Only')
    expect(noBanner()).toBe(true)
    expect(await screen.findByText('Cookie preferences not saved')).toBeTruthy()
    expect(stored()).toEqual({})
  })
})
