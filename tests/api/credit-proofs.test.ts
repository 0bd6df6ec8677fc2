import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refundCredit, sumOfAmounts } from '~/contracts/credit/credit'
import { EMAIL_WAIT_SECONDS } from '~/contracts/change-emails'
import type { Movement } from '~/server/credit/credit-account'
import { remindOfExpiry } from '~/server/credit/credit-emails'
import { checkCredit, expireCredit, settleForgotten } from '~/server/office/housekeeping/expire-and-check-credit'
import { authorize, capture, reverseCapture, voidHold } from '~/server/credit/hold-credit'
import { readBalance } from '~/server/credit/read-credit'
import { readLiability, readMonth } from '~/server/credit/credit-report'
import { applyCredit } from '~/server/credit/credit-requests'
import { describeOnEngines, openOn } from '../setup/database'
import { serveOperations } from '../setup/operations'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

const DAY_MS = 24 * 60 * 60 * 1000

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let now = TEST_NOW

beforeAll(async () => {
  shop = await openTestShop({ now: () => now, creditLimit: 1000 })
})
// Amounts that one administrator gives count over 30 days.
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const credit = () => admin.caller.credit
const newCustomer = () => shop.signIn('customer')
const at = async <T>(moment: Date, work: () => Promise<T>): Promise<T> => {
  now = moment
  try {
    return await work()
  } finally {
    now = TEST_NOW
  }
}

let movements = 0
const moved = (moment: Date, key = `proof ${(movements += 1)}`): Movement => ({
  actor: { userId: null, email: null },
  at: moment,
  reason: 'Proof',
  cause: { noun: 'platform', id: 'proof' },
  key,
})
/** In a transaction, as every movement is. */
const within = <T>(work: (tx: Parameters<Parameters<typeof shop.db.prisma.$transaction>[0]>[0]) => Promise<T>, of = shop) =>
  of.db.prisma.$transaction(work)
const hold = (userId: string, amount: number, moment = TEST_NOW) =>
  within((tx) => authorize(tx, { ...moved(moment), userId, noun: 'platform', nounId: 'proof', amount }))
const balanceAt = async (userId: string, moment = TEST_NOW) => {
  const { balance, held } = await readBalance({ db: shop.db, now: () => moment }, userId)
  return [balance, held]
}

