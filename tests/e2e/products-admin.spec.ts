import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { test } from './support/sql-shop'

/** Product Management (spec §2, §5, §8), over rows put in by plain SQL. */

const table = (page: Page) => page.getByRole('table', { name: 'Products' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const names = (page: Page) => table(page).locator('tbody').getByRole('row')
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete this product?' })

async function open(page: Page, query = '') {
  await page.goto(`/admin/products${query}`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

// They change the same few rows.
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ database }) => {
  await database.query('DELETE FROM products')
  await database.query(`INSERT INTO products (name, category, manufacturer, model, price, stock_quantity, description, image_url, is_active, created_at) VALUES
    ('Antminer S21', 'ASIC Miners', 'Bitmain', 'S21', 3999.99, 12, 'Air-cooled', '/products/four-fan-miner.svg', true, '2026-02-03T12:00:00Z'),
    ('100%_Fan', 'Parts', NULL, NULL, NULL, 0, NULL, NULL, false, '2026-02-02T12:00:00Z'),
    ('Whatsminer M60', 'ASIC Miners', 'MicroBT', NULL, 0, 1, NULL, 'https://pictures.invalid/none.png', true, '2026-02-01T12:00:00Z')`)
})

test('columns and rows, with words for what is not known', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText(['Product', 'Category', 'Price', 'Stock', 'Status', 'Actions'])
  await expect(names(page)).toContainText(['Antminer S21', '100%_Fan', 'Whatsminer M60'])
  const cells = async (name: string) =>
    (await row(page, name).getByRole('cell').allInnerTexts()).slice(0, 5).map((text) => text.split('\n').filter((line) => line !== ''))
  expect(await cells('Antminer S21')).toEqual([['Antminer S21', 'Bitmain S21'], ['ASIC Miners'], ['€3,999.99'], ['12 units'], ['Active']])
  expect(await cells('100%_Fan')).toEqual([['100%_Fan'], ['Parts'], ['Not set'], ['0 units'], ['Inactive']])
  expect(await cells('Whatsminer M60')).toEqual([['Whatsminer M60', 'MicroBT'], ['ASIC Miners'], ['€0.00'], ['1 units'], ['Active']])
  await expect(row(page, 'Antminer S21').locator('img')).toHaveAttribute('src', '/products/four-fan-miner.svg')
  // A picture that cannot be loaded leaves no broken one.
  for (const name of ['100%_Fan', 'Whatsminer M60']) await expect(row(page, name).locator('img')).toHaveCount(0)
  const colour = (text: string) =>
    table(page)
      .getByText(text)
      .evaluate((badge) => getComputedStyle(badge).color)
  expect(await colour('0 units')).not.toBe(await colour('12 units'))
})

test('skeleton rows while loading; a failure says so and can be tried again', { tag: '@full' }, async ({ adminPage: page }) => {
  const release = await hold(page, 'products.list')
  await page.goto('/admin/products')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(row(page, 'Antminer S21')).toBeVisible()

  const mend = await cut(page, 'products.list')
  await page.goto('/admin/products?sort=-name')
  await expect(toast(page, 'alert', 'Failed to fetch products')).toBeVisible({ timeout: 15_000 })
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Antminer S21')).toBeVisible()
})

test('search, filters and sort live in the address', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await open(page)
  const search = page.getByPlaceholder('Search products...')
  await search.fill('MICRObt')
  await expect(page).toHaveURL(/search=MICRObt/)
  await expect(names(page)).toContainText(['Whatsminer M60'])
  await page.reload()
  await expect(search).toHaveValue('MICRObt')
  await search.fill('%')
  await expect(names(page)).toContainText(['100%_Fan'])
  await search.fill('nothing')
  await expect(page.getByText('No products match your search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all products' }).click()
  await expect(search).toHaveValue('')

  await page.getByLabel('Filter products').selectOption('Parts')
  await expect(page).toHaveURL(/category=Parts/)
  await expect(names(page)).toContainText(['100%_Fan'])
  await page.getByLabel('Filter by status').selectOption('Active')
  await expect(page.getByText('No products match your search')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await expect(page).toHaveURL(/sort=stock/)
  await expect(names(page)).toContainText(['100%_Fan', 'Whatsminer M60', 'Antminer S21'])
  await expect(page.getByRole('columnheader', { name: 'Stock' })).toHaveAttribute('aria-sort', 'ascending')

  await database.query('DELETE FROM products')
  await page.goto('/admin/products')
  await expect(page.getByText('No products found')).toBeVisible()
})

test('pages follow one another without a gap', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await database.query(`INSERT INTO products (name, category, created_at)
    SELECT 'Many ' || n, 'Parts', '2025-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 60) AS n`)
  await open(page, '?search=Many')
  await expect(page.getByText('1–50 of 60 products')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51–60 of 60 products')).toBeVisible()
  await expect(names(page)).toContainText(Array.from({ length: 10 }, (_, index) => `Many ${10 - index}`))
})

