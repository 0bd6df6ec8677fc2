import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { test } from './support/sql-shop'

/** Order Management (spec §2, §4, §5, §8, §9), over rows put in by plain SQL. */

const table = (page: Page) => page.getByRole('table', { name: 'Orders' })
const row = (page: Page, number: string) => table(page).getByRole('row').filter({ hasText: number })
const status = (page: Page, number: string) => page.getByRole('combobox', { name: `Status of ${number}` })
const figure = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')
const id = (number: number) => `a1b2c3d${number}-0000-4000-8000-00000000000${number}`

/** These rows and no others; `toContainText` by itself is content with more. */
async function expectRows(page: Page, texts: string[]) {
  const rows = table(page).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(texts.length)
  await expect(rows).toContainText(texts)
}

async function open(page: Page, query = '') {
  await page.goto(`/admin/orders${query}`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

test.beforeEach(async ({ database }) => {
  await database.query(`DELETE FROM orders; DELETE FROM users WHERE email LIKE '%@customer.example'`)
  await database.query(`INSERT INTO users (id, email) VALUES
    ('${id(1)}', 'ada@customer.example'), ('${id(2)}', 'nameless@customer.example'), ('${id(3)}', 'bare@customer.example')`)
  await database.query(`INSERT INTO profiles (user_id, email, full_name, role, created_at) VALUES
    ('${id(1)}', 'ada@customer.example', 'Ada Sharp', 'customer', '2026-01-01'),
    ('${id(2)}', 'nameless@customer.example', NULL, 'customer', '2026-01-01')`)
  await database.query(`INSERT INTO orders (id, order_number, user_id, status, total_amount, created_at) VALUES
    ('${id(1)}', 'ORD-1', '${id(1)}', 'completed', 1300.5, '2026-02-01T12:00:00Z'),
    ('${id(2)}', 'ORD-2', '${id(2)}', 'pending', 20, '2026-02-02T12:00:00Z'),
    ('${id(3)}', 'ORD-3', '${id(3)}', 'processing', 0.5, '2026-02-03T12:00:00Z'),
    ('${id(4)}', 'ORD-4', NULL, 'cancelled', 99999.99, '2026-02-04T12:00:00Z'),
    ('${id(5)}', 'ORD-5', '${id(1)}', 'completed', 99.99, '2026-02-05T12:00:00Z')`)
})

test('figures, columns and rows, with words for what is not known', async ({ adminPage: page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
  await expect(figure(page, 'Total Orders')).toHaveText('5')
  await expect(figure(page, 'Total Revenue')).toHaveText('€1,400.49')
  for (const [label, count] of Object.entries({ Pending: '1', Processing: '1', Completed: '2', Cancelled: '1' }))
    await expect(figure(page, label)).toHaveText(count)

  await expect(table(page).getByRole('columnheader')).toHaveText(['Order', 'Customer', 'Amount', 'Status', 'Date', 'Actions'])
  await expectRows(page, ['ORD-5', 'ORD-4', 'ORD-3', 'ORD-2', 'ORD-1'])
  const cells = async (number: string) => (await row(page, number).getByRole('cell').allInnerTexts()).map((text) => text.split('\n'))
  expect((await cells('ORD-1')).slice(0, 5)).toEqual([
    ['ORD-1', 'a1b2c3d1'],
    ['Ada Sharp', 'ada@customer.example'],
    ['€1,300.50'],
    ['Completed'],
    ['1 Feb 2026'],
  ])
  expect((await cells('ORD-2'))[1]).toEqual(['No name', 'nameless@customer.example'])
  for (const number of ['ORD-3', 'ORD-4']) expect((await cells(number))[1]).toEqual(['No name', 'No email'])
  await expect(row(page, 'ORD-4')).toContainText('€99,999.99')
  await expect(status(page, 'ORD-3').getByRole('option')).toHaveText(['Pending', 'Processing', 'Completed', 'Cancelled'])
  await expect(row(page, 'ORD-3').getByRole('button', { name: 'View details of ORD-3' })).toBeVisible()
})

test('skeleton rows while loading; a failure says so and can be tried again', { tag: '@full' }, async ({ adminPage: page }) => {
  const release = await hold(page, 'orders.list')
  await page.goto('/admin/orders')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(row(page, 'ORD-1')).toBeVisible()

  const mend = await cut(page, 'orders.list')
  await page.goto('/admin/orders?sort=amount')
  await expect(toast(page, 'alert', 'Failed to fetch orders')).toBeVisible({ timeout: 15_000 })
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'ORD-1')).toBeVisible()
})

test('search, filter and sort live in the address', async ({ adminPage: page, database }) => {
  await open(page)
  const search = page.getByPlaceholder('Search orders...')
  await search.fill('SHARP')
  await expect(page).toHaveURL(/search=SHARP/)
  await expectRows(page, ['ORD-5', 'ORD-1'])
  await page.reload()
  await expect(search).toHaveValue('SHARP')
  await expect(row(page, 'ORD-2')).toHaveCount(0)
  await search.fill('nameless@')
  await expectRows(page, ['ORD-2'])
  await search.fill('%')
  await expect(page.getByText('No orders match your filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(search).toHaveValue('')

  await page.getByLabel('Filter by status').selectOption('Completed')
  await expect(page).toHaveURL(/status=completed/)
  await expectRows(page, ['ORD-5', 'ORD-1'])
  await page.goBack()
  await expect(row(page, 'ORD-4')).toBeVisible()
  await page.getByRole('button', { name: 'Amount', exact: true }).click()
  await expect(page).toHaveURL(/sort=-amount/)
  await expectRows(page, ['ORD-4', 'ORD-1', 'ORD-5', 'ORD-2', 'ORD-3'])

  await database.query('DELETE FROM orders')
  await page.goto('/admin/orders')
  await expect(page.getByText('No orders found')).toBeVisible()
  await expect(figure(page, 'Total Revenue')).toHaveText('€0.00')
})

test('pages follow one another without a gap', async ({ adminPage: page, database }) => {
  await database.query(`INSERT INTO orders (order_number, status, total_amount, created_at)
    SELECT 'MANY-' || n, 'pending', n, '2025-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 60) AS n`)
  await open(page, '?search=MANY')
  await expect(page.getByText('1–50 of 60 orders')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51–60 of 60 orders')).toBeVisible()
  await expectRows(
    page,
    Array.from({ length: 10 }, (_, index) => `MANY-${10 - index}`),
  )
  await page.reload()
  await expect(page.getByText('51–60 of 60 orders')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1–50 of 60 orders')).toBeVisible()
})

test('a status is set, said, counted and undone', async ({ adminPage: page, database }) => {
  await open(page)
  await status(page, 'ORD-2').selectOption('Completed')
  await expect(toast(page, 'status', 'Order status updated to completed')).toBeVisible()
  await expect(row(page, 'ORD-2').getByRole('cell').nth(3)).toHaveText('Completed')
  await expect(figure(page, 'Total Revenue')).toHaveText('€1,420.49')
  await expect(figure(page, 'Completed')).toHaveText('3')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'status', 'Order status updated to pending')).toBeVisible()
  await expect(figure(page, 'Total Revenue')).toHaveText('€1,400.49')
  expect(await database.query(`SELECT status FROM orders WHERE order_number = 'ORD-2'`)).toEqual([{ status: 'pending' }])
  expect(
    await database.query(`SELECT action, actor_email, before, after FROM audit_log WHERE subject_id = '${id(2)}' ORDER BY id DESC LIMIT 2`),
  ).toEqual([
    { action: 'order.status_changed', actor_email: 'admin@example.com', before: { status: 'completed' }, after: { status: 'pending' } },
    { action: 'order.status_changed', actor_email: 'admin@example.com', before: { status: 'pending' }, after: { status: 'completed' } },
  ])
})

test('a status goes back when it could not be saved', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  const mend = await cut(page, 'orders.updateStatus')
  await status(page, 'ORD-2').selectOption('Completed')
  await expect(toast(page, 'alert', 'Failed to update order status')).toBeVisible()
  await expect(status(page, 'ORD-2')).toHaveValue('pending')
  await mend()
})

test('of two administrators’ changes none is lost unseen', async ({ adminPage: page, database }) => {
  // What the stream would bring does not arrive in time.
  await cut(page, 'admin.onChange')
  await open(page)
  await database.query(`UPDATE orders SET status = 'cancelled' WHERE order_number = 'ORD-2'`)
  await status(page, 'ORD-2').selectOption('Completed')
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(dialog.getByRole('listitem')).toContainText(/Yours\s*Completed\s*Saved meanwhile\s*Cancelled/)
  await expectAccessible(page, 'the comparison')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(status(page, 'ORD-2')).toHaveValue('cancelled')

  await database.query(`UPDATE orders SET status = 'processing' WHERE order_number = 'ORD-2'`)
  await status(page, 'ORD-2').selectOption('Completed')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'status', 'Order status updated to completed')).toBeVisible()
  expect(await database.query(`SELECT status FROM orders WHERE order_number = 'ORD-2'`)).toEqual([{ status: 'completed' }])
})

