import { readFile } from 'node:fs/promises'
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { admin } from '../../setup/shop-process'
import { startShop, type ShopServer } from './shop-server'

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

interface Pages {
  /** A visitor who has answered the cookie banner, in a browser of their own. */
  visitorPage: Page
  /** An administrator, in a browser of their own. */
  adminPage: Page
}

interface Shared {
  /** A shop for each worker: what one test file changes, a file beside it does not see. */
  shop: ShopServer
  shopUrl: string
  /** A browser's state after signing in: once for each worker. */
  adminState: StorageState
}

/** Consent as the banner stores it, so that no banner covers what a test looks at. */
export function consentGiven(origin: string): StorageState {
  const preferences = { essential: true, functional: false, analytics: false, marketing: false }
  const localStorage = [
    { name: 'cookie-consent', value: 'true' },
    { name: 'cookie-preferences', value: JSON.stringify(preferences) },
    { name: 'cookie-consent-date', value: new Date(0).toISOString() },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/**
 * Ends a shop as an operator does, while a browser is connected to its stream: in time and in order. With a hundred streams and
 * a call under way: shutdown.spec.ts.
 */
async function endWithStream(shop: ShopServer) {
  const input = encodeURIComponent(JSON.stringify({ json: { topics: ['settings'] } }))
  const stream = await fetch(`${shop.url}/api/trpc/settings.onSettingsChange?input=${input}`)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const asked = Date.now()
  expect(await shop.stop(), 'the exit code of a shop that was asked to end').toBe(0)
  expect(Date.now() - asked).toBeLessThan(10_000)
}

/** Signs a browser in by the calls that /auth makes. */
export async function signInContext({ request }: BrowserContext, { email, password }: typeof admin): Promise<void> {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await request.post('/api/auth/callback/credentials', { form: { csrfToken, email, password, json: 'true' } })
  expect(answer.status()).toBe(200)
}

async function stateOfAdmin(browser: Browser, shopUrl: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: shopUrl, storageState: consentGiven(shopUrl) })
  await signInContext(context, admin)
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * The test function of the browser tests. `page` and `visitorPage` belong to visitors who have answered
 * the cookie banner; a test of the banner itself starts from
 * `test.use({ storageState: { cookies: [], origins: [] } })`.
 */
export const test = base.extend<Pages, Shared>({
  shop: [
    async ({}, use, { workerIndex }) => {
      const logFile = `test-results/server-${workerIndex}.log`
      const shop = await startShop(logFile)
      await use(shop)
      await endWithStream(shop)
      // As of a file that is piped into an answer to which too much has listened already.
      expect(await readFile(logFile, 'utf8')).not.toContain('MaxListenersExceededWarning')
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  shopUrl: [async ({ shop }, use) => use(shop.url), { scope: 'worker' }],
  adminState: [async ({ browser, shopUrl }, use) => use(await stateOfAdmin(browser, shopUrl)), { scope: 'worker' }],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
  storageState: async ({ shopUrl }, use) => use(consentGiven(shopUrl)),
  visitorPage: async ({ browser, shopUrl }, use) => {
    const context = await browser.newContext({ storageState: consentGiven(shopUrl) })
    await use(await context.newPage())
    await context.close()
  },
  adminPage: async ({ browser, adminState }, use) => {
    const context = await browser.newContext({ storageState: adminState })
    await use(await context.newPage())
    await context.close()
  },
})

export { expect }
