import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSoundBooks } from '../setup/billing-model/histories'
import { Books, type ReckonedLine, type Terms } from '../setup/billing-model/reckon'
import { ShopBooks } from '../setup/billing-model/shop-books'
import { billAt, registered, unregistered } from '../setup/billing-model/terms'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** Forty cases of billing, each computed a second time without the shop's code: documents, balances and ledger agree to the cent. */

/** A step of a case, in the shop's books and in those reckoned here. */
type Step = (books: Books | ShopBooks) => unknown

const deposit =
  (percent: number, accepted: number): Step =>
  (books) =>
    books.deposit(percent, accepted)
const bill =
  (...lines: (ReckonedLine | number)[]): Step =>
  (books) =>
    books.bill(lines.map((line) => (typeof line === 'number' ? { price: line } : line)))
const pay =
  (amount: number, invoice: number | null = 0): Step =>
  (books) =>
    books.receive(amount, invoice)
const payByCard =
  (amount: number, invoice: number | null = 0): Step =>
  (books) =>
    books.receive(amount, invoice, true)
const credit =
  (of: number, ...parts: { line: number; amount?: number }[]): Step =>
  (books) =>
    books.credit(of, parts.length === 0 ? undefined : parts)
const refund =
  (payment: number, amount: number): Step =>
  (books) =>
    books.refund(payment, amount)
/** A dispute that was lost is a refund; one that was won changes nothing. */
const dispute =
  (payment: number, amount: number, isLost: boolean): Step =>
  (books) => {
    if (books instanceof ShopBooks) return books.dispute(payment, amount, isLost)
    if (isLost) books.refund(payment, amount)
    return undefined
  }
const interest =
  (of: number, months: number): Step =>
  (books) =>
    books.interest(of, months)
const useCredit =
  (cents: number): Step =>
  (books) =>
    books.useCredit(cents)

