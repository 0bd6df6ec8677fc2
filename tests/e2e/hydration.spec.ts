import type { Page } from '@playwright/test'
import { settled } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

/** Before its scripts run a public page is read, its links work, and nothing that is pressed or typed can be lost. */

const CHUNKS = '**/_next/static/chunks/**'

/** Opens a page whose scripts are held back until `release`. Collects what the console complains of. */
async function openWithoutScripts(page: Page, path: string) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(CHUNKS, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return { complaints, release }
}

/** Waits for what a page looks like by, style sheets and fonts: on a busy machine its text is there first, and moves when they come. */
async function styled(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/** The places and looks of every control of the first screen: what lies below is drawn later (globals.css). */
const looks = (page: Page) =>
  page.locator('button, input, select, textarea').evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      if (y >= window.innerHeight) return []
      const { color, backgroundColor, borderColor, opacity } = getComputedStyle(control)
      return [{ label: control.textContent, x, y, width, height, color, backgroundColor, borderColor, opacity }]
    }),
  )

const head = (page: Page) =>
  page.evaluate(() => [
    document.title,
    ...[...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent),
  ])

for (const [path, control] of [
  ['/', 'Category'],
  ['/products', 'Search products'],
  ['/trade-in', 'Category'],
  ['/contact', 'Message'],
] as const) {
  test(`${path}: controls are disabled until the scripts run, and neither they nor the head change then`, async ({ page }) => {
    const { complaints, release } = await openWithoutScripts(page, path)
    const field = page.getByLabel(control, { exact: true })
    await expect(field).toBeDisabled()
    await expect(page.locator('button:enabled, input:enabled, select:enabled, textarea:enabled')).toHaveCount(0)
    await styled(page)
    await settled(page)
    const before = { looks: await looks(page), head: await head(page) }
    release()
    await hydrated(page)
    await expect(field).toBeEnabled()
    await settled(page)
    expect({ looks: await looks(page), head: await head(page) }).toEqual(before)
    expect(complaints).toEqual([])
  })
}

test('a link of the header works before the scripts run, and a press on a button waits for them', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Repair' }).click()
  await expect(page).toHaveURL('/repair')
  const opened = page.getByRole('button', { name: 'Cart' }).click()
  release()
  await opened
  await expect(page.getByRole('dialog', { name: /cart/i })).toBeVisible()
})

test('an address with a search shows its view', { tag: '@full' }, async ({ page }) => {
  const { complaints, release } = await openWithoutScripts(page, '/products?search=antminer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  release()
  await expect(page.getByRole('searchbox')).toHaveValue('antminer')
  for (const name of await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()) expect(name).toMatch(/antminer/i)
  expect(complaints).toEqual([])
})

test('the table of contents of a legal page leads to its sections before the scripts run', { tag: '@full' }, async ({ page }) => {
  const { complaints, release } = await openWithoutScripts(page, '/privacy-policy')
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await contents.nth(3).click()
  await expect(page).toHaveURL(/#/)
  release()
  await expect(contents.and(page.locator('[aria-current=location]'))).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('a link followed shows the next page whole, with its title, and Back the one before, in the same document', async ({ page }) => {
  await page.goto('/about')
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Repair' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expert ASIC miner repair')
  await expect(page).toHaveTitle(/ASIC miner repair/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect(page).toHaveTitle(/About us/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
