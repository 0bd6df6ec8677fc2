import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { tabTo } from './support/focus'

test.use({ storageState: { cookies: [], origins: [] } })

const press = (page: Page, ...keys: string[]) =>
  keys.reduce<Promise<void>>((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
const typeInto = async (page: Page, field: Locator, text: string) => {
  await tabTo(page, field)
  await page.keyboard.type(text)
}
const preferences = (page: Page) => page.evaluate(() => localStorage.getItem('cookie-preferences'))

test('every flow of the public site works by keyboard alone', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(120_000)
  const header = page.getByRole('banner')
  const main = page.getByRole('main')
  const footer = page.getByRole('contentinfo')
  const consent = page.getByRole('region', { name: 'Cookie consent' })
  const follow = async (link: Locator, path: string) => {
    await tabTo(page, link)
    await press(page, 'Enter')
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  await test.step('the skip link comes first and leads past the navigation', async () => {
    await page.goto('/')
    await expect(consent).toBeVisible()
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await press(page, 'Enter')
    await expect(main).toBeFocused()
    await press(page, 'Tab')
    await expect(main.getByRole('link', { name: 'Start Trade-In' }).first()).toBeFocused()
  })

  await test.step('the consent banner and its dialog', async () => {
    // Anew, without the #main that the skip link left: a page that is loaded with it begins there.
    await page.goto('/')
    await expect(consent).toBeVisible()
    await press(page, 'Tab')
    await tabTo(page, consent.getByRole('button', { name: 'Customize' }), { most: 5 })
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Customize Cookie Preferences' })
    await tabTo(page, dialog.getByRole('switch', { name: 'Analytics' }), { most: 5 })
    await press(page, 'Space')
    await expect(dialog.getByRole('switch', { name: 'Analytics' })).toBeChecked()
    // The focus goes round within the dialog.
    for (let stop = 0; stop < 12; stop++) {
      await press(page, 'Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement)), `stop ${stop}`).toBe(true)
    }
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
    await expect(consent.getByRole('button', { name: 'Customize' })).toBeFocused()
    await press(page, 'Enter')
    await tabTo(page, dialog.getByRole('switch', { name: 'Functional' }), { most: 5 })
    await press(page, 'Space')
    await tabTo(page, dialog.getByRole('button', { name: 'Save Preferences' }), { most: 8 })
    await press(page, 'Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Cookie preferences saved' })).toBeVisible()
    await expect(consent).toBeHidden()
    await expect(main).toBeFocused()
    expect(await preferences(page)).toBe('{"essential":true,"functional":true,"analytics":false,"marketing":false}')
  })

  await test.step('the navigation and the cart', async () => {
    await page.goto('/')
    const cart = header.getByRole('button', { name: 'Cart' })
    await tabTo(page, cart, { most: 12 })
    await press(page, 'Enter')
    const panel = page.getByRole('dialog', { name: 'Cart' })
    await tabTo(page, panel.getByRole('link', { name: /cart/ }), { most: 4 })
    await press(page, 'Escape')
    await expect(panel).toBeHidden()
    await expect(cart).toBeFocused()
    await page.reload()
    await follow(header.getByRole('link', { name: 'Trade-In' }), '/trade-in')
  })

  await test.step('the calculator', async () => {
    const choose = async (label: string, words: string) => {
      const selector = page.getByLabel(label, { exact: true })
      await tabTo(page, selector)
      await page.keyboard.type(words)
    }
    await choose('Category', 'ASIC')
    await choose('Machine', 'Bitmain Antminer S21')
    await choose('Condition', 'Excellent')
    await expect(page.getByRole('status', { name: 'Estimated store credit' })).toHaveText(/^€[1-9][\d,]*\.\d\d$/)
    await tabTo(page, main.getByRole('button', { name: 'Start Trade-In' }))
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Submit your trade-in online' })).toBeVisible()
    await page.goBack()
    const question = main.locator('summary', { hasText: 'How long does verification take?' })
    await tabTo(page, question)
    await press(page, 'Enter')
    await expect(page.getByText('Verification takes 2-3 business days after receipt', { exact: false })).toBeVisible()
  })

  await test.step('search, filters and newsletter of the products', async () => {
    await page.goto('/products')
    await typeInto(page, page.getByRole('searchbox', { name: 'Search products' }), 'antminer')
    await expect(page).toHaveURL(/antminer/)
    const names = main.getByRole('article').getByRole('heading', { level: 3 })
    await expect(names.first()).toContainText('Antminer')
    for (const name of await names.allTextContents()) expect(name.toLowerCase()).toContain('antminer')
    await typeInto(page, page.getByLabel('Category', { exact: true }), 'ASIC')
    await typeInto(page, page.getByLabel('Sort by'), 'Price')
    await expect(names.first()).toBeVisible()
    const filters = main.getByRole('button', { name: 'Filters' })
    await tabTo(page, filters, { most: 3 })
    await press(page, 'Enter')
    await expect(filters).toHaveAttribute('aria-expanded', 'true')
    const box = main.getByRole('checkbox', { name: 'Bitmain' })
    await tabTo(page, box, { most: 5 })
    await press(page, 'Space')
    await expect(box).toBeChecked()
    const shopLink = main.getByRole('link', { name: /^View in Shop/ }).first()
    await tabTo(page, shopLink)
    await expect(shopLink).toHaveAttribute('target', '_blank')
    await typeInto(page, main.getByRole('textbox', { name: 'Email' }), 'visitor@example.com')
    await press(page, 'Enter')
    await expect(page.getByText('Please open the link in our email', { exact: false })).toBeVisible()
  })

  await test.step('the contact form', async () => {
    await page.goto('/contact')
    await typeInto(page, page.getByLabel('Name', { exact: false }).first(), 'Ada')
    await press(page, 'Enter')
    await expect(page.getByLabel(/^Email/)).toBeFocused()
    await page.keyboard.type('ada@example.com')
    await tabTo(page, page.getByLabel(/^Inquiry Type/), { most: 3 })
    await page.keyboard.type('Repair')
    await typeInto(page, page.getByLabel(/^Subject/), 'A noisy fan')
    await typeInto(page, page.getByLabel(/^Message/), 'It howls.')
    await tabTo(page, main.getByRole('button', { name: 'Send Message' }), { most: 2 })
    await press(page, 'Enter')
    await expect(main.getByText('Message sent')).toBeVisible()
  })

  await test.step("the footer's links and its dialog", async () => {
    const control = footer.getByRole('button', { name: 'Cookie Settings' })
    await tabTo(page, control)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Cookie Settings' })
    await expect(dialog.getByRole('switch', { name: 'Functional' })).toBeChecked()
    await tabTo(page, dialog.getByRole('button', { name: 'Reset to Defaults' }), { most: 8 })
    await press(page, 'Enter')
    await expect(page.getByText('Settings reset')).toBeVisible()
    await tabTo(page, dialog.getByRole('button', { name: 'Save Preferences' }), { most: 4 })
    await press(page, 'Space')
    await expect(dialog).toBeHidden()
    await expect(control).toBeFocused()
    expect(await preferences(page)).toBe('{"essential":true,"functional":false,"analytics":false,"marketing":false}')
    await tabTo(page, footer.getByRole('link', { name: 'Privacy Policy' }), { key: 'Shift+Tab', most: 6 })
    await press(page, 'Enter')
    await expect(page).toHaveURL('/privacy-policy')
  })

  await test.step('the contents of a long text', async () => {
    const entry = main.getByRole('navigation').getByRole('link').nth(2)
    await tabTo(page, entry)
    await press(page, 'Enter')
    await expect(page).toHaveURL(/\/privacy-policy#.+/)
    await expect(main.getByRole('heading', { level: 2, name: (await entry.innerText()).trim() })).toBeInViewport()
  })

  await test.step('the menu of phones', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await tabTo(page, page.getByRole('button', { name: 'Open menu' }), { most: 5 })
    await press(page, 'Enter')
    await press(page, 'Escape')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await press(page, 'Space')
    await follow(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Products' }), '/products')
  })
})
