import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

test.describe('the trade-in page (requirements §2 Trade-in)', () => {
  test('shows its stages, requirements and questions, and leads on', async ({ page }) => {
    await page.goto('/trade-in')

    await test.step('stands at the first of four stages', async () => {
      const stages = page.getByRole('list', { name: 'Stages of a trade-in' }).getByRole('listitem')
      await expect(stages).toContainText(['Calculate & Submit', 'Ship Equipment', 'Verification', 'Receive Credit'])
      await expect(page.locator('[aria-current="step"]')).toHaveText(/Calculate & Submit/)
    })

    await test.step('lists requirements and guidelines, and answers questions', async () => {
      expect(await page.getByRole('region', { name: 'Equipment requirements' }).getByRole('listitem').count()).toBeGreaterThan(3)
      const guidelines = page.getByRole('region', { name: 'Guidelines' })
      for (const note of ['Like New', 'Minor Wear', 'Functional with Wear', 'Not Functional / Broken']) {
        await expect(guidelines.getByText(note, { exact: true })).toBeVisible()
      }
      const answer = page.getByText('Verification takes 2-3 business days after receipt', { exact: false })
      await expect(answer).toBeHidden()
      await page.getByText('How long does verification take?').click()
      await expect(answer).toBeVisible()
    })

    await test.step('leads on', async () => {
      await expect(page.getByRole('link', { name: 'Browse new hardware' })).toHaveAttribute('href', '/products')
      await expect(page.getByRole('link', { name: 'Talk to us' })).toHaveAttribute('href', '/contact')
    })
  })

  test('estimates by keyboard alone; the start button logs and sends nothing', async ({ page }) => {
    await page.goto('/trade-in')
    await hydrated(page)
    await expect(page.getByLabel('Machine')).toBeDisabled()
    await expect(page.getByLabel('Condition')).toBeDisabled()
    const start = page.getByRole('button', { name: 'Start Trade-In' })
    await expect(start).toBeDisabled()

    await page.getByLabel('Category').focus()
    await page.keyboard.type('ASIC')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Machine')).toBeFocused()
    await page.keyboard.type('Bitmain Antminer S21')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Condition')).toBeFocused()
    await page.keyboard.type('Good')
    await expect(page.getByRole('status', { name: 'Estimated store credit' })).toHaveText(/^€[1-9][\d,]*\.\d\d$/)

    const posts: string[] = []
    page.on('request', (request) => !['GET', 'HEAD'].includes(request.method()) && posts.push(request.url()))
    const logged = page.waitForEvent('console', (message) => message.type() === 'log')
    await page.keyboard.press('Tab')
    await expect(start).toBeFocused()
    await expect(page).toHaveURL(/\?machine=[\w-]+&grade=good$/)
    await expect(page.getByRole('link', { name: /email this estimate/i })).toHaveAttribute('href', /^mailto:.+subject=Trade-in/)
    await page.keyboard.press('Enter')
    expect((await logged).text()).toContain('Trade-in started')
    await expect(page).toHaveURL(/\/trade-in\/submit\?machine=[\w-]+&grade=good$/)
    await expect(page.getByRole('listitem', { name: 'Machine 1' }).getByLabel('Condition', { exact: true })).toHaveValue('good')
    expect(posts).toEqual([])
  })

  test('a category chosen anew clears machine and condition', { tag: '@full' }, async ({ page }) => {
    await page.goto('/trade-in')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await page.getByLabel('Machine').selectOption({ index: 1 })
    await page.getByLabel('Condition').selectOption('fair')
    await page.getByLabel('Category').selectOption({ index: 2 })
    await expect(page.getByLabel('Machine')).toHaveValue('')
    await expect(page.getByLabel('Condition')).toHaveValue('')
    await expect(page.getByLabel('Condition')).toBeDisabled()
    await expect(page.getByRole('status', { name: 'Estimated store credit' })).toHaveText('–')
  })

  test('has no axe violation, and fits, with an estimate and the list open', async ({ page }) => {
    await page.goto('/trade-in')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await page.getByLabel('Machine').selectOption({ index: 1 })
    await page.getByLabel('Condition').selectOption('good')
    await page.getByText('All trade-in values').click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectGoodInEveryLook(page, 'trade-in')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the calculator says what it needs, and every value is in the page', async ({ page }) => {
    await page.goto('/trade-in')
    await expect(page.getByText('The calculator needs JavaScript')).toBeVisible()
    // A choice would have no effect.
    await expect(page.getByLabel('Category', { exact: true })).toBeHidden()
    await page.getByText('All trade-in values').click()
    await expect(page.getByRole('row', { name: /Bitmain Antminer S19 Pro/ })).toContainText('€')
  })
})
