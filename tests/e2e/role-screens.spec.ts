import type { Page } from '@playwright/test'
import { allows } from '~/contracts/identity/api-keys'
import { rolePresets, type RolePreset } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'
import { nouns, records } from '~/contracts/records'
import { newBrowser, openAccount, signIn } from './support/accounts'
import { deskOf, type Desk } from './support/desk'
import { expect, test } from './support/fixtures'
import type { ShopServer } from './support/shop-server'

/**
 * The back office of each role: its whole menu fits a low window, no screen asks for data that the role may not read, and none of a part that
 * it only reads offers a change.
 */

async function memberOf(shop: ShopServer, desk: Desk, role: RolePreset) {
  const account = await openAccount(shop, `role-${role}`)
  const find = async () => {
    const { rows } = await desk.read<{ rows: { userId: string; version: number }[] }>('users.list', { search: account.email })
    const [user] = rows
    if (!user) throw new Error(`${account.email} is not listed`)
    return user
  }
  await desk.call('users.updateRole', { userId: (await find()).userId, role: 'admin' })
  const { userId, version } = await find()
  const { scopes } = rolePresets[role]
  if (scopes) await desk.call('users.updateScopes', { userId, scopes, version })
  return account
}

const addressesIn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((links) => links.flatMap((link) => link.getAttribute('href') ?? []))

/** Opens each group of the menu; answers where all of its links lead. */
async function walkMenu(page: Page): Promise<string[]> {
  const sidebar = page.getByRole('complementary', { name: 'Admin Panel' })
  const links = new Set(await addressesIn(page, '#admin-sidebar a[href^="/admin"]'))
  for (const group of await sidebar.getByRole('navigation', { name: 'More' }).getByRole('button').all()) {
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
    const inside = sidebar.getByRole('list', { name: (await group.getAttribute('aria-label')) ?? '' })
    await expect(inside.getByRole('link').first()).toBeVisible()
    const scroll = await sidebar.evaluate((menu) => Math.max(...[...menu.children].map((part) => part.scrollHeight - part.clientHeight)))
    expect(scroll, 'pixels of the menu that are cut off').toBeLessThanOrEqual(0)
    for (const address of await addressesIn(page, '#admin-sidebar a[href^="/admin"]')) links.add(address)
  }
  return [...links]
}

/** The router that a screen or page is about. */
const routerOf = (address: string) => nouns.find((noun) => address.split(/[/?]/)[2] === records[noun].route)

const CHANGES = /^(?:Add|Assign|Take back|Change|Delete|Edit|Make|Merge|New|Receive|Remove|Return|Send|Status of)\b/

/** Names of what can be pressed or chosen to change what the page is about. */
const changesOn = async (page: Page) => {
  const names = await page
    .locator(':is(main, [role=dialog]) :is(button, select):enabled')
    .evaluateAll((controls) =>
      controls.flatMap((control) => (control.checkVisibility() ? (control.getAttribute('aria-label') ?? control.textContent).trim() : [])),
    )
  return names.filter((name) => CHANGES.test(name))
}

const ofCases = /^\/admin\/(?:repairs|trade-ins)\/[A-Z]/
const tabs = ['work', 'quote', 'messages', 'files', 'history']

for (const role of keysOf(rolePresets)) {
  test(`the screens of the role ${role} ask for what it may read`, { tag: '@full' }, async ({ browser, shop }) => {
    test.setTimeout(180_000)
    const desk = await deskOf(shop)
    const page = await newBrowser(browser, shop)
    await signIn(page, await memberOf(shop, desk, role))
    await desk.http.dispose()
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('does not include')) refused.push(`${new URL(page.url()).pathname}: ${message.text()}`)
    })
    const open = async (address: string) => {
      const answers: Promise<void>[] = []
      const listen = (answer: { status: () => number; text: () => Promise<string> }) => {
        if (answer.status() === 403 || answer.status() === 207)
          answers.push(
            answer.text().then(
              (text) => void (text.includes('Your access does not include') && refused.push(address)),
              () => undefined,
            ),
          )
      }
      page.on('response', listen)
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      page.off('response', listen)
      await Promise.all(answers)
      // By tag: an open dialog hides the heading from its role.
      await expect(page.locator('h1').first(), address).toBeVisible()
      await expect(page.getByText('Your access does not include:'), address).toHaveCount(0)
      const router = routerOf(address)
      if (router && !allows(rolePresets[role].scopes, router, 'write')) expect(await changesOn(page), address).toEqual([])
    }

    await page.setViewportSize({ width: 1440, height: 720 })
    await open('/admin')
    const screens = await walkMenu(page)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await walkMenu(page)
    const found = new Map<string, string>()
    for (const screen of screens) {
      await open(screen)
      // A record of each kind that its rows lead to.
      for (const address of await addressesIn(page, 'main tbody a[href^="/admin/"]'))
        found.set(address.split(/[/?]/).slice(0, 3).join('/'), address)
    }
    for (const record of found.values())
      for (const address of ofCases.test(record) ? tabs.map((tab) => `${record}?tab=${tab}`) : [record]) await open(address)
    expect(refused).toEqual([])
    await page.context().close()
  })
}
