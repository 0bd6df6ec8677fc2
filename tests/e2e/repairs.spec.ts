import type { Locator, Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { test } from './support/sql-shop'

/** Repair Management (spec §2, §4, §5, §8, §9), over rows put in by plain SQL. */

const table = (page: Page) => page.getByRole('table', { name: 'Repairs' })
const row = (page: Page, number: string) => table(page).getByRole('row').filter({ hasText: number })
const numbers = (page: Page) => table(page).locator('tbody').getByRole('row')
const status = (page: Page, number: string) => page.getByRole('combobox', { name: `Status of ${number}` })
const term = (place: Locator, label: string) =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(label, { exact: true }) })
    .locator('dd')
const figure = (page: Page, label: string) => page.getByLabel('Repair figures').locator('div').filter({ hasText: label }).locator('dd')
const count = (page: Page, label: string) => page.getByLabel('Repairs by status').locator('> div').filter({ hasText: label }).locator('dd')
const id = (number: number) => `a1b2c3d${number}-0000-4000-8000-00000000000${number}`

async function open(page: Page, query = '') {
  await page.goto(`/admin/repairs${query}`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

// They change the same few rows and figures.
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ database }) => {
  await database.query(`DELETE FROM repairs; DELETE FROM users WHERE email LIKE '%@customer.example'`)
  await database.query(`INSERT INTO users (id, email) VALUES
    ('${id(1)}', 'ada@customer.example'), ('${id(2)}', 'nameless@customer.example'), ('${id(3)}', 'bare@customer.example')`)
  await database.query(`INSERT INTO profiles (user_id, email, full_name, role, created_at) VALUES
    ('${id(1)}', 'ada@customer.example', 'Ada Sharp', 'customer', '2026-01-01'),
    ('${id(2)}', 'nameless@customer.example', NULL, 'customer', '2026-01-01')`)
  await database.query(`INSERT INTO repairs (id, repair_number, user_id, status, device_info, problem_description, diagnosis, repair_notes, estimated_cost, actual_cost, created_at) VALUES
    ('${id(1)}', 'REP-1', '${id(1)}', 'completed', '{"manufacturer": "Bitmain", "model": "Antminer S19"}', 'No power', 'A blown fuse', 'Fuse replaced', 100, 120.5, '2026-02-01T12:00:00Z'),
    ('${id(2)}', 'REP-2', '${id(2)}', 'received', '{"manufacturer": "MicroBT", "model": "M50"}', 'Hot', NULL, NULL, 80, NULL, '2026-02-02T12:00:00Z'),
    ('${id(3)}', 'REP-3', '${id(3)}', 'shipped', '{}', NULL, NULL, NULL, NULL, NULL, '2026-02-03T12:00:00Z'),
    ('${id(4)}', 'REP-4', NULL, 'testing', '{"model": "S9"}', '', '', '', NULL, 0, '2026-02-04T12:00:00Z')`)
})

test('figures, columns and rows, with words for what is not known', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Repair Management' })).toBeVisible()
  await expect(figure(page, 'Active Repairs')).toHaveText('2')
  await expect(figure(page, 'Total Repairs')).toHaveText('4')
  const counts = { Received: '1', Diagnosing: '0', Repairing: '0', Testing: '1', Completed: '1', Shipped: '1' }
  for (const [label, text] of Object.entries(counts)) await expect(count(page, label)).toHaveText(text)

  await expect(table(page).getByRole('columnheader')).toHaveText(['Repair #', 'Customer', 'Device', 'Status', 'Cost', 'Date', 'Actions'])
  await expect(numbers(page)).toContainText(['REP-4', 'REP-3', 'REP-2', 'REP-1'])
  const shown = async (number: string) =>
    (await row(page, number).getByRole('cell').allInnerTexts()).slice(0, 6).map((text) => text.split('\n'))
  expect(await shown('REP-1')).toEqual([
    ['REP-1'],
    ['Ada Sharp', 'ada@customer.example'],
    ['Bitmain Antminer S19'],
    ['Completed'],
    ['€120.50'],
    ['1 Feb 2026'],
  ])
  expect((await shown('REP-2')).slice(1, 5)).toEqual([['No name', 'nameless@customer.example'], ['MicroBT M50'], ['Received'], ['~€80.00']])
  expect((await shown('REP-3')).slice(1, 5)).toEqual([['No name', 'No email'], ['Unknown device'], ['Shipped'], ['TBD']])
  await expect(row(page, 'REP-4')).toContainText('€0.00')
  await expect(status(page, 'REP-3').getByRole('option')).toHaveText([
    'Received',
    'Diagnosing',
    'Repairing',
    'Testing',
    'Completed',
    'Shipped',
  ])
})

