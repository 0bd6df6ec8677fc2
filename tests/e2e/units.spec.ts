import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'

test(
  'a machine is found again by its serial number, merged with its other record and taken apart',
  { tag: '@full' },
  async ({ adminPage: page, shop }) => {
    const desk = await deskOf(shop)
    const repairOf = (serialNumber: string) =>
      desk.call<{ repairNumber: string }>('repairs.create', {
        customer: { email: 'one.machine@example.com', fullName: 'Una Machine' },
        deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber },
        problemDescription: 'No power',
      })
    const first = await repairOf('WALK-0001')
    await repairOf('walk ooo1')
    const other = await repairOf('WALK-2')

    // The case page leads to its machine, which knows the other case of it.
    await page.goto(`/admin/repairs/${first.repairNumber}`)
    const card = page.getByRole('region', { name: 'Machine' })
    await expect(card.getByRole('list', { name: 'Cases of this machine' }).getByRole('listitem')).toHaveCount(1)
    const number = (await card.getByRole('link', { name: /^U-/ }).textContent()) ?? ''
    await card.getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
    await expect(page.getByRole('list', { name: 'Cases of this machine' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'the page of a unit')

    // The list finds the other one by its serial number; its page merges it.
    await page.goto('/admin/units')
    await page.getByRole('searchbox').fill('WALK-2')
    const found = page.getByRole('table', { name: 'Units' }).locator('tbody').getByRole('row')
    await expect(found).toHaveCount(1)
    await found.getByRole('link', { name: /^U-/ }).click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Record that is kept').fill('WALK-0001')
    await dialog.getByRole('option', { name: number }).click()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/units/${number}$`))
    await expect(page.getByRole('region', { name: 'Cases' })).toContainText(other.repairNumber)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^Take U-\d+ out again$/ }).click()
    await toast(page, 'status', 'is a record of its own again').waitFor()
    await expect(page.getByRole('region', { name: 'Cases' })).not.toContainText(other.repairNumber)

    // By hand it moves only as the desk may.
    await page.getByRole('button', { name: 'Change state' }).click()
    await page.getByRole('dialog').getByText('Scrapped', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Scrapped')
    await desk.http.dispose()
  },
)
