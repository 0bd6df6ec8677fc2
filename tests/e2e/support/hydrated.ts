import { expect, type Page } from '@playwright/test'

/** Waits until the page's scripts answer: before, its buttons and fields are disabled, and the keyboard passes them by. */
export const hydrated = (page: Page) => expect(page.locator('[data-hydrating]')).toHaveCount(0)
