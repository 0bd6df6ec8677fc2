import { randomUUID } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBankFile } from '~/server/billing/bank/parse-bank-file'
import { settleForgotten } from '~/server/office/housekeeping/expire-and-check-credit'
import { issueWaiting } from '~/server/billing/invoices/issue-waiting'
import { tellReceipts } from '~/server/billing/receipts/receipt-emails'
import { takePage } from '~/server/billing/card/settle-payment-page'
import { takeRefund } from '~/server/billing/card/take-refunds'
import { expectSoundBooks } from '../setup/billing-model/histories'
import { openPostgresTestDatabase } from '../setup/database'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { procedures } from '../setup/procedures'

/**
 * Every call that moves money, run at the same time on the same bills of the same customers: calls fail only with a sentence of the shop's
 * own, nothing deadlocks, and the books balance.
 */

let shop: PaymentsShop
let admin: Awaited<ReturnType<PaymentsShop['signIn']>>
let second: Awaited<ReturnType<PaymentsShop['signIn']>>
beforeAll(async () => {
  shop = await openPaymentsShop({ db: await openPostgresTestDatabase(), creditLimit: 1_000_000_000 })
  admin = await shop.signIn('admin')
  second = await shop.signIn('admin')
})
afterAll(() => shop.close())

type SignedIn = PaymentsShop extends { signIn: (role: 'customer') => Promise<infer Person> } ? Person : never
const day = '2026-11-19'
let numbers = 1000

/** Two repairs and an order of two customers, billed, and paid in part by hand, by card and with store credit. */
async function openWork() {
  const { prisma } = shop.db
  const [one, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
  const { caller } = admin
  for (const { userId } of [one, other]) await caller.credit.adjust({ userId, amount: 100, reason: 'Given' })
  const first = await shop.agreed(one.userId, 200)
  const invoice = await caller.invoices.issue({ repairId: first.id })
  // Billed and credited before, so that the work has several documents.
  const last = await prisma.repair.create({
    data: { userId: one.userId, status: 'repairing', actualCost: 150, repairNumber: `REP-7${++numbers}` },
  })
  const former = await caller.invoices.issue({ repairId: last.id })
  await caller.invoices.credit({ id: former.id, reason: 'Billed too early' })
  await prisma.caseQuote.create({ data: { caseId: last.id, number: 1, state: 'accepted', total: 150 } })
  const later = await caller.invoices.issue({ repairId: last.id })
  const order = await prisma.order.create({
    data: { userId: other.userId, totalAmount: 80, status: 'processing', orderNumber: `ORD-${++numbers}` },
  })
  const unbilled = await shop.agreed(one.userId, 60)
  const record = (invoiceId: string, amount: number) =>
    caller.payments.record({ invoiceId, amount, method: 'cash', reference: null, receivedOn: day })
  const payment = await record(invoice.id, 240)
  const wrong = await record(later.id, 30)
  const kept = await record(later.id, 20)
  await caller.credit.payRepairFor({ repairId: last.id, amount: 25 })
  const held = await caller.credit.payRepairFor({ repairId: unbilled.id, amount: 10 })
  const { url } = await one.caller.payments.start({ invoiceId: later.id })
  shop.stripe.pay(url)
  const page = await shop.services.cardPayments?.readPage(shop.stripe.sessionOf(url).id)
  const refund = await prisma.refund.create({
    data: { paymentId: kept.id, amount: 5, reason: 'Waits', state: 'waiting', because: 'Asked', requestedBy: admin.userId },
  })
  const lines = [0, 1].map((place) => `19/11/2026,${later.number} ${place} ${randomUUID()},15.00,EUR`)
  const csv = ['Date,Reference,Amount,Currency', ...lines].join('\n')
  await caller.payments.importBank({ csv: ['Date,Reference,Amount,Currency', lines[0]].join('\n'), choices: [] })
  const [open] = (await caller.payments.bankLines({ state: 'open', limit: 1 })).rows
  return { one, other, first, last, invoice, later, order, unbilled, payment, wrong, kept, held, page, refund, csv, open }
}
type Work = Awaited<ReturnType<typeof openWork>>

const call = () => admin.caller
const whole = { method: 'transfer' as const, reference: null, receivedOn: day }

/** Each procedure that moves money, by its path; the last entries move money without a call. */
const acts: Record<string, (work: Work, by: SignedIn) => Promise<unknown>> = {
  'payments.record': ({ later }) => call().payments.record({ ...whole, invoiceId: later.id, amount: 40 }),
  'payments.applyTo': ({ payment, later }) => call().payments.applyTo({ paymentId: payment.id, invoiceId: later.id }),
  'payments.refund': ({ payment }) => call().payments.refund({ paymentId: payment.id, amount: 120, reason: 'Goodwill' }),
  'payments.approveRefund': ({ refund }) => second.caller.payments.approveRefund({ id: refund.id }),
  'payments.refuseRefund': ({ refund }) => second.caller.payments.refuseRefund({ id: refund.id, note: 'No' }),
  'payments.reverse': ({ wrong }) => call().payments.reverse({ paymentId: wrong.id, reason: 'By mistake' }),
  'payments.importBank': ({ csv, later }) =>
    call().payments.importBank({
      csv,
      choices: parseBankFile(csv).lines.map(({ fingerprint }) => ({ fingerprint, invoiceId: later.id })),
    }),
  'payments.matchBankLine': ({ open, invoice }) => call().payments.matchBankLine({ id: open?.id ?? '', invoiceId: invoice.id }),
  'payments.ignoreBankLine': ({ open }) => call().payments.ignoreBankLine({ id: open?.id ?? '' }),
  'payments.reopenBankLine': ({ open }) => call().payments.reopenBankLine({ id: open?.id ?? '' }),
  'payments.start': ({ later }, by) => by.caller.payments.start({ invoiceId: later.id }),
  'invoices.issue': ({ order }) => call().invoices.issue({ orderId: order.id }),
  'invoices.credit': ({ later }) => call().invoices.credit({ id: later.id, reason: 'Too much' }),
  'invoices.chargeInterest': ({ later }) => call().invoices.chargeInterest({ id: later.id }),
  'invoices.withdraw': ({ later }) => call().invoices.withdraw({ id: later.id }),
  'invoices.saveBuyer': ({ one }) => call().invoices.saveBuyer({ userId: one.userId, fullName: randomUUID(), billingAddress: '1 Lane' }),
  'invoices.saveOwnBuyer': (_work, by) => by.caller.invoices.saveOwnBuyer({ fullName: randomUUID(), billingAddress: '2 Lane' }),
  'credit.adjust': ({ one }) => call().credit.adjust({ userId: one.userId, amount: -1, reason: 'Taken' }),
  'credit.payRepair': ({ last }, by) => by.caller.credit.payRepair({ repairId: last.id, amount: 5 }),
  'credit.payRepairFor': ({ last }) => call().credit.payRepairFor({ repairId: last.id, amount: 5 }),
  'credit.payOrder': ({ order }) => call().credit.payOrder({ orderId: order.id, amount: 20 }),
  'credit.payOwnOrder': ({ order, other }) => other.caller.credit.payOwnOrder({ orderId: order.id, amount: 20 }),
  'credit.cancelPayment': ({ held }, by) => by.caller.credit.cancelPayment({ paymentId: held.payments[0]?.id ?? '' }),
  'credit.release': ({ held }) => call().credit.release({ paymentId: held.payments[0]?.id ?? '' }),
  'repairs.updateStatus': ({ last }) => call().repairs.updateStatus({ id: last.id, status: 'completed' }),
  'repairs.updateStatuses': ({ first, last, unbilled }) =>
    call().repairs.updateStatuses({ ids: [last, unbilled, first].map(({ id }) => ({ id })), status: 'completed' }),
  'orders.updateStatus': ({ order }) => call().orders.updateStatus({ id: order.id, status: 'completed' }),
  // Without a call: messages of the card provider, and background jobs.
  'a card payment': async ({ page }) => page && takePage(shop.services, page),
  'a refund at the provider': ({ payment }) =>
    takeRefund(shop.services, payment, { externalId: `re_${payment.id}`, id: null, state: 'done', amount: 15, currency: 'eur' }),
  'the rounds': async () => {
    await settleForgotten(shop.services)
    await issueWaiting(shop.services)
    await tellReceipts(shop.services)
  },
}

/** Mutations of these routers that move no customer's money. */
const others = [
  'payments.saveBankAccount',
  'payments.countTill',
  'invoices.saveVatReturn',
  'invoices.lockVatReturn',
  'invoices.unlockVatReturn',
  'invoices.saveSeller',
  'invoices.saveRate',
  'invoices.saveBuyerOfCase',
  // Approvals and trade-ins: tests/api/credit.test.ts.
  'invoices.approve',
  'invoices.refuse',
  'credit.approve',
  'credit.refuse',
  'credit.approveRelease',
  'credit.refuseRelease',
  'credit.issueRefund',
  'credit.issueFor',
  'credit.declineFor',
  // Transfers to and from the shop platform: tests/api/credit-platform.test.ts.
  'credit.useInShop',
  'credit.takeBack',
  'credit.takeBackFor',
  'credit.giftCardCode',
]

/** A refusal in the shop's own words counts as an answer. */
async function refused(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof TRPCError && ['CONFLICT', 'BAD_REQUEST', 'NOT_FOUND'].includes(error.code)) return error.message
    throw error
  }
}

