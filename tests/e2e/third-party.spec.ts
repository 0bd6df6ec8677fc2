import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures'

test.use({ storageState: { cookies: [], origins: [] } })

const pages = [
  '/',
  '/trade-in',
  '/products',
  '/repair',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/returns-refunds',
  '/no-such-page',
]

/** The page with most controls of its own: looked at in the gate; the others in `npm run test:full`. */
const withForms = ['/']

const typed: Record<string, string> = { email: 'visitor@example.com', tel: '+44 20 7946 0000', number: '5', search: 'miner' }

const canBeUsed = async (control: Locator) => (await control.isVisible()) && (await control.isEnabled())

async function fillFields(page: Page) {
  for (const field of await page.locator('input:not([type=checkbox], [type=file]), textarea').all()) {
    if (await canBeUsed(field)) await field.fill(typed[(await field.getAttribute('type')) ?? ''] ?? 'A question about a miner')
  }
  for (const box of await page.getByRole('checkbox').all()) if (await canBeUsed(box)) await box.click()
  // One opens the next: each is looked at when its turn comes.
  for (const selector of await page.locator('select').all()) if (await canBeUsed(selector)) await selector.selectOption({ index: 1 })
  for (const summary of await page.locator('summary').all()) if (await canBeUsed(summary)) await summary.click()
}

async function useDialog(page: Page) {
  const dialog = page.getByRole('dialog')
  for (const toggle of await dialog.getByRole('switch').all()) if (await canBeUsed(toggle)) await toggle.click()
  const save = dialog.getByRole('button', { name: 'Save Preferences' })
  if (await save.isVisible()) await save.click()
  else await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Marks the first button that can be pressed and has not been, notices apart, because they come and go; its name, or null. */
const markNext = (page: Page, pressed: readonly string[]) =>
  page.evaluate((done) => {
    for (const button of document.querySelectorAll('button')) {
      delete button.dataset.next
    }
    for (const button of document.querySelectorAll('button')) {
      const name = button.ariaLabel ?? button.innerText
      if (done.includes(name) || button.disabled || !button.checkVisibility() || button.closest('[aria-label="Notifications"]')) continue
      button.dataset.next = 'yes'
      return name
    }
    return null
  }, pressed)

/** Presses every button that the page has or gets; links are not followed, because other sites may lie behind them. */
async function pressButtons(page: Page) {
  // It leaves the page, for the request.
  const pressed = ['Start Trade-In']
  for (let name = await markNext(page, pressed); name !== null; name = await markNext(page, pressed)) {
    pressed.push(name)
    const button = page.locator('button[data-next]')
    const opensDialog = (await button.getAttribute('aria-haspopup')) === 'dialog'
    await button.click()
    if (!opensDialog) continue
    await page.getByRole('dialog').waitFor()
    await useDialog(page)
  }
  return pressed
}

test.describe('without a tag no request ever goes to another host (contract.md, GOOGLE_TAG_ID)', () => {
  for (const path of pages) {
    test(`${path}, every control used`, { tag: withForms.includes(path) ? [] : '@full' }, async ({ page, context, shopUrl }) => {
      const elsewhere: string[] = []
      context.on('request', (request) => {
        if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).origin !== shopUrl) elsewhere.push(request.url())
      })
      await page.goto(path)
      await page.getByRole('button', { name: 'Accept All Cookies' }).click()
      await expect(page.getByText('Cookie preferences saved')).toBeVisible()
      await fillFields(page)
      expect(await pressButtons(page)).toEqual(expect.arrayContaining(['Cart', 'Cookie Settings']))
      await fillFields(page)
      // Pictures and parts of the page that load late.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.reload()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect(elsewhere).toEqual([])
    })
  }
})
