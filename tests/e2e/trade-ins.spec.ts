import type { Locator, Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { test } from './support/sql-shop'

/** Trade-in Management (spec §2, §4, §5, §8, §9), over rows put in by plain SQL. */

const table = (page: Page) => page.getByRole('table', { name: 'Trade-ins' })
const row = (page: Page, number: string) => table(page).getByRole('row').filter({ hasText: number })
const numbers = (page: Page) => table(page).locator('tbody').getByRole('row')
const status = (page: Page, number: string) => page.getByRole('combobox', { name: `Status of ${number}` })
const term = (place: Locator, label: string) =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(label, { exact: true }) })
    .locator('dd')
const figure = (page: Page, label: string) => page.getByLabel('Trade-in figures').locator('div').filter({ hasText: label }).locator('dd')
const count = (page: Page, label: string) =>
  page.getByLabel('Trade-ins by status').locator('> div').filter({ hasText: label }).locator('dd')
const id = (number: number) => `a1b2c3d${number}-0000-4000-8000-00000000000${number}`

async function open(page: Page, query = '') {
  await page.goto(`/admin/trade-ins${query}`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

// They change the same few rows and figures.
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ database }) => {
  await database.query(`DELETE FROM trade_ins; DELETE FROM users WHERE email LIKE '%@customer.example'`)
  await database.query(`INSERT INTO users (id, email) VALUES
    ('${id(1)}', 'ada@customer.example'), ('${id(2)}', 'nameless@customer.example'), ('${id(3)}', 'bare@customer.example')`)
  await database.query(`INSERT INTO profiles (user_id, email, full_name, role, created_at) VALUES
    ('${id(1)}', 'ada@customer.example', 'Ada Sharp', 'customer', '2026-01-01'),
    ('${id(2)}', 'nameless@customer.example', NULL, 'customer', '2026-01-01')`)
  await database.query(`INSERT INTO trade_ins (id, trade_in_number, user_id, status, device_info, condition_assessment, evaluation_notes, estimated_value, final_value, created_at) VALUES
    ('${id(1)}', 'TRD-1', '${id(1)}', 'completed', '{"manufacturer": "Bitmain", "model": "Antminer S19"}', 'Good', 'Ran for two hours', 100, 120.5, '2026-02-01T12:00:00Z'),
    ('${id(2)}', 'TRD-2', '${id(2)}', 'submitted', '{"manufacturer": "MicroBT", "model": "M50"}', NULL, NULL, 80, NULL, '2026-02-02T12:00:00Z'),
    ('${id(3)}', 'TRD-3', '${id(3)}', 'rejected', '{}', NULL, NULL, NULL, NULL, '2026-02-03T12:00:00Z'),
    ('${id(4)}', 'TRD-4', NULL, 'evaluated', '{"model": "S9"}', '', '', NULL, 0, '2026-02-04T12:00:00Z')`)
})

test('figures, columns and rows, with words for what is not known', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Trade-in Management' })).toBeVisible()
  await expect(figure(page, 'Pending Evaluation')).toHaveText('2')
  await expect(figure(page, 'Total Value')).toHaveText('€120.50')
  const counts = { Submitted: '1', Evaluated: '1', Approved: '0', Rejected: '1', Completed: '1' }
  for (const [label, text] of Object.entries(counts)) await expect(count(page, label)).toHaveText(text)

  await expect(table(page).getByRole('columnheader')).toHaveText(['Trade-in #', 'Customer', 'Device', 'Status', 'Value', 'Date', 'Actions'])
  await expect(numbers(page)).toContainText(['TRD-4', 'TRD-3', 'TRD-2', 'TRD-1'])
  const shown = async (number: string) =>
    (await row(page, number).getByRole('cell').allInnerTexts()).slice(0, 6).map((text) => text.split('\n'))
  expect(await shown('TRD-1')).toEqual([
    ['TRD-1'],
    ['Ada Sharp', 'ada@customer.example'],
    ['Bitmain Antminer S19'],
    ['Completed'],
    ['€120.50'],
    ['1 Feb 2026'],
  ])
  expect((await shown('TRD-2')).slice(1, 5)).toEqual([
    ['No name', 'nameless@customer.example'],
    ['MicroBT M50'],
    ['Submitted'],
    ['~€80.00'],
  ])
  expect((await shown('TRD-3')).slice(1, 5)).toEqual([['No name', 'No email'], ['Unknown device'], ['Rejected'], ['TBD']])
  await expect(row(page, 'TRD-4')).toContainText('€0.00')
  await expect(status(page, 'TRD-3').getByRole('option')).toHaveText(['Submitted', 'Evaluated', 'Approved', 'Rejected', 'Completed'])
})

