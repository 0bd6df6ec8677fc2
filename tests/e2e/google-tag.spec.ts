import type { Page } from '@playwright/test'
import { expect, test as base } from './support/fixtures'
import { startShop } from './support/shop-server'

const TAG = 'G-1A2B3C4D5E'

/** A shop with a tag, under a name with two levels: the tag puts its cookies on the upper one. */
const test = base.extend<object, { shopUrl: string }>({
  shopUrl: [
    async ({}, use, { workerIndex }) => {
      const shop = await startShop(`test-results/server-${workerIndex}-tag.log`, { GOOGLE_TAG_ID: TAG })
      await use(shop.url.replace('localhost', 'www.shop.localhost'))
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
test.use({ storageState: { cookies: [], origins: [] } })

const advertising = (isOn: boolean) => ({
  allow_google_signals: isOn,
  allow_ad_personalization_signals: isOn,
  conversion_linker: isOn,
})
const started = (withMarketing = true) => [
  ['js', expect.any(Date) as Date],
  ['config', TAG, advertising(withMarketing)],
]
// The names of requirements §4, not of the module under test.
const analyticsGranted = ['consent', 'update', { analytics_storage: 'granted' }]
const marketingGranted = ['consent', 'update', { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }]

/** Stands in for Google's server; the script notes how many commands it found and that it ran. */
async function standIn(page: Page) {
  const loads: string[] = []
  await page.context().route('https://www.googletagmanager.com/**', async (route) => {
    loads.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.found = dataLayer.length' })
  })
  return loads
}

/** The commands so far, each as the list of its words; `arguments` objects only, because the tag takes nothing else for a command. */
const commands = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? []).map((command) => {
      const isCommand = typeof command === 'object' && command !== null && Object.prototype.toString.call(command) === '[object Arguments]'
      const words: unknown[] = isCommand ? Object.values(command) : ['no command']
      return words
    }),
  )
const foundByTag = (page: Page) => page.locator('html[data-found]').getAttribute('data-found').then(Number)

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' })
/** Grants all and waits for the notice, which could else come between a press and its release, and lie where that happens. */
const acceptAll = async (page: Page) => {
  await banner(page).getByRole('button', { name: 'Accept All Cookies' }).click()
  await expect(page.getByText('Cookie preferences saved')).toBeVisible()
}
const settings = async (page: Page) => {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' }).click()
  return page.getByRole('dialog', { name: 'Cookie Settings' })
}
const tagCookies = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name.startsWith('_')).map(({ name }) => name)

/** Sets the cookies that the tag leaves in a browser, on the host and on the domain above it, and a cookie that is not its own. */
const leaveCookies = (page: Page) =>
  page.evaluate(() => {
    document.cookie = '_ga=GA1.1.1.1; path=/; domain=shop.localhost'
    document.cookie = '_ga_1A2B3C4D5E=GS2.1.s1; path=/; domain=shop.localhost'
    document.cookie = '_gid=GA1.1.2; path=/'
    document.cookie = '_gcl_au=1.1.3; path=/; domain=www.shop.localhost'
    document.cookie = '_gallery=ours; path=/'
  })

test.describe('with a Google tag (requirements §4 Cookie consent)', () => {
  test(
    'it is loaded with the first grant, which it hears of before anything else, and hears of no refusal',
    { tag: '@full' },
    async ({ page }) => {
      const loads = await standIn(page)
      await page.goto('/')
      await banner(page).getByRole('button', { name: 'Essential Only' }).click()
      await expect(banner(page)).toBeHidden()
      await page.reload()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect([await commands(page), loads]).toEqual([[], []])

      const dialog = await settings(page)
      await dialog.getByRole('switch', { name: 'Analytics' }).click()
      await dialog.getByRole('button', { name: 'Save Preferences' }).click()
      expect(await foundByTag(page)).toBe(3)
      expect(await commands(page)).toEqual([analyticsGranted, ...started(false)])
      expect(loads).toEqual([`https://www.googletagmanager.com/gtag/js?id=${TAG}`])
      expect(await page.locator('script:not([src]):not([type])').count()).toBe(0)
    },
  )

  test('it hears of a grant at once, and again on each page load before it is loaded', { tag: '@full' }, async ({ page }) => {
    const loads = await standIn(page)
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'Accept All Cookies' }).click()
    await expect(banner(page)).toBeHidden()
    expect(await foundByTag(page)).toBe(4)
    const all = [analyticsGranted, marketingGranted, ...started()]
    expect(await commands(page)).toEqual(all)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trade-In' }).click()
    await expect(page).toHaveURL(/\/trade-in$/)
    expect(await commands(page)).toEqual(all)
    expect(loads).toHaveLength(1)

    for (const path of ['/', '/cookie-policy']) {
      await page.goto(path)
      expect(await foundByTag(page)).toBe(4)
      expect(await commands(page)).toEqual(all)
    }
  })

  test(
    'a withdrawal removes its cookies and loads the page afresh, denied; other tabs follow',
    { tag: '@full' },
    async ({ page, context }) => {
      await standIn(page)
      await page.goto('/')
      await acceptAll(page)
      const other = await context.newPage()
      await other.goto('/trade-in')
      expect(await foundByTag(other)).toBe(4)
      await leaveCookies(page)
      expect((await tagCookies(page)).sort()).toEqual(['_ga', '_ga_1A2B3C4D5E', '_gallery', '_gcl_au', '_gid'])

      const dialog = await settings(page)
      await dialog.getByRole('switch', { name: 'Analytics' }).click()
      await dialog.getByRole('switch', { name: 'Marketing' }).click()
      const loadedAgain = Promise.all([page.waitForEvent('load'), other.waitForEvent('load')])
      await dialog.getByRole('button', { name: 'Save Preferences' }).click()
      await loadedAgain
      await expect(page.getByRole('status').filter({ hasText: 'Cookie preferences saved' })).toBeVisible()
      for (const tab of [page, other]) {
        expect(await commands(tab)).toEqual([])
      }
      expect(await tagCookies(page)).toEqual(['_gallery'])
      const preferences = await page.evaluate(() => localStorage.getItem('cookie-preferences'))
      expect(JSON.parse(preferences ?? '')).toEqual({ essential: true, functional: true, analytics: false, marketing: false })
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    },
  )

  test('a withdrawal of one category keeps the other', { tag: '@full' }, async ({ page }) => {
    await standIn(page)
    await page.goto('/')
    await acceptAll(page)
    const dialog = await settings(page)
    await dialog.getByRole('switch', { name: 'Marketing' }).click()
    const loadedAgain = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await loadedAgain
    expect(await foundByTag(page)).toBe(3)
    expect(await commands(page)).toEqual([analyticsGranted, ...started(false)])
  })

  test('a tag that does not load breaks nothing; the sign-in page has none', { tag: '@full' }, async ({ page }) => {
    const asked: string[] = []
    await page.route('https://www.googletagmanager.com/**', async (route) => {
      asked.push(route.request().url())
      await route.abort()
    })
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'Accept All Cookies' }).click()
    await expect(page.getByText('Cookie preferences saved')).toBeVisible()
    expect(asked).toHaveLength(1)
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    expect(asked).toHaveLength(1)
  })
})
