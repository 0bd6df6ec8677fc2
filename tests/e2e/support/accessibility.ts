import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/**
 * How a screen is looked at: in both schemes, on a phone and on a desk. Contrast depends on the scheme and the
 * layout on the width, so two looks find what four would. Lists that are alike take the second one in `npm run test:full`
 * alone, where every-look.spec.ts crawls each screen in all of them.
 */
export const looks = [
  { colorScheme: 'dark', width: 390, tag: [] },
  { colorScheme: 'light', width: 1440, tag: ['@full'] },
] satisfies { colorScheme: 'dark' | 'light'; width: number; tag: string[] }[]

/** Fails with the rule and the elements when axe finds a violation on the page as it stands. */
export async function expectAccessible(page: Page, where: string) {
  // The pages have no frames of other sites: without a blank page of axe's own for each look, and without the list of
  // what passes, it takes half the time. Half a megabyte of axe goes into a page once, instead of twice for each look.
  const loaded = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(loaded && { axeSource: 'void 0' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}

/** Inherited colours follow a change of scheme from one frame to the next, down the page. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let still = 0; still < 3; still++) {
      await new Promise(requestAnimationFrame)
      // One that is over may stay on the list.
      if (document.getAnimations().some((one) => one instanceof CSSTransition && one.playState !== 'finished')) still = 0
    }
  })

const isFull = process.env.TEST_SUITE === 'full'

/** Looks at a state that a screen gets into, once in the gate and in both looks in `npm run test:full`. */
export const atState = (page: Page, look: (where: string) => Promise<void>) => inLooks(page, isFull ? looks : looks.slice(0, 1), look)

async function inLooks(page: Page, chosen: typeof looks, look: (where: string) => Promise<void>) {
  for (const { colorScheme, width } of chosen) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    await look(`${colorScheme}, ${width} px`)
  }
}

/**
 * In no look does axe find a violation, or does the page reach beyond the window.
 * @param inGate the looks that the gate takes; the others are left to `npm run test:full`
 * @param open opens the page anew in each look: what browsers leave undrawn takes the colours of another scheme only as it is drawn
 */
export const expectGoodInEveryLook = (
  page: Page,
  where: string,
  { inGate = 'phone', open }: { inGate?: 'all' | 'phone'; open?: () => Promise<void> } = {},
) =>
  inLooks(page, isFull || inGate === 'all' ? looks : looks.slice(0, 1), async (look) => {
    await open?.()
    await expectAccessible(page, `${where}, ${look}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${where}, ${look}`).toBe(page.viewportSize()?.width)
  })