test('skeleton rows while loading; a failure says so and can be tried again', { tag: '@full' }, async ({ adminPage: page }) => {
  const release = await hold(page, 'tradeIns.list')
  await page.goto('/admin/trade-ins')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(row(page, 'TRD-1')).toBeVisible()

  const mend = await cut(page, 'tradeIns.list')
  await page.goto('/admin/trade-ins?sort=created')
  await expect(toast(page, 'alert', 'Failed to fetch trade-ins')).toBeVisible({ timeout: 15_000 })
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'TRD-1')).toBeVisible()
})

test('search, filter and sort live in the address', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await open(page)
  const search = page.getByPlaceholder('Search trade-ins...')
  await search.fill('SHARP')
  await expect(page).toHaveURL(/search=SHARP/)
  await expect(numbers(page)).toContainText(['TRD-1'])
  await page.reload()
  await expect(search).toHaveValue('SHARP')
  await expect(row(page, 'TRD-2')).toHaveCount(0)
  await search.fill('nameless@')
  await expect(numbers(page)).toContainText(['TRD-2'])
  await search.fill('%')
  await expect(page.getByText('No trade-ins match your filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all trade-ins' }).click()
  await expect(search).toHaveValue('')

  await page.getByLabel('Filter by status').selectOption('Rejected')
  await expect(page).toHaveURL(/status=rejected/)
  await expect(numbers(page)).toContainText(['TRD-3'])
  await page.goBack()
  await expect(row(page, 'TRD-4')).toBeVisible()
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await expect(page).toHaveURL(/sort=created/)
  await expect(numbers(page)).toContainText(['TRD-1', 'TRD-2', 'TRD-3', 'TRD-4'])

  await database.query('DELETE FROM trade_ins')
  await page.goto('/admin/trade-ins')
  await expect(page.getByText('No trade-ins found')).toBeVisible()
  await expect(figure(page, 'Total Value')).toHaveText('€0.00')
})

test('pages follow one another without a gap', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await database.query(`INSERT INTO trade_ins (trade_in_number, created_at)
    SELECT 'MANY-' || n, '2025-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 60) AS n`)
  await open(page, '?search=MANY')
  await expect(page.getByText('1–50 of 60 trade-ins')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51–60 of 60 trade-ins')).toBeVisible()
  await expect(numbers(page)).toContainText(Array.from({ length: 10 }, (_, index) => `MANY-${10 - index}`))
  await page.goBack()
  await expect(page.getByText('1–50 of 60 trade-ins')).toBeVisible()
})

test('a status is set, said, counted and undone', { tag: '@full' }, async ({ adminPage: page, database }) => {
  await open(page)
  await database.query(`UPDATE trade_ins SET final_value = 79.5 WHERE trade_in_number = 'TRD-2'`)
  await open(page)
  await status(page, 'TRD-2').selectOption('Completed')
  await expect(toast(page, 'status', 'Trade-in status updated to completed')).toBeVisible()
  await expect(row(page, 'TRD-2').getByRole('cell').nth(3)).toHaveText('Completed', { useInnerText: true })
  await expect(figure(page, 'Pending Evaluation')).toHaveText('1')
  await expect(figure(page, 'Total Value')).toHaveText('€200.00')
  await expect(count(page, 'Completed')).toHaveText('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'status', 'Trade-in status updated to submitted')).toBeVisible()
  await expect(figure(page, 'Total Value')).toHaveText('€120.50')
  const log = `SELECT action, actor_email, before, after FROM audit_log WHERE subject_id = '${id(2)}' AND action = 'trade_in.status_changed' ORDER BY id DESC LIMIT 2`
  const entry = { action: 'trade_in.status_changed', actor_email: 'admin@example.com' }
  expect(await database.query(log)).toEqual([
    { ...entry, before: { status: 'completed' }, after: { status: 'submitted' } },
    { ...entry, before: { status: 'submitted' }, after: { status: 'completed' } },
  ])
})

test('a status goes back when it could not be saved', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  const mend = await cut(page, 'tradeIns.updateStatus')
  await status(page, 'TRD-2').selectOption('Completed')
  await expect(toast(page, 'alert', 'Failed to update trade-in status')).toBeVisible()
  await expect(status(page, 'TRD-2')).toHaveValue('submitted')
  await mend()
})

