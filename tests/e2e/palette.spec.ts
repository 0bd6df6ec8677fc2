import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { expectNoSidewaysScroll } from './support/admin'
import { expect, test } from './support/fixtures'

/** The command palette and the keys of lists. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const input = (page: Page) => palette(page).getByRole('combobox')

async function openByKey(page: Page) {
  // The listener comes with the page's script.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(input(page)).toBeFocused()
}

test('leads to a screen by keyboard alone, and gives the focus back', { tag: '@full' }, async ({ adminPage: page }) => {
  await page.goto('/admin')
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  await button.focus()
  await openByKey(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('trade')
  await expect(palette(page).getByRole('option', { name: 'Trade-ins' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/trade-ins$/)
  await expect(palette(page)).toBeHidden()
})

test('finds a record by its number and opens its details', { tag: '@full' }, async ({ adminPage: page }) => {
  await page.goto('/admin/orders')
  const number =
    (await page
      .getByRole('table', { name: 'Orders' })
      .getByText(/^ORD-\S+$/)
      .first()
      .textContent()) ?? ''
  await openByKey(page)
  await page.keyboard.type(number)
  await expect(palette(page).getByRole('group', { name: 'Orders' }).getByRole('option', { name: number })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders\?details=/)
  await expect(page.getByRole('dialog').getByText(number).first()).toBeVisible()
})

test('says where nothing is found, and offers actions', { tag: '@full' }, async ({ adminPage: page }) => {
  await page.goto('/admin')
  await openByKey(page)
  await page.keyboard.type('no such thing at all')
  await expect(palette(page).getByText('Nothing found for “no such thing at all”')).toBeVisible()
  await input(page).fill('add mach')
  await expect(palette(page).getByRole('option', { name: 'Add machine' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Machine' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/machines$/)
})

test('the keys of a list: rows, details, search, help', async ({ adminPage: page }) => {
  await page.goto('/admin/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  await expectAccessible(page, 'the list')
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('j?')
  await expect(page.getByRole('searchbox')).toHaveValue('j?')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'the keys')
})

test('a view is saved under a name, once, and renamed', { tag: '@full' }, async ({ adminPage: page }) => {
  await page.goto('/admin/repairs?status=received')
  const menu = page.getByRole('button', { name: 'Saved views' })
  await menu.click()
  await page.getByLabel('View name').fill('Just arrived')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Just arrived', exact: true })).toBeVisible()
  await page.getByLabel('View name').fill('Just arrived')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('There is already a view named “Just arrived”.')).toBeVisible()
  await expectAccessible(page, 'the menu of views')

  await page.goto('/admin/repairs')
  await menu.click()
  await page.getByRole('button', { name: 'Just arrived', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/repairs\?status=received$/)
  await menu.click()
  const rename = page.getByRole('button', { name: 'Rename view Just arrived' })
  await rename.press('Enter')
  await expect(page.getByLabel('New name')).toBeFocused()
  await expectAccessible(page, 'the new name of a view')
  await page.getByLabel('New name').fill('On the bench soon')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename view On the bench soon' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete view On the bench soon' }).click()
  await expect(page.getByText('None yet')).toBeVisible()
})

test('columns that are hidden stay hidden in this browser', async ({ adminPage: page }) => {
  await page.goto('/admin/repairs')
  const header = page.getByRole('columnheader', { name: 'Device' })
  await expect(header).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Device' }).uncheck()
  await expect(header).toBeHidden()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible()
  await expect(header).toBeHidden()
})

test('unsaved text is not lost by a link or by the palette', async ({ adminPage: page }) => {
  await page.goto('/admin/settings')
  await page.getByLabel('Company name').fill('Not saved')
  await page.getByRole('link', { name: 'Machines', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/admin\/settings/)
  await expect(page.getByLabel('Company name')).toHaveValue('Not saved')
  await page.getByRole('link', { name: 'Machines', exact: true }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/admin\/machines/)
})

for (const { colorScheme, width } of looks) {
  test(`the palette is accessible, ${colorScheme}, ${width} px`, { tag: '@full' }, async ({ adminPage: page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin')
    await openByKey(page)
    await expectAccessible(page, 'the palette')
    await page.keyboard.type('an')
    await expect(palette(page).getByRole('group', { name: 'Machines' })).toBeVisible()
    await expectAccessible(page, 'what is found')
    await expectNoSidewaysScroll(page)
  })
}
