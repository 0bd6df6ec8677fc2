import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** Waits until every part of a public page that waited for its script has it; what happens before that is late-code.spec's matter. */
export const untilScripted = (page: Page) => expect(page.locator('[data-waiting]')).toHaveCount(0)