test('of two administrators’ changes none is lost unseen', { tag: '@full' }, async ({ adminPage: page, database }) => {
  // What the stream would bring does not arrive in time.
  await cut(page, 'admin.onChange')
  await open(page)
  await database.query(`UPDATE trade_ins SET status = 'rejected' WHERE trade_in_number = 'TRD-2'`)
  await status(page, 'TRD-2').selectOption('Completed')
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(dialog.getByRole('listitem')).toContainText(/Yours\s*Completed\s*Saved meanwhile\s*Rejected/)
  await expectAccessible(page, 'the comparison')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(status(page, 'TRD-2')).toHaveValue('rejected')

  await database.query(`UPDATE trade_ins SET status = 'approved' WHERE trade_in_number = 'TRD-2'`)
  await status(page, 'TRD-2').selectOption('Completed')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'status', 'Trade-in status updated to completed')).toBeVisible()
  expect(await database.query(`SELECT status FROM trade_ins WHERE trade_in_number = 'TRD-2'`)).toEqual([{ status: 'completed' }])
})

test('details stand in the address, tell everything and the history, and close with Back', async ({ adminPage: page }) => {
  await open(page, '?search=TRD')
  await status(page, 'TRD-1').selectOption('Approved')
  await expect(toast(page, 'status', 'Trade-in status updated to approved')).toBeVisible()
  await page.getByRole('button', { name: 'View details of TRD-1' }).click()
  await expect(page).toHaveURL(new RegExp(`details=${id(1)}`))
  const dialog = page.getByRole('dialog', { name: 'Trade-in Details - TRD-1' })
  await expect(term(dialog, 'Customer')).toContainText(/Ada Sharp\s*ada@customer\.example/)
  await expect(term(dialog, 'Status')).toHaveText('Approved')
  for (const [label, text] of Object.entries({
    'Condition assessment': 'Good',
    'Evaluation notes': 'Ran for two hours',
    'Estimated value': '€100.00',
    'Final value': '€120.50',
    'Submitted on': '1 February 2026 at 12:00',
  }))
    await expect(term(dialog, label)).toHaveText(text)
  const json = await term(dialog, 'Device info').innerText()
  expect(json.split('\n')).toEqual(['{', expect.stringMatching(/^ {2}"/), expect.stringMatching(/^ {2}"/), '}'])
  expect(JSON.parse(json)).toEqual({ manufacturer: 'Bitmain', model: 'Antminer S19' })
  await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
    /Status changed.*Completed.*Approved.*admin@example\.com/s,
  )
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/search=TRD$/)

  await page.goto(`/admin/trade-ins?details=${id(3)}`)
  const bare = page.getByRole('dialog', { name: 'Trade-in Details - TRD-3' })
  for (const label of ['Condition assessment', 'Evaluation notes']) await expect(term(bare, label)).toHaveText('Nothing noted yet')
  for (const label of ['Estimated value', 'Final value']) await expect(term(bare, label)).toHaveText('Not set')
  await expect(term(bare, 'Device info')).toHaveText('{}')
  await expect(term(bare, 'Customer')).toContainText(/No name\s*No email/)
  await expect(bare.getByText('Nothing has been changed yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bare).toBeHidden()

  await page.goto('/admin/trade-ins?details=00000000-0000-0000-0000-000000000000')
  await expect(page.getByRole('dialog', { name: 'Trade-in Details' }).getByRole('alert')).toHaveText('There is no such trade-in.')
})

test('by keyboard alone: filter, status, undo, details', { tag: '@full' }, async ({ adminPage: page }) => {
  await open(page)
  await tabTo(page, page.getByPlaceholder('Search trade-ins...'))
  await page.keyboard.type('TRD-2')
  await expect(row(page, 'TRD-1')).toHaveCount(0)
  await tabTo(page, status(page, 'TRD-2'))
  for (let down = 0; down < 2; down++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Trade-in status updated to approved')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'status', 'Trade-in status updated to submitted')).toBeVisible()

  const details = page.getByRole('button', { name: 'View details of TRD-2' })
  await tabTo(page, details, { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Trade-in Details - TRD-2' })).toBeVisible()
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
    await status(page, 'TRD-4').selectOption('Completed')
    await expect(toast(page, 'status', 'Trade-in status updated to completed')).toBeVisible()
    await expectAccessible(page, 'the toast')
    await page.goto(`/admin/trade-ins?details=${id(4)}`)
    await expect(page.getByRole('dialog').getByRole('list', { name: 'History' })).toBeVisible()
    await expectAccessible(page, 'the details')
    await expectNoSidewaysScroll(page)
  })
}
