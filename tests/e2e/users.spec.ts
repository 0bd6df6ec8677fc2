import type { Page } from '@playwright/test'
import { atState, expectAccessible } from './support/accessibility'
import { newBrowser, signIn } from './support/accounts'
import { cut, expectNoSidewaysScroll, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { admin } from '../setup/shop-process'
import { test } from './support/sql-shop'

/** User Management (requirements §2, §5, §6, §8), over rows put in by plain SQL. */

const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const row = (page: Page, email: string) => table(page).getByRole('row').filter({ hasText: email })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const role = (page: Page, email: string) => page.getByRole('combobox', { name: `Role of ${email}` })
const userId = (number: number) => `b0000000-0000-4000-8000-00000000000${number}`
const profileId = (number: number) => `c1b2c3d${number}-0000-4000-8000-00000000000${number}`
const SELF = 'admin@example.com'

/** These rows and no others; `toContainText` by itself is content with more. */
async function expectRows(page: Page, texts: string[]) {
  await expect(rows(page)).toHaveCount(texts.length)
  await expect(rows(page)).toContainText(texts)
}

async function open(page: Page, query = '') {
  await page.goto(`/admin/users${query}`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

/** Dates the last proof of the password some minutes ago. */
const provenAgo = (minutes: number) =>
  `UPDATE sessions SET amr = json_build_array(json_build_object('method', 'password', 'timestamp', floor(extract(epoch FROM now()))::int - ${minutes * 60}))`

test.beforeEach(async ({ database, adminState }) => {
  // The worker's administrator may have signed in long before this file's turn.
  if (adminState.cookies.length > 0) await database.query(provenAgo(0))
  // Other files of the same worker leave their customers behind.
  await database.query(`DELETE FROM users WHERE email <> '${SELF}'`)
  await database.query(`UPDATE profiles SET role = 'admin', created_at = '2025-01-01T12:00:00Z' WHERE email = '${SELF}'`)
  await database.query(`INSERT INTO users (id, email) VALUES
    ('${userId(1)}', 'ada@people.example'), ('${userId(2)}', 'nameless@people.example'), ('${userId(3)}', 'second@people.example')`)
  await database.query(`INSERT INTO profiles (id, user_id, email, full_name, phone, role, created_at) VALUES
    ('${profileId(1)}', '${userId(1)}', 'ada@people.example', 'Ada 100%', '+44 7700 900123', 'customer', '2026-02-01T12:00:00Z'),
    ('${profileId(2)}', '${userId(2)}', 'nameless@people.example', NULL, NULL, 'customer', '2026-02-02T12:00:00Z'),
    ('${profileId(3)}', '${userId(3)}', 'second@people.example', 'Second Boss', '', 'admin', '2026-02-03T12:00:00Z')`)
})

test('the list of users, a role given and taken, and one’s own given up', { tag: '@full' }, async ({ adminPage: page, database }) => {
  test.setTimeout(180_000)

  await test.step('total, columns and rows, with words for what is not known', async () => {
    await open(page)
    await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
    await expect(page.locator('dl').filter({ hasText: 'Total Users' }).locator('dd')).toHaveText('4')
    await expect(table(page).getByRole('columnheader')).toHaveText(['User', 'Email', 'Phone', 'Role', 'Joined', 'Actions'])
    const cells = async (email: string) =>
      (await row(page, email).getByRole('cell').allInnerTexts()).map((text) => text.split('\n')).slice(0, 5)
    expect(await cells('ada@')).toEqual([
      ['Ada 100%', 'c1b2c3d1'],
      ['ada@people.example'],
      ['+44 7700 900123'],
      ['Customer'],
      ['1 Feb 2026'],
    ])
    expect(await cells('nameless@')).toEqual([
      ['No name provided', 'c1b2c3d2'],
      ['nameless@people.example'],
      ['Not provided'],
      ['Customer'],
      ['2 Feb 2026'],
    ])
    expect((await cells('second@')).slice(2, 4)).toEqual([['Not provided'], ['Admin']])
    await expect(role(page, 'ada@people.example').getByRole('option')).toHaveText(['Customer', 'Admin'])
    await atState(page, async (look) => {
      await expectAccessible(page, `the list, ${look}`)
      await expectNoSidewaysScroll(page)
    })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('search, role and sort live in the address', async () => {
    await expectRows(page, ['second@', 'nameless@', 'ada@', SELF])
    await page.getByLabel('Filter by role').selectOption('Admins')
    await expect(page).toHaveURL(/role=admin/)
    await expectRows(page, ['second@', SELF])
    await page.getByLabel('Filter by role').selectOption('Customers')
    const search = page.getByPlaceholder('Search users...')
    await search.fill('%')
    await expectRows(page, ['Ada 100%'])
    await page.reload()
    await expect(search).toHaveValue('%')
    await expectRows(page, ['Ada 100%'])
    await search.fill('nobody')
    await expect(page.getByText('No users match your filters')).toBeVisible()
    await page.getByRole('button', { name: 'Show all users' }).click()
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('button', { name: 'Joined', exact: true }).click()
    await expect(page).toHaveURL(/sort=created/)
    await expectRows(page, [SELF, 'ada@', 'nameless@', 'second@'])
  })

  await test.step('by keyboard alone a role is set, said, recorded and undone', async () => {
    await open(page)
    await tabTo(page, page.getByPlaceholder('Search users...'))
    await page.keyboard.type('ada')
    await expect(rows(page)).toHaveCount(1)
    await tabTo(page, role(page, 'ada@people.example'))
    await page.keyboard.press('ArrowDown')
    await expect(toast(page, 'status', 'User role updated to admin')).toBeVisible()
    await expect(row(page, 'ada@').getByRole('cell').nth(3)).toHaveText('Admin')
    await expect(role(page, 'ada@people.example')).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'status', 'User role updated to customer')).toBeVisible()
    await expect(row(page, 'ada@').getByRole('cell').nth(3)).toHaveText('Customer')
    const log = `SELECT action, actor_email, before, after FROM audit_log WHERE subject_id = '${userId(1)}' ORDER BY id DESC LIMIT 2`
    expect(await database.query(log)).toEqual([
      { action: 'role.changed', actor_email: SELF, before: { role: 'admin' }, after: { role: 'customer' } },
      { action: 'role.changed', actor_email: SELF, before: { role: 'customer' }, after: { role: 'admin' } },
    ])
  })

  await test.step('of two administrators’ changes none is lost unseen', async () => {
    // The stream's news does not arrive in time.
    const mend = await cut(page, 'admin.onChange')
    await open(page)
    await database.query(`UPDATE profiles SET full_name = 'Ada Renamed' WHERE email = 'ada@people.example'`)
    await role(page, 'ada@people.example').selectOption('Admin')
    const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
    await expect(dialog.getByRole('listitem')).toContainText(/Yours\s*Admin\s*Saved by someone else\s*Customer/)
    await expectAccessible(page, 'the comparison')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(toast(page, 'status', 'User role updated to admin')).toBeVisible()
    await expect(row(page, 'ada@')).toContainText('Ada Renamed')
    await mend()
  })

  await test.step('giving up one’s own role is asked about, and leads home', async () => {
    await open(page)
    await role(page, SELF).selectOption('Customer')
    const question = page.getByRole('dialog', { name: 'Give up your administrator role?' })
    await expect(question).toBeVisible()
    await atState(page, (look) => expectAccessible(page, `the question, ${look}`))
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(role(page, SELF)).toHaveValue('admin')

    await page.setViewportSize({ width: 1440, height: 900 })
    await role(page, SELF).selectOption('Customer')
    await question.getByRole('button', { name: 'Become a customer' }).click()
    // The way home is a full page load, which may come before anybody has read the notice.
    await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'load' })
    await expect(toast(page, 'alert', 'Failed')).toHaveCount(0)
    await page.goto('/admin/users')
    await expect(page).toHaveURL((url) => url.pathname === '/')
    expect(await database.query(`SELECT role FROM profiles WHERE email = '${SELF}'`)).toEqual([{ role: 'customer' }])
  })
})

test(
  'after a while the password is asked for in place, and the change goes on; a copy of the cookie ends',
  { tag: '@full' },
  async ({ browser, shopUrl, database }) => {
    const page = await newBrowser(browser, { url: shopUrl })
    await signIn(page, admin)
    const copied = await page.context().storageState()
    await database.query(provenAgo(11))
    await open(page)
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })

    await role(page, 'ada@people.example').selectOption('Admin')
    await expect(proof).toBeVisible()
    await expectAccessible(page, 'the question for the password')
    await page.keyboard.press('Escape')
    await expect(toast(page, 'alert', 'Failed to update user role')).toBeVisible()
    await expect(role(page, 'ada@people.example')).toHaveValue('customer')

    await page.getByRole('button', { name: 'More actions for ada@people.example' }).click()
    await page.getByRole('menuitem', { name: 'End sessions…' }).click()
    await page.getByRole('dialog', { name: 'End all sessions of this user?' }).getByRole('button', { name: 'End sessions' }).click()
    await proof.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'status', 'ada@people.example is signed in nowhere')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await role(page, 'ada@people.example').selectOption('Admin')
    await expect(toast(page, 'status', 'User role updated to admin')).toBeVisible()
    await page.reload()
    await expect(table(page)).toBeVisible()

    const thief = await browser.newContext({ baseURL: shopUrl, storageState: copied })
    const stolen = await thief.newPage()
    await stolen.goto('/admin/users')
    await expect(stolen).toHaveURL(/\/auth$/)
    await thief.close()
    await page.context().close()
  },
)
