import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** A toast of the back office: a success is a status, a failure an alert (requirements §8). */
export const toast = (page: Page, role: 'status' | 'alert', text: string) =>
  page
    .getByRole('region', { name: 'Notifications' })
    .getByRole(role)
    .filter({ hasText: role === 'status' ? 'Success' : 'Error' })
    .filter({ hasText: text })

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Nothing sticks out of the window to the right, nor would on a tablet. */
export async function expectNoSidewaysScroll(page: Page) {
  const own = page.viewportSize()
  expect(await tooWide(page)).toBe(0)
  if (!own) return
  await page.setViewportSize({ ...own, width: 768 })
  await expect.poll(() => tooWide(page)).toBe(0)
  await page.setViewportSize(own)
}

/** Holds back the answers of a procedure until the returned function is called. */
export async function hold(page: Page, procedure: string) {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`), async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Cuts the connection for a procedure; the returned function mends it. */
export async function cut(page: Page, procedure: string) {
  const url = new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`)
  await page.route(url, (route) => route.abort())
  return () => page.unroute(url)
}