test('skeleton rows while loading; a failure says so and can be tried again', { tag: '@full' }, async ({ adminPage: page }) => {
  const release = await hold(page, 'repairs.list')
  await page.goto('/admin/repairs')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(row(page, 'REP-1')).toBeVisible()

  const mend = await cut(page, 'repairs.list')
  await page.goto('/admin/repairs?sort=created')
  await expect(toast(page, 'alert', 'Failed to fetch repairs')).toBeVisible({ timeout: 15_000 })
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'REP-1')).toBeVisible()
})

test('search, filter and sort live in the address', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await open(page)
  const search = page.getByPlaceholder('Search repairs...')
  await search.fill('SHARP')
  await expect(page).toHaveURL(/search=SHARP/)
  await expect(numbers(page)).toContainText(['REP-1'])
  await page.reload()
  await expect(search).toHaveValue('SHARP')
  await expect(row(page, 'REP-2')).toHaveCount(0)
  await search.fill('nameless@')
  await expect(numbers(page)).toContainText(['REP-2'])
  await search.fill('%')
  await expect(page.getByText('No repairs match your filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all repairs' }).click()
  await expect(search).toHaveValue('')

  await page.getByLabel('Filter by status').selectOption('Shipped')
  await expect(page).toHaveURL(/status=shipped/)
  await expect(numbers(page)).toContainText(['REP-3'])
  await page.goBack()
  await expect(row(page, 'REP-4')).toBeVisible()
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await expect(page).toHaveURL(/sort=created/)
  await expect(numbers(page)).toContainText(['REP-1', 'REP-2', 'REP-3', 'REP-4'])

  await database.query('DELETE FROM repairs')
  await page.goto('/admin/repairs')
  await expect(page.getByText('No repairs found')).toBeVisible()
  await expect(figure(page, 'Total Repairs')).toHaveText('0')
})

test('pages follow one another without a gap', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await database.query(`INSERT INTO repairs (repair_number, created_at)
    SELECT 'MANY-' || n, '2025-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 60) AS n`)
  await open(page, '?search=MANY')
  await expect(page.getByText('1–50 of 60 repairs')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51–60 of 60 repairs')).toBeVisible()
  await expect(numbers(page)).toContainText(Array.from({ length: 10 }, (_, index) => `MANY-${10 - index}`))
  await page.goBack()
  await expect(page.getByText('1–50 of 60 repairs')).toBeVisible()
})

test('a status is set, said, counted and undone', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await open(page)
  await status(page, 'REP-2').selectOption('Completed')
  await expect(toast(page, 'status', 'Repair status updated to completed')).toBeVisible()
  await expect(row(page, 'REP-2').getByRole('cell').nth(3)).toHaveText('Completed', { useInnerText: true })
  await expect(figure(page, 'Active Repairs')).toHaveText('1')
  await expect(count(page, 'Completed')).toHaveText('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'status', 'Repair status updated to received')).toBeVisible()
  await expect(figure(page, 'Active Repairs')).toHaveText('2')
  const log = `SELECT action, actor_email, before, after FROM audit_log WHERE subject_id = '${id(2)}' AND action = 'repair.status_changed' ORDER BY id DESC LIMIT 2`
  const entry = { action: 'repair.status_changed', actor_email: 'admin@example.com' }
  expect(await database.query(log)).toEqual([
    { ...entry, before: { status: 'completed' }, after: { status: 'received' } },
    { ...entry, before: { status: 'received' }, after: { status: 'completed' } },
  ])
})

test('a status goes back when it could not be saved', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  const mend = await cut(page, 'repairs.updateStatus')
  await status(page, 'REP-2').selectOption('Completed')
  await expect(toast(page, 'alert', 'Failed to update repair status')).toBeVisible()
  await expect(status(page, 'REP-2')).toHaveValue('received')
  await mend()
})

