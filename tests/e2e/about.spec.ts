import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'

const missionStatement =
  'To keep good mining hardware working for longer: sold honestly, repaired properly, and traded in at a value anyone can check.'

for (const javaScriptEnabled of [true, false]) {
  const title = `the About page (requirements §2 About), ${javaScriptEnabled ? 'with' : 'without'} scripts`
  test.describe(title, { tag: javaScriptEnabled ? '@full' : [] }, () => {
    test.use({ javaScriptEnabled })

    test('shows the statistics and the mission of the settings', async ({ page }) => {
      await page.goto('/about')
      const figures = page.getByRole('main').getByRole('definition')
      // Requirements §9 Default statistics.
      await expect(figures).toHaveText(['10,000+', '5+', '50+', '99.8%'])
      await expect(page.getByRole('region', { name: 'Our mission' })).toContainText(missionStatement)
    })

    test('has values, recognition, leadership team and sustainability', async ({ page }) => {
      await page.goto('/about')
      for (const [name, least] of [
        ['Our values', 4],
        ['Recognition', 3],
        ['Leadership team', 3],
        ['Sustainability', 3],
      ] as const) {
        expect(await page.getByRole('region', { name }).getByRole('listitem').count(), name).toBeGreaterThanOrEqual(least)
      }
    })
  })
}

test('each post of the leadership team can be written to', async ({ page }) => {
  await page.goto('/about')
  const link = page.getByRole('region', { name: 'Leadership team' }).getByRole('link', { name: 'Email the Head of Repairs' })
  await expect(link).toHaveAttribute('href', 'mailto:hello@ohmfield.example?subject=For%20the%20Head%20of%20Repairs')
})

test('has no axe violation, and fits', async ({ page }) => {
  await page.goto('/about')
  await expectGoodInEveryLook(page, 'about')
})
