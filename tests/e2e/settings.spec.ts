import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { cut, expectNoSidewaysScroll, hold, toast } from './support/admin'
import { expect, test } from './support/fixtures'

/** Website Settings (requirements §2, §5, §8): every label, message and toast, and the edit that came too late. */

interface Field {
  label: string
  /** The message beside it when it is empty; without one it is optional. */
  message?: string
}
interface Tab {
  name: string
  saved: string
  failed: string
  fields: Field[]
}

const tabs: Tab[] = [
  {
    name: 'General',
    saved: 'General settings updated successfully',
    failed: 'Failed to update general settings',
    fields: [
      { label: 'Site title', message: 'Site title is required' },
      { label: 'Company name', message: 'Company name is required' },
      { label: 'Company tagline', message: 'Company tagline is required' },
      { label: 'Company description', message: 'Company description is required' },
    ],
  },
  {
    name: 'Contact',
    saved: 'Contact settings updated successfully',
    failed: 'Failed to update contact settings',
    fields: [
      { label: 'Phone number', message: 'Phone number is required' },
      { label: 'Contact email', message: 'Valid email is required' },
      { label: 'Address line 1', message: 'Address line 1 is required' },
      { label: 'Address line 2', message: 'Address line 2 is required' },
      { label: 'Address line 3', message: 'Address line 3 is required' },
    ],
  },
  {
    name: 'Homepage',
    saved: 'Homepage settings updated successfully',
    failed: 'Failed to update homepage settings',
    fields: [
      { label: 'Hero title', message: 'Hero title is required' },
      { label: 'Hero description', message: 'Hero description is required' },
      { label: 'Hero badge text', message: 'Hero badge text is required' },
    ],
  },
  {
    name: 'About',
    saved: 'About page settings updated successfully',
    failed: 'Failed to update about page settings',
    fields: [
      { label: 'Miners serviced', message: 'Miners serviced stat is required' },
      { label: 'Years of experience', message: 'Years experience stat is required' },
      { label: 'Countries served', message: 'Countries served stat is required' },
      { label: 'Satisfaction rate', message: 'Satisfaction rate stat is required' },
      { label: 'Mission statement', message: 'Mission statement is required' },
    ],
  },
  {
    name: 'SEO',
    saved: 'SEO settings updated successfully',
    failed: 'Failed to update SEO settings',
    fields: [
      { label: 'Meta description', message: 'Meta description is required' },
      { label: 'Meta keywords', message: 'Meta keywords are required' },
    ],
  },
  {
    name: 'Social',
    saved: 'Social media settings updated successfully',
    failed: 'Failed to update social media settings',
    fields: [{ label: 'X (Twitter)' }, { label: 'LinkedIn' }, { label: 'Facebook' }],
  },
]

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name} Settings`, exact: true })

async function openTab(page: Page, name: string) {
  await page.goto('/admin/settings')
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(save(page, name)).toBeVisible()
}

test('title, subtitle and a spinner while settings load; General first', { tag: '@full' }, async ({ adminPage: page }) => {
  const release = await hold(page, 'settings.all')
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Website Settings' })).toBeVisible()
  await expect(page.getByText('Manage your website content and configuration')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading settings' })).toBeVisible()
  release()
  await expect(page.getByRole('tab')).toHaveText(['General', 'Contact', 'Homepage', 'About', 'SEO', 'Social'])
  await expect(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
})

test('a failure to load says so and can be tried again', { tag: '@full' }, async ({ adminPage: page }) => {
  const mend = await cut(page, 'settings.all')
  await page.goto('/admin/settings')
  await expect(toast(page, 'alert', 'Failed to load settings')).toBeVisible({ timeout: 15_000 })
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
})

for (const tab of tabs) {
  test(`${tab.name}: is checked, saved, and keeps what was typed when saving fails`, { tag: '@full' }, async ({ adminPage: page }) => {
    await openTab(page, tab.name)
    const [first] = tab.fields
    const label = first?.label ?? ''
    const before = await field(page, label).inputValue()

    for (const { label: emptied, message } of tab.fields) {
      if (message === undefined) continue
      const typed = await field(page, emptied).inputValue()
      await field(page, emptied).fill('')
      await save(page, tab.name).click()
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(field(page, emptied)).toHaveAccessibleDescription(new RegExp(message))
      await field(page, emptied).fill(typed)
      await expect(page.getByText(message, { exact: true })).toBeHidden()
    }

    const text = `https://example.com/${Date.now()}`
    await field(page, label).fill(text)
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    const mend = await cut(page, 'settings.save')
    await save(page, tab.name).click()
    await expect(toast(page, 'alert', tab.failed)).toBeVisible()
    await expect(field(page, label)).toHaveValue(text)
    await mend()

    const release = await hold(page, 'settings.save')
    await save(page, tab.name).click()
    await expect(save(page, tab.name)).toBeDisabled()
    release()
    await expect(toast(page, 'status', tab.saved)).toBeVisible()
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden()

    await page.reload()
    await expect(field(page, label)).toHaveValue(text)
    await field(page, label).fill(before)
    await save(page, tab.name).click()
    await expect(toast(page, 'status', tab.saved)).toBeVisible()
  })
}

