import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { deskOf } from './support/desk'
import { openRepair } from './support/tasks'

/** A toast stands where no dialog and no column of a list is. */

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element): Box[] => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return right > left && bottom > top ? [{ left, top, right, bottom }] : []
    }),
  )

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

for (const { width, menu } of [
  { width: 390, menu: 'none' },
  { width: 768, menu: 'Open menu' },
  { width: 768, menu: 'Close menu' },
  { width: 1024, menu: 'Open menu' },
  { width: 1440, menu: 'Close menu' },
  { width: 1440, menu: 'Open menu' },
] as const) {
  test(`a toast covers neither list nor dialog, ${width} px, ${menu}`, { tag: '@full' }, async ({ adminPage: page, shop }) => {
    const desk = await deskOf(shop)
    const number = await openRepair(desk, `TOAST-${width}-${menu.slice(0, 1)}`)
    await desk.http.dispose()
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/admin/repairs?search=${number}`)
    const button = page.getByRole('button', { name: menu, exact: true })
    if (width > 390 && (await button.isVisible())) await button.click()
    const row = page.getByRole('row').filter({ hasText: number })
    await expect(row).toBeVisible()
    const more = row.getByRole('button', { name: 'Show more' })
    if (await more.isVisible()) await more.click()
    await row.getByRole('combobox').selectOption('diagnosing')
    const toasts = 'section[aria-label=Notifications] > div'
    // A list asks only where there is something to say first.
    const asked = page.getByRole('dialog').getByRole('button', { name: 'Change status' })
    await expect(asked.or(page.locator(toasts).first()).first()).toBeVisible()
    if (await asked.isVisible()) await asked.click()
    await expect(page.locator(toasts).first()).toBeVisible()
    await page.getByRole('button', { name: 'New repair' }).click()
    await expect(page.getByRole('dialog', { name: 'New repair' })).toBeVisible()
    const [newest] = await boxes(page, toasts)
    const others = await boxes(page, '[role=dialog] .rounded-t-card, main [role=table]')
    expect(newest).toBeDefined()
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter((other) => newest && overlap(newest, other))).toEqual([])
  })
}