describe('emails about store credit', () => {
  const writtenTo = (email: string) => shop.emails.filter(({ to }) => to === email)
  const subjectsTo = (email: string) => writtenTo(email).map(({ subject }) => subject)
  /** The queue's pauses are over. */
  const later = async (of = shop) => {
    await of.db.prisma
      .$executeRaw`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE state = 'created' AND name = 'letters'`
    await of.services.jobs.poll()
    await of.services.jobs.settled()
  }
  const remind = (moment: Date) =>
    at(moment, async () => {
      const reminded = await remindOfExpiry(shop.services)
      await shop.services.jobs.settled()
      return reminded
    })
  const EXPIRY = new Date('2028-11-20T12:00:00Z')
  const before = (days: number) => new Date(EXPIRY.getTime() - days * DAY_MS)
  const refund = (userId: string, amount = 100) => credit().issueRefund({ userId, amount, reason: 'Order ORD-7' })

  it('tell once of what is issued, of each kind, and link to it', async () => {
    const customer = await newCustomer()
    await refund(customer.userId)
    await credit().adjust({ userId: customer.userId, amount: 5, reason: 'Goodwill', idempotencyKey: 'goodwill-once-and-only' })
    await credit().adjust({ userId: customer.userId, amount: 5, reason: 'Goodwill', idempotencyKey: 'goodwill-once-and-only' })
    await credit().adjust({ userId: customer.userId, amount: -1, reason: 'Too much' })
    expect(subjectsTo(customer.email)).toEqual(['€105.00 of store credit is in your account', '€5.00 of store credit is in your account'])
    const [first, second] = writtenTo(customer.email)
    expect(first?.text).toContain('for a refund, with our bonus of 5% (Order ORD-7).')
    expect(first?.text).toContain('It expires on 20 November 2028.')
    expect(first?.text).toContain('http://localhost:3000/account/credit')
    expect(second?.text).toContain('as an adjustment (Goodwill).')
    expect(second?.text).toContain('It never expires.')
  })

  it('wait with that of a trade-in as long as its status can be undone, and go with it', async () => {
    const own = await openTestShop({ holdSeconds: EMAIL_WAIT_SECONDS })
    const [desk, customer] = [await own.signIn('admin'), await own.signIn('customer')]
    await own.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: TEST_NOW } })
    const row = own.factories.tradeIn({ userId: customer.userId, status: 'approved', finalValue: 300 })
    await own.db.prisma.tradeIn.create({ data: row })
    const set = (status: 'completed' | 'approved') => desk.caller.tradeIns.updateStatus({ id: row.id, status })
    const told = () => own.emails.filter(({ subject }) => subject.includes('of store credit')).map(({ subject }) => subject)
    await set('completed')
    await set('approved')
    await later(own)
    expect(told()).toEqual([])
    await set('completed')
    expect(told()).toEqual([])
    await later(own)
    expect(told()).toEqual(['€300.00 of store credit is in your account'])
    await set('approved')
    await set('completed')
    await later(own)
    // Taken back and issued anew: another lot, and told of as one.
    expect(told()).toHaveLength(2)
    await own.close()
  })

  it('come when what waited for a second administrator is approved, and not before', async () => {
    const other = await shop.signIn('admin')
    const customer = await newCustomer()
    const { request } = await credit().adjust({ userId: customer.userId, amount: 1200, reason: 'Damage' })
    expect(subjectsTo(customer.email)).toEqual([])
    await other.caller.credit.approve({ id: request?.id ?? '' })
    expect(subjectsTo(customer.email)).toEqual(['€1,200.00 of store credit is in your account'])
  })

  it('remind 60 and 14 days before a lot expires of what is left, each once, and the expiry is an entry', async () => {
    const customer = await newCustomer()
    await refund(customer.userId)
    await credit().adjust({ userId: customer.userId, amount: 50, reason: 'Goodwill' })
    await credit().adjust({ userId: customer.userId, amount: -15, reason: 'Too much' })
    expect(await remind(before(60.1))).toBe(0)
    const subjects = () => subjectsTo(customer.email).slice(2)
    await remind(before(60))
    expect(subjects()).toEqual(['€90.00 of your store credit expires on 20 November 2028'])
    expect(writtenTo(customer.email).at(-1)?.text).toContain('Choose which emails you get:\nhttp://localhost:3000/account')
    expect(await remind(before(59))).toBe(0)
    await credit().adjust({ userId: customer.userId, amount: -30, reason: 'Used' })
    // Two processes at once.
    await Promise.all([remind(before(14)), remind(before(14))])
    await remind(before(3))
    expect(subjects().slice(1)).toEqual(['€60.00 of your store credit expires on 20 November 2028'])

    await at(EXPIRY, () => expireCredit(shop.services))
    await at(EXPIRY, () => expireCredit(shop.services))
    expect(await remind(EXPIRY)).toBe(0)
    const { rows } = await credit().entries({ userId: customer.userId })
    expect(rows.filter(({ kind }) => kind === 'expire')).toMatchObject([
      { debit: 'available', credit: 'expired', amount: 60, reason: 'Not used in time', causeNoun: 'expiry', actorId: null, at: EXPIRY },
    ])
    expect((await customer.caller.credit.balance()).balance).toBe(50)
  })

  it('go only to verified addresses, and reminders to who wants them', async () => {
    const [unverified, quiet, spent, late] = [await newCustomer(), await newCustomer(), await newCustomer(), await newCustomer()]
    await shop.db.prisma.user.update({ where: { id: unverified.userId }, data: { emailVerifiedAt: null } })
    await quiet.caller.account.chooseEmails({ reminders: false, newsletter: false })
    for (const { userId } of [unverified, quiet, spent, late]) await refund(userId)
    await credit().adjust({ userId: spent.userId, amount: -105, reason: 'Spent' })
    // Nobody was there for the first: only the later one is written.
    await remind(before(10))
    expect(subjectsTo(unverified.email)).toEqual([])
    expect(subjectsTo(quiet.email)).toHaveLength(1)
    expect(subjectsTo(spent.email)).toHaveLength(1)
    expect(subjectsTo(late.email).slice(1)).toEqual(['€105.00 of your store credit expires on 20 November 2028'])
    await shop.db.prisma.user.update({ where: { id: unverified.userId }, data: { emailVerifiedAt: TEST_NOW } })
    await remind(before(9))
    expect(subjectsTo(unverified.email)).toEqual(['€105.00 of your store credit expires on 20 November 2028'])
  })

  it('are not looked for where plain SQL has left no address, until there is one', async () => {
    const customer = await newCustomer()
    await remind(before(60))
    await refund(customer.userId)
    const setAddress = (email: string) => shop.db.prisma.$executeRaw`UPDATE users SET email = ${email} WHERE id = ${customer.userId}::uuid`
    await setAddress('nobody at all')
    const opened = vi.spyOn(shop.db.prisma, '$transaction')
    expect(await remind(before(60))).toBe(0)
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
    await setAddress(customer.email)
    expect(await remind(before(60))).toBe(1)
  })
})

