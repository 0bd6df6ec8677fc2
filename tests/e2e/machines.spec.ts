import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold, toast } from './support/admin'
import { expect, test } from './support/fixtures'

/** Machine Catalog (spec §2, §5, §8, §9). */

const table = (page: Page) => page.getByRole('table', { name: 'Machines' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })

async function open(page: Page, query = '') {
  await page.goto(`/admin/machines${query}`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

/** Adds a machine of its own, so that tests do not meet at one row. */
async function add(page: Page, model: string) {
  await open(page)
  await page.getByRole('button', { name: 'Add Machine' }).click()
  await field(page, 'Manufacturer').fill('Testmaker')
  await field(page, 'Model').fill(model)
  await field(page, 'Good value').fill('900')
  await save(page).click()
  await expect(toast(page, 'status', 'Machine added successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('figures, columns and rows', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Machine Catalog' })).toBeVisible()
  for (const figure of ['Total Machines', 'Active', 'Avg. Max Value']) {
    await expect(page.locator('dl').getByText(figure, { exact: true })).toBeVisible()
  }
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Machine',
    'Specs',
    'Excellent',
    'Good',
    'Fair',
    'Poor',
    'Status',
    'Actions',
  ])
  await expect(row(page, 'Antminer S19 Pro')).toContainText('110 TH/s')
  await expect(row(page, 'Antminer S19 Pro')).toContainText(/€\d+\.\d\d/)
  await expect(row(page, 'Antminer S19 Pro').getByRole('button', { name: 'Edit Bitmain Antminer S19 Pro' })).toBeVisible()
})

test('skeleton rows while loading; a failure says so and can be tried again', { tag: '@full' }, async ({ adminPage: page }) => {
  const release = await hold(page, 'machines.list')
  await page.goto('/admin/machines')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()

  const mend = await cut(page, 'machines.list')
  await page.goto('/admin/machines?sort=-name')
  await expect(toast(page, 'alert', 'Failed to fetch machines catalog')).toBeVisible({ timeout: 15_000 })
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
})

test('search, filter and sort live in the address', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  const search = page.getByPlaceholder('Search machines...')
  await search.fill('whatsMINER')
  await expect(page).toHaveURL(/search=whatsMINER/)
  await expect(row(page, 'Antminer')).toHaveCount(0)
  await expect(row(page, 'Whatsminer').first()).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue('whatsMINER')
  await expect(row(page, 'Antminer')).toHaveCount(0)

  await search.fill('%')
  await expect(page.getByText('No machines match your search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all machines' }).click()
  await expect(search).toHaveValue('')
  await expect(row(page, 'Antminer S19 Pro')).toBeVisible()

  await page.getByLabel('Filter by status').selectOption('Inactive')
  await expect(page).toHaveURL(/status=inactive/)
  await expect(row(page, 'Antminer S19 Pro')).toHaveCount(0)
  await page.goBack()
  await expect(row(page, 'Antminer S19 Pro')).toBeVisible()

  await page.getByRole('button', { name: 'Excellent', exact: true }).click()
  await expect(page).toHaveURL(/sort=-value/)
  await expect(page.getByRole('columnheader', { name: 'Excellent' })).toHaveAttribute('aria-sort', 'descending')
  const falling = async () => {
    const cells = table(page).locator('tbody tr td:nth-child(3)')
    const values = await cells.evaluateAll((amounts) => amounts.map((amount) => Number(amount.textContent.replace(/[^\d.]/g, ''))))
    return values.length > 1 && values.every((value, index) => value <= (values[index - 1] ?? value))
  }
  await expect.poll(falling).toBe(true)
})

