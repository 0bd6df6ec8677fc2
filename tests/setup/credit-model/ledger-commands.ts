import { expect } from 'vitest'
import { refundCredit } from '~/contracts/credit/credit'
import { lockAccount, openAccount } from '~/server/credit/credit-account'
import { availableOf, moveCredit } from '~/server/credit/credit-entries'
import { expireLots } from '~/server/credit/credit-lots'
import { authorize, capture, reverseCapture, voidHold } from '~/server/credit/hold-credit'
import { applyCredit } from '~/server/credit/credit-requests'
import { compare } from './compare'
import { add, run, spendable, sumOfLeft, take, timeOf, type Command, type Payment } from './model'

/** Asks the ledger; sometimes twice under the same key, which must change nothing. */

const REFUND_DAYS = 731

export const give = (kind: 'adjustment' | 'refund' | 'trade_in', cents: number): Command => ({
  check: () => true,
  toString: () => `give ${kind} ${cents}`,
  run: async (model, real) => {
    const amount = kind === 'refund' ? refundCredit(cents / 100) : cents / 100
    expect(
      await run(real, model, false, (tx, movement) => applyCredit(tx, real.services, { userId: real.user.id, kind, amount }, movement)),
    ).toBe(true)
    model.lots.push({ expires: kind === 'refund' ? model.day + REFUND_DAYS : Infinity, left: Math.round(amount * 100) })
    const made = await real.services.db.prisma.creditLot.findFirstOrThrow({
      where: { account: { userId: real.user.id }, causeId: String(real.steps - 1) },
    })
    real.lots.push(made.id)
    await compare(model, real)
  },
})

export const takeAway = (cents: number): Command => ({
  check: () => true,
  toString: () => `take ${cents}`,
  run: async (model, real) => {
    const isThere = sumOfLeft(spendable(model)) >= cents
    const done = await run(real, model, false, (tx, movement) =>
      applyCredit(tx, real.services, { userId: real.user.id, kind: 'adjustment', amount: -cents / 100 }, movement),
    )
    expect(done).toBe(isThere)
    if (isThere) take(model, { lots: spendable(model), leftOf: (lot) => lot.left }, cents, (lot, part) => (lot.left -= part))
    await compare(model, real)
  },
})

export const hold = (cents: number, isTwice: boolean): Command => ({
  check: () => true,
  toString: () => `hold ${cents}${isTwice ? ' twice' : ''}`,
  run: async (model, real) => {
    const isThere = sumOfLeft(spendable(model)) >= cents
    const made = new Set<string>()
    const done = await run(real, model, isTwice, async (tx, movement) => {
      const of = { userId: real.user.id, noun: 'platform', nounId: 'model', amount: cents / 100 } as const
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
export const move = (kind: 'capture' | 'void' | 'reverse', index: number, cents: number, isTwice: boolean): Command => ({
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
export const takeBack = (index: number, isTwice: boolean): Command => ({
  check: ({ lots }) => lots.length > 0,
  toString: () => `take back ${index}${isTwice ? ' twice' : ''}`,
  run: async (model, real) => {
    const place = index % model.lots.length
    const [lot, id] = [model.lots[place], real.lots[place] ?? '']
    const done = await run(real, model, isTwice, async (tx, movement) => {
      const account = await openAccount(tx, real.user.id)
      const sides = { accountId: account.id, kind: 'reverse', debit: 'available', credit: 'issued' } as const
      await moveCredit(tx, movement, sides, availableOf([id]), null)
    })
    expect(done).toBe(true)
    if (lot) lot.left = 0
    await compare(model, real)
  },
})

export const wait = (days: number): Command => ({
  check: () => true,
  toString: () => `wait ${days}`,
  run: async (model, real) => {
    model.day += days
    await run(real, model, false, async (tx, { at }) => {
      const { id } = await openAccount(tx, real.user.id)
      await expireLots(tx, await lockAccount(tx, id), at)
    })
    for (const row of [...model.lots, ...model.there]) if (row.expires <= model.day) row.left = 0
    real.platform.books.expire(timeOf(real, model))
    await compare(model, real)
  },
})
