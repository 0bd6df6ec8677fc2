import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'

/** Requirements §2 Repair, §9 Trade-in and repair. */
const services = [
  { title: 'Hashboard repair', price: 'from €150', turnaround: '3-5 days' },
  { title: 'Control board repair', price: 'from €100', turnaround: '2-3 days' },
  { title: 'Power supply repair', price: 'from €80', turnaround: '1-2 days' },
]

test.describe('the repair page (requirements §2 Repair)', () => {
  test('offers its services, explains itself and says how to reach the desk', async ({ page }) => {
    await page.goto('/repair')

    await test.step('offers three services with price, turnaround and features', async () => {
      const cards = page.getByRole('region', { name: 'Repair services' }).getByRole('article')
      await expect(cards).toHaveCount(3)
      for (const { title, price, turnaround } of services) {
        const card = page.getByRole('article', { name: title })
        await expect(card.getByText(price, { exact: true })).toBeVisible()
        await expect(card.getByText(turnaround, { exact: true })).toBeVisible()
        expect(await card.getByRole('listitem').count()).toBeGreaterThanOrEqual(3)
      }
      await expect(page.getByText('30-day repair warranty', { exact: true })).toBeVisible()
    })

    await test.step('explains four steps and lists common issues', async () => {
      await expect(page.getByRole('region', { name: 'How a repair works' }).getByRole('listitem')).toHaveCount(4)
      expect(await page.getByRole('region', { name: 'Common issues' }).getByRole('listitem').count()).toBeGreaterThanOrEqual(6)
    })

    await test.step('shows how to reach the desk, from the settings', async () => {
      const desk = page.getByRole('region', { name: 'Talk to the repair desk' })
      await expect(desk.getByRole('link', { name: 'hello@ohmfield.example' })).toHaveAttribute('href', /^mailto:hello@ohmfield\.example/)
      await expect(desk.getByRole('link', { name: '+44 20 7946 0182' })).toHaveAttribute('href', 'tel:+442079460182')
      await expect(desk.getByText('Unit 4, Foundry Yard')).toBeVisible()
    })
  })

  test('a quote is asked for by keyboard, with its service chosen', async ({ page }) => {
    await page.goto('/repair')
    const quotes = page.getByRole('link', { name: 'Request Repair Quote', exact: true })
    await expect(quotes).toHaveCount(3)
    await page.getByRole('article', { name: 'Control board repair' }).getByRole('link', { name: 'Request Repair Quote' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/repair\/request\?service=control_board$/)
    await expect(page.getByLabel('Service', { exact: true })).toHaveValue('control_board')
  })

  test('has no axe violation, and fits', async ({ page }) => {
    await page.goto('/repair')
    await expectGoodInEveryLook(page, 'repair')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every price, time and way to a quote is in the page', async ({ page }) => {
    await page.goto('/repair')
    for (const { title, price, turnaround } of services) {
      const card = page.getByRole('article', { name: title })
      await expect(card.getByText(price, { exact: true })).toBeVisible()
      await expect(card.getByText(turnaround, { exact: true })).toBeVisible()
      await expect(card.getByRole('link', { name: 'Request Repair Quote' })).toHaveAttribute('href', /^\/repair\/request\?service=/)
    }
  })
})
