import type { Page } from '@playwright/test'
import { adminPaths } from '~/components/layouts/admin-nav'
import { paths, publicPages } from '~/lib/paths'
import { expectAccessible, settled } from './support/accessibility'
import { expect, test } from './support/fixtures'

/** Every screen in every width and both schemes: the crawl of `npm run test:full`. */

const schemes = ['light', 'dark'] as const
const widths = [390, 768, 1440]
const guarded = [
  ...[paths.account, paths.profile, paths.admin],
  ...Object.values(adminPaths).filter((path) => path !== adminPaths.customers),
  '/admin/repairs?view=board',
]

async function lookAt(page: Page, path: string) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    // Opened anew: a browser leaves parts that it has not drawn yet in the colours of the other scheme.
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      await expectAccessible(page, `${path}, ${colorScheme}, ${width} px`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path}, ${width} px`).toBeLessThanOrEqual(width)
    }
  }
}

for (const path of [...publicPages, paths.auth, '/no-such-page']) {
  test(`${path} is accessible in every look`, { tag: '@full' }, async ({ page }) => {
    test.slow()
    await lookAt(page, path)
  })
}

for (const path of guarded) {
  test(`${path} is accessible in every look`, { tag: '@full' }, async ({ adminPage }) => {
    test.slow()
    await lookAt(adminPage, path)
  })
}

test('a customer’s page is accessible in every look', { tag: '@full' }, async ({ adminPage }) => {
  test.slow()
  await adminPage.goto(adminPaths.repairs)
  const page = await adminPage.locator(`main a[href^="${adminPaths.customers}/"]`).first().getAttribute('href')
  await lookAt(adminPage, page ?? '')
})