test('of two administrators’ changes none is lost unseen', { tag: '@full' }, async ({ adminPage: page, database }) => {
  // What the stream would bring does not arrive in time.
  await cut(page, 'admin.onChange')
  await open(page)
  await database.query(`UPDATE repairs SET status = 'shipped' WHERE repair_number = 'REP-2'`)
  await status(page, 'REP-2').selectOption('Completed')
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(dialog.getByRole('listitem')).toContainText(/Yours\s*Completed\s*Saved meanwhile\s*Shipped/)
  await expectAccessible(page, 'the comparison')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(status(page, 'REP-2')).toHaveValue('shipped')

  await database.query(`UPDATE repairs SET status = 'testing' WHERE repair_number = 'REP-2'`)
  await status(page, 'REP-2').selectOption('Completed')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'status', 'Repair status updated to completed')).toBeVisible()
  expect(await database.query(`SELECT status FROM repairs WHERE repair_number = 'REP-2'`)).toEqual([{ status: 'completed' }])
})

test(
  'details stand in the address, tell everything and the history, and close with Back',
  { tag: '@full' },
  async ({ adminPage: page }) => {
    await open(page, '?search=REP')
    await status(page, 'REP-1').selectOption('Testing')
    await expect(toast(page, 'status', 'Repair status updated to testing')).toBeVisible()
    await page.getByRole('button', { name: 'View details of REP-1' }).click()
    await expect(page).toHaveURL(new RegExp(`details=${id(1)}`))
    const dialog = page.getByRole('dialog', { name: 'Repair Details - REP-1' })
    await expect(term(dialog, 'Customer')).toContainText(/Ada Sharp\s*ada@customer\.example/)
    await expect(term(dialog, 'Status')).toHaveText('Testing')
    for (const [label, text] of Object.entries({
      Device: 'Bitmain Antminer S19',
      'Problem description': 'No power',
      Diagnosis: 'A blown fuse',
      'Repair notes': 'Fuse replaced',
      'Estimated cost': '€100.00',
      'Actual cost': '€120.50',
      'Received on': '1 February 2026 at 12:00',
    }))
      await expect(term(dialog, label)).toHaveText(text)
    await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
      /Status changed.*Completed.*Testing.*admin@example\.com/s,
    )
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/search=REP$/)

    await page.goto(`/admin/repairs?details=${id(3)}`)
    const bare = page.getByRole('dialog', { name: 'Repair Details - REP-3' })
    for (const label of ['Problem description', 'Diagnosis', 'Repair notes'])
      await expect(term(bare, label)).toHaveText('Nothing noted yet')
    for (const label of ['Estimated cost', 'Actual cost']) await expect(term(bare, label)).toHaveText('Not set')
    await expect(term(bare, 'Customer')).toContainText(/No name\s*No email/)
    await expect(bare.getByText('Nothing has been changed yet')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bare).toBeHidden()

    await page.goto('/admin/repairs?details=00000000-0000-0000-0000-000000000000')
    await expect(page.getByRole('dialog', { name: 'Repair Details' }).getByRole('alert')).toHaveText('There is no such repair.')
  },
)

test('by keyboard alone: filter, status, undo, details', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await tabTo(page, page.getByPlaceholder('Search repairs...'))
  await page.keyboard.type('REP-2')
  await expect(row(page, 'REP-1')).toHaveCount(0)
  await tabTo(page, status(page, 'REP-2'))
  for (let down = 0; down < 3; down++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Repair status updated to testing')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Repair status updated to received')).toBeVisible()

  const details = page.getByRole('button', { name: 'View details of REP-2' })
  await tabTo(page, details, { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Repair Details - REP-2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(details).toBeFocused()
})

for (const { colorScheme, width, tag } of looks) {
  test(`list and details are accessible, ${colorScheme}, ${width} px`, { tag }, async ({ adminPage: page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    await expectAccessible(page, 'the list')
    await expectNoSidewaysScroll(page)
    await status(page, 'REP-4').selectOption('Completed')
    await expect(toast(page, 'status', 'Repair status updated to completed')).toBeVisible()
    await expectAccessible(page, 'the toast')
    await page.goto(`/admin/repairs?details=${id(4)}`)
    await expect(page.getByRole('dialog').getByRole('list', { name: 'History' })).toBeVisible()
    await expectAccessible(page, 'the details')
    await expectNoSidewaysScroll(page)
  })
}
