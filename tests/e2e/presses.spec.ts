import type { Page } from '@playwright/test'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'
import { expectOnFirstScreen, handsOn, type Counted, type Hands } from './support/hands'
import { hydrated } from './support/focus'
import { toast } from './support/admin'

/** The commonest tasks of the desk, each with the presses that it may take; docs/lab/presses.md has what they took before. */

type Desk = Awaited<ReturnType<typeof deskOf>>

interface Task {
  name: string
  /** At most so many of each. */
  may: Partial<Counted>
  /** The window, if not that of a desk. */
  window?: { width: number; height: number }
  /** Brings the shop to where the task begins, and answers what it is about. */
  begin: (desk: Desk, page: Page) => Promise<string>
  /** @param about the answer of `begin` */
  work: (hands: Hands, page: Page, about: string) => Promise<void>
}

/** Longest seconds of a task: the shop's own part on a busy machine, since the hands of a test are quick. */
const MOST_SECONDS = 20

const SERIAL = 'PRESS-7Q4X-0042'

/** A repair of a device with a serial number. @returns its number */
async function openRepair(desk: Desk, serialNumber: string): Promise<string> {
  const { repairNumber } = await desk.call<{ repairNumber: string }>('repairs.create', {
    customer: { email: 'presses@example.com', fullName: 'Pia Press' },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber },
    problemDescription: 'No power',
  })
  return repairNumber
}

const casePage = (number: string) => new RegExp(`/admin/repairs/${number}$`)

const tasks: readonly Task[] = [
  {
    name: 'open a case by the serial number that a scanner reads',
    may: { presses: 1 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, SERIAL)
      // What listens to scanners comes after the page, with the marks of the navigation.
      const marks = page.waitForResponse(/cases\.unread/)
      await page.goto('/admin/settings')
      await marks
      return number
    },
    work: async (hands, page, number) => {
      await hands.scan(SERIAL)
      await expect(page).toHaveURL(casePage(number))
    },
  },
  {
    name: 'open a case by a serial number that is typed',
    may: { presses: 2 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-TYPED`)
      await page.goto('/admin')
      return number
    },
    work: async (hands, page, number) => {
      await hands.key('Control+k')
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
      await hands.type(`${SERIAL}-TYPED`.toLowerCase())
      await hands.key('Enter')
      await expect(page).toHaveURL(casePage(number))
    },
  },
  {
    name: 'find a case in its list and open it',
    may: { presses: 3 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-LISTED`)
      await page.goto('/admin/repairs')
      await page.getByRole('row').nth(1).waitFor()
      return number
    },
    work: async (hands, page, number) => {
      await hands.key('/')
      await hands.type(`${SERIAL}-LISTED`)
      await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
      await hands.press(page.getByRole('row').filter({ hasText: number }))
      await expect(page).toHaveURL(casePage(number))
    },
  },
  {
    name: 'see fourteen cases at once at a desk',
    may: { presses: 0 },
    begin: async (_desk, page) => {
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (_hands, page) => {
      await expectOnFirstScreen(page, page.locator('tbody').getByRole('row').nth(13))
    },
  },
  {
    name: 'see the first cases on a phone',
    may: { presses: 0 },
    window: { width: 390, height: 844 },
    begin: async (desk, page) => {
      await openRepair(desk, `${SERIAL}-PHONE`)
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (_hands, page) => {
      const first = page.locator('tbody').getByRole('row').first()
      await expectOnFirstScreen(page, first.getByRole('cell').first())
      expect((await first.boundingBox())?.y).toBeLessThan(400)
    },
  },
  {
    name: 'narrow a list to what somebody has written about',
    may: { presses: 1 },
    begin: async (_desk, page) => {
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (hands, page) => {
      await hands.press(page.getByRole('button', { name: 'Unread', exact: true }))
      await expect(page).toHaveURL(/messages=unread/)
    },
  },
  {
    name: 'give a case of the list another status',
    may: { presses: 2, selects: 1 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-STATUS`)
      await page.goto(`/admin/repairs?search=${number}`)
      return number
    },
    work: async (hands, page, number) => {
      await hands.choose(page.getByRole('combobox', { name: `Status of ${number}` }), 'Diagnosing')
      await expect(toast(page, 'status', 'Repair status updated to diagnosing').filter({ hasText: number })).toBeVisible()
    },
  },
  {
    name: 'change the price of a product',
    may: { presses: 2 },
    begin: async (desk, page) => {
      const name = 'Pressed fan'
      await desk.call('products.create', { name, category: 'Parts', price: 20, stockQuantity: 3 })
      await page.goto('/admin/products?search=Pressed')
      return name
    },
    work: async (hands, page, name) => {
      const row = page.getByRole('row').filter({ hasText: name })
      await hands.press(row.getByRole('button', { name: '€20.00' }))
      await hands.type('24.5')
      await hands.key('Enter')
      await expect(row).toContainText('€24.50')
      await expect(toast(page, 'status', 'Product updated successfully').filter({ hasText: name })).toBeVisible()
    },
  },
]

for (const { name, may, window, begin, work } of tasks) {
  test(name, async ({ adminPage: page, shop }, { annotations }) => {
    if (window) await page.setViewportSize(window)
    const desk = await deskOf(shop)
    const about = await begin(desk, page)
    await hydrated(page)
    const hands = handsOn(page)
    const begun = Date.now()
    await work(hands, page, about)
    const seconds = (Date.now() - begun) / 1_000
    const { presses, selects, pastes } = hands.counted
    annotations.push({ type: 'presses', description: `${presses} presses, ${selects} selects, ${pastes} pastes, ${seconds.toFixed(1)} s` })
    const most: Counted = { presses: Infinity, selects: 0, pastes: 0, ...may }
    for (const what of ['presses', 'selects', 'pastes'] as const) expect(hands.counted[what], what).toBeLessThanOrEqual(most[what])
    expect(seconds, 'seconds').toBeLessThan(MOST_SECONDS)
    await desk.http.dispose()
  })
}
