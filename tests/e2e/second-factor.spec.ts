import type { Page } from '@playwright/test'
import { openSmsWebhook } from '../setup/sms-webhook'
import { expectAccessible, atState } from './support/accessibility'
import { button, expectNothingKept, field, newBrowser, openAccount, signIn, submitSignIn, type Account } from './support/accounts'
import { expect, test } from './support/fixtures'
import { addApp } from './support/factors'
import { tabTo } from './support/focus'
import { admin } from '../setup/shop-process'
import { startShop, type ShopServer } from './support/shop-server'

/** Second factors as people use them: an app by its shown secret, a phone, recovery codes (requirements §6, §7). */

let webhook: Awaited<ReturnType<typeof openSmsWebhook>>
let shop: ShopServer
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(90_000)
  webhook = await openSmsWebhook()
  shop = await startShop('test-results/second-factor.log', { SMS_WEBHOOK_URL: webhook.url })
})
test.afterAll(async () => {
  await shop.stop()
  await webhook.close()
})

async function enter(page: Page, account: Account, code: string) {
  await submitSignIn(page, account)
  await field(page, 'Code').fill(code)
  await button(page, 'Verify').click()
  await page.waitForURL((url) => url.pathname !== '/auth')
}

test('an app is added, asked for at the sign-in, and replaced once by a recovery code', { tag: '@full' }, async ({ browser }) => {
  const page = await newBrowser(browser, shop)
  const account = await openAccount(shop, 'tess')
  await signIn(page, account)
  const { app, recoveryCodes } = await addApp(page)
  expect(recoveryCodes).toHaveLength(10)
  await expectAccessible(page, 'recovery codes')
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download codes').click()])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  await button(page, 'I have saved them').click()
  await expect(page.getByRole('list', { name: 'Second factors' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('10 left, for when your device is lost.')).toBeVisible()

  const other = await newBrowser(browser, shop)
  await submitSignIn(other, account)
  await expect(field(other, 'Code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(other, 'code')
  await other.goto('/account/profile')
  await expect(other).toHaveURL(/\/auth$/)
  await field(other, 'Code').fill('000000')
  await button(other, 'Verify').click()
  await expect(other.getByRole('alert').filter({ hasText: 'Verification failed' })).toContainText('That code is not right')
  await field(other, 'Code').fill(app.nextCode())
  await button(other, 'Verify').click()
  await expect(other).toHaveURL(/\/account\/profile$/)
  await expectNothingKept(other)
  await other.context().close()

  const lost = await newBrowser(browser, shop)
  await submitSignIn(lost, account)
  await button(lost, 'Use a recovery code').click()
  await field(lost, 'Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase())
  await button(lost, 'Verify').click()
  await lost.waitForURL((url) => url.pathname === '/')
  await lost.goto('/account/profile')
  await expect(lost.getByText('9 left, for when your device is lost.')).toBeVisible()
  await lost.context().close()
})

test('every state is accessible, in both schemes, on phones and desks', { tag: '@full' }, async ({ browser }) => {
  test.setTimeout(240_000)
  const page = await newBrowser(browser, shop)
  const account = await openAccount(shop, 'axel')
  await signIn(page, account)
  await page.goto('/account/profile')
  await button(page, 'Add phone number').click()
  await atState(page, (where) => expectAccessible(page, `phone, ${where}`))
  await button(page, 'Cancel').click()
  await button(page, 'Add authenticator app').click()
  await button(page, 'Continue').click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await atState(page, (where) => expectAccessible(page, `set-up, ${where}`))
  await button(page, 'Cancel').click()
  await addApp(page)
  await atState(page, (where) => expectAccessible(page, `recovery codes, ${where}`))
  await button(page, 'I have saved them').click()
  await atState(page, (where) => expectAccessible(page, `with a factor, ${where}`))

  const other = await newBrowser(browser, shop)
  await submitSignIn(other, account)
  await expect(field(other, 'Code')).toBeVisible()
  await atState(other, (where) => expectAccessible(other, `code, ${where}`))
  await button(other, 'Use a recovery code').click()
  await atState(other, (where) => expectAccessible(other, `recovery code, ${where}`))
  await other.context().close()
})

test('by keyboard alone: the code, then the last factor is removed', { tag: '@full' }, async ({ browser }) => {
  const page = await newBrowser(browser, shop)
  const account = await openAccount(shop, 'kay')
  await signIn(page, account)
  const { app } = await addApp(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  const other = await newBrowser(browser, shop)
  await submitSignIn(other, account)
  await tabTo(other, field(other, 'Code'))
  await other.keyboard.type(app.nextCode())
  await other.keyboard.press('Enter')
  await other.waitForURL((url) => url.pathname === '/')
  await other.goto('/account/profile')
  await tabTo(other, button(other, 'Remove Authenticator app'))
  await other.keyboard.press('Enter')
  await expect(button(other, 'Keep it')).toBeFocused()
  await tabTo(other, button(other, 'Remove'))
  await other.keyboard.press('Enter')
  await expect(other.getByText('Off. You sign in with your password alone.')).toBeVisible()
  await other.context().close()
  const again = await newBrowser(browser, shop)
  await signIn(again, account)
  await again.goto('/account/profile')
  await expect(again).toHaveURL(/\/account\/profile$/)
})

test('a code comes to a phone, by the channel that was chosen', { tag: '@full' }, async ({ browser }) => {
  const page = await newBrowser(browser, shop)
  const account = await openAccount(shop, 'phil')
  await signIn(page, account)
  await page.goto('/account/profile')
  await button(page, 'Add phone number').click()
  await field(page, 'Phone number').fill('123')
  await button(page, 'Continue').click()
  await expect(page.getByRole('dialog').getByText(/mobile number/)).toBeVisible()
  await field(page, 'Phone number').fill('07700 900123')
  await button(page, 'Continue').click()
  await button(page, 'Send code').click()
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeDisabled()
  // The queue sends it.
  await expect.poll(() => webhook.messages.length).toBe(1)
  await field(page, 'Code').fill(webhook.lastCode())
  await button(page, 'Verify').click()
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()

  const other = await newBrowser(browser, shop)
  await submitSignIn(other, account)
  await other.getByRole('radio', { name: 'WhatsApp' }).check()
  await button(other, 'Send code').click()
  await expect(field(other, 'Code')).toBeVisible()
  await expect.poll(() => webhook.messages.at(1)).toMatchObject({ to: '+447700900123', channel: 'whatsapp' })
  await field(other, 'Code').fill(webhook.lastCode())
  await button(other, 'Verify').click()
  await other.waitForURL((url) => url.pathname === '/')
  await other.context().close()
})

test(
  'an administrator with a factor enters the back office with the code alone, and can give up',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await newBrowser(browser, shop)
    await signIn(page, admin)
    const { app } = await addApp(page)

    const other = await newBrowser(browser, shop)
    await submitSignIn(other, admin)
    await expect(field(other, 'Code')).toBeVisible()
    await other.goto('/admin')
    await expect(other).toHaveURL(/\/auth$/)
    await button(other, 'Cancel').click()
    await expect(other.getByRole('tab', { name: 'Sign In' })).toBeVisible()

    await other.goto('/admin/machines')
    await enter(other, admin, app.nextCode())
    await other.goto('/admin/machines')
    await expect(other.getByRole('heading', { level: 1, name: 'Machine Catalog' })).toBeVisible()
    await other.context().close()
  },
)
