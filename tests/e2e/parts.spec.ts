import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'

test(
  'a part is received, priced into an estimate, reserved when the customer accepts, used when the repair is done, and ordered again',
  { tag: '@full' },
  async ({ adminPage: page, shop }) => {
    test.slow()
    const desk = await deskOf(shop)
    const { id, repairNumber } = await desk.call<{ id: string; repairNumber: string }>('repairs.create', {
      customer: { email: 'parts.walk@example.com', fullName: 'Pat Walk' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'PARTS-WALK-1' },
      problemDescription: 'A fan stands still',
    })

    // A new type, of which two come in.
    await page.goto('/admin/part-types?add=1')
    const add = page.getByRole('dialog', { name: 'Add Part type' })
    await add.getByLabel('Name').fill('Walking fan')
    await add.getByLabel('Kind').selectOption('Fan')
    await add.getByLabel('Price').fill('25')
    await add.getByLabel('Reorder point').fill('1')
    await expectAccessible(page, 'the dialog of a part type')
    await add.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'status', 'Part type added').waitFor()
    await page.goto('/admin/parts?add=1')
    const receive = page.getByRole('dialog', { name: 'Receive parts' })
    await receive.getByLabel('Type').fill('walking')
    await receive
      .getByRole('option', { name: /Walking fan/ })
      .or(page.getByRole('option', { name: /Walking fan/ }))
      .first()
      .click()
    await receive.getByLabel('Quantity').fill('2')
    await receive.getByRole('button', { name: 'Receive' }).click()
    await toast(page, 'status', 'Parts received').waitFor()
    await expectAccessible(page, 'the list of parts')

    // The estimate takes one; the customer hears of its description alone.
    await page.goto(`/admin/repairs/${repairNumber}?tab=quote`)
    const estimate = page.getByRole('region', { name: 'Estimate 1' })
    await estimate.getByRole('button', { name: 'Add part from stock' }).click()
    await page.getByRole('dialog', { name: 'Add part from stock' }).getByLabel('Part type').fill('walking')
    await page.getByRole('option', { name: /Walking fan/ }).click()
    await expect(estimate.getByText('2 in stock')).toBeVisible()
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'status', 'Estimate saved').waitFor()
    await desk.call('repairs.sendEstimate', { id, email: null })
    await desk.call('repairs.recordAnswer', { id, number: 1, answer: 'accepted', note: null })
    await page.goto(`/admin/repairs/${repairNumber}?tab=quote`)
    const parts = page.getByRole('region', { name: 'Parts from stock' })
    await expect(parts).toContainText('1 × Walking fan')
    await expect(parts).toContainText('Reserved')
    await expectAccessible(page, 'a repair with parts')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)

    // Done: one is used, one is left, which is too few.
    await desk.call('repairs.updateStatus', { id, status: 'completed' })
    await expect(parts).toContainText('Installed')
    await page.goto('/admin/part-types?stock=reorder')
    await expect(page.getByRole('table', { name: 'Part types' }).getByRole('row', { name: /Walking fan/ })).toContainText('Reorder')
    await expectNoSidewaysScroll(page)
    const list = await page.request.get('/api/export/part-types.csv?stock=reorder')
    expect(await list.text()).toContain('Walking fan')
    await desk.http.dispose()
  },
)
