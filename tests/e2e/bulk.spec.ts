import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expectAccessible } from './support/accessibility'
import { toast } from './support/admin'
import { expect, test } from './support/fixtures'

/** Work on many rows at once: values, export and import. Their status: status-lists.spec.ts. */

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody').getByRole('row')

test('the file of a view has the rows of the view', { tag: '@full' }, async ({ adminPage: page }) => {
  await page.goto('/admin/machines?search=antminer&sort=-value')
  await expect(rows(page, 'Machines').first()).toContainText('Antminer')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()])
  expect(download.suggestedFilename()).toMatch(/^machines-\d{4}-\d\d-\d\d\.csv$/)
  const records = parse<Record<string, string>>(await readFile(await download.path()), { bom: true, columns: true })
  expect(records).toHaveLength(await rows(page, 'Machines').count())
  const values = records.map((record) => Number(record.baseValueExcellent))
  expect(values).toEqual(values.toSorted((one, other) => other - one))
})

test('a file shows its wrong row, which is corrected', { tag: '@full' }, async ({ adminPage: page }) => {
  const file = (value: string) => ({
    name: 'machines.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`manufacturer,model,baseValueGood\nFilemaker,One,100\nFilemaker,Two,${value}\n`),
  })
  await page.goto('/admin/machines')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Machines' })
  await dialog.getByLabel('CSV file').setInputFiles(file('many'))
  await expect(dialog.getByRole('tab', { name: 'Wrong (1)' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('region', { name: 'Wrong rows' })).toContainText('baseValueGood: Must be a plain number')
  await expect(dialog.getByRole('button', { name: 'Import 1 row, leave out 1' })).toBeEnabled()
  await expectAccessible(page, 'the preview of a file')
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download errors' }).click()])
  expect(await readFile(await download.path(), 'utf8')).toContain('Filemaker,Two,many,')

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await dialog.getByLabel('CSV file').setInputFiles(file('90.5'))
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(toast(page, 'status', '2 added')).toBeVisible()
  await page.goto('/admin/machines?search=filemaker')
  await expect(rows(page, 'Machines').filter({ hasText: 'Filemaker Two' })).toContainText('€90.50')
})

test('values are adjusted as the preview says', async ({ adminPage: page }) => {
  await page.goto('/admin/machines?search=whatsminer')
  const box = page.getByRole('checkbox', { name: /^Select MicroBT/ }).first()
  const name = String(await box.getAttribute('aria-label')).replace('Select ', '')
  await box.check()
  await expect(bar(page)).toContainText('1 selected')
  await expectAccessible(page, 'the bar of selected rows')
  await bar(page).getByRole('button', { name: 'Adjust values' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust values' })
  await dialog.getByLabel('Percent').fill('10')
  const preview = dialog.getByRole('table', { name: 'New values' })
  const shown = await preview.getByRole('row').filter({ hasText: name }).getByRole('cell').first().innerText()
  const after = shown.match(/€[\d,.]+/g)?.at(-1) ?? ''
  await expectAccessible(page, 'the preview of values')
  await dialog.getByRole('button', { name: 'Adjust 1 machine' }).click()
  await expect(toast(page, 'status', '1 changed')).toBeVisible()
  await expect(rows(page, 'Machines').filter({ hasText: name })).toContainText(after)
})
