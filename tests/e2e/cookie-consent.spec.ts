import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Cookie preferences saved' })
const stored = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
const choice = (functional: boolean, analytics: boolean, marketing: boolean) => ({ essential: true, functional, analytics, marketing })

async function expectStored(page: Page, preferences: ReturnType<typeof choice>) {
  const entries = (await stored(page)) as Record<string, string>
  expect(Object.keys(entries).sort()).toEqual(['cookie-consent', 'cookie-consent-date', 'cookie-preferences'])
  expect(JSON.parse(entries['cookie-preferences'] ?? '')).toEqual(preferences)
  expect(entries['cookie-consent']).toBe('true')
  const date = entries['cookie-consent-date'] ?? ''
  expect(new Date(date).toISOString()).toBe(date)
  expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(60_000)
}

const customize = async (page: Page) => {
  await banner(page).getByRole('button', { name: 'Customize' }).click()
  return page.getByRole('dialog', { name: 'Customize Cookie Preferences' })
}
const settings = async (page: Page) => {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' }).click()
  return page.getByRole('dialog', { name: 'Cookie Settings' })
}

test.describe('the cookie consent banner (requirements §2, §4)', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  for (const [name, preferences] of [
    ['Accept All Cookies', choice(true, true, true)],
    ['Essential Only', choice(false, false, false)],
    ['Close', choice(false, false, false)],
  ] as const) {
    test(`'${name}' is stored, announced, and not asked again`, { tag: name === 'Accept All Cookies' ? [] : '@full' }, async ({ page }) => {
      await page.goto('/')
      await banner(page).getByRole('button', { name, exact: true }).click()
      await expect(saved(page)).toBeVisible()
      await expect(banner(page)).toBeHidden()
      await expectStored(page, preferences)
      await page.reload()
      await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' })).toBeVisible()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trade-In' }).click()
      await expect(page).toHaveURL('/trade-in')
      await expect(banner(page)).toBeHidden()
    })
  }

  test('leads to both policies, and asks there too', async ({ page }) => {
    await page.goto('/')
    await banner(page).getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page).toHaveURL('/privacy-policy')
    await banner(page).getByRole('link', { name: 'Cookie Policy' }).click()
    await expect(page).toHaveURL('/cookie-policy')
    await expect(banner(page)).toBeVisible()
    expect(await stored(page)).toEqual({})
  })

  test('Customize stores the toggles as chosen', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    const dialog = await customize(page)
    const essential = dialog.getByRole('switch', { name: 'Strictly Necessary' })
    await expect(essential).toBeDisabled()
    await expect(essential).toBeChecked()
    await expect(dialog.getByText('Required')).toBeVisible()
    for (const example of [
      /cart/i,
      /checkout/i,
      /authentication/i,
      /security/i,
      /language/i,
      /theme/i,
      /calculator/i,
      /\bads\b/i,
      /remarketing/i,
    ]) {
      await expect(dialog).toContainText(example)
    }
    for (const name of ['Functional', 'Analytics', 'Marketing']) await expect(dialog.getByRole('switch', { name })).not.toBeChecked()
    await dialog.getByRole('switch', { name: 'Functional' }).click()
    await dialog.getByRole('switch', { name: 'Analytics' }).click()
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await expect(saved(page)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(banner(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await expectStored(page, choice(true, true, false))
  })

  test('Cancel, Close and Escape only close the dialog', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    for (const leave of ['Cancel', 'Close', 'Escape']) {
      const dialog = await customize(page)
      await dialog.getByRole('switch', { name: 'Marketing' }).click()
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: leave }).click()
      await expect(dialog).toBeHidden()
      await expect(banner(page)).toBeVisible()
      await expect(banner(page).getByRole('button', { name: 'Customize' })).toBeFocused()
    }
    expect(await stored(page)).toEqual({})
  })

  test("the footer's dialog resets, saves and takes the banner away", { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    const dialog = await settings(page)
    await expect(dialog.getByRole('switch')).toHaveCount(4)
    await expect(dialog.getByText('Not set')).toBeVisible()
    await dialog.getByRole('switch', { name: 'Marketing' }).click()
    await dialog.getByRole('button', { name: 'Reset to Defaults' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Settings reset' })).toBeVisible()
    await expect(dialog.getByRole('switch', { name: 'Marketing' })).not.toBeChecked()
    expect(await stored(page)).toEqual({})
    await dialog.getByRole('switch', { name: 'Functional' }).click()
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await expect(saved(page)).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' })).toBeFocused()
    await expectStored(page, choice(true, false, false))

    await page.reload()
    const again = await settings(page)
    await expect(again.getByRole('switch', { name: 'Functional' })).toBeChecked()
    const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
    await expect(again.getByText(`Last updated: ${today}`)).toBeVisible()
    await again.getByRole('switch', { name: 'Functional' }).click()
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect(again).toBeHidden()
    await expectStored(page, choice(true, false, false))
  })

  test('goes from another open tab, and comes back when the choice is cleared', { tag: '@full' }, async ({ page, context }) => {
    const other = await context.newPage()
    await other.goto('/trade-in')
    await page.goto('/')
    await expect(banner(other)).toBeVisible()
    await banner(page).getByRole('button', { name: 'Essential Only' }).click()
    await expect(banner(other)).toBeHidden()
    await page.evaluate(() => localStorage.clear())
    await expect(banner(other)).toBeVisible()
  })

  test('says what Global Privacy Control does', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    await expect(banner(page)).not.toContainText('Global Privacy Control')
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }))
    await page.reload()
    await expect(banner(page)).toContainText('Global Privacy Control')
    await expect(banner(page)).toContainText('marketing starts switched off')
    await expect((await customize(page)).getByRole('switch', { name: 'Marketing' })).not.toBeChecked()
  })

  test('moves nothing on the page and covers nothing that has the focus', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
    const shift = await page.evaluate(async () => {
      const moved: PerformanceEntry[] = []
      const observer = new PerformanceObserver((list) => moved.push(...list.getEntries()))
      for (const type of ['layout-shift', 'paint']) observer.observe({ type, buffered: true })
      // The first paint is always on the list: with it comes what has moved until now.
      while (!moved.some(({ entryType }) => entryType === 'paint')) await new Promise(requestAnimationFrame)
      return moved.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
    })
    expect(shift).toBeLessThan(0.02)

    const footerControl = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' })
    for (let stop = 0; stop < 80; stop++) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const focused = document.activeElement
        const cover = document.querySelector('[aria-label="Cookie consent"]')
        if (!focused || !cover || focused === document.body || cover.contains(focused)) return null
        const { bottom, height } = focused.getBoundingClientRect()
        return bottom > cover.getBoundingClientRect().top && height < 400 ? focused.outerHTML.slice(0, 120) : null
      })
      expect(covered, `stop ${stop} of the Tab key`).toBeNull()
      if (await footerControl.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error('The Tab key never came to the end of the page')
  })

  test('what it says once it is gone can be scrolled past, and covers nothing that has the focus', async ({ page }) => {
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'Accept All Cookies' }).click()
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Cookie preferences saved')
    // The pointer on it keeps it there.
    await toast.hover()
    const footerControl = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' })
    await hydrated(page)
    await footerControl.focus()
    await expect
      .poll(async () => {
        const [box, cover] = [await footerControl.boundingBox(), await toast.boundingBox()]
        return box && cover && box.y + box.height <= cover.y
      })
      .toBe(true)
    await footerControl.click()
    await expect(page.getByRole('dialog', { name: 'Cookie Settings' })).toBeVisible()
  })

  for (const { colorScheme, width, tag } of looks) {
    test(`has no axe violation, nor have its dialogs, at ${width} px in ${colorScheme}`, { tag }, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }))
      await page.goto('/')
      await expect(banner(page)).toBeInViewport({ ratio: 1 })
      await expectAccessible(page, 'banner')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const dialog = await customize(page)
      await dialog.getByRole('switch', { name: 'Analytics' }).click()
      await expectAccessible(page, 'customize dialog')
      await page.keyboard.press('Escape')
      await (await settings(page)).getByRole('button', { name: 'Reset to Defaults' }).click()
      await expect(page.getByText('Settings reset')).toBeVisible()
      await expectAccessible(page, 'cookie settings dialog')
    })
  }
})

test('the banner never appears to a visitor who has chosen, not even for a moment', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[aria-label="Cookie consent"]')) document.documentElement.dataset.asked = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  const response = await page.goto('/')
  expect(await response?.text()).not.toContain('Accept All Cookies')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trade-In' }).click()
  await expect(page).toHaveURL('/trade-in')
  expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined()
})
