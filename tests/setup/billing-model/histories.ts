import fc from 'fast-check'
import { expect } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'
import type { TestShop } from '../shop'
import type { Terms } from './reckon'
import { ShopBooks } from './shop-books'
import { expectOwed } from './shop-work'
import { Work } from './work'
import { workSteps, type Step } from './work-steps'

/** Random histories of bills, each of a repair or an order of its own: the shop's books against those reckoned without its code. */

const cents = fc.integer({ min: 1, max: 40_000 })
const line = fc.record({ quantity: fc.constantFrom(100, 100, 100, 50, 33, 250), price: cents })
const place = fc.nat(5)
const share = fc.integer({ min: 1, max: 100 })

const both = (name: string, act: (books: Work | ShopBooks) => unknown): Step => ({
  name,
  run: async ({ model, real }) => {
    act(model)
    await act(real)
  },
})
/** One of so many; null of none. */
const among = (index: number, count: number) => (count === 0 ? null : index % count)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom(2000, 3333, 10_000), cents)
    .map(([percent, accepted]) => both(`deposit ${percent} of ${accepted}`, (books) => books.deposit(percent, accepted))),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => both(`bill ${JSON.stringify(lines)}`, (books) => books.bill(lines))),
  fc.tuple(cents, place, fc.boolean(), fc.boolean()).map(([amount, index, isFor, isCard]): Step => ({
    name: `receive ${amount} ${isCard ? 'by card ' : ''}for ${isFor ? index : 'the work'}`,
    run: async ({ model, real }) => {
      const invoice = isFor ? among(index, model.invoices.length) : null
      model.receive(amount, invoice, isCard)
      await real.receive(amount, invoice, isCard)
    },
  })),
  fc.tuple(place, place, share, fc.boolean()).map(([index, line, percent, isWhole]): Step => ({
    name: `credit ${isWhole ? 'all' : `${percent} % of line ${line}`} of ${index}`,
    run: async ({ model, real }) => {
      const of = among(index, model.invoices.length)
      const invoice = of === null ? undefined : model.invoices[of]
      if (of === null || !invoice || invoice.credited === invoice.total) return
      const lines = invoice.lines.flatMap(({ total, credited }, at) =>
        total > 0 && credited < total ? [{ at, open: total - credited }] : [],
      )
      const chosen = lines[line % Math.max(1, lines.length)]
      // A line is credited as far as its invoice has anything left.
      const left = invoice.total - invoice.credited
      const parts =
        isWhole || !chosen
          ? undefined
          : [{ line: chosen.at, amount: Math.max(1, Math.min(left, Math.floor((chosen.open * percent) / 100))) }]
      model.credit(of, parts)
      await real.credit(of, parts)
    },
  })),
  fc.tuple(place, share, fc.boolean()).map(([index, percent, isDisputed]): Step => ({
    name: `${isDisputed ? 'lose' : 'refund'} ${percent} % of payment ${index}`,
    run: async ({ model, real }) => {
      const at = among(index, model.payments.length)
      const payment = at === null ? undefined : model.payments[at]
      if (at === null || !payment || payment.refunded === payment.amount) return
      const amount = Math.max(1, Math.floor(((payment.amount - payment.refunded) * percent) / 100))
      model.refund(at, amount)
      await (isDisputed && payment.isCard ? real.dispute(at, amount, true) : real.refund(at, amount))
    },
  })),
  place.map((index): Step => ({
    name: `reverse payment ${index}`,
    run: async ({ model, real }) => {
      const at = among(index, model.payments.length)
      const payment = at === null ? undefined : model.payments[at]
      if (at === null || !payment || payment.isCard || payment.refunded > 0) return
      model.reverse(at)
      await real.reverse(at)
    },
  })),
  fc.constant(both('cancel', (books) => books.cancel())),
  fc.nat(40_000).map((used) => both(`use ${used} of store credit`, (books) => books.useCredit(used))),
)

const history = fc
  .record({
    noun: fc.constantFrom('repairs' as const, 'orders' as const),
    steps: fc.array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 3, arbitrary: workSteps }), { minLength: 1, maxLength: 12 }),
  })
  .map(({ noun, steps }) => ({ noun, steps, toString: () => [noun, ...steps.map(({ name }) => name)].join('; ') }))

/** Numbers of each series and year go from 1 on without a gap. */
async function expectGapless({ db }: Pick<TestShop, 'db'>): Promise<void> {
  const gaps = await db.prisma.$queryRaw`
    SELECT series, year, count(*)::int AS documents, max(place) AS last FROM billing_documents WHERE state = 'issued'
    GROUP BY series, year HAVING count(*) <> max(place) OR min(place) <> 1`
  expect(gaps).toEqual([])
}

/** Work that two buyers owe for at the same time: only one may, unless the other's invoices were credited. */
const owedTwice = Prisma.sql`
  SELECT 'owed twice' AS what, noun_id AS id FROM billing_documents
  WHERE kind = 'invoice' AND state = 'issued' AND owed > 0 AND noun_id IS NOT NULL GROUP BY noun, noun_id HAVING count(DISTINCT buyer_id) > 1`

/** Checks that invoices and payments add up, that no work is owed twice, and that money accounts match their documents and payments. */
async function expectBalanced({ db }: Pick<TestShop, 'db'>): Promise<void> {
  const wrong = await db.prisma.$queryRaw`
    SELECT 'invoice' AS what, id FROM billing_documents
      WHERE kind = 'invoice' AND state = 'issued' AND owed + paid + store_credit + credited <> total
    UNION ALL ${owedTwice}
    UNION ALL SELECT 'payment', id FROM payments WHERE on_account + allocated + refunded <> amount
    UNION ALL SELECT 'account', a.id FROM credit_accounts AS a WHERE a.buyer_id IS NOT NULL AND (
      a.owed <> coalesce((SELECT sum(d.owed) FROM billing_documents AS d WHERE d.account_id = a.id), 0)
      OR a.on_account <> coalesce((SELECT sum(p.on_account) FROM payments AS p WHERE p.account_id = a.id), 0)
      OR a.owed - a.on_account <> coalesce((SELECT sum(credit_added(e, 'owed') + credit_added(e, 'on_account')) FROM credit_entries AS e WHERE e.account_id = a.id), 0))`
  expect(wrong).toEqual([])
}

/**
 * Runs histories against the model, and checks the whole ledger at the end.
 * @param clock the shop's time, which every step moves on
 * @param more further steps, for the rules of one kind of work
 */
export async function runBillingHistories(
  shop: TestShop,
  desk: TestShop['visitor'],
  clock: { at: Date },
  terms: Terms,
  { seed, numRuns }: { seed: number; numRuns: number },
): Promise<void> {
  const run = fc.asyncProperty(history, async ({ noun, steps }) => {
    const real = await ShopBooks.open(shop, desk, clock, { noun })
    const played = { model: new Work(terms, noun), real, neighbour: null }
    for (const { run: act } of steps) {
      await act(played)
      await expectOwed(real, played.model, played.neighbour)
    }
    expect(await real.read()).toMatchObject(played.model.read())
    await real.expectOneDebtor()
  })
  await fc.assert(run, { seed, numRuns })
  await expectSoundBooks(shop)
}

/** Looks at all that a shop has of documents, payments and the ledger. */
export async function expectSoundBooks(shop: Pick<TestShop, 'db' | 'services'>): Promise<void> {
  await expectGapless(shop)
  await expectBalanced(shop)
  const { faults, nextAfter } = await verifyCredit(shop.services, {}, { longestMs: 600_000 })
  expect([faults, nextAfter]).toEqual([[], null])
}