// In the gate, credit.test.ts shows its findings on the embedded engine too.
describeOnEngines('the nightly check on %s', (engine) => {
  it('names the first entry that was changed, removed or put in, counts it, tells administrators, and stops nothing', async () => {
    const own = await openTestShop({ db: await openOn(engine), creditLimit: 1000 })
    const operations = await serveOperations(own.services)
    try {
      const boss = await own.signIn('admin')
      const give = (userId: string, amount: number) => boss.caller.credit.adjust({ userId, amount, reason: 'Goodwill' })
      const metric = async () => /^shop_credit_differences (\S+)$/m.exec((await operations.ask('/api/metrics')).body)?.[1]
      const lastFaults = async () => (await own.db.prisma.creditCheck.findFirstOrThrow({ orderBy: { id: 'desc' } })).faults
      /** As a superuser does it who has switched the triggers off. */
      const tamper = (statement: string) =>
        own.db.prisma.$transaction(async (tx) => {
          await tx.$executeRawUnsafe(`SET LOCAL session_replication_role = replica`)
          await tx.$executeRawUnsafe(statement)
        })
      const filled = async () => {
        const { userId } = await own.signIn('customer')
        for (const amount of [10, 20, 30]) await give(userId, amount)
        const { id } = await own.db.prisma.ledgerAccount.findUniqueOrThrow({ where: { userId } })
        return { userId, id }
      }
      const [whole, changed, removed, put] = [await filled(), await filled(), await filled(), await filled()]
      await checkCredit(own.services)
      expect(await metric()).toBe('0')
      expect(await boss.caller.dashboard.credit()).toMatchObject({ differences: 0, checkedAt: TEST_NOW })

      const second = (id: string) => `account_id = '${id}' AND number = 2`
      await tamper(`UPDATE credit_entries SET reason = 'Other' WHERE ${second(changed.id)}`)
      await tamper(`DELETE FROM credit_entries WHERE ${second(removed.id)}`)
      await tamper(`INSERT INTO credit_entries (account_id, number, kind, debit, credit, amount, lot_id, previous_hash, hash)
        SELECT account_id, 4, kind, debit, credit, 500, lot_id, hash, 'x' FROM credit_entries WHERE account_id = '${put.id}' AND number = 3`)
      await checkCredit(own.services)
      const expected = [
        { accountId: changed.id, number: 2, fault: 'changed' },
        { accountId: removed.id, number: 2, fault: 'missing' },
        { accountId: put.id, number: 4, fault: 'changed' },
      ]
      expect(await lastFaults()).toEqual(expected.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)))
      expect(await boss.caller.dashboard.credit()).toMatchObject({ differences: 3 })
      await expect.poll(metric, { timeout: 5_000 }).toBe('3')

      // Nothing stands still for it, and what was put back is right again.
      expect(await give(whole.userId, 5)).toMatchObject({ state: 'applied', balance: 65 })
      expect(await give(changed.userId, 5)).toMatchObject({ state: 'applied', balance: 65 })
      await tamper(`UPDATE credit_entries SET reason = 'Goodwill' WHERE ${second(changed.id)}`)
      await tamper(`DELETE FROM credit_entries WHERE account_id = '${put.id}' AND hash = 'x'`)
      await checkCredit(own.services)
      expect(await lastFaults()).toEqual([{ accountId: removed.id, number: 2, fault: 'missing' }])
    } finally {
      await operations.close()
      await own.close()
    }
  })
})

