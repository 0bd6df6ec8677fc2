import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

/** Requirements §2 Legal pages, §4 the return lifecycle, §9 Policy constants, Cookies and Contact: typed out. */
const policies = {
  '/privacy-policy': {
    title: 'Privacy Policy',
    says: [
      /accounts and transactions.{0,80}7 years/i,
      /analytics 26 months/i,
      /support.{0,40}3 years/i,
      /requests about your data within 30 days/,
      /not for anyone under 18/,
    ],
  },
  '/terms-of-service': {
    title: 'Terms of Service',
    says: [
      /above £50,000, or of more than 10 units of one product, need extra verification/,
      /pounds sterling \(GBP\) including VAT/,
      /1\.5% per month/,
      /Report damage or a shortage within 48 hours/,
      /Refurbished items come with a 90-day limited warranty/,
      /dead-on-arrival claim within 48 hours/,
      /trade-in payments within 5 business days/,
      /verification takes 2-3 business days after receipt/,
      /never in cash/,
      /30-day repair warranty/,
      /14-day cooling-off/,
      /30 days from delivery to reject/,
      /Under-18s cannot/,
      /small claims limit of £10,000/,
    ],
  },
  '/cookie-policy': {
    title: 'Cookie Policy',
    says: [
      /Strictly necessary Cart, checkout, authentication and security.{0,80}Up to 1 year/,
      /Functional Remembers your language, your theme and your trade-in calculator settings 2 years/,
      /Analytics.{0,80}26 months/,
      /Marketing Measures ads.{0,60}\(remarketing\) 24 months/,
    ],
  },
  '/returns-refunds': {
    title: 'Returns & Refunds Policy',
    says: [
      /GBP including VAT/,
      /14-day cooling-off/,
      /30-day right to reject faulty goods/,
      /30-day change-of-mind return/,
      /new and unused items within 30 days/,
      /Missing accessories or packaging 15%/,
      /Signs of use 25%/,
      /90-day limited warranty/,
      /dead on arrival, claim within 48 hours/,
      /no returns of refurbished items for change of mind/,
      /Report damage or a shortage within 48 hours/,
      /order number, the serial number/,
      /RMA issued\..*RMA number.*Return received\..*Inspection\..*1-2 business days.*3-5 days.*1 day\..*Refund\./,
      /Card 3-5 business days/,
      /Bank transfer 2-3 business days/,
      /PayPal 1-2 business days/,
      /Cryptocurrency Same day/,
      /5% bonus/,
      /store credit code.*valid for 24 months/,
    ],
  },
}

const textOf = (texts: string[]) => texts.join(' ').replaceAll(/\s+/g, ' ')

/** The longest shows what all four share; the others are looked at in `npm run test:full`. */
const tagOf = (path: string) => (path === '/returns-refunds' ? [] : '@full')

for (const [path, { title, says }] of Object.entries(policies)) {
  test.describe(`${title} without scripts`, () => {
    test.use({ javaScriptEnabled: false })

    test('says every constant of the requirements', async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const text = textOf(await page.getByRole('article').locator('p, li, th, td, h2').allInnerTexts())
      for (const words of says) expect.soft(text).toMatch(words)
      expect(text).toContain('Mon-Fri 9:00-17:00 GMT')
      expect(text).toContain('hello@ohmfield.example')
      await expect(page.getByText(/^Last updated: \d{1,2} [A-Z][a-z]+ 20\d\d$/)).toBeVisible()
    })
  })

  test.describe(title, { tag: tagOf(path) }, () => {
    test('shows the visitor’s date, without moving anything', async ({ page }) => {
      const problems: string[] = []
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      await page.clock.setFixedTime(new Date('2031-02-03T10:00:00Z'))
      await page.goto(path)
      await expect(page.getByText('Last updated: 3 February 2031')).toBeVisible()
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') sum += entry.value
            }).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
          }),
      )
      expect(shift).toBeLessThan(0.02)
      expect(problems).toEqual([])
    })

    test('has contents that lead to every section and mark the one that is read', async ({ page }) => {
      await page.goto(path)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      const headings = await page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts()
      await expect(contents.getByRole('link')).toHaveText(headings)
      const third = headings[2] ?? ''
      await contents.getByRole('link', { name: third, exact: true }).click()
      await expect(page).toHaveURL(/#[a-z0-9-]+$/)
      await expect(page.getByRole('article').getByRole('heading', { name: third, exact: true })).toBeInViewport()
      await expect(contents.locator('[aria-current]')).toHaveText(third)
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(contents.locator('[aria-current]')).toHaveText(headings.at(-1) ?? '')
    })

    test('folds its contents up on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await expect(contents.getByRole('link').first()).toBeHidden()
      await contents.getByText('On this page').click()
      await contents.getByRole('link', { name: 'How to reach us' }).click()
      await expect(page.getByRole('article').getByRole('heading', { name: 'How to reach us' })).toBeInViewport()
    })

    test('has no axe violation, and fits', async ({ page }) => {
      await page.goto(path)
      await expectGoodInEveryLook(page, title)
    })
  })
}

test('the privacy page leads to the cookie policy', { tag: '@full' }, async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.getByRole('article').getByRole('link', { name: 'Cookie Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie Policy' })).toBeVisible()
})

test('the cookie policy opens the dialog of the footer', { tag: '@full' }, async ({ page }) => {
  await page.goto('/cookie-policy')
  const button = page.getByRole('article').getByRole('button', { name: 'Cookie Settings' })
  await hydrated(page)
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cookie Settings' })
  await expect(dialog.getByRole('switch', { name: 'Analytics' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})
