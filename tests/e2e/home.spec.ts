import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'

test.describe('the home page (requirements §2 Home)', () => {
  test('opens with badge, title, description and the two ways on', async ({ page }) => {
    await page.goto('/')
    const hero = page.getByRole('main').getByRole('region').first()
    await expect(hero.getByText('UK trade-in programme')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(hero.getByText(/worth in store credit/)).toBeVisible()
    await expect(hero.getByRole('link', { name: 'View Shop' })).toHaveAttribute('href', '/products')
    await hero.getByRole('link', { name: 'Start Trade-In' }).click()
    await expect(page).toHaveURL('/trade-in')
  })

  test('says what the shop does, for how much, and what it is', async ({ page }) => {
    await page.goto('/')

    await test.step('explains the trade-in in four steps', async () => {
      const section = page.getByRole('region', { name: 'How Trade-In Works' })
      await expect(section.getByRole('heading', { level: 3 })).toHaveText([
        'Calculate Value',
        'Ship Equipment',
        'Receive Credit',
        'New Hardware',
      ])
      await expect(section).toContainText('2-3 business days after receipt')
      await expect(section).toContainText('never expires')
    })

    await test.step('gives four reasons and the four figures', async () => {
      await expect(page.getByRole('region', { name: 'Why Choose us' }).getByRole('heading', { level: 3 })).toHaveCount(4)
      const figures = page.getByRole('region', { name: 'In figures' }).getByRole('definition')
      await expect(figures).toHaveText(['10,000+', '5+', '50+', '99.8%'])
    })

    await test.step('prices the three repairs', async () => {
      const repairs = page.getByRole('region', { name: /repair/i }).getByRole('listitem')
      await expect(repairs).toContainText(['from €150', 'from €100', 'from €80'])
      await expect(repairs).toContainText(['3-5 days', '2-3 days', '1-2 days'])
    })

    await test.step('holds the calculator', async () => {
      const calculator = page.getByRole('region', { name: 'What is your miner worth?' })
      await calculator.getByLabel('Category').selectOption({ index: 1 })
      await calculator.getByLabel('Machine').selectOption({ index: 1 })
      await calculator.getByLabel('Condition').selectOption('Excellent (Like New)')
      await expect(calculator.getByRole('status', { name: 'Estimated store credit' })).toHaveText(/^€[1-9][\d,]*\.\d\d$/)
    })

    await test.step('tells search engines and social sites what it is', async () => {
      const content = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
      await expect(page).toHaveTitle(/Ohmfield/)
      await expect(content('description')).toHaveAttribute('content', /trade-in/)
      await expect(content('keywords')).toHaveAttribute('content', /ASIC/)
      await expect(content('og:title')).toHaveAttribute('content', /Ohmfield/)
      await expect(content('twitter:card')).toHaveAttribute('content', /summary/)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /^https?:\/\/[^/]+\/$/)
    })
  })

  test('has no axe violation, and fits,', async ({ page }) => {
    await page.goto('/')
    await expectGoodInEveryLook(page, 'home', { inGate: 'all' })
  })
})
