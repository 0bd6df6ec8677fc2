import { afterAll, beforeAll, expect, it } from 'vitest'
import { runBillingHistories } from '../setup/billing-model/histories'
import type { Terms } from '../setup/billing-model/reckon'
import { billAt, registered, unregistered } from '../setup/billing-model/terms'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/**
 * Whatever happens to a bill and to its work: paid, store credit, credited and open are its total, entries balance, numbers have no gap, one
 * person alone owes it, and as much as was reckoned.
 */

const MINUTE_MS = 60_000

/** Of the long run: how many histories, and the seed of the first; other seeds play others (HISTORY_RUNS=500 HISTORY_SEED=7). */
const RUNS = Number(process.env.HISTORY_RUNS ?? 2000)
const BATCH = 25
const SEED = Number(process.env.HISTORY_SEED ?? 1000)

describeOnEngines('histories of bills on %s', (engine) => {
  const clock = { at: TEST_NOW }
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: () => clock.at, creditLimit: 1_000_000_000 })
  })
  afterAll(() => shop.close())

  /** Signed in anew each time: a proof holds for ten minutes, and two thousand histories take longer. */
  const run = async (terms: Terms, histories: { seed: number; numRuns: number }) =>
    runBillingHistories(shop, (await shop.signIn('admin')).caller, clock, terms, histories)

  it('agree with books that are kept without the shop', { timeout: 2 * MINUTE_MS }, async () => {
    await billAt(shop, registered)
    await run(registered, { seed: 38, numRuns: 10 })
    expect(await shop.db.prisma.billingDocument.count({ where: { state: 'issued' } })).toBeGreaterThan(5)
  })

  it('two thousand of them, with VAT and without', { timeout: 180 * MINUTE_MS, tags: ['full'] }, async () => {
    for (const [index, terms] of [registered, unregistered].entries()) {
      await billAt(shop, terms)
      for (let done = 0; done < RUNS / 2; done += BATCH) {
        await run(terms, { seed: SEED + index * RUNS + done, numRuns: Math.min(BATCH, RUNS / 2 - done) })
      }
    }
  })
})
