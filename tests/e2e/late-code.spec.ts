import type { Page, Route } from '@playwright/test'
import * as z from 'zod'
import { expect, test } from './support/fixtures'

/** Most of a public page's code is loaded when it is needed; nothing that a visitor does before that is lost. */

const CHUNKS = '**/_next/static/chunks/**'

/** Answers the scripts that the page's HTML names, and hands the later ones to `later`. Collects what the console complains of. */
async function open(page: Page, path: string, later: (route: Route) => Promise<void>) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const html = await (await page.request.get(path)).text()
  await page.route(CHUNKS, (route) => (html.includes(new URL(route.request().url()).pathname) ? route.continue() : later(route)))
  await page.goto(path)
  return complaints
}

/** Holds the later scripts back until they are released. */
function gate() {
  let release: () => void = () => undefined
  const open = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  return {
    release,
    asked: () => asked,
    later: async (route: Route) => {
      asked += 1
      await open
      await route.continue()
    },
  }
}

/** Collects what the page's code takes out of the server's head: whole elements, and what was in one. Scripts that bring code are none of it. */
async function watchHead(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const gone: string[] = []
    Object.assign(window, { goneFromHead: gone })
    new MutationObserver((changes) => {
      for (const { target, removedNodes } of changes) {
        if (!document.head.contains(target)) continue
        for (const node of removedNodes) {
          if (!(node instanceof HTMLScriptElement && node.src))
            gone.push(node instanceof Element ? node.outerHTML : (node.textContent ?? ''))
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return async () => z.array(z.string()).parse(await page.evaluate('goneFromHead'))
}

for (const next of ['shift', 'pop'] as const) {
  test(`the page keeps its title and all that search engines read while its code comes, one by one: ${next}`, async ({ page }) => {
    const held: Route[] = []
    const goneFromHead = await watchHead(page)
    const complaints = await open(page, '/products', (route) => Promise.resolve(void held.push(route)))
    await expect(async () => {
      const route = held[next]()
      await route?.continue()
      await (await route?.request().response())?.finished()
      await expect(page.locator('[data-waiting]')).toHaveCount(0, { timeout: 100 })
    }).toPass({ intervals: [0] })
    expect(await goneFromHead()).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('a press before the code is there opens what it should', async ({ page }) => {
  const { later, release } = gate()
  const complaints = await open(page, '/about', later)
  await page.getByRole('button', { name: 'Cart' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  release()
  await expect(page.getByRole('dialog', { name: /cart/i })).toBeVisible()
  expect(complaints).toEqual([])
})

test('what is typed and chosen before the code is there counts', async ({ page }) => {
  const { later, release } = gate()
  const complaints = await open(page, '/products', later)
  const search = page.getByRole('searchbox')
  await search.pressSequentially('antminer')
  release()
  await expect(page).toHaveURL(/search=antminer/)
  await expect(search).toHaveValue('antminer')
  expect(complaints).toEqual([])

  await page.unroute(CHUNKS)
  const calculator = gate()
  await open(page, '/trade-in', calculator.later)
  await page.getByLabel('Category').selectOption({ index: 1 })
  calculator.release()
  await expect(page.getByLabel('Machine')).toBeEnabled()
})

test('what is chosen and typed before the first script counts', async ({ page }) => {
  const scripts = gate()
  await page.route(CHUNKS, scripts.later)
  await page.goto('/products', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Category' }).selectOption('accessories')
  await page.getByRole('searchbox').fill('psu')
  scripts.release()
  await expect(page).toHaveURL(/category=accessories/)
  await expect(page).toHaveURL(/search=psu/)
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('accessories')
  await expect(page.getByRole('searchbox')).toHaveValue('psu')
})

test('a form sent before its code is there is checked once it is', async ({ page }) => {
  const { later, release } = gate()
  const complaints = await open(page, '/contact', later)
  await page.getByLabel('Name', { exact: true }).pressSequentially('Ada')
  await page.getByRole('button', { name: 'Send Message' }).press('Enter')
  release()
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Name is required', { exact: true })).toBeHidden()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  expect(complaints).toEqual([])
})

for (const [path, label, button] of [
  ['/contact', 'Name', 'Send Message'],
  ['/products', 'Email', 'Subscribe'],
] as const) {
  test(`a form sent before the first script keeps what was typed, and keeps it out of the address: ${path}`, async ({ page }) => {
    const scripts = gate()
    await page.route(CHUNKS, scripts.later)
    await page.goto(path, { waitUntil: 'commit' })
    const field = page.getByLabel(label, { exact: true })
    await field.fill('Ada')
    await page.getByRole('button', { name: button }).press('Enter')
    scripts.release()
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await expect(field).toHaveValue('Ada')
    expect(new URL(page.url()).search).toBe('')
  })
}

test('an address with a search shows its view', async ({ page }) => {
  const { later, release } = gate()
  const complaints = await open(page, '/products?search=antminer', later)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  release()
  await expect(page.getByRole('searchbox')).toHaveValue('antminer')
  expect(complaints).toEqual([])
})

test('a touch asks for the code of a page of texts, before the page is idle', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const late: string[] = []
  const complaints = await open(page, '/about', async (route) => {
    late.push(new URL(route.request().url()).pathname)
    await route.continue()
  })
  await page.mouse.move(0, 0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const before = late.length
  await page.getByRole('main').getByRole('link').first().hover()
  await expect.poll(() => late.length).toBeGreaterThan(before)
  expect(complaints).toEqual([])
})

test('a page that cannot load more stays readable, and tries again at the next touch', async ({ page }) => {
  let broken = true
  await open(page, '/about', (route) => (broken ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Cart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Cart' }).click()
  await expect(page.getByRole('dialog', { name: /cart/i })).toBeVisible()
})

test('a link followed shows the next page whole, with its title, and Back the one before', async ({ page }) => {
  const complaints = await open(page, '/about', (route) => route.continue())
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const links = page.getByRole('navigation', { name: 'Main' })
  await links.getByRole('link', { name: 'Repair' }).hover()
  await expect(async () => {
    await links.getByRole('link', { name: 'Repair' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expert ASIC miner repair')
  }).toPass()
  await expect(page).toHaveTitle(/ASIC miner repair/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect(page).toHaveTitle(/About us/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(complaints).toEqual([])
})

test('the table of contents of a legal page leads to its sections while the code is not there', async ({ page }) => {
  const { later, release } = gate()
  const complaints = await open(page, '/privacy-policy', later)
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await contents.nth(3).click()
  await expect(page).toHaveURL(/#/)
  release()
  await expect(contents.and(page.locator('[aria-current=location]'))).toHaveCount(1)
  expect(complaints).toEqual([])
})