test(
  'an edit that came too late shows both versions: Keep mine, then Use theirs',
  { tag: '@full' },
  async ({ adminPage: page, browser, adminState }) => {
    const context = await browser.newContext({ storageState: adminState })
    const other = await context.newPage()
    await openTab(page, 'Homepage')
    await openTab(other, 'Homepage')
    const title = await field(page, 'Hero title').inputValue()
    const badge = await field(page, 'Hero badge text').inputValue()

    // A form in which nothing has been typed follows the others by itself.
    await field(page, 'Hero title').fill('Mine')
    await field(other, 'Hero title').fill('Theirs')
    await field(other, 'Hero badge text').fill('Their badge')
    await save(other, 'Homepage').click()
    await expect(toast(other, 'status', 'Homepage settings updated successfully')).toBeVisible()

    await save(page, 'Homepage').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Hero title' })).toContainText(/Mine.*Theirs/s)
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Hero badge text' })).toContainText('Their badge')
    await expectAccessible(page, 'the comparison')
    await field(other, 'Hero title').fill('Theirs again')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(toast(page, 'status', 'Homepage settings updated successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(field(page, 'Hero badge text')).toHaveValue('Their badge')

    await save(other, 'Homepage').click()
    await other.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click()
    await expect(field(other, 'Hero title')).toHaveValue('Mine')
    await field(other, 'Hero title').fill(title)
    await field(other, 'Hero badge text').fill(badge)
    await save(other, 'Homepage').click()
    await expect(toast(other, 'status', 'Homepage settings updated successfully').first()).toBeVisible()
    await context.close()
  },
)

test('what was typed survives a look at another tab; the address names the tab', { tag: '@full' }, async ({ adminPage: page }) => {
  await openTab(page, 'SEO')
  await expect(page).toHaveURL(/tab=seo/)
  await field(page, 'Meta keywords').fill('typed, not saved')
  await page.getByRole('tab', { name: 'Social' }).press('ArrowLeft')
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByRole('tab', { name: 'SEO', exact: true }).click()
  await expect(field(page, 'Meta keywords')).toHaveValue('typed, not saved')
  await expect(page.getByText(/\d+ \/ 160/)).toBeVisible()
})

for (const { colorScheme, width } of looks) {
  test(`every tab is accessible, ${colorScheme}, ${width} px`, { tag: '@full' }, async ({ adminPage: page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await openTab(page, 'General')
    for (const { name } of tabs) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expectAccessible(page, name)
      await expectNoSidewaysScroll(page)
    }
  })
}

test('nothing sticks out at 390, 768 and 1440 px', { tag: '@full' }, async ({ adminPage: page }) => {
  await openTab(page, 'General')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { name } of tabs) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expectNoSidewaysScroll(page)
    }
  }
})
