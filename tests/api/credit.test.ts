import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { FIRST_HASH, hashedText } from '~/contracts/credit/statement-file'
import { authorize, capture } from '~/server/credit/hold-credit'
import { readBalance } from '~/server/credit/read-credit'
import { runHistories } from '../setup/credit-model/histories'
import { describeOnEngines, engines, openOn } from '../setup/database'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const key = (name: string) => name.padEnd(20, '-')

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let other: Awaited<ReturnType<TestShop['signIn']>>

beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 1000 })
})
// Amounts that one administrator gives count over 30 days.
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
  other = await shop.signIn('admin')
})
afterAll(() => shop.close())

const credit = () => admin.caller.credit
const newCustomer = () => shop.signIn('customer')
const give = (userId: string, amount: number, reason = 'Goodwill') => credit().adjust({ userId, amount, reason })

describe('an account', () => {
  it('begins with nothing, and adds up to the cent', async () => {
    const customer = await newCustomer()
    expect(await customer.caller.credit.balance()).toEqual({ balance: 0, held: 0, pending: 0, currency: 'EUR' })
    expect(await customer.caller.credit.statement()).toMatchObject({ accountId: null, lots: [], rows: [], total: 0 })
    expect(await give(customer.userId, 100.3)).toEqual({ state: 'applied', request: null, balance: 100.3 })
    await give(customer.userId, -0.1, 'Too much')
    await give(customer.userId, -0.2)
    const statement = await customer.caller.credit.statement({ limit: 2 })
    expect(statement).toMatchObject({ balance: 100, held: 0, total: 3, lots: [{ kind: 'adjustment', available: 100 }] })
    expect(statement.rows.map(({ number, kind, debit, credit, amount, reason }) => [number, kind, debit, credit, amount, reason])).toEqual([
      [3, 'adjust', 'available', 'adjusted', 0.2, 'Goodwill'],
      [2, 'adjust', 'available', 'adjusted', 0.1, 'Too much'],
    ])
    const rest = await customer.caller.credit.statement({ cursor: statement.nextCursor })
    expect(rest.rows.map(({ number }) => number)).toEqual([1])
    expect(rest.nextCursor).toBeNull()
    await expect(give(customer.userId, -100.01)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const amount of [0, 0.001, 1e9]) await expect(give(customer.userId, amount)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(give(NOBODY, 5)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is chained so that the statement proves itself', async () => {
    const customer = await newCustomer()
    await give(customer.userId, 25, 'With "quotes",\nlines, \u2028 and €')
    // Plain SQL is chained too.
    await shop.db.prisma.$executeRaw`
      INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id)
      SELECT account_id, 'adjust', 'adjusted', 'available', 5, id FROM credit_lots
      WHERE account_id = (SELECT id FROM credit_accounts WHERE user_id = ${customer.userId}::uuid)`
    const { rows, balance } = await customer.caller.credit.statement()
    expect(balance).toBe(30)
    let before = FIRST_HASH
    for (const row of rows.toReversed()) {
      expect(row.previousHash).toBe(before)
      before = createHash('sha256')
        .update(hashedText({ ...row, amount: row.amount.toFixed(2), at: row.at.toISOString() }))
        .digest('hex')
      expect(row.hash).toBe(before)
    }
    expect(await credit().verify({ userId: customer.userId })).toMatchObject({ accounts: 1, entries: 2, faults: [] })
  })

  it('gives one entry for one key, sent twenty times at once', async () => {
    const customer = await newCustomer()
    const input = { userId: customer.userId, amount: 10, reason: 'Once', idempotencyKey: key('once') }
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit().adjust(input)))
    expect(new Set(answers.map(({ balance }) => balance))).toEqual(new Set([10]))
    expect((await credit().entries({ userId: customer.userId })).rows).toHaveLength(1)
    await expect(credit().adjust({ ...input, amount: 11 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is append-only, and keeps what its entries have made of it', async () => {
    const customer = await newCustomer()
    await give(customer.userId, 10)
    const { prisma } = shop.db
    for (const statement of [
      'UPDATE credit_entries SET amount = 1',
      'DELETE FROM credit_entries',
      'TRUNCATE credit_entries',
      'TRUNCATE credit_accounts CASCADE',
      'UPDATE credit_accounts SET balance = 1000',
      'UPDATE credit_lots SET available = 1000',
      'DELETE FROM credit_lots',
      'DELETE FROM credit_accounts',
    ]) {
      await expect(prisma.$executeRawUnsafe(statement), statement).rejects.toThrow()
    }
    await prisma.user.delete({ where: { id: customer.userId } })
    const { rows } = await credit().accounts({ search: customer.email })
    expect(rows).toMatchObject([{ email: customer.email, balance: 10, hasUser: false }])
  })
})

describe('credit above the limit', () => {
  it('waits for another administrator, and is given once', async () => {
    const customer = await newCustomer()
    const asked = await give(customer.userId, 1000.01)
    expect(asked).toMatchObject({
      state: 'waiting',
      balance: 0,
      request: { amount: 1000.01, requestedByEmail: admin.email, state: 'waiting' },
    })
    const id = asked.request?.id ?? ''
    expect(await customer.caller.credit.balance()).toMatchObject({ balance: 0, pending: 1000.01 })
    expect((await credit().requests({ state: 'waiting' })).rows.map((row) => row.id)).toContain(id)
    await expect(credit().approve({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const approved = await Promise.allSettled([other.caller.credit.approve({ id }), other.caller.credit.approve({ id })])
    expect(approved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await customer.caller.credit.balance()).toMatchObject({ balance: 1000.01, pending: 0 })

    const taken = await give(customer.userId, -1000.01)
    await other.caller.credit.refuse({ id: taken.request?.id ?? '' })
    await expect(other.caller.credit.approve({ id: taken.request?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await customer.caller.credit.balance()).balance).toBe(1000.01)
  })
})

describe('credit for a refund', () => {
  it('has a bonus of 5 % and ends after 24 months, and what ends soonest is spent first', async () => {
    const customer = await newCustomer()
    await give(customer.userId, 50)
    await credit().issueRefund({ userId: customer.userId, amount: 99.99, reason: 'Order ORD-1' })
    expect(await customer.caller.credit.statement()).toMatchObject({
      balance: 154.99,
      lots: [
        { kind: 'refund', available: 104.99, expiresAt: new Date('2028-11-20T12:00:00Z') },
        { kind: 'adjustment', expiresAt: null },
      ],
    })
    await give(customer.userId, -4.99)
    expect((await customer.caller.credit.statement()).lots.map(({ available }) => available)).toEqual([100, 50])
    const later = { db: shop.db, now: () => new Date('2028-11-20T12:00:00Z') }
    expect((await readBalance(later, customer.userId)).balance).toBe(50)
  })
})

describe('the check of the ledger', () => {
  /** As a superuser does it who has switched the triggers off. */
  const tamper = (statement: string) =>
    shop.db.prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(`SET LOCAL session_replication_role = replica`)
      await tx.$executeRawUnsafe(statement)
    })
  const filled = async () => {
    const customer = await newCustomer()
    for (const amount of [10, 20, 30]) await give(customer.userId, amount)
    const { rows } = await credit().entries({ userId: customer.userId })
    return {
      ...customer,
      accountId: rows[0]?.accountId ?? '',
      entry: (number: number) => rows.find((row) => row.number === number)?.id ?? '',
    }
  }

  it('names the first entry that was changed, removed or put in beside the ledger', async () => {
    const whole = await filled()
    expect(await credit().verify({ userId: whole.userId })).toMatchObject({ entries: 3, faults: [] })

    const changed = await filled()
    await tamper(`UPDATE credit_entries SET amount = 21 WHERE id = '${changed.entry(2)}'`)
    expect((await credit().verify({ userId: changed.userId })).faults).toMatchObject([
      { accountId: changed.accountId, number: 2, entryId: changed.entry(2), fault: 'changed' },
    ])

    const rehashed = await filled()
    await tamper(`UPDATE credit_entries SET amount = 21 WHERE id = '${rehashed.entry(2)}'`)
    await tamper(`UPDATE credit_entries AS e SET hash = credit_entry_hash(e) WHERE id = '${rehashed.entry(2)}'`)
    expect((await credit().verify({ userId: rehashed.userId })).faults).toMatchObject([
      { number: 2, entryId: rehashed.entry(2), fault: 'not_chained' },
    ])

    const removed = await filled()
    await tamper(`DELETE FROM credit_entries WHERE id = '${removed.entry(2)}'`)
    expect((await credit().verify({ userId: removed.userId })).faults).toMatchObject([{ number: 2, fault: 'missing' }])

    const cut = await filled()
    await tamper(`DELETE FROM credit_entries WHERE id = '${cut.entry(3)}'`)
    expect((await credit().verify({ userId: cut.userId })).faults).toMatchObject([{ number: 3, fault: 'missing' }])

    const put = await filled()
    await tamper(`INSERT INTO credit_entries (account_id, number, kind, debit, credit, amount, lot_id, previous_hash, hash)
      SELECT account_id, 4, kind, debit, credit, 500, lot_id, hash, 'x' FROM credit_entries WHERE id = '${put.entry(3)}'`)
    expect((await credit().verify({ userId: put.userId })).faults).toMatchObject([{ number: 4, fault: 'changed' }])

    const raised = await filled()
    await tamper(`UPDATE credit_accounts SET balance = 1000 WHERE id = '${raised.accountId}'`)
    expect((await credit().verify({ userId: raised.userId })).faults).toMatchObject([{ fault: 'sums' }])

    const all = await credit().verify()
    expect(all.nextAfter).toBeNull()
    expect(all.faults.map(({ accountId }) => accountId).sort()).toEqual(
      [changed, rehashed, removed, cut, put, raised].map(({ accountId }) => accountId).sort(),
    )
  })
})

describe('a trade-in', () => {
  const newTradeIn = async (userId: string | null, finalValue: number | null) => {
    const row = shop.factories.tradeIn({ userId, status: 'approved', finalValue })
    await shop.db.prisma.tradeIn.create({ data: row })
    return row.id
  }
  const set = (id: string, status: 'completed' | 'approved' | 'rejected') => admin.caller.tradeIns.updateStatus({ id, status })

  it('issues its final value once, and takes back what is unspent when it is set back', async () => {
    const customer = await newCustomer()
    const id = await newTradeIn(customer.userId, 300)
    expect(await set(id, 'completed')).toMatchObject({ status: 'completed', notices: ['€300.00 of store credit was issued.'] })
    expect((await set(id, 'completed')).notices).toBeUndefined()
    expect(await customer.caller.credit.statement()).toMatchObject({
      balance: 300,
      lots: [{ kind: 'trade_in', expiresAt: null }],
      total: 1,
    })
    await give(customer.userId, -120)
    expect((await set(id, 'approved')).notices).toEqual([
      '€180.00 of store credit was taken back.',
      '€120.00 of store credit is spent or held already and stays with the customer.',
    ])
    expect((await set(id, 'rejected')).notices).toEqual(['€120.00 of store credit is spent or held already and stays with the customer.'])
    expect(await credit().tradeIn({ tradeInId: id })).toEqual({
      issued: 300,
      takenBack: 180,
      unspent: 0,
      waiting: null,
      refused: null,
      missing: null,
      unagreed: null,
      difference: 0,
    })
    expect((await set(id, 'completed')).notices).toEqual(['€180.00 of store credit was issued.'])
    expect((await customer.caller.credit.balance()).balance).toBe(180)
    expect((await credit().verify({ userId: customer.userId })).faults).toEqual([])
    const { rows } = await admin.caller.audit.history({ subjectType: 'trade_in', subjectId: id })
    expect(rows.map(({ action }) => action)).toContain('trade_in.credit_taken_back')
  })

  it('says what is missing or too much once its final value changes, and issues what is missing once', async () => {
    const customer = await newCustomer()
    const id = await newTradeIn(customer.userId, 300)
    await set(id, 'completed')
    const raised = await admin.caller.tradeIns.update({ id, finalValue: 350.5 })
    expect(raised.notices).toEqual([expect.stringMatching(/^Its store credit is €50\.50 less than the final value now/)])
    expect(await credit().tradeIn({ tradeInId: id })).toMatchObject({ issued: 300, difference: 50.5 })
    expect(await credit().issueFor({ tradeInId: id })).toMatchObject({ issued: 350.5, difference: 0 })
    await expect(credit().issueFor({ tradeInId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const lowered = await admin.caller.tradeIns.update({ id, finalValue: '250' })
    expect(lowered.notices).toEqual([expect.stringMatching(/^Its store credit is €100\.50 more than the final value now/)])
    expect(await credit().tradeIn({ tradeInId: id })).toMatchObject({ difference: -100.5 })
    await expect(credit().issueFor({ tradeInId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await customer.caller.credit.balance()).balance).toBe(350.5)
    // A field beside it says nothing of credit.
    expect((await admin.caller.tradeIns.update({ id, evaluationNotes: 'x' })).notices).toBeUndefined()
  })

  it('says so where it has no customer or no value, and is decided on by hand', async () => {
    const customer = await newCustomer()
    const [nobodys, worthless, plain] = [
      await newTradeIn(null, 300),
      await newTradeIn(customer.userId, null),
      await newTradeIn(customer.userId, 70),
    ]
    expect((await set(nobodys, 'completed')).notices).toEqual(['No store credit was issued: the trade-in has no customer.'])
    expect((await set(worthless, 'completed')).notices).toEqual(['No store credit was issued: the trade-in has no final value.'])
    await shop.db.prisma.$executeRaw`UPDATE trade_ins SET status = 'completed' WHERE id = ${plain}::uuid`
    const undecided = async () => new Map((await credit().undecided({ limit: 100 })).rows.map((row) => [row.id, row.missing]))
    const before = await undecided()
    expect([nobodys, worthless, plain].map((id) => before.get(id))).toEqual(['customer', 'value', null])
    expect((await customer.caller.credit.balance()).balance).toBe(0)
    expect(await admin.caller.dashboard.credit()).toMatchObject({ undecided: before.size })
    await expect(credit().issueFor({ tradeInId: nobodys })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await credit().issueFor({ tradeInId: plain })).toMatchObject({ issued: 70, missing: null })
    await expect(credit().issueFor({ tradeInId: plain })).rejects.toMatchObject({ code: 'CONFLICT' })
    await credit().declineFor({ tradeInId: nobodys })
    expect([...(await undecided()).keys()].filter((id) => [nobodys, plain].includes(id))).toEqual([])
    expect((await customer.caller.credit.balance()).balance).toBe(70)
  })

  it('waits for a second administrator above the limit, in one change or many', async () => {
    const customer = await newCustomer()
    const ids = [await newTradeIn(customer.userId, 1500), await newTradeIn(customer.userId, 200), await newTradeIn(null, 10)]
    const { counts, notices } = await admin.caller.tradeIns.updateStatuses({ ids, status: 'completed' })
    expect(counts.changed).toBe(3)
    expect(notices).toEqual([
      '€200.00 of store credit was issued for 1 trade-in.',
      '€1,500.00 of store credit waits for a second administrator: with it, more than €1,000.00 would be given by one administrator, or to one customer, in 30 days.',
      'No store credit was issued for 1 trade-in that has no customer.',
    ])
    const { waiting } = await credit().tradeIn({ tradeInId: ids[0] ?? '' })
    await expect(credit().approve({ id: waiting?.id ?? '' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await other.caller.credit.approve({ id: waiting?.id ?? '' })).toMatchObject({ state: 'applied', balance: 1700 })

    const again = await newTradeIn(customer.userId, 2000)
    await set(again, 'completed')
    expect((await set(again, 'approved')).notices).toEqual(['The store credit that waited for an approval was withdrawn.'])
    expect((await credit().tradeIn({ tradeInId: again })).waiting).toBeNull()
  })
})

describe('paying', () => {
  const newRepair = async (userId: string, total: number) => {
    const repair = shop.factories.repair({ userId, status: 'repairing', actualCost: null, estimatedCost: total }).id
    await shop.db.prisma.repair.create({ data: { id: repair, userId, status: 'repairing' } })
    await shop.db.prisma.caseQuote.create({ data: { caseId: repair, number: 1, state: 'accepted', total } })
    return repair
  }
  const setRepair = (id: string, status: 'repairing' | 'testing' | 'completed' | 'shipped') =>
    admin.caller.repairs.updateStatus({ id, status })
  const balanceOf = async ({ caller }: Awaited<ReturnType<typeof newCustomer>>) => {
    const { balance, held } = await caller.credit.balance()
    return [balance, held]
  }

  it('holds credit for an accepted repair, uses it when it is completed, and gives it back', async () => {
    const [customer, otherCustomer] = [await newCustomer(), await newCustomer()]
    await give(customer.userId, 200)
    const repairId = await newRepair(customer.userId, 150)
    const pay = { repairId, amount: 60, idempotencyKey: key('pay') }
    await expect(otherCustomer.caller.credit.payRepair(pay)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await customer.caller.credit.payRepair(pay)).toMatchObject({
      cost: 150,
      held: 60,
      captured: 0,
      left: 90,
      payments: [{ state: 'held' }],
    })
    await customer.caller.credit.payRepair(pay)
    await expect(credit().payRepairFor({ repairId, amount: 90.01 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { payments } = await credit().payRepairFor({ repairId, amount: 90 })
    expect(await balanceOf(customer)).toEqual([50, 150])
    expect((await customer.caller.credit.repair({ repairId })).left).toBe(0)
    await expect(otherCustomer.caller.credit.cancelPayment({ paymentId: payments[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })

    await setRepair(repairId, 'completed')
    expect(await balanceOf(customer)).toEqual([50, 0])
    await expect(customer.caller.credit.cancelPayment({ paymentId: payments[0]?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await setRepair(repairId, 'shipped')
    await setRepair(repairId, 'testing')
    expect(await balanceOf(customer)).toEqual([50, 150])
    // It has cost less than was held.
    await shop.db.prisma.repair.update({ where: { id: repairId }, data: { actualCost: 100 } })
    await setRepair(repairId, 'completed')
    expect(await balanceOf(customer)).toEqual([100, 0])
    expect(await credit().payments({ noun: 'repairs', id: repairId })).toMatchObject({ cost: 100, captured: 100, left: 0 })
    await credit().release({ paymentId: payments.find(({ amount }) => amount === 60)?.id ?? '' })
    expect((await balanceOf(customer))[1]).toBe(0)
    expect((await credit().payments({ noun: 'repairs', id: repairId })).captured).toBeLessThan(100)
    expect((await credit().verify({ userId: customer.userId })).faults).toEqual([])
  })

  it('waits for the credit of an accepted offer, and is there when it is', async () => {
    const customer = await newCustomer()
    const repairId = await newRepair(customer.userId, 100)
    const tradeIn = shop.factories.tradeIn({ userId: customer.userId, status: 'approved', finalValue: 80 })
    await shop.db.prisma.tradeIn.create({ data: tradeIn })
    const pay = { repairId, amount: 80, tradeInId: tradeIn.id }
    await expect(customer.caller.credit.payRepair(pay)).rejects.toMatchObject({ code: 'CONFLICT' })
    await shop.db.prisma.caseQuote.create({ data: { caseId: tradeIn.id, number: 1, state: 'accepted', total: 80, offer: { create: {} } } })
    expect((await customer.caller.credit.balance()).pending).toBe(80)
    expect(await customer.caller.credit.payRepair(pay)).toMatchObject({ pending: 80, held: 0, left: 20, payments: [{ state: 'pending' }] })
    await setRepair(repairId, 'completed')
    expect(await credit().payments({ noun: 'repairs', id: repairId })).toMatchObject({ pending: 80, captured: 0 })
    await admin.caller.tradeIns.updateStatus({ id: tradeIn.id, status: 'completed' })
    expect(await credit().payments({ noun: 'repairs', id: repairId })).toMatchObject({ pending: 0, captured: 80, left: 20 })
    expect(await balanceOf(customer)).toEqual([0, 0])
  })

  it('follows the statuses of an order in whichever order they come', async () => {
    const customer = await newCustomer()
    await give(customer.userId, 100)
    const order = shop.factories.order({ userId: customer.userId, status: 'pending', totalAmount: 70 })
    await shop.db.prisma.order.create({ data: order })
    const foreign = shop.factories.order({ userId: customer.userId, status: 'pending', totalAmount: 70, externalId: 'gid://1' })
    await shop.db.prisma.order.create({ data: foreign })
    await expect(credit().payOrder({ orderId: foreign.id, amount: 5 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(credit().payOrder({ orderId: order.id, amount: 70.01 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await credit().payOrder({ orderId: order.id, amount: 70 })).toMatchObject({ held: 70, left: 0 })
    const set = (status: 'pending' | 'processing' | 'completed' | 'cancelled') => admin.caller.orders.updateStatus({ id: order.id, status })
    const seen: [string, number[]][] = []
    for (const status of ['completed', 'cancelled', 'processing', 'completed', 'pending', 'cancelled', 'completed'] as const) {
      await set(status)
      seen.push([status, await balanceOf(customer)])
    }
    expect(seen).toEqual([
      ['completed', [30, 0]],
      ['cancelled', [100, 0]],
      ['processing', [30, 70]],
      ['completed', [30, 0]],
      ['pending', [30, 70]],
      ['cancelled', [100, 0]],
      ['completed', [30, 0]],
    ])
    await set('cancelled')
    await give(customer.userId, -60)
    expect((await set('pending')).notices).toEqual([`€30.00 of store credit for ${order.orderNumber} is no longer available.`])
    expect((await credit().verify({ userId: customer.userId })).faults).toEqual([])
  })
})

describe('the reports', () => {
  it('add up', async () => {
    const { balance, held } = await credit().accounts()
    const today = await credit().liability({ day: '2026-11-30' })
    const ledger = await credit().entries({ limit: 1 })
    expect(ledger.rows).toHaveLength(1)
    expect(sumOfAmounts(today.byKind.map(({ amount }) => amount))).toBe(today.total)
    expect(sumOfAmounts(today.byExpiry.map(({ amount }) => amount))).toBe(today.total)
    const month = await credit().month({ month: '2026-11' })
    expect(sumOfAmounts([month.opening, month.issued, month.adjusted, -month.used, -month.expired])).toBe(month.closing)
    expect(month).toMatchObject({ opening: 0, closing: today.total })
    // The accounts that were tampered with differ by what was put into them.
    expect(Math.abs(balance + held - today.total)).toBeLessThan(2000)
    expect(await credit().liability({ day: '2026-01-31' })).toMatchObject({ total: 0, byKind: [], byExpiry: [] })
  })
})

describeOnEngines('at the same time on %s', (engine) => {
  it('spends the last €100 once, whoever asks', async () => {
    const busy = await openTestShop({ db: await openOn(engine), creditLimit: 1000 })
    try {
      const boss = await busy.signIn('admin')
      const customer = await busy.signIn('customer')
      await boss.caller.credit.adjust({ userId: customer.userId, amount: 100, reason: 'The last' })
      const movement = (name: string) => ({
        actor: { userId: null, email: null },
        at: TEST_NOW,
        reason: 'Once',
        cause: { noun: 'platform', id: name } as const,
        key: `busy:${name}`,
      })
      const spend = (index: number) =>
        busy.db.prisma.$transaction(async (tx) => {
          const { id } = await authorize(tx, {
            ...movement(`hold ${index}`),
            userId: customer.userId,
            noun: 'platform',
            nounId: String(index),
            amount: 7,
          })
          return capture(tx, id, movement(`capture ${index}`))
        })
      const spent = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => spend(index)))
      expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
      expect(await customer.caller.credit.balance()).toMatchObject({ balance: 2, held: 0 })

      // Of one payment what it holds, however many ask.
      const { id } = await busy.db.prisma.$transaction((tx) =>
        authorize(tx, { ...movement('one'), userId: customer.userId, noun: 'platform', nounId: 'one', amount: 2 }),
      )
      const captured = await Promise.all(
        Array.from({ length: 50 }, (_, index) => busy.db.prisma.$transaction((tx) => capture(tx, id, movement(`again ${index}`)))),
      )
      expect(sumOfAmounts(captured)).toBe(2)
      expect((await boss.caller.credit.verify()).faults).toEqual([])
    } finally {
      await busy.close()
    }
  })
})

const newUserIn = (of: TestShop) => async () => {
  const { user } = of.factories.person({ role: 'customer' })
  await of.db.prisma.user.create({ data: user })
  return user
}

it('keeps to a simple model in random histories', () => runHistories(shop, TEST_NOW, newUserIn(shop), { seed: 18, numRuns: 6 }))

/** The fates of transfers to the platform and back, their new states, and requests that came late. */
const outcomes = [
  ...['account', 'gift_card'].flatMap((carrier) => [
    `out done ${carrier}`,
    `out taken_back ${carrier}`,
    `out refused ${carrier} limit`,
    `back done ${carrier}`,
    ...['insufficient', 'not_applied', 'unreachable'].map((failure) => `back refused ${carrier} ${failure}`),
  ]),
  'out refused account not_applied',
  'out refused unreachable',
  'out late',
  'back late',
]

describe.each(engines)('two thousand random histories on %s', { tags: ['full'] }, (engine) => {
  it(
    'keep to a simple model, many at a time, and the reports add up',
    async () => {
      const long = await openTestShop({ db: await openOn(engine) })
      try {
        const ways = [1, 2, 3, 4]
        const played = await Promise.all(
          ways.map((seed) => runHistories(long, TEST_NOW, newUserIn(long), { seed, numRuns: 2000 / ways.length })),
        )
        expect([...new Set(played.flatMap((each) => [...each]))]).toEqual(expect.arrayContaining(outcomes))
        const boss = await long.signIn('admin')
        for (let after: string | null | undefined; after !== null;) {
          const checked = await boss.caller.credit.verify({ after })
          expect(checked.faults).toEqual([])
          after = checked.nextAfter
        }
        for (const month of ['2026-11', '2027-06', '2028-11']) {
          const { opening, issued, adjusted, used, expired, closing } = await boss.caller.credit.month({ month })
          expect(sumOfAmounts([opening, issued, adjusted, -used, -expired])).toBe(closing)
        }
        const { balance, held } = await boss.caller.credit.accounts()
        expect((await boss.caller.credit.liability({ day: '2999-01-01' })).total).toBe(sumOfAmounts([balance, held]))
      } finally {
        await long.close()
      }
    },
    30 * 60_000,
  )
})
