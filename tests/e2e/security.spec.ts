import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { APIResponse, BrowserContext, Page } from '@playwright/test'
import { adminPaths } from '~/components/layouts/admin-nav'
import { paths, publicPages } from '~/lib/paths'
import { openToOthers } from '../setup/open-to-others'
import { button, field } from './support/accounts'
import { expect, test } from './support/fixtures'

/** The policy of the site, in a browser and in every kind of answer (docs/decisions/006). */

/** Every page with a guard. */
const guarded = Object.values(paths).filter((path) => /^\/(?:account|admin)/.test(path))

const MISSING = '/no-such-page'

/** Collects a browser's complaints about the pages of a context, as they come. */
async function complaintsOf(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
      console.error(`policy: ${effectiveDirective} forbids ${blockedURI} (${sourceFile}:${lineNumber})`)
    })
  })
  context.on('console', (message) => {
    // That the missing page is missing is no complaint.
    if (message.type() === 'error' && !(message.location().url + message.text()).includes(MISSING)) {
      complaints.push(`${message.page()?.url() ?? ''}: ${message.text()}`)
    }
  })
  context.on('weberror', (error) => complaints.push(`${error.page()?.url() ?? ''}: ${error.error().message}`))
  return complaints
}

/** Opens a public page and waits until what it loads when it is idle has come too: its live stream is the last. */
async function open(page: Page, path: string) {
  const connected = page.waitForResponse((response) => response.url().includes('/api/trpc/settings.onSettingsChange'))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await connected
}

test.describe('a browser finds nothing against', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('what visitors see and do', async ({ page, context }) => {
    const complaints = await complaintsOf(context)
    for (const path of publicPages) {
      await open(page, path)
      // Requirements §2 Cookie consent banner: on all public pages, which stay readable.
      await expect(page.getByRole('region', { name: 'Cookie consent' }), path).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { level: 1 }), path).toBeInViewport()
    }
    await button(page, 'Accept All Cookies').click()
    await page.goto(paths.contact)
    await button(page, 'Send Message').click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.goto(paths.auth)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await field(page, 'Password').fill('correct horse')
    await button(page, 'Sign Up').click()
    await expect(page.getByText(/required/i).first()).toBeVisible()
    await page.goto(MISSING)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(complaints).toEqual([])
  })
})

test('a browser finds nothing against what administrators see and do', async ({ adminPage }) => {
  const complaints = await complaintsOf(adminPage.context())
  for (const path of guarded) {
    await adminPage.goto(path)
    await expect(adminPage.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(adminPage.locator('main [aria-busy=true]')).toHaveCount(0)
  }
  await adminPage.goto(adminPaths.machines)
  await button(adminPage, 'Add Machine').click()
  // The form checks text as it is typed.
  await field(adminPage, 'Model').fill('A model of no maker')
  await expect(adminPage.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  expect(complaints).toEqual([])
})

test('pictures are converted for nobody', async ({ request }) => {
  const picture = encodeURIComponent('/favicon.svg')
  const remote = encodeURIComponent('https://cdn.example.com/a.png')
  for (const query of ['', `?url=${picture}&w=640&q=75`, `?url=${remote}&w=3840&q=100`]) {
    expect((await request.get(`/_next/image${query}`)).status(), query).toBe(404)
  }
})

/** Documents from which somebody comes to the back office's scanning. */
const mayScan = (answer: APIResponse) =>
  answer.status() === 200 && [paths.auth, paths.admin].some((path) => new URL(answer.url()).pathname === path)

/** The files of a page that its HTML asks for. */
const scriptsOf = (html: string) => [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)

test('every kind of answer carries the headers of the site, and says nothing of what made it', async ({ request, adminPage, shopUrl }) => {
  const html = await (await request.get(paths.home)).text()
  const file = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? ''
  const buildId = /"buildId":"([^"]+)"/.exec(html)?.[1] ?? ''
  const { etag = '' } = (await request.get(paths.home)).headers()
  const answers = {
    pages: await Promise.all([...publicPages, paths.auth].map((path) => request.get(path))),
    'the missing page': [await request.get(MISSING), await request.get(`/_next/static/no.js`)],
    data: [await request.get(`/_next/data/${buildId}/index.json`)],
    files: await Promise.all([file, '/favicon.svg', '/robots.txt', '/sitemap.xml', '/social/home.png'].map((path) => request.get(path))),
    'what the browser has': [await request.get(paths.home, { headers: { 'if-none-match': etag } })],
    'the way to sign-in': [await request.get(paths.admin, { maxRedirects: 0 }), await request.get('/about/', { maxRedirects: 0 })],
    'guarded pages': [await adminPage.request.get(paths.admin), await adminPage.request.get(paths.account)],
    calls: [
      await request.get('/api/trpc/settings.public'),
      await request.get('/api/trpc/no.such'),
      await request.get('/api/trpc/settings.all'),
    ],
    routes: await Promise.all(
      ['/api/auth/session', '/api/health', '/api/export/orders.csv', '/.well-known/jwks.json', '/api/nothing'].map((path) =>
        request.get(path),
      ),
    ),
    refusals: [await request.post(paths.home), await request.get(`${shopUrl}/%`), await request.fetch(paths.home, { method: 'PURGE' })],
  }
  for (const [kind, list] of Object.entries(answers)) {
    for (const answer of list) {
      const headers = answer.headers()
      const where = `${kind}: ${answer.url()} (${answer.status()})`
      const policy = headers['content-security-policy'] ?? ''
      expect(policy.split('; '), where).toContain("script-src 'self'")
      expect(policy, where).toContain("frame-ancestors 'none'")
      expect(headers, where).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining(`camera=${mayScan(answer) ? '(self)' : '()'}`),
        'cross-origin-opener-policy': 'same-origin',
      })
      for (const name of ['x-powered-by', 'server', 'server-timing', 'strict-transport-security'])
        expect(headers, where).not.toHaveProperty(name)
      expect(answer.status(), where).toBeLessThan(500)
    }
  }
  for (const answer of [...answers.pages, ...answers['the missing page'], ...answers['guarded pages']]) {
    for (const attributes of scriptsOf(await answer.text()))
      expect(attributes, answer.url()).toMatch(/\ssrc="|type="application\/(?:ld\+)?json"/)
  }
  expect(answers['what the browser has'][0]?.status()).toBe(304)
  expect(answers.refusals.map((answer) => answer.status())).toEqual([405, 400, 405])
  for (const answer of answers.pages.slice(0, publicPages.length)) {
    expect(answer.headers()['cache-control']).toContain('max-age=0, must-revalidate')
    expect(answer.headers()).not.toHaveProperty('set-cookie')
  }
})

test("what a running shop keeps on disk is its account's alone", async ({ page, shop }) => {
  // Something is written while it runs: an email, and rows.
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await field(page, 'Full Name').fill('Olga Own')
  await field(page, 'Email').fill(`olga-${Date.now()}@shop.example`)
  await field(page, 'Password').fill('a long walk by the river')
  await button(page, 'Sign Up').click()
  await expect(page.getByText(/We have written to/)).toBeVisible()
  await expect.poll(() => readdirSync(join(shop.dataDir, 'mail')).length).toBeGreaterThan(0)
  expect(openToOthers(shop.dataDir)).toEqual([])
})