const cases: Record<string, { terms?: Terms; steps: Step[] }> = {
  'one line, paid whole': { steps: [bill(17_500), pay(17_500)] },
  'paid in part': { steps: [bill(17_500), pay(5_000)] },
  'paid in three parts': { steps: [bill(17_500), pay(5_000), pay(5_000), pay(7_500)] },
  'paid too much': { steps: [bill(17_500), pay(20_000)] },
  'paid twice': { steps: [bill(17_500), pay(17_500), pay(17_500)] },
  'paid before its invoice': { steps: [pay(12_000, null), bill(17_500)] },
  'paid too much before its invoice': { steps: [pay(20_000, null), bill(17_500)] },
  'a deposit and the rest': { steps: [deposit(3000, 50_000), pay(15_000), bill(50_000), pay(35_000, 1)] },
  'a deposit that nobody paid': { steps: [deposit(3000, 50_000), bill(50_000), pay(50_000, 1)] },
  'a deposit above the final cost': { steps: [deposit(5000, 50_000), pay(25_000), bill(20_000)] },
  'a deposit of an odd percentage': { steps: [deposit(3333, 10_001), bill(10_001)] },
  'store credit alone': { steps: [useCredit(17_500), bill(17_500)] },
  'store credit and money': { steps: [useCredit(7_500), bill(17_500), pay(10_000)] },
  'store credit that is used after its invoice': { steps: [bill(17_500), useCredit(7_500), pay(10_000)] },
  'store credit that comes when all is paid': { steps: [bill(17_500), pay(17_500), useCredit(5_000)] },
  'store credit for a deposit and the rest': { steps: [deposit(3000, 50_000), useCredit(20_000), bill(50_000), pay(30_000, 1)] },
  'a status set back after the invoice': { steps: [useCredit(7_500), bill(17_500), useCredit(0)] },
  'a status set back, and more work done': { steps: [useCredit(7_500), bill(17_500), useCredit(0), bill(20_000), useCredit(7_500)] },
  'credited whole before it was paid': { steps: [bill(17_500, 2_599), credit(0)] },
  'credited in part before it was paid': { steps: [bill(17_500, 2_599), credit(0, { line: 1 })] },
  'credited in part after it was paid': { steps: [bill(17_500), pay(17_500), credit(0, { line: 0, amount: 2_500 })] },
  'credited whole after it was paid, and refunded': { steps: [bill(17_500), pay(17_500), credit(0), refund(0, 17_500)] },
  'credited whole after store credit has paid it': { steps: [useCredit(17_500), bill(17_500), credit(0)] },
  'credited after money and store credit': { steps: [useCredit(10_000), bill(17_500), pay(7_500), credit(0, { line: 0, amount: 10_000 })] },
  'credited in three parts': {
    steps: [bill(10_001), credit(0, { line: 0, amount: 3_333 }), credit(0, { line: 0, amount: 3_334 }), credit(0)],
  },
  'credited and billed anew': { steps: [bill(17_500), pay(17_500), credit(0), bill(15_000)] },
  'a deposit that is credited and refunded': { steps: [deposit(3000, 50_000), pay(15_000), credit(0), refund(0, 15_000), bill(9_900)] },
  'the invoice after a deposit, credited whole': { steps: [deposit(3000, 50_000), pay(15_000), bill(50_000), pay(35_000, 1), credit(1)] },
  'paid too much, and the rest refunded': { steps: [bill(17_500), pay(20_000), refund(0, 2_500)] },
  'refunded though it is owed': { steps: [bill(17_500), pay(17_500), refund(0, 7_500)] },
  'refunded while another payment is on account': { steps: [bill(17_500), pay(17_500), pay(6_000), refund(0, 17_500)] },
  'a dispute that was lost': { steps: [bill(17_500), payByCard(17_500), dispute(0, 17_500, true)] },
  'a dispute about a part that was lost': { steps: [bill(17_500), payByCard(20_000), dispute(0, 5_000, true)] },
  'a dispute that was won': { steps: [bill(17_500), payByCard(17_500), dispute(0, 17_500, false)] },
  'a business one month late': { steps: [bill(17_533), interest(0, 1), pay(17_533), pay(263, 1)] },
  'a business three months late, charged twice': { steps: [bill(99_999), pay(40_000), interest(0, 1), interest(0, 3)] },
  'half a cent of a quantity': { steps: [bill({ quantity: 50, price: 10_001 }, { quantity: 33, price: 9_950 }), pay(8_284)] },
  'half a cent of VAT': { steps: [bill(3, 9, 15, 21), pay(48)] },
  'fractions of an hour': { steps: [bill({ quantity: 175, price: 8_500 }, 1_999), pay(10_000)] },
  'a large invoice with VAT of a third of a cent': {
    steps: [bill(99_999_998), pay(50_000_000), credit(0, { line: 0, amount: 33_333_333 })],
  },
  'the zero rate': { terms: { ...registered, rate: 0, code: 'zero' }, steps: [bill(17_500), pay(17_500)] },
  'outside the scope of VAT': {
    terms: { ...registered, rate: 0, code: 'outside' },
    steps: [bill(17_500), credit(0, { line: 0, amount: 99 })],
  },
  'a seller who is not registered for VAT': { terms: unregistered, steps: [bill(17_500, 33), pay(10_000), credit(0, { line: 1 })] },
  'an unregistered seller’s deposit': { terms: unregistered, steps: [deposit(3333, 10_001), pay(3_333), bill(10_001), pay(7_000, 1)] },
}

let shop: TestShop
let desk: TestShop['visitor']
const clock = { at: TEST_NOW }
beforeAll(async () => {
  shop = await openTestShop({ now: () => clock.at, creditLimit: 1_000_000_000 })
  desk = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

describe('forty cases of billing', () => {
  it.each(Object.entries(cases))('%s', async (_name, { terms = registered, steps }) => {
    clock.at = TEST_NOW
    await billAt(shop, terms)
    const reckoned = new Books(terms)
    const kept = await ShopBooks.open(shop, desk, clock, { vatCode: terms.code })
    for (const step of steps) {
      step(reckoned)
      await step(kept)
    }
    expect(await kept.read()).toMatchObject(reckoned.read())
  })

  it('are forty at least, and leave no gap in the numbers and no fault in the ledger', async () => {
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(40)
    await expectSoundBooks(shop)
  })
})
