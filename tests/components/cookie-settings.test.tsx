import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LazyToasts } from '~/components/ui/lazy-toasts'
import { CookieSettingsButton } from '~/features/site/cookie-consent/cookie-settings-button'

const open = async () => {
  render(
    <>
      <CookieSettingsButton />
      <LazyToasts />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cookie Settings' }))
  return screen.findByRole('dialog', { name: 'Cookie Settings' })
}
const cookieSwitch = (name: string) => screen.getByRole<HTMLButtonElement>('switch', { name })
const stored = () => ({
  preferences: JSON.parse(localStorage.getItem('cookie-preferences') ?? 'null') as unknown,
  consent: localStorage.getItem('cookie-consent'),
  date: localStorage.getItem('cookie-consent-date'),
})

describe('the Cookie Settings dialog (requirements §2, §4; contract.md Browser storage)', () => {
  // Loads the parts that the button loads late, so that no test waits for a busy machine.
  beforeAll(async () => {
    await import('~/features/site/cookie-consent/cookie-settings')
    await Promise.all([import('~/components/ui/toasts'), import('~/components/ui/notify')])
  })
  beforeEach(() => localStorage.clear())

  it('starts with nothing but the necessary, which is locked and required', async () => {
    await open()
    expect(cookieSwitch('Strictly Necessary').disabled).toBe(true)
    expect(cookieSwitch('Strictly Necessary').ariaChecked).toBe('true')
    expect(screen.getByRole('switch', { description: /^Required Cart, checkout, authentication and security/ })).toBeTruthy()
    expect(['Functional', 'Analytics', 'Marketing'].map((name) => cookieSwitch(name).ariaChecked)).toEqual(['false', 'false', 'false'])
    expect(screen.getByText(/Not set/)).toBeTruthy()
  })

  it('stores what is chosen under the three keys, says so and closes', async () => {
    await open()
    await userEvent.click(cookieSwitch('Analytics'))
    await userEvent.click(screen.getByRole('button', { name: 'Save Preferences' }))

    expect(stored().preferences).toEqual({ essential: true, functional: false, analytics: true, marketing: false })
    expect(stored().consent).toBe('true')
    expect(new Date(stored().date ?? '').toISOString()).toBe(stored().date)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Cookie preferences saved')).toBeTruthy()
  })

  it('shows what was stored and when; Reset takes it back, Cancel stores nothing', async () => {
    localStorage.setItem('cookie-preferences', '{"essential":true,"functional":true,"analytics":false,"marketing":true}')
    localStorage.setItem('cookie-consent', 'true')
    localStorage.setItem('cookie-consent-date', '2026-03-04T10:00:00.000Z')
    await open()
    expect(cookieSwitch('Marketing').ariaChecked).toBe('true')
    expect(screen.getByText(/4 March 2026/)).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Reset to Defaults' }))
    expect(cookieSwitch('Marketing').ariaChecked).toBe('false')
    expect(await screen.findByText('Settings reset')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(stored().preferences).toEqual({ essential: true, functional: true, analytics: false, marketing: true })
    expect(stored().date).toBe('2026-03-04T10:00:00.000Z')
  })

  it('takes what it cannot read for a refusal', async () => {
    localStorage.setItem('cookie-preferences', '{broken')
    localStorage.setItem('cookie-consent', 'true')
    await open()
    expect(cookieSwitch('Functional').ariaChecked).toBe('false')
  })
})