test('a machine is added once manufacturer and model are filled, then edited', async ({ adminPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add Machine' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Machine' })).toBeVisible()
  await expect(field(page, 'Category')).toHaveValue('ASIC Miner')
  await expect(save(page)).toBeDisabled()
  await field(page, 'Manufacturer').fill('Testmaker')
  await expect(save(page)).toBeDisabled()
  await field(page, 'Model').fill('Added')
  await field(page, 'Hashrate').fill('77 TH/s')
  await field(page, 'Power consumption').fill('2999W')
  await field(page, 'Excellent value').fill('1300.5')
  await field(page, 'Notes').fill('From the test')
  await save(page).click()
  await expect(toast(page, 'status', 'Machine added successfully')).toBeVisible()
  await expect(row(page, 'Testmaker Added')).toContainText('€1,300.50')
  await expect(row(page, 'Testmaker Added')).toContainText('€0.00')

  await page.getByRole('button', { name: 'Edit Testmaker Added' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Machine' })).toBeVisible()
  await field(page, 'Excellent value').fill('')
  await field(page, 'Fair value').fill('12.34')
  await page.getByRole('switch', { name: 'Active' }).click()
  await save(page).click()
  await expect(toast(page, 'status', 'Machine updated successfully')).toBeVisible()
  await expect(row(page, 'Testmaker Added')).toContainText('€12.34')
  await expect(row(page, 'Testmaker Added')).toContainText('Inactive')
})

test('a failed save keeps everything typed; Escape asks before it is lost', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add Machine' }).click()
  await field(page, 'Manufacturer').fill('Testmaker')
  await field(page, 'Model').fill('Never')
  const mend = await cut(page, 'machines.create')
  await save(page).click()
  await expect(toast(page, 'alert', 'Failed to save machine')).toBeVisible()
  await expect(field(page, 'Model')).toHaveValue('Never')
  await mend()

  await field(page, 'Poor value').fill('-5')
  await save(page).click()
  await expect(page.getByText('Must not be negative')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Model')).toHaveValue('Never')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, 'Never')).toHaveCount(0)
})

test('an edit that came too late shows both versions', { tag: '@full' }, async ({ adminPage: page, browser, adminState }) => {
  await add(page, 'Contested')
  const context = await browser.newContext({ storageState: adminState })
  const other = await context.newPage()
  await open(other)
  for (const each of [page, other]) await each.getByRole('button', { name: 'Edit Testmaker Contested' }).click()

  await field(other, 'Good value').fill('700')
  await field(other, 'Hashrate').fill('50 TH/s')
  await save(other).click()
  await expect(toast(other, 'status', 'Machine updated successfully')).toBeVisible()

  await field(page, 'Good value').fill('950')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Machine' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Good value' })).toContainText(/€950\.00.*€700\.00/s)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Hashrate' })).toContainText('50 TH/s')
  await expectAccessible(page, 'the comparison')
  await other.getByRole('button', { name: 'Edit Testmaker Contested' }).click()
  await field(other, 'Good value').fill('1')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'status', 'Machine updated successfully')).toBeVisible()
  await expect(row(page, 'Contested')).toContainText('€950.00')
  await expect(row(page, 'Contested')).toContainText('50 TH/s')

  await save(other).click()
  await other.getByRole('button', { name: 'Use theirs' }).click()
  await expect(field(other, 'Good value')).toHaveValue('950.00')
  await context.close()
})

test('on a phone the menu is a drawer', { tag: '@full' }, async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await expect(page.getByRole('complementary', { name: 'Admin Panel' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Admin Panel' })
  await expect(drawer.getByRole('link', { name: 'Machines' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page, 'the drawer')
  await drawer.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Website Settings' })).toBeVisible()
  await expect(drawer).toBeHidden()
})

test('the sidebar closes to a rail and stays so', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  const sidebar = page.getByRole('complementary', { name: 'Admin Panel' })
  const width = async () => (await sidebar.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect.poll(width).toBeLessThan(80)
  await page.reload()
  await expect.poll(width).toBeLessThan(80)
  await expect(sidebar.getByRole('link', { name: 'Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.poll(width).toBeGreaterThan(200)
})

for (const { colorScheme, width, tag } of looks) {
  test(`list and dialog are accessible, ${colorScheme}, ${width} px`, { tag }, async ({ adminPage: page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    await expectAccessible(page, 'the list')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Add Machine' }).click()
    await field(page, 'Manufacturer').fill('x')
    await expectAccessible(page, 'the dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
    await expectAccessible(page, 'the question')
  })
}
