import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const analytics = ['consent', 'update', { analytics_storage: 'granted' }]
const marketing = ['consent', 'update', { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }]
const queued = () => (window.dataLayer ?? []).map((command): unknown[] => Array.from(command as ArrayLike<unknown>))

/** A page as it is loaded: what it has told a tag is forgotten. */
async function load({ googleTagId = null }: { googleTagId?: string | null } = {}) {
  vi.resetModules()
  const { CookieConsent } = await import('~/features/site/cookie-consent/cookie-consent')
  const { decide } = await import('~/features/site/cookie-consent/decide')
  render(<CookieConsent googleTagId={googleTagId} />)
  return { decide }
}
const press = (name: string) =>
  userEvent.click(within(screen.getByRole('region', { name: 'Cookie consent' })).getByRole('button', { name }))
const chosen = (analytics: boolean, marketing: boolean) => ({ essential: true, functional: false, analytics, marketing }) as const
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src)

describe('a tag on the page, whoever put it there (requirements §4 Cookie consent)', () => {
  beforeEach(() => {
    delete window.dataLayer
    delete window.gtag
    document.head.innerHTML = ''
  })

  it('hears of grants by its own function, once for each page load', async () => {
    window.gtag = vi.fn()
    const { decide } = await load()
    expect(window.gtag).not.toHaveBeenCalled()
    await press('Accept All Cookies')
    expect(vi.mocked(window.gtag).mock.calls).toEqual([analytics, marketing])
    act(() => decide(chosen(true, true)))
    expect(window.gtag).toHaveBeenCalledTimes(2)
    expect(scripts()).toEqual([])
    await load()
    expect(vi.mocked(window.gtag).mock.calls.slice(2)).toEqual([analytics, marketing])
  })

  it('hears of them by its queue, as commands, where it has no function', async () => {
    window.dataLayer = []
    const { decide } = await load()
    act(() => decide(chosen(false, true)))
    expect(queued()).toEqual([marketing])
    expect(Object.prototype.toString.call(window.dataLayer[0])).toBe('[object Arguments]')
  })

  it('hears of no refusal, neither as a default nor later', async () => {
    window.dataLayer = []
    window.gtag = vi.fn()
    await load({ googleTagId: 'G-1A2B3C4D5E' })
    await press('Essential Only')
    expect([window.dataLayer, vi.mocked(window.gtag).mock.calls, scripts()]).toEqual([[], [], []])
  })

  it('nothing is queued for a page without one; one that comes later hears of the next choice', async () => {
    const { decide } = await load()
    act(() => decide(chosen(true, false)))
    expect(window.dataLayer).toBeUndefined()
    window.gtag = vi.fn()
    act(() => decide(chosen(true, true)))
    expect(vi.mocked(window.gtag).mock.calls).toEqual([analytics, marketing])
  })

  it("the shop's own is loaded with the first grant, its advertising off until marketing is granted", async () => {
    const { decide } = await load({ googleTagId: 'G-1A2B3C4D5E' })
    expect(scripts()).toEqual([])
    act(() => decide(chosen(true, false)))
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1A2B3C4D5E'])
    const off = { allow_google_signals: false, allow_ad_personalization_signals: false, conversion_linker: false }
    expect(queued()).toEqual([analytics, ['js', expect.any(Date)], ['config', 'G-1A2B3C4D5E', off]])
    act(() => decide(chosen(true, true)))
    const on = { allow_google_signals: true, allow_ad_personalization_signals: true, conversion_linker: true }
    expect(queued().slice(3)).toEqual([marketing, ['set', on]])
  })
})