describe('payments', () => {
  const newRepair = async (userId: string, total: number) => {
    const { id } = await shop.db.prisma.repair.create({ data: { userId, status: 'repairing' } })
    await shop.db.prisma.caseQuote.create({ data: { caseId: id, number: 1, state: 'accepted', total } })
    return id
  }
  const rich = async (amount: number) => {
    const customer = await newCustomer()
    await credit().adjust({ userId: customer.userId, amount, reason: 'Goodwill' })
    return customer
  }

  it('follow statuses that plain SQL has set, when the shop looks', async () => {
    const customer = await rich(300)
    const repairId = await newRepair(customer.userId, 100)
    await customer.caller.credit.payRepair({ repairId, amount: 100 })
    const order = shop.factories.order({ userId: customer.userId, status: 'pending', totalAmount: 70 })
    await shop.db.prisma.order.create({ data: order })
    await credit().payOrder({ orderId: order.id, amount: 70 })
    const set = async (repair: string, ofOrder: string) => {
      await shop.db.prisma.$executeRawUnsafe(`UPDATE repairs SET status = '${repair}' WHERE id = '${repairId}'`)
      await shop.db.prisma.$executeRawUnsafe(`UPDATE orders SET status = '${ofOrder}' WHERE id = '${order.id}'`)
      await settleForgotten(shop.services)
      await settleForgotten(shop.services)
      return balanceAt(customer.userId)
    }
    expect(await balanceAt(customer.userId)).toEqual([130, 170])
    expect(await set('completed', 'pending')).toEqual([130, 70])
    expect(await set('shipped', 'completed')).toEqual([130, 0])
    expect(await set('testing', 'completed')).toEqual([130, 100])
    expect(await set('completed', 'cancelled')).toEqual([200, 0])
    expect((await credit().verify({ userId: customer.userId })).faults).toEqual([])
  })

  it('give back what is beyond a lowered estimate, the latest first', async () => {
    const customer = await rich(200)
    const repairId = await newRepair(customer.userId, 150)
    await customer.caller.credit.payRepair({ repairId, amount: 90 })
    await at(new Date(TEST_NOW.getTime() + 1000), () => customer.caller.credit.payRepair({ repairId, amount: 60 }))
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: repairId }, data: { total: 100 } })
    await admin.caller.repairs.saveEstimate({ id: repairId, lines: [{ label: 'Cleaning', kind: 'labour', quantity: 1, price: 20 }] })
    await admin.caller.repairs.sendEstimate({ id: repairId, email: null })
    expect(await balanceAt(customer.userId)).toEqual([100, 100])
    const { payments } = await credit().payments({ noun: 'repairs', id: repairId })
    expect(payments.map(({ amount, held }) => [amount, held])).toEqual([
      [90, 90],
      [60, 10],
    ])
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: repairId, number: 1 }, data: { total: 50 } })
    await admin.caller.repairs.recordAnswer({ id: repairId, number: 2, answer: 'declined' })
    expect(await balanceAt(customer.userId)).toEqual([150, 50])
    expect((await credit().payments({ noun: 'repairs', id: repairId })).payments.map(({ state }) => state)).toEqual(['held', 'ended'])
    await admin.caller.repairs.updateStatus({ id: repairId, status: 'completed' })
    expect(await balanceAt(customer.userId)).toEqual([150, 0])
  })

  it('keep what expires while they hold it, and give it back as expired', async () => {
    const customer = await newCustomer()
    await credit().issueRefund({ userId: customer.userId, amount: 100, reason: 'Order ORD-8' })
    await credit().adjust({ userId: customer.userId, amount: 50, reason: 'Goodwill' })
    const [used, returned] = [await hold(customer.userId, 40), await hold(customer.userId, 90)]
    const after = new Date('2029-01-15T12:00:00Z')
    await at(after, () => expireCredit(shop.services))
    // Of 105 that expire, 40 + 65 are held, and 25 that never do.
    expect(await balanceAt(customer.userId, after)).toEqual([25, 130])
    expect(await within((tx) => capture(tx, used.id, moved(after)))).toBe(40)
    // Of a part, what never expires comes back first.
    expect(await within((tx) => voidHold(tx, returned.id, moved(after), 30))).toBe(30)
    expect(await balanceAt(customer.userId, after)).toEqual([50, 60])
    expect(await within((tx) => voidHold(tx, returned.id, moved(after)))).toBe(60)
    expect(await balanceAt(customer.userId, after)).toEqual([50, 0])
    await at(after, () => expireCredit(shop.services))
    const { rows } = await credit().entries({ userId: customer.userId })
    expect(rows[0]).toMatchObject({ kind: 'expire', amount: 65, at: after })
    expect((await credit().verify({ userId: customer.userId })).faults).toEqual([])
  })
})

