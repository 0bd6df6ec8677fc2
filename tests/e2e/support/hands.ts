import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** The count of somebody's presses: clicks, taps and keys that are no text. */
export interface Counted {
  presses: number
  /** Selectors that were set, each of them two presses: one opens it, one chooses. */
  selects: number
  pastes: number
}

/**
 * The hands of somebody at the desk. Every click and key of a task goes through them; text is typed into what has the focus and counts
 * nothing, but the press that brings the focus there does.
 */
export function handsOn(page: Page) {
  const counted: Counted = { presses: 0, selects: 0, pastes: 0 }
  return {
    counted,
    press: async (target: Locator) => {
      counted.presses += 1
      await target.click()
    },
    key: async (key: string) => {
      counted.presses += 1
      await page.keyboard.press(key)
    },
    type: (text: string) => page.keyboard.type(text),
    choose: async (selector: Locator, label: string) => {
      counted.selects += 1
      counted.presses += 2
      await selector.selectOption({ label })
    },
    /** By the keys for it, into what has the focus: these are what is counted. */
    paste: async (text: string) => {
      counted.pastes += 1
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('Control+v')
    },
    /** A barcode scanner: types the code faster than people do, and presses Enter. */
    scan: async (code: string) => {
      counted.presses += 1
      // Without waiting between the keys, as fast as a scanner.
      await Promise.all([...Array.from(code), 'Enter'].map((key) => page.keyboard.press(key)))
    },
  }
}
export type Hands = ReturnType<typeof handsOn>

/** It is seen without scrolling. */
export async function expectOnFirstScreen(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  expect(await page.evaluate(() => window.scrollY), 'the page was not scrolled').toBe(0)
  const box = await target.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
}
