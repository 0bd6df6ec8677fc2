import { expectAccessible, expectGoodInEveryLook, atState } from './support/accessibility'
import { expectNoSidewaysScroll } from './support/admin'
import { button, expectNothingKept, field, newBrowser, openAccount, signIn } from './support/accounts'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'
import { admin } from '../setup/shop-process'

/** The account page, the header's account, and sessions that end elsewhere (requirements §4 Auth events). */

const devices = { name: 'Signed-in devices' }

test('a visitor is sent from /account to /auth, and back after signing in', { tag: '@full' }, async ({ page, shop }) => {
  const account = await openAccount(shop, 'vera')
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth$/)
  await field(page, 'Email').fill(account.email)
  await field(page, 'Password').fill(account.password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('There is nothing for you to decide')
  await atState(page, async (where) => {
    await expectAccessible(page, `the overview, ${where}`)
    await expectNoSidewaysScroll(page)
  })
  await expect(page).toHaveTitle(/Account/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
})

test('an administrator comes back to the screen that asked', { tag: '@full' }, async ({ page }) => {
  await page.goto('/admin/machines')
  await expect(page).toHaveURL(/\/auth$/)
  await field(page, 'Email').fill(admin.email)
  await field(page, 'Password').fill(admin.password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL(/\/admin\/machines/)
})

test('details and password are changed', { tag: '@full' }, async ({ browser, page, shop }) => {
  const account = await openAccount(shop, 'dora')
  await signIn(page, account)
  await page.goto('/account/profile')
  await expect(field(page, 'Full Name')).toHaveValue('dora Example')
  await atState(page, async (where) => {
    await expectAccessible(page, where)
    await expectNoSidewaysScroll(page)
  })
  await field(page, 'Full Name').fill('Dora Exemplary')
  await field(page, 'Phone').fill('020 7946 0182')
  await button(page, 'Save details').click()
  await expect(page.getByRole('status').filter({ hasText: 'Your details have been saved' })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Full Name')).toHaveValue('Dora Exemplary')
  await expect(field(page, 'Phone')).toHaveValue('020 7946 0182')

  const renewed = { ...account, password: 'a different phrase altogether' }
  await field(page, 'Current password').fill('not this')
  await field(page, 'New password').fill(renewed.password)
  await button(page, 'Change password').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Password not changed' })).toContainText('current password is not right')
  await expect(field(page, 'New password')).toHaveValue(renewed.password)
  await field(page, 'Current password').fill(account.password)
  await button(page, 'Change password').click()
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue('')
  await expectNothingKept(page, [account.password, renewed.password])
  await signIn(await newBrowser(browser, shop), renewed)
})

test('a statement of store credit says on a phone, too, what each value is', { tag: '@full' }, async ({ page, shop }) => {
  const account = await openAccount(shop, 'cora')
  const desk = await deskOf(shop)
  const { rows } = await desk.read<{ rows: { userId: string }[] }>('users.list', { search: account.email })
  await desk.call('credit.adjust', { userId: rows[0]?.userId, amount: 25, reason: 'A late parcel' })
  await desk.http.dispose()
  await signIn(page, account)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/account/credit')
  for (const name of [/^Date .+/, /^For .*A late parcel/, /^Available .*25/])
    await expect(page.getByRole('table').getByRole('cell', { name }).first()).toBeVisible()
  await expectGoodInEveryLook(page, 'a statement of store credit')
})

test('a browser that is signed out elsewhere notices it at once', async ({ browser, page, shop }) => {
  const account = await openAccount(shop, 'rick')
  await signIn(page, account)
  const other = await newBrowser(browser, shop)
  await signIn(other, account)
  await other.goto('/account/profile')
  await expect(field(other, 'Full Name')).toHaveValue('rick Example')

  await page.goto('/account/profile')
  const list = page.getByRole('list', devices)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('This device')
  await expect(list.getByRole('listitem').first()).toContainText(/Chrome on \w+/)
  await list.getByRole('button', { name: /^Sign out/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await expect(other).toHaveURL(/\/auth$/)
  await expect(other.getByRole('alert').filter({ hasText: 'Signed out' })).toContainText('Your session has ended. Please sign in again.')
  await other.context().close()
})

test('the back office notices at once', { tag: '@full' }, async ({ browser, page, shop }) => {
  await signIn(page, admin)
  await page.goto('/admin/machines')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // The same session in another browser, which ends it.
  const other = await browser.newContext({ baseURL: shop.url, storageState: await page.context().storageState() })
  const twin = await other.newPage()
  await twin.goto('/admin/machines')
  await button(twin, 'Sign Out').click()
  await expect(twin).toHaveURL(/\/auth$/)
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended. Please sign in again.' })).toBeVisible()
  await other.close()
})

test('all other devices are signed out at once', { tag: '@full' }, async ({ browser, page, shop }) => {
  const account = await openAccount(shop, 'olga')
  await signIn(page, account)
  const others = [await newBrowser(browser, shop), await newBrowser(browser, shop)]
  for (const other of others) await signIn(other, account)
  await page.goto('/account/profile')
  await button(page, 'Sign out all other devices').click()
  await expect(page.getByRole('dialog', { name: 'Sign out all other devices?' })).toBeVisible()
  await button(page, 'Sign out the others').click()
  await expect(page.getByRole('list', devices).getByRole('listitem')).toHaveCount(1)
  for (const other of others) {
    await other.goto('/account')
    await expect(other).toHaveURL(/\/auth$/)
    await other.context().close()
  }
})

test('signing out in one tab signs the others out', { tag: '@full' }, async ({ page, shop }) => {
  const account = await openAccount(shop, 'tabitha')
  await signIn(page, account)
  const guarded = await page.context().newPage()
  await guarded.goto('/account')
  const open = await page.context().newPage()
  await open.goto('/about')
  await open.getByRole('button', { name: 'Account menu' }).click()
  await expect(open.getByRole('menu')).toContainText(account.email)
  await open.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(guarded).toHaveURL(/\/auth$/)
  await expect(open).toHaveURL(/\/about$/)
  await expect(open.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the header knows who is signed in, and asks nothing for visitors', async ({ page, shop, adminPage }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) asked.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/auth')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])

  await adminPage.goto('/')
  await expect(adminPage.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin')
  await adminPage.getByRole('button', { name: 'Account menu' }).click()
  await expect(adminPage.getByRole('menu')).toContainText(admin.email)
  await expectAccessible(adminPage, 'with the menu open')

  await signIn(page, await openAccount(shop, 'hedda'))
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/account')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toContainText('Signed in as hedda@example.com')
  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test('nothing moves when the header learns who is there', async ({ adminPage }) => {
  // It learns once the font is there, which makes lines a little longer when it comes after the first picture.
  let tell: () => void = () => {}
  const told = new Promise<void>((resolve) => (tell = resolve))
  await adminPage.route('**/api/auth/session', async (route) => {
    await told
    await route.continue()
  })
  await adminPage.goto('/about')
  await adminPage.evaluate(async () => {
    await document.fonts.ready
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    new PerformanceObserver((list) => {
      document.documentElement.dataset.moved = JSON.stringify(list.getEntries())
    }).observe({ type: 'layout-shift' })
  })
  await expect(adminPage.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  tell()
  await expect(adminPage.getByRole('button', { name: 'Account menu' })).toBeVisible()
  // Changes of the last picture are told with the next one.
  await adminPage.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(await adminPage.evaluate(() => document.documentElement.dataset.moved)).toBeUndefined()
})