const deadlocks = async () => {
  await shop.db.prisma.$executeRaw`SELECT pg_stat_force_next_flush()`
  const [row] = await shop.db.prisma.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()`
  return row?.deadlocks
}

describe('money procedures at once', () => {
  it('are all here', () => {
    const moving = Object.entries(procedures).flatMap(([path, { _def }]) =>
      _def.type === 'mutation' && /^(?:payments|invoices|credit)\./.test(path) && !others.includes(path) ? [path] : [],
    )
    expect(Object.keys(acts)).toEqual(expect.arrayContaining(moving))
  })

  it('a refund, a credit note and money that is put against the same bill', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 2; round++) {
      const work = await openWork()
      const names = ['payments.applyTo', 'payments.refund', 'invoices.credit', 'payments.reverse', 'payments.record']
      await Promise.all(names.map((name) => refused(acts[name]?.(work, work.one) ?? Promise.reject(new Error(name)))))
    }
    expect(await deadlocks()).toBe(0)
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('all of them', { timeout: 120_000 }, async () => {
    const work = await openWork()
    await Promise.all(Object.values(acts).map((act) => refused(act(work, work.one))))
    expect(await deadlocks()).toBe(0)
    await expectSoundBooks(shop)
  })

  it('each with each other', { timeout: 20 * 60_000, tags: ['full'] }, async () => {
    const list = Object.entries(acts)
    for (const [place, [name, act]] of list.entries()) {
      for (const [other, act2] of list.slice(place)) {
        const work = await openWork()
        await Promise.all([refused(act(work, work.one)), refused(act2(work, work.one)), refused(act2(work, work.one))])
        expect([name, other, await deadlocks()]).toEqual([name, other, 0])
      }
    }
    await expectSoundBooks(shop)
  })
})
