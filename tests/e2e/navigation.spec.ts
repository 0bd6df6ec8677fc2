import { expectAccessible } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

test.describe('navigation and footer (requirements §2)', () => {
  test('leads to every page of the site and marks the one that is shown', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link')).toHaveText(['Home', 'Trade-In', 'Products', 'Repair', 'About', 'Contact'])
    await expect(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await navigation.getByRole('link', { name: 'Trade-In' }).click()
    await expect(navigation.getByRole('link', { name: 'Trade-In' })).toHaveAttribute('aria-current', 'page')
    await expect(navigation.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/auth')
  })

  test('skips to the content by keyboard', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('the footer names the company and its rules', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('Registered in England & Wales')).toBeVisible()
    await expect(footer.getByRole('link', { name: 'hello@ohmfield.example' })).toHaveAttribute('href', 'mailto:hello@ohmfield.example')
    for (const [name, path] of [
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Cookie Policy', '/cookie-policy'],
      ['Returns & Refunds', '/returns-refunds'],
    ] as const) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', path)
    }
  })

  test('the menu of phones opens, closes with Escape and with a link followed', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Trade-In',
      'Products',
      'Repair',
      'About',
      'Contact',
      'Track your machine',
      'Dashboard',
    ])
    await expectAccessible(page, 'open menu')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true')
    await menu.getByRole('link', { name: 'Trade-In' }).click()
    await expect(page).toHaveURL('/trade-in')
    await expect(menu).toBeHidden()
  })

  test('an empty cart leads to the products and gives the focus back', async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Cart' })
    await hydrated(page)
    await button.focus()
    await page.keyboard.press('Enter')
    const cart = page.getByRole('dialog', { name: 'Cart' })
    await expect(cart.getByRole('link', { name: 'View products' })).toHaveAttribute('href', '/products')
    await expectAccessible(page, 'cart')
    await page.keyboard.press('Escape')
    await expect(cart).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('Cookie Settings stores the choice', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Cookie Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cookie Settings' })
    await dialog.getByRole('switch', { name: 'Functional' }).click()
    await expectAccessible(page, 'cookie settings')
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await expect(page.getByText('Cookie preferences saved')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Cookie Settings' })).toBeFocused()
    const preferences = await page.evaluate(() => localStorage.getItem('cookie-preferences'))
    expect(JSON.parse(preferences ?? '')).toEqual({ essential: true, functional: true, analytics: false, marketing: false })
  })
})

test.describe('a page that does not exist', () => {
  test('answers 404, logs the path and leads home', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such-page'))
    const response = await page.goto('/no/such-page')
    expect(response?.status()).toBe(404)
    await logged
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    await expectAccessible(page, '404')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the menu stands open and the cart is a link', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Repair' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toHaveAttribute('href', /\/c(?:art|heckout)$/)
  })

  test('pages that need scripts say so, and how to go on', async ({ page }) => {
    const links = ['/track', '/track/any', '/order/any', '/passport/any', '/passport/verify', '/passport/answer', '/newsletter']
    for (const path of [...links, '/auth', '/checkout', '/compare', '/contact', '/trade-in/submit', '/repair/request']) {
      await page.goto(path)
      const notice = page.getByText('needs JavaScript, which is switched off')
      await expect(notice, path).toBeVisible()
      await expect(notice.getByRole('link').first(), path).toHaveAttribute('href', /^mailto:/)
    }
  })
})
