import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'

/** The page of a case: what is next is one press away, and no tab is longer than two screens of a desk. */

const TALLEST = 2_000

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('the next step of a repair leads from its device to a recorded answer', async ({ adminPage: page, shop }) => {
  const desk = await deskOf(shop)
  const { repairNumber } = await desk.call<{ repairNumber: string }>('repairs.create', {
    customer: { email: 'next.step@example.com', fullName: 'Nell Step', phone: '+44 7700 900456' },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    problemDescription: 'No power',
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/repairs/${repairNumber}`)
  const header = page.getByRole('main')
  await expect(header.getByRole('link', { name: '+44 7700 900456' }).first()).toHaveAttribute('href', 'tel:+447700900456')
  // A status takes two presses.
  await press(page, 'Start the diagnosis')
  await press(page, 'Change status')
  // An estimate from a preset takes four.
  await press(page, 'Write the estimate')
  await expect(page).toHaveURL(/tab=quote/)
  await page.getByRole('menuitem', { name: /Hashboard repair/ }).click()
  await press(page, 'Send estimate')
  await page.getByRole('dialog').getByRole('button', { name: 'Send estimate' }).click()
  await toast(page, 'status', 'Estimate sent successfully').waitFor()
  // The customer's word takes two.
  await page.getByRole('button', { name: 'Waiting for the customer since today' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record answer' }).click()
  await expect(page.getByRole('button', { name: 'Start the repair' })).toBeVisible()
  // The address keeps the tab.
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Quote' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Actual work' })).toBeVisible()
  // A reply begins with one press.
  await press(page, 'Reply')
  await expect(page.getByLabel('Your message')).toBeFocused()

  for (const tab of ['Work', 'Quote', 'Messages', 'Files', 'History']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.waitForLoadState('networkidle')
    expect(await heightOf(page), tab).toBeLessThanOrEqual(TALLEST)
    await expectAccessible(page, `${tab} of a repair`)
  }
  await desk.http.dispose()
})

test('on a phone the customer, the next step and the camera come first', async ({ adminPage: page, shop }) => {
  const desk = await deskOf(shop)
  const { tradeInNumber } = await desk.call<{ tradeInNumber: string }>('tradeIns.create', {
    customer: { email: 'phone.first@example.com', fullName: 'Fia Phone', phone: '+44 7700 900457' },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/trade-ins/${tradeInNumber}`)
  const camera = page.getByLabel('Photo')
  for (const first of [
    page.getByRole('link', { name: '+44 7700 900457' }).first(),
    page.getByRole('button', { name: 'Evaluate the machine' }),
  ])
    await expect(first).toBeInViewport()
  await camera.setInputFiles({ name: 'board.heic', mimeType: 'image/heic', buffer: readFileSync('tests/setup/files/drawing.heic') })
  await toast(page, 'status', 'Picture added').waitFor()
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByRole('button', { name: 'Open board.heic' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await desk.http.dispose()
})

test(
  'a diagnosis saves itself, costs wait for the bar, and a device goes back unrepaired',
  { tag: '@full' },
  async ({ adminPage: page, shop }) => {
    const desk = await deskOf(shop)
    const { id, repairNumber } = await desk.call<{ id: string; repairNumber: string }>('repairs.create', {
      customer: { email: 'unrepaired@example.com' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No power',
    })
    const stored = () => desk.read<Record<string, unknown>>('repairs.byId', { id })
    await page.goto(`/admin/repairs/${repairNumber}`)
    await page.getByLabel('Diagnosis', { exact: true }).fill('The board is burnt through')
    await expect.poll(stored).toMatchObject({ diagnosis: 'The board is burnt through' })
    await page.getByRole('tab', { name: 'Quote' }).click()
    await page.getByLabel('Estimated cost', { exact: true }).fill('80')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await expect(bar).toContainText('Costs')
    // A note half typed is still there after a look at another tab.
    await page.getByRole('tab', { name: 'Work' }).click()
    await expect(bar).toContainText('Costs')
    await page.keyboard.press('Control+Enter')
    await expect(bar).toHaveCount(0)
    expect(await stored()).toMatchObject({ estimatedCost: 80 })

    await press(page, 'Return unrepaired')
    const dialog = page.getByRole('dialog', { name: 'Return unrepaired' })
    await dialog.getByRole('radio', { name: 'No fault found' }).check()
    await dialog.getByLabel('Fee for the inspection').fill('40')
    await dialog.getByLabel('Subject').focus()
    await expect(dialog.getByLabel('Message', { exact: true })).toHaveValue(/found no fault[^]*€40\.00/)
    await expectAccessible(page, 'the return of a device')
    await dialog.getByRole('button', { name: 'Return unrepaired' }).click()
    await expect(page.getByRole('button', { name: 'Collect €40.00' })).toBeVisible()
    await expect(page.getByText('Returned unrepaired', { exact: true })).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'completed', unrepairedReason: 'no_fault_found', actualCost: 40 })
    await desk.http.dispose()
  },
)
