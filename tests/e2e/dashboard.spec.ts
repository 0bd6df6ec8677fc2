import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold } from './support/admin'
import { expect, test } from './support/fixtures'

/** The dashboard below and beside its six cards, and screens that follow what others change. */

const ONE_SECOND = { timeout: 1_000 }
const part = (page: Page, name: string) => page.getByRole('region', { name })
/** The links to the records that wait, without those to what store credit wants. */
const waitingIn = (page: Page) => part(page, 'Needs attention').locator('a[href*="details="]')

test('revenue, pipelines and what waits, as charts and as tables', async ({ adminPage: page }) => {
  await page.goto('/admin')
  const revenue = part(page, 'Revenue by month')
  await expect(revenue.getByRole('row')).toHaveCount(13)
  await expect(revenue.locator('svg.recharts-surface').first()).toBeVisible()
  const card = page.locator('dl').getByText('Monthly Revenue').locator('..').getByRole('definition').first()
  const total = (await card.textContent()) ?? ''
  await expect(revenue.getByRole('row').last()).toContainText(total)

  await revenue.getByRole('button', { name: 'Show as table' }).click()
  await expect(revenue.locator('svg.recharts-surface')).toHaveCount(0)
  await expect(revenue.getByRole('columnheader', { name: 'Revenue' })).toBeVisible()
  await revenue.getByRole('button', { name: 'Show as chart' }).click()
  await expect(revenue.locator('svg.recharts-surface').first()).toBeVisible()

  await expect(part(page, 'Repair pipeline').getByRole('row')).toHaveCount(7)
  await expect(part(page, 'Trade-in pipeline').getByRole('row')).toHaveCount(6)

  const waiting = waitingIn(page)
  await expect(waiting).toHaveCount(3)
  await expect(part(page, 'Needs attention').getByRole('link', { name: /no store credit/ })).toHaveAttribute(
    'href',
    /\/admin\/credit#undecided$/,
  )
  const name = (await waiting.getByText(/^Repair /).textContent()) ?? ''
  await waiting.filter({ hasText: 'Repair' }).click()
  await expect(page).toHaveURL(/\/admin\/repairs\?details=/)
  await expect(page.getByRole('dialog', { name: `Repair Details - ${name.replace('Repair ', '')}` })).toBeVisible()
})

test('a part that fails or takes its time leaves the others alone', { tag: '@full' }, async ({ adminPage: page }) => {
  await cut(page, 'dashboard.charts')
  const release = await hold(page, 'dashboard.attention')
  await page.goto('/admin')
  await expect(page.getByText('Total Users')).toBeVisible()
  await expect(part(page, 'Revenue by month').getByText('Not available at the moment')).toBeVisible({ timeout: 15_000 })
  await expect(part(page, 'Recent Orders').getByRole('listitem')).toHaveCount(3)
  await expect(waitingIn(page)).toHaveCount(0)
  // Next's own announcer of pages is an alert too, an empty one.
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  release()
  await expect(waitingIn(page)).toHaveCount(3)
})

test('the first steps lead to their screens, and can be put away', async ({ adminPage: page }) => {
  await page.goto('/admin')
  const steps = part(page, 'Set up your shop')
  await expect(steps.getByText(/of 6 done/)).toBeVisible()
  // Half done, the list is folded away.
  await steps.getByText('All steps').click()
  await expect(steps.getByRole('listitem').filter({ hasText: 'Add a product' })).toContainText('done')
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(waitingIn(page)).toHaveCount(3)
  await expect(steps).toBeHidden()
})

test('what one administrator changes shows on another one’s open screens within a second', async ({
  adminPage: page,
  browser,
  adminState,
}) => {
  const context = await browser.newContext({ storageState: adminState })
  const other = await context.newPage()
  const connected = other.waitForResponse((response) => response.url().includes('/api/trpc/admin.onChange'))
  await other.goto('/admin/machines?search=S19+Pro')
  const row = other.getByRole('row').filter({ hasText: 'Antminer S19 Pro' }).first()
  await expect(row).toBeVisible()
  await connected
  await other.getByRole('searchbox').focus()

  await page.goto('/admin/machines?search=S19+Pro')
  await page.getByRole('button', { name: 'Edit Bitmain Antminer S19 Pro', exact: true }).click()
  await page.getByLabel('Good value').fill('1234.5')
  const saved = page.waitForResponse((response) => response.url().includes('machines.update') && response.ok())
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await saved
  await expect(row).toContainText('€1,234.50', ONE_SECOND)
  await expect(other.getByRole('searchbox')).toBeFocused()
  await context.close()
})

test(
  'the menu is a drawer on a phone, and on a desk a sidebar that stays closed to a rail',
  { tag: '@full' },
  async ({ adminPage: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/machines')
    const sidebar = page.getByRole('complementary', { name: 'Admin Panel' })
    await expect(sidebar).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Admin Panel' })
    await expect(drawer.getByRole('link', { name: 'Machines' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page, 'the drawer')
    await drawer.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Website Settings' })).toBeVisible()
    await expect(drawer).toBeHidden()

    await page.setViewportSize({ width: 1440, height: 900 })
    const width = async () => (await sidebar.boundingBox())?.width ?? 0
    await expect.poll(width).toBeGreaterThan(200)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect.poll(width).toBeLessThan(80)
    await page.reload()
    await expect.poll(width).toBeLessThan(80)
    await expect(sidebar.getByRole('link', { name: 'Settings' })).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect.poll(width).toBeGreaterThan(200)
  },
)

for (const { colorScheme, width, tag } of looks) {
  test(`is accessible, ${colorScheme}, ${width} px`, { tag }, async ({ adminPage: page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin')
    await expect(part(page, 'Revenue by month').locator('svg.recharts-surface').first()).toBeVisible()
    await expect(waitingIn(page)).toHaveCount(3)
    await expectAccessible(page, 'the dashboard')
    await expectNoSidewaysScroll(page)
  })
}
