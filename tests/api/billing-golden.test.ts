import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Books, type ReckonedLine, type Terms } from '../setup/billing-model/reckon'
import { ShopBooks } from '../setup/billing-model/shop-books'
import { billAt, registered } from '../setup/billing-model/terms'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** Forty cases of billing, each computed a second time without the shop's code: documents, balances and ledger agree to the cent. */

/** What a case does, to the shop's books and to those reckoned here. */
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
    await billAt(shop, terms)
    const reckoned = new Books(terms)
    const kept = await ShopBooks.open(shop, desk, clock)
    for (const step of steps) {
      step(reckoned)
      await step(kept)
    }
    expect(await kept.read()).toMatchObject(reckoned.read())
  })
})