test('a product is added with the little that is asked for, then edited, then deleted', async ({ adminPage: page, database }) => {
  const stored = async () =>
    database.query(`SELECT name, category, manufacturer, model, price::float AS price, stock_quantity, description, image_url, is_active
      FROM products WHERE name LIKE 'Test kit%'`)
  await open(page)
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Product' })).toBeVisible()
  await save(page).click()
  for (const message of ['Name is required', 'Category is required', 'Stock is required'])
    await expect(page.getByRole('dialog').getByText(message)).toBeVisible()
  await field(page, 'Name').fill('Test kit')
  await field(page, 'Category').fill('Parts')
  await field(page, 'Stock').fill('3')
  await save(page).click()
  await expect(toast(page, 'status', 'Product created successfully')).toBeVisible()
  await expect(row(page, 'Test kit')).toContainText('Not set')
  const empty = { manufacturer: null, model: null, price: null, description: null, image_url: null }
  expect(await stored()).toEqual([{ name: 'Test kit', category: 'Parts', stock_quantity: 3, is_active: true, ...empty }])

  await database.query(`UPDATE products SET image_url = '/products/fan-kit.svg' WHERE name = 'Test kit'`)
  await page.reload()
  await page.getByRole('button', { name: 'Edit Test kit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Product' })).toBeVisible()
  await field(page, 'Price').fill('12.34')
  await field(page, 'Stock').fill('0')
  await field(page, 'Manufacturer').fill('Testmaker')
  await page.getByRole('switch', { name: 'Active' }).click()
  await save(page).click()
  await expect(toast(page, 'status', 'Product updated successfully')).toBeVisible()
  await expect(row(page, 'Test kit')).toContainText(/€12\.34.*0 units.*Inactive/)
  expect(await stored()).toMatchObject([
    { manufacturer: 'Testmaker', price: 12.34, stock_quantity: 0, image_url: '/products/fan-kit.svg', is_active: false },
  ])

  await page.getByRole('button', { name: 'Edit Test kit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'Price changed' })).toContainText(/Not set.*€12\.34.*admin@example\.com/s)
  await expect(history.filter({ hasText: 'Product created' })).toBeVisible()
  await expectAccessible(page, 'the history')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Delete Test kit' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Test kit')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Test kit' }).click()
  await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'status', 'Product deleted successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, 'Test kit')).toHaveCount(0)
  expect(await stored()).toEqual([])
})

test('a failed save keeps everything typed; Escape asks before it is lost', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add Product' }).click()
  await field(page, 'Name').fill('Never')
  await field(page, 'Category').fill('Parts')
  await field(page, 'Stock').fill('1')
  const mend = await cut(page, 'products.create')
  await save(page).click()
  await expect(toast(page, 'alert', 'Failed to save product')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Never')
  await mend()
  await field(page, 'Price').fill('1.005')
  await save(page).click()
  await expect(page.getByText('At most two decimals')).toBeVisible()
  await page.keyboard.press('Escape')
  const discard = page.getByRole('dialog', { name: 'Discard changes?' })
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Name')).toHaveValue('Never')
  await page.keyboard.press('Escape')
  await discard.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, 'Never')).toHaveCount(0)
})

test('an edit that came too late shows both versions', { tag: '@full' }, async ({ adminPage: page, browser, adminState }) => {
  const context = await browser.newContext({ storageState: adminState })
  const other = await context.newPage()
  await open(page)
  await open(other)
  for (const each of [page, other]) await each.getByRole('button', { name: 'Edit Antminer S21' }).click()
  await field(other, 'Price').fill('4200')
  await field(other, 'Description').fill('Theirs')
  await save(other).click()
  await expect(toast(other, 'status', 'Product updated successfully')).toBeVisible()

  await field(page, 'Price').fill('3500')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Price' })).toContainText(/€3,500\.00.*€4,200\.00/s)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Description' })).toContainText('Theirs')
  await expectAccessible(page, 'the comparison')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'status', 'Product updated successfully')).toBeVisible()
  await expect(row(page, 'Antminer S21')).toContainText('€3,500.00')
  await page.getByRole('button', { name: 'Edit Antminer S21' }).click()
  await expect(field(page, 'Description')).toHaveValue('Theirs')
  await context.close()
})

test('deleting what someone else has deleted is an error, and the row goes', { tag: '@full' }, async ({ adminPage: page, database }) => {
  // What the stream would bring does not arrive in time.
  await cut(page, 'admin.onChange')
  await open(page)
  await page.getByRole('button', { name: 'Delete 100%_Fan' }).click()
  await database.query(`DELETE FROM products WHERE name = '100%_Fan'`)
  await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'alert', 'Failed to delete product')).toContainText('There is no such product.')
  await expect(row(page, '100%_Fan')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('by keyboard alone: search, edit, delete', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await tabTo(page, page.getByPlaceholder('Search products...'))
  await page.keyboard.type('S21')
  await expect(names(page)).toHaveCount(1)
  const edit = page.getByRole('button', { name: 'Edit Antminer S21' })
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  await tabTo(page, field(page, 'Price'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3000')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Product updated successfully')).toBeVisible()
  await expect(row(page, 'Antminer S21')).toContainText('€3,000.00')
  await expect(edit).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Delete Antminer S21' }))
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Product deleted successfully')).toBeVisible()
  await expect(page.getByText('No products match your search')).toBeVisible()
  // The focus is where the row was, not at the top of the page.
  await tabTo(page, page.getByRole('button', { name: 'Show all products' }), { most: 8 })
})

for (const { colorScheme, width, tag } of looks) {
  test(`list and dialogs are accessible, ${colorScheme}, ${width} px`, { tag }, async ({ adminPage: page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    await expectAccessible(page, 'the list')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Edit Antminer S21' }).click()
    await field(page, 'Name').fill('')
    await save(page).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expectAccessible(page, 'the dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Delete Antminer S21' }).click()
    await expect(question(page)).toBeVisible()
    await expectAccessible(page, 'the question')
    await expectNoSidewaysScroll(page)
  })
}
