import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'

/** The main job: what an administrator saves shows in a visitor's open browser within a second. */

const ONE_SECOND = { timeout: 1_000 }
/** The page of the next visitor is made in the background: on a busy machine after the open ones have changed. */
const MADE_ANEW = { timeout: 10_000 }

/** Opens a page and waits until its live stream is connected. */
async function openLive(page: Page, path: string) {
  const connected = page.waitForResponse((response) => response.url().includes('/api/trpc/settings.onSettingsChange'))
  await page.goto(path)
  await connected
}

// They change what every visitor sees.
test.describe.configure({ mode: 'serial' })

test('a new hero title shows in an open browser within a second, and in the HTML', async ({ adminPage, visitorPage }) => {
  await openLive(visitorPage, '/')
  await visitorPage.evaluate(() => Object.assign(window, { sameDocument: true }))

  await adminPage.goto('/admin/settings')
  await adminPage.getByRole('tab', { name: 'Homepage' }).click()
  const title = `Fresh title ${Date.now()}`
  const field = adminPage.getByLabel('Hero title')
  const before = await field.inputValue()
  await field.fill(title)
  const saved = adminPage.waitForResponse((response) => response.url().includes('settings.save') && response.ok())
  await adminPage.getByRole('button', { name: 'Save Homepage Settings' }).click()
  await saved
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText(title, ONE_SECOND)
  expect(await visitorPage.evaluate(() => 'sameDocument' in window)).toBe(true)
  await expect(adminPage.getByText('Homepage settings updated successfully')).toBeVisible()

  await expect(async () => {
    expect(await (await visitorPage.request.get('/')).text()).toContain(title)
  }).toPass(MADE_ANEW)

  await field.fill(before)
  await adminPage.getByRole('button', { name: 'Save Homepage Settings' }).click()
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText(before, ONE_SECOND)
})

test(
  'what the footer says of the company shows in an open browser within a second, and in the HTML',
  { tag: '@full' },
  async ({ adminPage, visitorPage }) => {
    await openLive(visitorPage, '/contact')
    const footer = visitorPage.getByRole('contentinfo')
    await adminPage.goto('/admin/policies')
    const field = adminPage.getByLabel('Guarantees')
    const before = await field.inputValue()
    const save = async (text: string) => {
      await field.fill(text)
      const saved = adminPage.waitForResponse((response) => response.url().includes('settings.saveCompany') && response.ok())
      await adminPage.getByRole('button', { name: 'Save company details' }).click()
      await saved
    }
    const promise = `Tested for ${Date.now()} hours`
    await save(promise)
    await expect(footer).toContainText(promise, ONE_SECOND)
    await expect(async () => {
      expect(await (await visitorPage.request.get('/contact')).text()).toContain(promise)
    }).toPass(MADE_ANEW)
    await save(before)
    await expect(footer).not.toContainText(promise, ONE_SECOND)
  },
)

test('a changed machine value shows in the open calculator within a second', async ({ adminPage, visitorPage }) => {
  await openLive(visitorPage, '/trade-in')
  await visitorPage.getByLabel('Category').selectOption('ASIC Miner')
  const machines = visitorPage.getByLabel('Machine')
  const label = (await machines.locator('option').nth(1).textContent()) ?? ''
  await machines.selectOption({ index: 1 })
  await visitorPage.getByLabel('Condition').selectOption('good')
  const estimate = visitorPage.getByRole('status', { name: 'Estimated store credit' })
  await expect(estimate).toContainText('€')

  await adminPage.goto('/admin/machines')
  const editButtons = adminPage.getByRole('button', { name: /^Edit / })
  await expect(editButtons.first()).toBeVisible()
  const names = await editButtons.evaluateAll((buttons) =>
    buttons.map((button) => (button.getAttribute('aria-label') ?? button.textContent).replace(/^Edit /, '')),
  )
  const name = names.find((candidate) => label.includes(candidate)) ?? ''
  await adminPage.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  await adminPage.getByLabel('Good value').fill('1234.5')
  const saved = adminPage.waitForResponse((response) => response.url().includes('machines.update') && response.ok())
  await adminPage.getByRole('button', { name: /^(Save|Update)/ }).click()
  await saved
  await expect(estimate).toContainText('€1,234.50', ONE_SECOND)
  await expect(visitorPage.getByLabel('Condition')).toHaveValue('good')
  await expect(async () => {
    expect(await (await visitorPage.request.get('/trade-in')).text()).toContain('1,234.50')
  }).toPass(MADE_ANEW)
})

test('a page that was hidden catches up when it is shown again', async ({ adminPage, visitorPage }) => {
  await openLive(visitorPage, '/')
  const setVisibility = (state: 'hidden' | 'visible') =>
    visitorPage.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')

  const title = `While hidden ${Date.now()}`
  await adminPage.goto('/admin/settings')
  await adminPage.getByRole('tab', { name: 'Homepage' }).click()
  const field = adminPage.getByLabel('Hero title')
  const before = await field.inputValue()
  await field.fill(title)
  await adminPage.getByRole('button', { name: 'Save Homepage Settings' }).click()
  await expect(adminPage.getByText('Homepage settings updated successfully')).toBeVisible()
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText(before)

  await setVisibility('visible')
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText(title, ONE_SECOND)
  await field.fill(before)
  await adminPage.getByRole('button', { name: 'Save Homepage Settings' }).click()
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText(before, ONE_SECOND)
})
