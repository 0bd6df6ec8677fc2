import fc from 'fast-check'
import { expect } from 'vitest'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { createAdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { createShopCredit } from '~/server/catalogue/shop/shopify/admin/shop-credit'
import { playAdminPlatform } from '../admin-platform'
import type { TestShop } from '../shop'
import { give, hold, move, takeAway, takeBack, wait } from './ledger-commands'
import type { Model, Real } from './model'
import { arriveLate, fromShop, giveThere, look, spend, switchAccounts, toShop } from './transfer-commands'
import { faultKinds } from './transfer-model'

/**
 * Random histories of one customer's credit, against a model that counts cents in plain arrays. What the ledger is asked is
 * sometimes asked twice under the same key, which must change nothing.
 */

const cents = fc.integer({ min: 1, max: 30_000 })
const place = fc.nat(5)
const share = fc.integer({ min: 1, max: 110 })
const kind = fc.constantFrom(...faultKinds)
/** Most amounts are moved in one part or two. */
const fault = fc.record({ kind, at: fc.constantFrom(0, 0, 0, 1, 1, 2) })

/** The commands of a history. */
const creditHistory = fc.commands(
  [
    fc.tuple(fc.constantFrom('adjustment' as const, 'refund' as const, 'trade_in' as const), cents).map((given) => give(...given)),
    cents.map(takeAway),
    fc.tuple(cents, fc.boolean()).map((given) => hold(...given)),
    fc
      .tuple(fc.constantFrom('capture' as const, 'void' as const, 'reverse' as const), place, cents, fc.boolean())
      .map((given) => move(...given)),
    fc.tuple(place, fc.boolean()).map((given) => takeBack(...given)),
    fc.integer({ min: 1, max: 500 }).map(wait),
    fc.tuple(share, fc.boolean(), fc.constant(null)).map((given) => toShop(...given)),
    fc.tuple(share, fc.boolean(), fault).map((given) => toShop(...given)),
    fc.tuple(place, fc.boolean(), fc.option(kind, { freq: 2 })).map((given) => fromShop(...given)),
    fc.constant(look),
    fc.constant(arriveLate),
    cents.map(spend),
    cents.map(giveThere),
    fc.boolean().map(switchAccounts),
  ],
  { maxCommands: 20, size: 'medium' },
)

/**
 * Runs histories, each of a customer of its own, with a platform of their own.
 * @param newUser a user without credit
 * @returns what became of transfers, so that a run can say that it has played everything
 */
export async function runHistories(
  shop: Pick<TestShop, 'services'>,
  start: Date,
  newUser: () => Promise<Real['user']>,
  { seed, numRuns }: { seed: number; numRuns: number },
): Promise<Set<string>> {
  const platform = await playAdminPlatform()
  const retries = { retries: 1, firstWaitMs: 1, longestWaitMs: 1, failuresToBreak: 1_000_000, breakMs: 1 }
  const shopCredit = createShopCredit(createAdminApi({ address: platform.address, token: 'a-token-of-the-model', retries }))
  const services = { ...shop.services, shopCredit, settleSeconds: 12 * 60 * 60 }
  const { prisma } = services.db
  const played = new Set<string>()
  const history = fc.asyncProperty(cents, creditHistory, async (first, commands) => {
    const user = await newUser()
    platform.books.storeCredit = true
    platform.books.expire(start)
    platform.books.customers.set(user.email, platform.books.id('Customer'))
    const model: Model = { day: 0, lots: [], payments: [], transfers: [], there: [], takesCredit: true, lost: null }
    platform.late.length = 0
    const real: Real = { services, platform, user, start, steps: 0, payments: [], lots: [], transfers: [], played }
    await give('refund', first).run(model, real)
    await fc.asyncModelRun(() => ({ model, real }), commands)
    // The fate of what is under way in the end is found out, too.
    if (model.lost) for (const command of [wait(1), look]) await command.run(model, real)
    expect(model.lost).toBeNull()
    for (const { direction, state, carrier, failure } of await prisma.creditTransfer.findMany({ where: { account: { userId: user.id } } }))
      played.add([direction, state, carrier, failure].filter(Boolean).join(' '))
    const [account] = await prisma.ledgerAccount.findMany({ where: { userId: user.id }, include: { lots: true } })
    const sums = account?.lots.map(({ available, held }) => available.toNumber() + held.toNumber()) ?? []
    expect(sumOfAmounts(sums)).toBe(sumOfAmounts([account?.balance.toNumber() ?? 0, account?.held.toNumber() ?? 0]))
  })
  try {
    await fc.assert(history, { seed, numRuns, endOnFailure: true })
    return played
  } finally {
    await platform.stop()
  }
}