describe('four eyes', () => {
  const soon = new Date(TEST_NOW.getTime() + 11 * 60_000)

  it('see above the limit only with proofs of ten minutes; a status is set without, and has no first administrator then', async () => {
    const customer = await newCustomer()
    const other = await shop.signIn('admin')
    const stale = { code: 'FORBIDDEN', cause: { errorCode: 'reauthentication_needed' } }
    const big = { userId: customer.userId, amount: 1000.01, reason: 'Damage' }
    await at(soon, () => expect(credit().adjust(big)).rejects.toMatchObject(stale))
    const { request } = await credit().adjust(big)
    const id = request?.id ?? ''
    await at(soon, () => expect(other.caller.credit.approve({ id })).rejects.toMatchObject(stale))
    expect(await other.caller.credit.approve({ id })).toMatchObject({ state: 'applied', balance: 1000.01 })

    const row = shop.factories.tradeIn({ userId: customer.userId, status: 'approved', finalValue: 1500 })
    await shop.db.prisma.tradeIn.create({ data: row })
    const set = await at(soon, () => admin.caller.tradeIns.updateStatus({ id: row.id, status: 'completed' }))
    expect(set.notices).toEqual([
      '€1,500.00 of store credit waits for a second administrator: with it, more than €1,000.00 would be given by one administrator, or to one customer, in 30 days.',
    ])
    const { waiting } = await credit().tradeIn({ tradeInId: row.id })
    expect(waiting).toMatchObject({ requestedBy: null, requestedAt: null })
    const which = { id: waiting?.id ?? '' }
    await at(soon, () => expect(credit().approve(which)).rejects.toMatchObject(stale))
    // The first takes the empty place and is not the second too.
    expect(await credit().approve(which)).toMatchObject({ state: 'waiting', request: { requestedByEmail: admin.email } })
    await expect(credit().approve(which)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await other.caller.credit.approve(which)).toMatchObject({ state: 'applied', balance: 2500.01 })
  })
})

describe('the bonus of a refund', () => {
  it.each([
    [0.01, 0.01],
    [0.09, 0.09],
    [0.1, 0.11],
    [0.29, 0.3],
    [0.3, 0.32],
    [33.33, 35],
    [99.99, 104.99],
    [1000.1, 1050.11],
    [9_999_999.99, 10_499_999.99],
  ])('is rounded to the cent: %d → %d', (paid, issued) => expect(refundCredit(paid)).toBe(issued))
})