test('details stand in the address, tell the history and close with Back', async ({ adminPage: page }) => {
  await open(page, '?search=ORD')
  await status(page, 'ORD-1').selectOption('Cancelled')
  await expect(toast(page, 'status', 'Order status updated to cancelled')).toBeVisible()
  await page.getByRole('button', { name: 'View details of ORD-1' }).click()
  await expect(page).toHaveURL(new RegExp(`details=${id(1)}`))
  const dialog = page.getByRole('dialog', { name: 'Order Details - ORD-1' })
  for (const text of ['Ada Sharp', 'ada@customer.example', '€1,300.50', '1 February 2026 at 12:00'])
    await expect(dialog).toContainText(text)
  await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
    /Status changed.*Completed.*Cancelled.*admin@example\.com/s,
  )

  await page.reload()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/search=ORD$/)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  for (const unknown of ['00000000-0000-0000-0000-000000000000', 'one']) {
    await page.goto(`/admin/orders?details=${unknown}`)
    await expect(page.getByRole('dialog', { name: 'Order Details' }).getByRole('alert')).toHaveText('There is no such order.')
  }
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
})

test('by keyboard alone: filter, status, details', async ({ adminPage: page }) => {
  await open(page)
  await tabTo(page, page.getByPlaceholder('Search orders...'))
  await page.keyboard.type('ORD-2')
  await expect(row(page, 'ORD-1')).toHaveCount(0)
  await tabTo(page, status(page, 'ORD-2'))
  // On the way to 'Completed' nothing is set.
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('orders.updateStatus')) saves.push(request.postData() ?? '')
  })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Order status updated to completed')).toBeVisible()
  expect(saves).toHaveLength(1)
  await expect(status(page, 'ORD-2')).toBeFocused()

  const undo = page.getByRole('button', { name: 'Undo' })
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Order status updated to pending')).toBeVisible()

  const details = page.getByRole('button', { name: 'View details of ORD-2' })
  await tabTo(page, details, { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Order Details - ORD-2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(details).toBeFocused()
})

for (const { colorScheme, width } of looks) {
  test(`list and details are accessible, ${colorScheme}, ${width} px`, async ({ adminPage: page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    await expectAccessible(page, 'the list')
    await expectNoSidewaysScroll(page)
    await status(page, 'ORD-4').selectOption('Pending')
    await expect(toast(page, 'status', 'Order status updated to pending')).toBeVisible()
    await expectAccessible(page, 'the toast')
    await page.goto(`/admin/orders?details=${id(4)}`)
    await expect(page.getByRole('dialog').getByRole('list', { name: 'History' })).toBeVisible()
    await expectAccessible(page, 'the details')
    await expectNoSidewaysScroll(page)
  })
}
