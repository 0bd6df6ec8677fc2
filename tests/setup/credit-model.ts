import fc from 'fast-check'
import { expect } from 'vitest'
import { refundCredit, sumOfAmounts } from '~/contracts/credit'
import type { Prisma } from '~/generated/prisma/client'
import { lockAccount, openAccount, type Movement } from '~/server/credit/account'
import { availableOf, moveCredit } from '~/server/credit/entries'
import { expireLots } from '~/server/credit/lots'
import { authorize, capture, reverseCapture, voidHold } from '~/server/credit/payments'
import { readBalance } from '~/server/credit/read'
import { applyCredit } from '~/server/credit/requests'
import type { Services } from '~/server/services'

/**
 * Random histories of one customer's credit, against a model that counts cents in plain arrays. What the ledger is asked is
 * sometimes asked twice under the same key, which must change nothing.
 */

interface Lot {
  /** Days since the start; Infinity for never. */
  expires: number
  left: number
}
interface Payment {
  held: Map<Lot, number>
  used: Map<Lot, number>
}
interface Model {
  day: number
  lots: Lot[]
  payments: Payment[]
}
interface Real {
  services: Pick<Services, 'db' | 'outbox' | 'siteUrl' | 'businessTimeZone'>
  userId: string
  start: Date
  steps: number
  payments: string[]
  lots: string[]
}

type Command = fc.AsyncCommand<Model, Real>

const REFUND_DAYS = 731
const timeOf = (real: Real, model: Model) => new Date(real.start.getTime() + model.day * 86_400_000 + real.steps * 1000)
const sumOfMap = (map: Map<Lot, number>) => [...map.values()].reduce((sum, cents) => sum + cents, 0)
const spendable = ({ lots, day }: Model) => lots.filter(({ expires, left }) => left > 0 && expires > day)
const soonest = (lots: Iterable<Lot>, all: readonly Lot[]) =>
  [...lots].sort((a, b) => a.expires - b.expires || all.indexOf(a) - all.indexOf(b))

/** Takes so many cents from lots, what expires soonest first; what is given back of a part is what expires last. */
function take(
  model: Model,
  from: { lots: Lot[]; leftOf: (lot: Lot) => number; isBack?: boolean },
  cents: number,
  move: (lot: Lot, part: number) => void,
): void {
  let open = cents
  const queue = soonest(from.lots, model.lots)
  for (const lot of from.isBack ? queue.toReversed() : queue) {
    const part = Math.min(open, from.leftOf(lot))
    if (part > 0) move(lot, part)
    open -= part
  }
}
const add = (map: Map<Lot, number>, lot: Lot, cents: number) => map.set(lot, (map.get(lot) ?? 0) + cents)

/** Does a movement once or twice under one key, each in a transaction, all at once. */
async function run(
  real: Real,
  model: Model,
  isTwice: boolean,
  work: (tx: Prisma.TransactionClient, movement: Movement) => Promise<unknown>,
): Promise<boolean> {
  const step = real.steps++
  const movement: Movement = {
    actor: { userId: null, email: null },
    at: timeOf(real, model),
    reason: `Step ${step}`,
    cause: { noun: 'adjustment', id: String(step) },
    key: `model:${real.userId}:${step}`,
  }
  const once = () => real.services.db.prisma.$transaction((tx) => work(tx, movement))
  const done = await Promise.allSettled(isTwice ? [once(), once()] : [once()])
  return done.some(({ status }) => status === 'fulfilled')
}

async function compare(model: Model, real: Real): Promise<void> {
  const held = model.payments.reduce((sum, payment) => sum + sumOfMap(payment.held), 0)
  const left = spendable(model).reduce((sum, lot) => sum + lot.left, 0)
  const now = () => timeOf(real, model)
  expect(await readBalance({ ...real.services, now }, real.userId)).toMatchObject({ balance: left / 100, held: held / 100 })
}

const give = (kind: 'adjustment' | 'refund' | 'trade_in', cents: number): Command => ({
  check: () => true,
  toString: () => `give ${kind} ${cents}`,
  run: async (model, real) => {
    const amount = kind === 'refund' ? refundCredit(cents / 100) : cents / 100
    expect(
      await run(real, model, false, (tx, movement) => applyCredit(tx, real.services, { userId: real.userId, kind, amount }, movement)),
    ).toBe(true)
    model.lots.push({ expires: kind === 'refund' ? model.day + REFUND_DAYS : Infinity, left: Math.round(amount * 100) })
    const made = await real.services.db.prisma.creditLot.findFirstOrThrow({
      where: { account: { userId: real.userId }, causeId: String(real.steps - 1) },
    })
    real.lots.push(made.id)
    await compare(model, real)
  },
})

