import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

/** One inbox for offers and store credit above the limits, and one approval for both of a trade-in. */

const DAY_MS = 24 * 60 * 60 * 1000

let shop: TestShop
let now = TEST_NOW
type Person = Awaited<ReturnType<TestShop['signIn']>>
let first: Person
let second: Person
let customer: Person

beforeAll(async () => {
  shop = await openTestShop({ now: () => now, creditLimit: 1000, offerLimit: 5000 })
})
beforeEach(async () => {
  now = TEST_NOW
  // Nobody of another test may approve, and every sum begins at nothing.
  await retireAdministrators(shop)
  first = await shop.signIn('admin')
  second = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  await shop.services.jobs.settled()
  shop.emails.length = 0
})
afterAll(() => shop.close())

const refused = (code: string): unknown => expect.objectContaining({ code })

/** A trade-in whose offer waits for a second administrator. */
async function asked(value = 6000): Promise<string> {
  const { id } = await first.caller.tradeIns.create({
    customer: { userId: customer.userId },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
  })
  const none = { machineId: null, grade: null, checks: [], deductions: [] }
  await first.caller.tradeIns.saveEvaluation({ id, ...none, override: { value, reason: 'Rare' } })
  await first.caller.tradeIns.sendOffer({ id, email: null })
  return id
}
/** The same, approved and accepted. */
async function agreed(value = 6000): Promise<string> {
  const id = await asked(value)
  await second.caller.tradeIns.approveOffer({ id })
  await first.caller.tradeIns.recordAnswer({ id, number: 1, answer: 'accepted', note: null })
  return id
}
const complete = (id: string, by = first) => by.caller.tradeIns.updateStatus({ id, status: 'completed' })
const waiting = async () =>
  (await first.caller.credit.requests({ state: 'waiting' })).rows.filter(({ userId }) => userId === customer.userId)
const creditOf = (id: string) => first.caller.credit.tradeIn({ tradeInId: id })

describe('the inbox of approvals', () => {
  it('has the offers that wait, says who may approve them, and emails those who may', async () => {
    const young = await shop.signIn('admin')
    await shop.db.prisma.roleChange.create({ data: { userId: young.userId, role: 'admin', was: 'customer', at: TEST_NOW } })
    const limited = await shop.signIn('admin')
    await shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { scopes: ['orders:write', 'tradeIns:read'] } })
    await shop.services.jobs.settled()
    shop.emails.length = 0
    const id = await asked()
    const { rows } = await second.caller.tradeIns.waitingOffers()
    expect(rows).toEqual([
      expect.objectContaining({
        id,
        number: 1,
        total: 6000,
        requestedBy: first.email,
        isMine: false,
        whyNot: null,
        because: 'More than €5,000.00',
      }),
    ])
    expect(rows[0]?.customer).toMatchObject({ userId: customer.userId, email: customer.email })
    const seenBy = async ({ caller }: Person) => (await caller.tradeIns.waitingOffers()).rows.find((row) => row.id === id)
    expect(await seenBy(first)).toMatchObject({ isMine: true, whyNot: expect.stringContaining('Another administrator') })
    expect(await seenBy(young)).toMatchObject({ isMine: false, whyNot: expect.stringContaining('less than 7 days') })
    await expect(young.caller.tradeIns.approveOffer({ id })).rejects.toEqual(refused('FORBIDDEN'))
    const told = shop.emails.filter(({ subject }) => subject.startsWith('Waiting for an approval'))
    expect(told.map(({ to }) => to)).toEqual([second.email])
    expect(told[0]?.subject).toMatch(/^Waiting for an approval: an offer of €6,000.00 for trade-in TRD-/)
    expect(told[0]?.text).toContain(`${first.email} has asked for it`)
    expect(told[0]?.text).toContain('/admin/approvals')
    expect(told[0]?.text).not.toContain(customer.email)
    await second.caller.tradeIns.approveOffer({ id, version: rows[0]?.version })
    expect((await second.caller.tradeIns.waitingOffers()).rows).toEqual([])
  })

  it('tells of store credit alike, and of the whole chain of who made whom', async () => {
    const [made, madeByMade] = [await shop.signIn('admin'), await shop.signIn('admin')]
    const at = new Date(TEST_NOW.getTime() - 30 * DAY_MS)
    await shop.db.prisma.roleChange.createMany({
      data: [
        { userId: made.userId, role: 'admin', was: 'customer', changedBy: first.userId, at },
        { userId: madeByMade.userId, role: 'admin', was: 'customer', changedBy: made.userId, at },
      ],
    })
    await shop.services.jobs.settled()
    shop.emails.length = 0
    await first.caller.credit.adjust({ userId: customer.userId, amount: 1500, reason: 'Goodwill' })
    const why = async ({ caller }: Person) => (await caller.credit.requests({ state: 'waiting' })).rows[0]?.whyNot
    expect(await why(second)).toBeNull()
    for (const person of [made, madeByMade]) expect(await why(person)).toContain('made you an administrator')
    const told = shop.emails.filter(({ subject }) => subject.startsWith('Waiting for an approval'))
    expect(told.map(({ to }) => to)).toEqual([second.email])
    expect(told[0]?.subject).toBe('Waiting for an approval: €1,500.00 of store credit (Goodwill)')
  })
})

