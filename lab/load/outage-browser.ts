import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { findTestBrowser } from '../../scripts/tools/chromium.mjs'
import { admin } from '../../tests/setup/shop-process'

/** Above what a busy machine takes to show something. */
const TIMEOUT_MS = 30_000

/** A browser without windows, as the browser tests have it. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findTestBrowser()
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
}

/** True if the element shows in time. */
export const shows = (what: Locator, timeout = TIMEOUT_MS): Promise<boolean> =>
  what.waitFor({ timeout }).then(
    () => true,
    () => false,
  )

/** A browser that signs in as the administrator, by hand. */
export async function signInByHand(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  context.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript(() => {
    localStorage.setItem('cookie-consent', 'true')
  })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`${url}/`)
  await page.close()
  return context
}

/** A form of a screen, with what somebody types into it. */
export interface TypedForm {
  name: string
  page: Page
  field: Locator
  typed: string
  saved: Locator
  failed: Locator
}

const notice = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

/** Three open forms of one signed-in browser: a tab's, a dialog's and that of the account. */
export async function openForms(context: BrowserContext): Promise<TypedForm[]> {
  const [settings, products, account] = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  const dialog = products.getByRole('dialog')
  await Promise.all([
    (async () => {
      await settings.goto('/admin/settings')
      await settings.getByRole('tab', { name: 'Homepage' }).click()
      for (const label of ['Hero description', 'Hero badge text']) await settings.getByLabel(label, { exact: true }).fill('Some words')
    })(),
    (async () => {
      await products.goto('/admin/products')
      await products.getByRole('button', { name: 'Add Product' }).click()
      await dialog.getByLabel('Category', { exact: true }).fill('Parts')
      await dialog.getByLabel('Stock', { exact: true }).fill('3')
    })(),
    account.goto('/account/profile'),
  ])
  const forms: TypedForm[] = [
    {
      name: 'the settings',
      page: settings,
      field: settings.getByLabel('Hero title', { exact: true }),
      typed: 'Typed before the outage',
      saved: notice(settings, 'status', 'Homepage settings updated successfully'),
      failed: notice(settings, 'alert', 'Failed to update homepage settings'),
    },
    {
      name: 'the product dialog',
      page: products,
      field: dialog.getByLabel('Name', { exact: true }),
      typed: 'A fan from before the outage',
      saved: notice(products, 'status', 'Product created successfully'),
      failed: notice(products, 'alert', 'Failed to save product'),
    },
    {
      name: 'the account',
      page: account,
      field: account.getByLabel('Full Name', { exact: true }),
      typed: 'Ada of the outage',
      saved: notice(account, 'status', 'Your details have been saved'),
      failed: notice(account, 'alert', 'Details not saved'),
    },
  ]
  for (const { field, typed } of forms) await field.fill(typed)
  return forms
}