const takeAway = (cents: number): Command => ({
  check: () => true,
  toString: () => `take ${cents}`,
  run: async (model, real) => {
    const isThere = spendable(model).reduce((sum, lot) => sum + lot.left, 0) >= cents
    const done = await run(real, model, false, (tx, movement) =>
      applyCredit(tx, real.services, { userId: real.userId, kind: 'adjustment', amount: -cents / 100 }, movement),
    )
    expect(done).toBe(isThere)
    if (isThere) take(model, { lots: spendable(model), leftOf: (lot) => lot.left }, cents, (lot, part) => (lot.left -= part))
    await compare(model, real)
  },
})

const hold = (cents: number, isTwice: boolean): Command => ({
  check: () => true,
  toString: () => `hold ${cents}${isTwice ? ' twice' : ''}`,
  run: async (model, real) => {
    const isThere = spendable(model).reduce((sum, lot) => sum + lot.left, 0) >= cents
    const made = new Set<string>()
    const done = await run(real, model, isTwice, async (tx, movement) => {
      const of = { userId: real.userId, noun: 'platform', nounId: 'model', amount: cents / 100 } as const
      made.add((await authorize(tx, { ...movement, ...of })).id)
    })
    expect(done).toBe(isThere)
    if (isThere) {
      // A transaction that was rolled back has made none that stays.
      const payment: Payment = { held: new Map(), used: new Map() }
      take(model, { lots: spendable(model), leftOf: (lot) => lot.left }, cents, (lot, part) => {
        lot.left -= part
        add(payment.held, lot, part)
      })
      model.payments.push(payment)
      expect(made.size).toBe(1)
      real.payments.push([...made][0] ?? '')
    }
    await compare(model, real)
  },
})

/** Moves what a payment holds or has used. */
const move = (kind: 'capture' | 'void' | 'reverse', index: number, cents: number, isTwice: boolean): Command => ({
  check: ({ payments }) => payments.length > 0,
  toString: () => `${kind} ${index} ${cents}${isTwice ? ' twice' : ''}`,
  run: async (model, real) => {
    const place = index % model.payments.length
    const payment = model.payments[place]
    if (!payment) return
    const from = kind === 'reverse' ? payment.used : payment.held
    const call = { capture, void: voidHold, reverse: reverseCapture }[kind]
    expect(await run(real, model, isTwice, (tx, movement) => call(tx, real.payments[place] ?? '', movement, cents / 100))).toBe(true)
    take(model, { lots: [...from.keys()], leftOf: (lot) => from.get(lot) ?? 0, isBack: kind !== 'capture' }, cents, (lot, part) => {
      add(from, lot, -part)
      if (kind === 'capture') add(payment.used, lot, part)
      else if (kind === 'reverse') add(payment.held, lot, part)
      else lot.left += part
    })
    await compare(model, real)
  },
})

/** Takes back what is unspent of an issue, as when its trade-in is set back. */
const takeBack = (index: number, isTwice: boolean): Command => ({
  check: ({ lots }) => lots.length > 0,
  toString: () => `take back ${index}${isTwice ? ' twice' : ''}`,
  run: async (model, real) => {
    const place = index % model.lots.length
    const [lot, id] = [model.lots[place], real.lots[place] ?? '']
    const done = await run(real, model, isTwice, async (tx, movement) => {
      const account = await openAccount(tx, real.userId)
      const sides = { accountId: account.id, kind: 'reverse', debit: 'available', credit: 'issued' } as const
      await moveCredit(tx, movement, sides, availableOf([id]), null)
    })
    expect(done).toBe(true)
    if (lot) lot.left = 0
    await compare(model, real)
  },
})

const wait = (days: number): Command => ({
  check: () => true,
  toString: () => `wait ${days}`,
  run: async (model, real) => {
    model.day += days
    await run(real, model, false, async (tx, { at }) => {
      const { id } = await openAccount(tx, real.userId)
      await expireLots(tx, await lockAccount(tx, id), at)
    })
    for (const lot of model.lots) if (lot.expires <= model.day) lot.left = 0
    await compare(model, real)
  },
})

const cents = fc.integer({ min: 1, max: 30_000 })
const place = fc.nat(5)

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
  ],
  { maxCommands: 25 },
)

/** Runs histories, each of a customer of its own. @param newUser a user without credit */
export const runHistories = (
  services: Pick<Services, 'db' | 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  start: Date,
  newUser: () => Promise<string>,
  { seed, numRuns }: { seed: number; numRuns: number },
) =>
  fc.assert(
    fc.asyncProperty(creditHistory, async (commands) => {
      const userId = await newUser()
      const setup = () => ({
        model: { day: 0, lots: [], payments: [] },
        real: { services, userId, start, steps: 0, payments: [], lots: [] },
      })
      await fc.asyncModelRun(setup, commands)
      const [account] = await services.db.prisma.creditAccount.findMany({ where: { userId }, include: { lots: true } })
      const sums = account?.lots.map(({ available, held }) => available.toNumber() + held.toNumber()) ?? []
      expect(sumOfAmounts(sums)).toBe(sumOfAmounts([account?.balance.toNumber() ?? 0, account?.held.toNumber() ?? 0]))
    }),
    { seed, numRuns, endOnFailure: true },
  )
