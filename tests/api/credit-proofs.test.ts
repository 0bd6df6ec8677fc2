import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireCredit } from '~/server/credit/nightly'
import { remindOfExpiry } from '~/server/credit/emails'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const DAY_MS = 24 * 60 * 60 * 1000

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let now = TEST_NOW

beforeAll(async () => {
  shop = await openTestShop({ now: () => now, creditLimit: 1000 })
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

describe('emails about store credit', () => {
  const writtenTo = (email: string) => shop.emails.filter(({ to }) => to === email)
  const subjectsTo = (email: string) => writtenTo(email).map(({ subject }) => subject)
  /** The queue's pauses are over. */
  const later = async () => {
    await shop.db.prisma
      .$executeRaw`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE state = 'created' AND name = 'letters'`
    await shop.services.jobs.look()
    await shop.services.jobs.settled()
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
    expect(first?.text).toContain('for a refund, with our bonus of 5 % (Order ORD-7).')
    expect(first?.text).toContain('It expires on 20 November 2028.')
    expect(first?.text).toContain('http://localhost:3000/account/credit')
    expect(second?.text).toContain('as an adjustment (Goodwill).')
    expect(second?.text).toContain('It never expires.')
  })

  it('wait with that of a trade-in as long as its status can be undone, and go with it', async () => {
    const customer = await newCustomer()
    const row = shop.factories.tradeIn({ userId: customer.userId, status: 'approved', finalValue: 300 })
    await shop.db.prisma.tradeIn.create({ data: row })
    const set = (status: 'completed' | 'approved') => admin.caller.tradeIns.updateStatus({ id: row.id, status, email: false })
    await set('completed')
    await set('approved')
    await later()
    expect(subjectsTo(customer.email)).toEqual([])
    await set('completed')
    expect(subjectsTo(customer.email)).toEqual([])
    await later()
    expect(subjectsTo(customer.email)).toEqual(['€300.00 of store credit is in your account'])
    await set('approved')
    await set('completed')
    await later()
    // Taken back and issued anew: another lot, and told of as one.
    expect(subjectsTo(customer.email)).toHaveLength(2)
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
})
