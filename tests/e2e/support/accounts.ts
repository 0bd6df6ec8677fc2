import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { request, type Browser, type Page } from '@playwright/test'
import { linkOf, readMessage } from '../../setup/emails'
import { consentGiven, expect, signInContext } from './fixtures'
import type { ShopServer } from './shop-server'

export interface Account {
  email: string
  password: string
}

export const PASSWORD = 'a long walk by the river'

/** The emails that a shop has written to an address, the oldest first. */
export async function emailsTo({ dataDir }: Pick<ShopServer, 'dataDir'>, email: string) {
  const folder = join(dataDir, 'mail')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(files.sort().map((name) => readMessage(readFileSync(join(folder, name)))))
  return mails.filter(({ to }) => to?.includes(email))
}

/** The link of the email with that number (from 1) to an address; waits until it has been written. */
export async function emailLink(shop: ShopServer, email: string, count = 1) {
  await expect.poll(async () => (await emailsTo(shop, email)).length).toBeGreaterThanOrEqual(count)
  return linkOf((await emailsTo(shop, email))[count - 1])
}

/** A verified customer's account, opened by the same calls as the screens make. */
export async function openAccount(shop: ShopServer, name: string): Promise<Account> {
  const account = { email: `${name}@example.com`, password: PASSWORD }
  const http = await request.newContext({ baseURL: shop.url })
  const call = async (path: string, input: object) =>
    expect((await http.post(`/api/trpc/${path}`, { data: { json: input } })).ok(), path).toBe(true)
  await call('auth.signUp', { ...account, fullName: `${name} Example` })
  await call('auth.verifyEmail', { token: (await emailLink(shop, account.email)).token })
  await http.dispose()
  return account
}

/** A browser of its own, which has answered the cookie banner. */
export async function newBrowser(browser: Browser, { url }: Pick<ShopServer, 'url'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, storageState: consentGiven(url) })
  return context.newPage()
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Types an account into the Sign In tab and sends it. */
export async function submitSignIn(page: Page, { email, password }: Account) {
  await page.goto('/auth')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign In').click()
}

/** Signs a browser in by the calls that /auth makes, without its screen (auth.spec.ts); the page stays where it is. */
export async function signIn(page: Page, account: Account) {
  await signInContext(page.context(), account)
}

/** Nothing of a sign-in is in the reach of scripts, nor in the address; `words` are what must not be found. */
export async function expectNothingKept(page: Page, words: string[] = []) {
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state, document.cookie, location.href]),
  )
  for (const word of words) expect(kept).not.toContain(word)
  expect(kept).not.toMatch(/eyJ[\w-]+\.|session-token|refresh/i)
}
