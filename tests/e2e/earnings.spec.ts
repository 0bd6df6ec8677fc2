import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { expect, test } from './support/fixtures'

const price = (page: Page) => page.getByRole('textbox', { name: /My electricity price/ })

/** The sum of what has moved without being asked to. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )

test('a product says what it earns at the visitor’s price, leads to the comparison, and follows new figures at once', async ({
  visitorPage: page,
  adminPage,
}) => {
  await page.goto('/products/antminer-s21-pro-234t')
  const section = page.getByRole('region', { name: 'What it earns at my price' })
  await expect(price(page)).toBeVisible()
  expect(await shifts(page)).toBeLessThan(0.02)
  await price(page).fill('0,05')
  await expect(section).toContainText(/Income a day€\d+\.\d\d to €\d+\.\d\d/)
  await expect(section).toContainText(/Result a day-?€\d+\.\d\d to -?€\d+\.\d\d/)
  await expect(section).toContainText('This is an estimate and no advice')
  await expectAccessible(page, 'the page of a product')

  // The price is known on the next page, without having been stored.
  await section.getByRole('link', { name: 'Compare it with other machines' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Compare what machines earn' })).toBeVisible()
  await expect(price(page)).toHaveValue('0.05')
  expect(await page.evaluate(() => localStorage.getItem('electricity-price'))).toBeNull()
  await page.getByRole('searchbox', { name: 'Add a machine' }).fill('L9')
  await page
    .getByRole('button', { name: /^Add .*L9/ })
    .first()
    .click()
  const table = page.getByRole('table', { name: 'What machines earn' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).toContainText(/DOGE/)
  await expectAccessible(page, 'the comparison')

  await adminPage.goto('/admin/network')
  await adminPage.getByRole('button', { name: 'Edit Bitcoin', exact: true }).click()
  await adminPage.getByLabel('Price of a coin (EUR)').fill('12345.67')
  await adminPage.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('€12,345.67 for one BTC')).toBeVisible()
  await adminPage.goto('/products/antminer-s21-pro-234t')
  await expect(adminPage.getByText('€12,345.67 for one BTC')).toBeVisible()
})
