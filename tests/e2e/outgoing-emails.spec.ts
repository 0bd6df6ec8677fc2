import { openAccount } from './support/accounts'
import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'

test('an administrator of a shop that is tried out opens an email and follows its link', async ({ shop, adminPage: page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const { email } = await openAccount(shop, 'outgoing')
  // No menu has to be opened on the way to the back office, on a phone either.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await page.waitForURL('**/admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  const more = page.getByRole('navigation', { name: 'More' })
  await more.getByRole('button', { name: 'Setup' }).click()
  await more.getByRole('link', { name: 'Outgoing Emails' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: /^Verify your email/ }).click()

  const dialog = page.getByRole('dialog')
  const letter = dialog.frameLocator('iframe')
  await expect(dialog.getByText(email)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await letter.getByRole('link').first().click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/auth/)
  await tab.close()
  // The frame runs nothing and reaches nothing of the page around it.
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  expect(refused).toEqual([])
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expectGoodInEveryLook(page, 'outgoing emails')
})
