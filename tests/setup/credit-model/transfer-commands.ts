import { expect } from 'vitest'
import type { CreditTransfer } from '~/contracts/credit/transfers'
import { runTransfers } from '~/server/credit/transfers/run-transfers'
import { takeBack, useInShop } from '~/server/credit/transfers/use-in-shop'
import { compare } from './compare'
import { once, spendable, sumOfLeft, timeOf, type Command, type Model, type Real } from './model'
import { arrive, askFor, canComeBack, comeBack, findOut, partsOf, spendThere, type Fault } from './transfer-model'

/** Credit is moved to the platform and back, and spent there; the platform answers, says no, or is away. */

const isMoving = (operation: string) => /^(Credit|Debit|Create)/.test(operation)
/** The first call of each transfer. */
const isFirst = (operation: string) => ['SetCustomer', 'AccountRemainder', 'GiftCard'].includes(operation)
const refusals: Record<string, string> = { CreditAccount: 'CREDIT_LIMIT_EXCEEDED', CreateGiftCard: 'GIFT_CARD_LIMIT_EXCEEDED' }

function play({ platform }: Real, fault: Fault): void {
  let calls = 0
  let isAway = false
  platform.fault = ({ operation, phase }) => {
    if (isAway) return 'cut'
    if (!(fault.kind === 'silent' ? isFirst : isMoving)(operation)) return undefined
    const isBefore = phase === 'before'
    if (isBefore) calls += 1
    if (calls - 1 !== fault.at || isBefore === (fault.kind === 'away')) return undefined
    if (fault.kind === 'refused') {
      platform.books.refusal = refusals[operation] ?? 'INSUFFICIENT_FUNDS'
      return undefined
    }
    isAway = fault.kind === 'away' || fault.kind === 'silent'
    return fault.kind === 'late' ? 'late' : 'cut'
  }
}

/** A call of the customer's, at the next step. */
function nextCall(real: Real, model: Model, procedure: string) {
  const { services, user } = real
  const step = real.steps++
  const at = timeOf(real, model)
  const { id: userId, email } = user
  const viewer = {
    sessionId: userId,
    userId,
    email,
    role: 'customer' as const,
    aal: 'aal1' as const,
    amr: [],
    hasVerifiedFactor: false,
    scopes: null,
    apiKey: null,
    mustEnroll: false,
    cookieVersion: 1,
    expiresAt: at,
    idleUntil: null,
  }
  return { call: { ...services, now: () => at, actor: { userId, email }, viewer, procedure }, idempotencyKey: `model:${userId}:${step}` }
}

/** On a machine that is busy with something else the answer comes before the work is over (`ANSWER_WITHIN_MS`). */
const untilKnown = ({ services, user }: Real) =>
  expect
    .poll(
      async () => {
        const open = await services.db.prisma.creditTransfer.findMany({
          where: { account: { userId: user.id }, state: { in: ['waiting', 'asked', 'unknown'] } },
          select: { state: true },
        })
        return open.length === 0 || (open.some(({ state }) => state === 'unknown') && open.every(({ state }) => state !== 'asked'))
      },
      { timeout: 120_000, interval: 20 },
    )
    .toBe(true)

const nameOf = (fault: Fault | null, isTwice: boolean) => `${isTwice ? ' twice' : ''}${fault ? `, ${fault.kind} at ${fault.at}` : ''}`

/** @param share of what can be spent, in percent: above 100 there is not enough */
export const toShop = (share: number, isTwice: boolean, fault: Fault | null): Command => ({
  check: ({ lots }) => lots.length > 0,
  toString: () => `to the shop ${share} %${nameOf(fault, isTwice)}`,
  run: async (model, real) => {
    const cents = Math.ceil((sumOfLeft(spendable(model)) * share) / 100) + (share > 100 ? 1 : 0)
    if (cents === 0) return
    if (fault) play(real, fault)
    const { call, idempotencyKey } = nextCall(real, model, 'credit.useInShop')
    const made: CreditTransfer[][] = []
    const done = await once(isTwice, async () => made.push(await useInShop(call, { amount: cents / 100, idempotencyKey })))
    await untilKnown(real)
    real.platform.fault = undefined
    const parts = model.lost ? null : partsOf(model, cents)
    expect(done).toBe(parts !== null)
    if (parts) {
      model.transfers.push(...parts)
      askFor(model, parts, fault)
      const rows = await real.services.db.prisma.creditTransfer.findMany({
        where: { id: { in: made.flat().map(({ id }) => id) } },
        orderBy: { part: 'asc' },
      })
      expect(rows).toHaveLength(parts.length)
      real.transfers.push(...rows.map(({ id }) => id))
    }
    await compare(model, real)
  },
})

