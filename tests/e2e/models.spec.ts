import { atState, expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { expect } from './support/fixtures'
import { test } from './support/sql-shop'

test(
  'a model comes with a machine, is completed, fills a product, takes in another spelling, and is suggested at the desk',
  { tag: '@full' },
  async ({ adminPage: page, database }) => {
    test.setTimeout(120_000)
    await database.query(`INSERT INTO trade_in_machines (manufacturer, model, hashrate, power_consumption) VALUES
      ('Bitmain', 'Antminer S21', '200 TH/s', '3500W')`)
    await database.query(`INSERT INTO products (name, category, manufacturer, model) VALUES ('Used S21', 'Refurbished', 'bitmain', 'S21')`)
    const dialog = page.getByRole('dialog')
    const row = (name: string) => page.getByRole('table', { name: 'Models' }).getByRole('row', { name: new RegExp(name) })

    await page.goto('/admin/machines')
    await page.getByRole('link', { name: 'Models', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible()
    await expect(row('Antminer S21')).toContainText('200 TH/s')
    await expect(row('bitmain S21')).toContainText('Not known')
    await atState(page, async (look) => {
      await expectAccessible(page, `the list of models, ${look}`)
      await expectNoSidewaysScroll(page)
    })
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: 'Edit Bitmain Antminer S21' }).click()
    await expect(dialog.getByText('Used by 0 products, 1 trade-in machine and 0 units.')).toBeVisible()
    await dialog.getByLabel('Boards', { exact: true }).fill('3')
    await dialog.getByLabel('Chips per board', { exact: true }).fill('108')
    await dialog.getByLabel('Algorithm', { exact: true }).fill('SHA-256')
    await expectAccessible(page, 'the form of a model')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'status', 'Model updated successfully')).toBeVisible()
    await expect(row('Antminer S21')).toContainText('3 × 108 chips')

    await page.getByRole('button', { name: 'Delete bitmain S21' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'alert', 'This model is used by 1 product. Merge it into another model instead.')).toBeVisible()
    await page.getByRole('button', { name: 'Merge bitmain S21' }).click()
    await dialog.getByRole('combobox', { name: 'Merge into' }).fill('antminer')
    await page.getByRole('option', { name: /Antminer S21/ }).click()
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(toast(page, 'status', 'bitmain S21 is now Bitmain Antminer S21')).toBeVisible()
    await expect(row('bitmain S21')).toHaveCount(0)

    await page.goto('/admin/products?add=1')
    await dialog.getByRole('combobox', { name: 'Find a device' }).fill('s21')
    await page.getByRole('option', { name: /Antminer S21/ }).click()
    for (const [label, text] of [
      ['Manufacturer', 'Bitmain'],
      ['Model', 'Antminer S21'],
      ['Hashrate', '200 TH/s'],
      ['Power', '3500W'],
      ['Efficiency', '17.5 J/TH'],
      ['Algorithm', 'SHA-256'],
    ] as const)
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text)

    await page.goto('/admin/repairs?add=1')
    await dialog.getByRole('combobox', { name: 'Find a device' }).fill('s21')
    await page.getByRole('option', { name: /Antminer S21/ }).click()
    await expect(dialog.getByLabel('Model', { exact: true })).toHaveValue('Antminer S21')
    expect(await database.query('SELECT count(DISTINCT model_id)::int AS models FROM products')).toEqual([{ models: 1 }])
  },
)
