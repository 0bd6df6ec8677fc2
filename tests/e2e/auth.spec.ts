import type { Page } from '@playwright/test'
import { expectAccessible, looks } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'
import { admin } from '../setup/shop-process'

/** Sign-in and the redirects of /auth and /admin (requirements §2 Sign-in, Admin layout; §8 Authentication). */

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Sign In Failed' })

async function open(page: Page) {
  await page.goto('/auth')
  await expect(email(page)).toBeVisible()
}

for (const path of ['/admin', '/admin/settings', '/admin/machines']) {
  const tag = path === '/admin' ? [] : '@full'
  test(`a visitor is sent from ${path} to /auth and gets no admin markup`, { tag }, async ({ page }) => {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(await answer.text()).not.toContain('Admin Panel')
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  })
}

test("'Loading...' shows while the auth state loads", { tag: '@full' }, async ({ page }) => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/session', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/auth')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(email(page)).toBeHidden()
  answer()
  await expect(email(page)).toBeVisible()
  await expect(page.getByText('Loading...')).toBeHidden()
})

test('the card has its title, the tab Sign In and a password that can be shown', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await expect(page).toHaveTitle(/Sign In/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await password(page).fill('secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
})

test('wrong credentials say so, for a known and an unknown address alike, and keep what was typed', { tag: '@full' }, async ({ page }) => {
  await open(page)
  for (const address of [admin.email, 'nobody@example.com']) {
    await email(page).fill(address)
    await password(page).fill('not the password')
    await submit(page).click()
    await expect(alert(page)).toContainText('Invalid login credentials')
    await expect(email(page)).toHaveValue(address)
    await expect(password(page)).toHaveValue('not the password')
    await expect(page).toHaveURL(/\/auth$/)
    await page.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(alert(page)).toBeHidden()
  }
})

test('a server out of reach is told apart from wrong credentials', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.route('**/api/auth/**', (route) => route.abort())
  await email(page).fill(admin.email)
  await password(page).fill(admin.password)
  await submit(page).click()
  await expect(alert(page)).toContainText('We could not reach the server')
  await expect(email(page)).toHaveValue(admin.email)
  await page.unroute('**/api/auth/**')
  await submit(page).click()
  await expect(page).toHaveURL(/\/$/)
})

test('by keyboard alone: in, to the back office, and out again', async ({ page }) => {
  await open(page)
  await hydrated(page)
  await email(page).focus()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/callback/credentials**', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
  answer()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/auth')
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/admin/settings')
  await expect(page.getByRole('banner')).toContainText('Welcome back, Administrator')
  const sidebar = page.getByRole('complementary', { name: 'Admin Panel' })
  await expect(sidebar).toContainText(admin.email)
  await expect(sidebar).toContainText('Administrator')
  await page.getByRole('button', { name: 'Sign Out' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth$/)
  await page.goto('/admin/settings')
  await expect(page).toHaveURL(/\/auth$/)
})

test('a sign-out that does not reach the server says so', { tag: '@full' }, async ({ browser, adminState }) => {
  const context = await browser.newContext({ storageState: adminState })
  const page = await context.newPage()
  await page.goto('/admin/settings')
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sign Out Failed' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/settings/)
  await context.close()
})

for (const { colorScheme, width, tag } of looks) {
  test(`/auth is accessible, ${colorScheme}, ${width} px`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    await open(page)
    await expectAccessible(page, 'at first')
    await submit(page).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expectAccessible(page, 'with messages')
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(landmark)).toBeVisible()
  })
}
