import type { Page } from '@playwright/test'
import { expectAccessible, atState } from './support/accessibility'
import {
  button,
  expectNothingKept,
  field,
  emailLink,
  emailsTo,
  newBrowser,
  openAccount,
  PASSWORD,
  signIn,
  submitSignIn,
} from './support/accounts'
import { expect, test } from './support/fixtures'

/** Opening an account, proving its address, and a forgotten password (requirements §2 Sign-in and sign-up, §7, §8). */

const toast = (page: Page, role: 'status' | 'alert', text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole(role).filter({ hasText: text })

async function signUp(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await field(page, 'Full Name').fill('Zoë Example')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign Up').click()
  // The email may be there before the answer, whose cookie makes this the browser that signed up.
  await expect(toast(page, 'status', 'Account Created')).toBeVisible()
}

test('an account is opened, its address proven by the email, and entered', { tag: '@full' }, async ({ page, shop }) => {
  const email = 'zoe@example.com'
  await signUp(page, email)
  await expect(toast(page, 'status', 'Account Created')).toContainText('Please check your email to verify your account.')

  await page.getByRole('tab', { name: 'Sign In' }).click()
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign In').click()
  await expect(toast(page, 'alert', 'Sign In Failed')).toContainText('Email not confirmed')
  await expect(field(page, 'Password')).toHaveValue(PASSWORD)
  await expect(button(page, 'Send the email again')).toBeVisible()

  const { url, token } = await emailLink(shop, email)
  // In the tab that shows /auth already, where only the fragment changes.
  await page.goto(`${url}#verify=${token}`)
  await expect(page.getByText('Email verified', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await expectNothingKept(page, [token])
  await submitSignIn(page, { email, password: PASSWORD })
  await expect(page).toHaveURL(/\/$/)
  await expectNothingKept(page, [PASSWORD])
})

test('a link proves the address once, and says so', { tag: '@full' }, async ({ page, shop }) => {
  const email = 'once@example.com'
  await signUp(page, email)
  const { url, token } = await emailLink(shop, email)
  await page.goto(`${url}#verify=${token}`)
  await expect(page.getByText('Email verified', { exact: true })).toBeVisible()
  await page.goto('/about')
  await page.goto(`${url}#verify=${token}`)
  await expect(page.getByText('This link was used, or a newer one was: your email address is verified.')).toBeVisible()
  await expect(page.getByText('Email verified', { exact: true })).toBeVisible()
})

test('in another browser a link asks for the sign-up’s password, or for a new one', { tag: '@full' }, async ({ page, browser, shop }) => {
  const email = 'elsewhere@example.com'
  await signUp(page, email)
  const { url, token } = await emailLink(shop, email)
  const other = await newBrowser(browser, shop)
  await other.goto(`${url}#verify=${token}`)
  await expect(other.getByRole('heading', { name: 'Verify your email address' })).toBeFocused()
  await expectNothingKept(other, [token])
  await atState(other, (where) => expectAccessible(other, where))
  await field(other, 'Password').fill('not the password')
  await other.keyboard.press('Enter')
  await expect(toast(other, 'alert', 'Email not verified')).toContainText('not the password')
  await expect(field(other, 'Password')).toHaveValue('not the password')

  await button(other, 'Set a new password instead').click()
  await expect(other.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await atState(other, (where) => expectAccessible(other, where))
  await button(other, 'Back').click()
  await field(other, 'Password').fill(PASSWORD)
  await button(other, 'Verify email address').click()
  await expect(other.getByText('Email verified', { exact: true })).toBeVisible()
  await signIn(other, { email, password: PASSWORD })
  await other.context().close()
})

test('a password that the email’s owner sets counts, and the sign-up’s does not', { tag: '@full' }, async ({ page, browser, shop }) => {
  const email = 'victim@example.com'
  await signUp(page, email)
  const { url, token } = await emailLink(shop, email)
  const owner = await newBrowser(browser, shop)
  await owner.goto(`${url}#verify=${token}`)
  await button(owner, 'Set a new password instead').click()
  await field(owner, 'New password').fill('a password of my own')
  await button(owner, 'Set password and verify').click()
  await expect(owner.getByText('Email verified', { exact: true })).toBeVisible()
  await signIn(owner, { email, password: 'a password of my own' })
  await owner.context().close()
  await submitSignIn(page, { email, password: PASSWORD })
  await expect(toast(page, 'alert', 'Sign In Failed')).toContainText('Invalid login credentials')
})

test('a known address is told the same, and hears of it by email', { tag: '@full' }, async ({ page, shop }) => {
  const { email } = await openAccount(shop, 'known')
  await signUp(page, email)
  await expect(toast(page, 'status', 'Account Created')).toContainText('Please check your email to verify your account.')
  await expect.poll(async () => (await emailsTo(shop, email)).at(-1)?.subject).toMatch(/already have an account/)
})

test('what is wrong is said beside its field, and by the server', { tag: '@full' }, async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await button(page, 'Sign Up').click()
  for (const text of ['Full name is required', 'Email is required', 'Password is required'])
    await expect(page.getByText(text)).toBeVisible()
  await field(page, 'Full Name').fill('Zoë')
  await field(page, 'Email').fill('weak@example.com')
  await field(page, 'Password').fill('password123')
  await expect(page.getByText('Strength: very weak')).toBeVisible()
  await button(page, 'Sign Up').click()
  await expect(toast(page, 'alert', 'Sign Up Failed')).toContainText('most common')
  await expect(field(page, 'Full Name')).toHaveValue('Zoë')
  await expect(field(page, 'Password')).toHaveValue('password123')
  await atState(page, (where) => expectAccessible(page, where))
})

test('a forgotten password is replaced by an email’s link, also while somebody is signed in', { tag: '@full' }, async ({ page, shop }) => {
  test.setTimeout(120_000)
  const account = await openAccount(shop, 'forgetful')
  await signIn(page, account)
  await page.context().clearCookies()

  await page.goto('/auth')
  await field(page, 'Email').fill(account.email)
  await button(page, 'Forgot password?').click()
  await expect(field(page, 'Email')).toHaveValue(account.email)
  await atState(page, (where) => expectAccessible(page, where))
  await button(page, 'Send reset link').click()
  await expect(page.getByText(/If there is an account with this address/)).toBeVisible()
  const { url, token } = await emailLink(shop, account.email, 2)

  await signIn(page, account)
  await page.goto(`${url}#reset=${token}`)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await expectNothingKept(page, [token])
  await atState(page, (where) => expectAccessible(page, where))
  const renewed = { ...account, password: 'quite another phrase' }
  await field(page, 'New password').fill(renewed.password)
  await button(page, 'Set new password').click()
  await expect(page.getByText('Please sign in with the new one.')).toBeVisible()
  await field(page, 'Email').fill(account.email)
  await field(page, 'Password').fill(account.password)
  await button(page, 'Sign In').click()
  await expect(toast(page, 'alert', 'Sign In Failed')).toContainText('Invalid login credentials')
  await signIn(page, renewed)
})