describe('the reports', () => {
  it('add up over months in which what earlier ones did is taken back, by the days of the business', async () => {
    const { userId } = await newCustomer()
    const give = (kind: 'trade_in' | 'refund' | 'adjustment', amount: number, moment: string) =>
      within((tx) => applyCredit(tx, shop.services, { userId, kind, amount }, moved(new Date(moment))))
    const services = { db: shop.db, now: () => TEST_NOW, businessTimeZone: 'Europe/London' }
    const owed = async (day: string) => (await readLiability(services, { day })).total
    const begin = await owed('2027-05-31')
    await give('trade_in', 300, '2027-06-10T10:00:00Z')
    // 00:30 on 1 July in London.
    await give('refund', 105, '2027-06-30T23:30:00Z')
    const payment = await within((tx) =>
      authorize(tx, { ...moved(new Date('2027-07-05T09:00:00Z')), userId, noun: 'platform', nounId: 'reports', amount: 200 }),
    )
    await within((tx) => capture(tx, payment.id, moved(new Date('2027-07-06T09:00:00Z'))))
    // Taken back in part in August, and given back for good in September.
    await within((tx) => reverseCapture(tx, payment.id, moved(new Date('2027-08-02T09:00:00Z')), 150))
    await within((tx) => voidHold(tx, payment.id, moved(new Date('2027-09-02T09:00:00Z'))))
    await give('adjustment', -55, '2027-09-30T22:59:59Z')
    expect(await Promise.all(['2027-06-30', '2027-07-01', '2027-07-05', '2027-07-06', '2027-08-02', '2027-09-30'].map(owed))).toEqual(
      [300, 405, 405, 205, 355, 300].map((amount) => sumOfAmounts([begin, amount])),
    )
    const july = await readLiability(services, { day: '2027-07-05' })
    expect(july.held).toBe(sumOfAmounts([(await readLiability(services, { day: '2027-05-31' })).held, 200]))
    const months = await Promise.all(['2027-06', '2027-07', '2027-08', '2027-09'].map((month) => readMonth(services, { month })))
    expect(months.map(({ issued, adjusted, used, expired }) => [issued, adjusted, used, expired])).toEqual([
      [300, 0, 0, 0],
      [105, 0, 200, 0],
      [0, 0, -150, 0],
      [0, -55, 0, 0],
    ])
    for (const [index, { opening, issued, adjusted, used, expired, closing }] of months.entries()) {
      expect(sumOfAmounts([opening, issued, adjusted, -used, -expired])).toBe(closing)
      if (index > 0) expect(opening).toBe(months[index - 1]?.closing)
    }
    // The same rows after the night's merging, and in another zone.
    await shop.db.prisma.$queryRaw`SELECT merge_credit_sums('2999-01-01'::date)::text`
    expect(await readMonth(services, { month: '2027-07' })).toEqual(months[1])
    expect((await readMonth({ ...services, businessTimeZone: 'UTC' }, { month: '2027-06' })).issued).toBe(405)
    expect((await readMonth({ ...services, businessTimeZone: 'America/New_York' }, { month: '2027-09' })).adjusted).toBe(-55)
  })
})

describeOnEngines('one key, sent twenty times at once on %s,', (engine) => {
  it('makes one adjustment, one hold and one capture', async () => {
    const busy = await openTestShop({ db: await openOn(engine), creditLimit: 1000 })
    try {
      const boss = await busy.signIn('admin')
      const { userId } = await busy.signIn('customer')
      const twenty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work))
      const input = { userId, amount: 100, reason: 'Once', idempotencyKey: 'twenty-times-at-once' }
      const given = await twenty(() => boss.caller.credit.adjust(input))
      expect(new Set(given.map(({ balance }) => balance))).toEqual(new Set([100]))
      const one = { ...moved(TEST_NOW, 'one hold'), userId, noun: 'platform', nounId: 'one', amount: 30 } as const
      const payments = await twenty(() => within((tx) => authorize(tx, one), busy))
      const [id = ''] = new Set(payments.map((payment) => payment.id))
      expect(new Set(payments.map((payment) => payment.id)).size).toBe(1)
      const used = await twenty(() => within((tx) => capture(tx, id, moved(TEST_NOW, 'one capture'), 20), busy))
      expect(used.toSorted((a, b) => b - a)).toEqual([20, ...Array.from({ length: 19 }, () => 0)])
      const { rows } = await boss.caller.credit.entries({ userId })
      expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['capture', 20],
        ['authorize', 30],
        ['adjust', 100],
      ])
      expect((await boss.caller.credit.verify()).faults).toEqual([])
    } finally {
      await busy.close()
    }
  })
})