describe('the approval of an offer', () => {
  it('counts for its credit: whoever completes the trade-in, nobody is asked again, and no sum has it', async () => {
    const id = await agreed()
    expect(await complete(id)).toMatchObject({
      notices: ['€6,000.00 of store credit was issued.', 'The approval of the offer counts for its store credit.'],
    })
    expect(await waiting()).toEqual([])
    expect(await creditOf(id)).toMatchObject({ issued: 6000, waiting: null })
    // Of the limit nothing is used up: neither the administrator's nor the customer's.
    expect(await first.caller.credit.adjust({ userId: customer.userId, amount: 1000, reason: 'Goodwill' })).toMatchObject({
      state: 'applied',
    })
    const toCustomer = shop.emails.filter(({ to, subject }) => to === customer.email && subject.includes('of store credit is in'))
    expect(toCustomer).toHaveLength(2)
  })

  it('counts again after the trade-in was set back, for as much as was taken back and never for more', async () => {
    const id = await agreed()
    await complete(id)
    await first.caller.tradeIns.updateStatus({ id, status: 'approved' })
    expect(await creditOf(id)).toMatchObject({ issued: 6000, takenBack: 6000 })
    await complete(id)
    expect(await creditOf(id)).toMatchObject({ issued: 12_000, takenBack: 6000, waiting: null, difference: 0 })
  })

  it('does not count for more than was approved, nor once the value was changed by plain SQL', async () => {
    const id = await agreed()
    await shop.db.prisma.$executeRaw`UPDATE trade_ins SET final_value = 6000.01 WHERE id = ${id}::uuid`
    await complete(id)
    expect(await creditOf(id)).toMatchObject({ issued: 0, waiting: { amount: 6000.01, isMine: true } })
    const [request] = await waiting()
    await expect(first.caller.credit.approve({ id: request?.id ?? '' })).rejects.toEqual(refused('FORBIDDEN'))
    expect(request?.whyNot).toContain('Another administrator')
  })

  it('counts for less than was approved', async () => {
    const id = await agreed()
    await first.caller.tradeIns.update({ id, finalValue: 4000 })
    await complete(id)
    expect(await creditOf(id)).toMatchObject({ issued: 4000, waiting: null })
  })

  it.each([
    ['was not accepted', (id: string) => shop.db.prisma.caseQuote.updateMany({ where: { caseId: id }, data: { state: 'expired' } })],
    [
      'is not the latest one',
      async (id: string) => {
        await first.caller.tradeIns.saveEvaluation({
          id,
          machineId: null,
          grade: null,
          checks: [],
          deductions: [],
          override: { value: 2000, reason: 'Worse' },
        })
        await first.caller.tradeIns.sendOffer({ id, email: null })
      },
    ],
    [
      'was approved long ago',
      (id: string) =>
        shop.db.prisma.caseQuote.updateMany({ where: { caseId: id }, data: { approvedAt: new Date(TEST_NOW.getTime() - 91 * DAY_MS) } }),
    ],
    [
      'is of an account that is gone',
      (id: string) => shop.db.prisma.caseQuote.updateMany({ where: { caseId: id }, data: { requestedBy: null } }),
    ],
    [
      'was for another customer',
      async (id: string) => {
        const next = await shop.signIn('customer')
        await first.caller.tradeIns.update({ id, customer: { userId: next.userId } })
      },
    ],
  ])('does not count where the offer %s', async (_why, change) => {
    const id = await agreed()
    await change(id)
    await complete(id)
    expect(await creditOf(id)).toMatchObject({ issued: 0, waiting: { isMine: true } })
  })

  it('ends where somebody has refused its credit since', async () => {
    const id = await agreed()
    await shop.db.prisma.$executeRaw`UPDATE trade_ins SET final_value = 7000 WHERE id = ${id}::uuid`
    await complete(id)
    const [request] = await waiting()
    now = new Date(TEST_NOW.getTime() + 60_000)
    await second.caller.credit.refuse({ id: request?.id ?? '', note: 'Not now' })
    await first.caller.tradeIns.updateStatus({ id, status: 'approved' })
    await shop.db.prisma.$executeRaw`UPDATE trade_ins SET final_value = 6000 WHERE id = ${id}::uuid`
    await complete(id)
    expect(await creditOf(id)).toMatchObject({ issued: 0, waiting: { amount: 6000 } })
  })

  it('is nobody’s own: an offer within the limit counts for nothing, however it was sent', async () => {
    const id = await asked(3000)
    await first.caller.tradeIns.recordAnswer({ id, number: 1, answer: 'accepted', note: null })
    await expect(
      shop.db.prisma.caseQuote.updateMany({ where: { caseId: id }, data: { requestedBy: first.userId, approvedBy: first.userId } }),
    ).rejects.toThrow()
    await complete(id)
    expect(await creditOf(id)).toMatchObject({ issued: 0, waiting: { amount: 3000 } })
  })
})
