import type { Page, TestDetails } from '@playwright/test'
import { deskOf, type Desk } from './desk'
import { expect, test } from './fixtures'
import { hydrated } from './focus'
import { handsOn, type Counted, type Hands } from './hands'
import type { ShopServer } from './shop-server'

/** Tasks of staff and of customers, each with the presses that it may take. */

export interface Task {
  name: string
  /** Left to `npm run test:full`. */
  inFull?: true
  /** At most so many of each. */
  may: Partial<Counted>
  /** The window, if not that of a desk. */
  window?: { width: number; height: number }
  /** Done by a visitor instead of an administrator. */
  byVisitor?: boolean
  /** Brings the shop to where the task begins, and answers what it is about. */
  begin: (desk: Desk, page: Page) => Promise<string>
  /** @param about the answer of `begin` */
  work: (hands: Hands, page: Page, about: string, shop: ShopServer) => Promise<void>
}

/** Longest seconds of a task: the shop's own part on a busy machine, since the hands of a test are quick. */
const MOST_SECONDS = 20

export const SERIAL = 'PRESS-7Q4X-0042'

export const line = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 }

/** A repair of a device with a serial number. @returns its number */
export async function openRepair(desk: Desk, serialNumber: string): Promise<string> {
  const { repairNumber } = await desk.call<{ repairNumber: string }>('repairs.create', {
    customer: { email: 'presses@example.com', fullName: 'Pia Press' },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber },
    problemDescription: 'No power',
  })
  return repairNumber
}

/** The cheapest machine that can be traded in: other tests of the same shop have offered their part of what one administrator may. */
export async function machineOf(desk: Desk) {
  const machines = await desk.read<{ id: string; manufacturer: string; model: string; baseValueGood: number }[]>('machines.active', {})
  const [machine] = machines.sort((one, other) => one.baseValueGood - other.baseValueGood)
  if (!machine) throw new Error('The catalogue is empty')
  return machine
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
export const casePage = (number: string) => new RegExp(`/admin/repairs/${number}$`)

/** Tests that each task is done in no more presses than it may take. */
export function testTasks(tasks: readonly Task[], details: TestDetails = {}): void {
  for (const { name, inFull, may, window, byVisitor, begin, work } of tasks) {
    test(name, inFull ? { ...details, tag: '@full' } : details, async ({ adminPage, visitorPage, shop }, { annotations }) => {
      const page = byVisitor ? visitorPage : adminPage
      if (window) await page.setViewportSize(window)
      const desk = await deskOf(shop)
      const about = await begin(desk, page)
      await hydrated(page)
      const hands = handsOn(page)
      const begun = Date.now()
      await work(hands, page, about, shop)
      const seconds = (Date.now() - begun) / 1_000
      const { presses, selects, pastes } = hands.counted
      annotations.push({
        type: 'presses',
        description: `${presses} presses, ${selects} selects, ${pastes} pastes, ${seconds.toFixed(1)} s`,
      })
      const most: Counted = { presses: Infinity, selects: 0, pastes: 0, ...may }
      for (const what of ['presses', 'selects', 'pastes'] as const) expect(hands.counted[what], what).toBeLessThanOrEqual(most[what])
      expect(seconds, 'seconds').toBeLessThan(MOST_SECONDS)
      await desk.http.dispose()
    })
  }
}