export const fromShop = (index: number, isTwice: boolean, fault: Fault['kind'] | null): Command => ({
  check: ({ transfers }) => transfers.length > 0,
  toString: () => `from the shop ${index}${nameOf(fault && { kind: fault, at: 0 }, isTwice)}`,
  run: async (model, real) => {
    const place = index % model.transfers.length
    const of = model.transfers[place]
    if (!of) return
    if (fault) play(real, { kind: fault, at: 0 })
    const { call, idempotencyKey } = nextCall(real, model, 'credit.takeBack')
    const input = { transferId: real.transfers[place] ?? '', idempotencyKey }
    const done = await once(isTwice, () => takeBack(call, real.user.id, input))
    await untilKnown(real)
    real.platform.fault = undefined
    expect(done).toBe(canComeBack(model, of))
    if (done) comeBack(model, of, fault)
    await compare(model, real)
  },
})

/** The background's look while the platform answers. */
export const look: Command = {
  check: ({ lost }) => lost !== null,
  toString: () => 'find out',
  run: async (model, real) => {
    const { call } = nextCall(real, model, 'credit')
    const { id } = await real.services.db.prisma.ledgerAccount.findUniqueOrThrow({ where: { userId: real.user.id } })
    await runTransfers(call, id)
    findOut(model)
    // A day later nothing is on its way any more.
    if (model.lost === null) real.platform.late.length = 0
    await compare(model, real)
  },
}

/** What was on its way comes to the platform, whose answer nobody waits for any more. */
export const arriveLate: Command = {
  check: ({ lost }) => lost?.isLate === true,
  toString: () => 'arrive late',
  run: async (model, real) => {
    real.played.add(`${model.lost?.direction} late`)
    await real.platform.arrive()
    arrive(model)
    await compare(model, real)
  },
}

/** The customer pays an order there. */
export const spend = (cents: number): Command => ({
  check: ({ there }) => there.some(({ left }) => left > 0),
  toString: () => `spend ${cents} there`,
  run: async (model, real) => {
    const { platform, user } = real
    const spent = spendThere(model, cents)
    if (spent > 0) platform.spend(user.email, spent / 100)
    const index = model.there.filter(({ isCard }) => isCard).findIndex(({ left }) => left > 0)
    const brought = model.there.filter(({ isCard }) => isCard)[index]
    const card = platform.cardsOf(user.email)[index]
    if (brought && card) {
      const part = Math.min(cents, brought.left)
      brought.left -= part
      card.cents -= part
    }
    await compare(model, real)
  },
})

/** The platform's staff give credit: that stays there. While an answer is lost an equal amount could be taken for ours. */
export const giveThere = (cents: number): Command => ({
  check: ({ lost }) => lost === null,
  toString: () => `staff gives ${cents}`,
  run: async (model, real) => {
    const { platform, user } = real
    platform.books.credit(platform.books.customers.get(user.email) ?? '', cents, null)
    model.there.push({ expires: Infinity, order: 0, left: cents, isCard: false, isOurs: false })
    await compare(model, real)
  },
})

/** The shop there has accounts for store credit from now on, or has none. */
export const switchAccounts = (takesCredit: boolean): Command => ({
  check: (model) => model.takesCredit !== takesCredit,
  toString: () => (takesCredit ? 'accounts' : 'gift cards'),
  run: (model, real) => {
    model.takesCredit = takesCredit
    real.platform.books.storeCredit = takesCredit
    return Promise.resolve()
  },
})
