import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** Fails with the rule and the elements when axe finds a violation on the page as it stands. */
export async function expectAccessible(page: Page, where: string) {
  // The pages have no frames of other sites: without a blank page of axe's own for each look, and without the list of
  // what passes, it takes half the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}
