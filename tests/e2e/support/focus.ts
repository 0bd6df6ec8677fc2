import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** Waits until the page's scripts answer: before, its buttons and fields are disabled, and the keyboard passes them by. */
export const hydrated = (page: Page) => expect(page.locator('[data-hydrating]')).toHaveCount(0)

const isFocused = (element: Element) => element === document.activeElement

/** Presses Tab, or another key, until the element has the focus. @throws if that does not happen after `most` times */
export async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 60 } = {}) {
  await hydrated(page)
  for (let pressed = 0; pressed < most && !(await target.evaluate(isFocused)); pressed++) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}
