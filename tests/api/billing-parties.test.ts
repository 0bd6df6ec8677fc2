import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { vatNumberOf } from '~/contracts/billing/buyers'
import { openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
let shop: TestShop
let admin: SignedIn
let customer: SignedIn

beforeAll(async () => {
  shop = await openTestShop({ now: () => TEST_NOW, db: await openOn('postgres') })
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

const details = { fullName: 'Ada Smith', billingAddress: '1 Bench Lane\nLondon', country: 'GB' }

/** A repair, and the secret of a link to it. */
async function linked(userId: string | null) {
  const repair = await shop.db.prisma.repair.create({ data: { userId, status: 'repairing' } })
  const href = await createTrackingLink(shop.db.prisma, { noun: 'repairs', id: repair.id }, 'http://localhost')
  return {
    repair,
    token:
      href
        .slice(href.lastIndexOf('#') + 1)
        .split('/')
        .at(-1) ?? '',
  }
}

describe('VAT numbers', () => {
  it('are checked by their form, and British ones by modulus 97 and 9755', () => {
    expect(vatNumberOf('GB 980 7806 84')).toBe('GB980780684')
    expect(vatNumberOf('980780684')).toBe('GB980780684')
    expect(vatNumberOf('GB980780685')).toBeNull()
    // 9755: the sum with 55 added is divisible.
    expect(vatNumberOf('GB100000034')).toBe('GB100000034')
    expect(vatNumberOf('GB980780684001')).toBe('GB980780684001')
    expect(vatNumberOf('GBGD001')).toBe('GBGD001')
    expect(vatNumberOf('DE123456789')).toBe('DE123456789')
    expect(vatNumberOf('DE12345678')).toBeNull()
    expect(vatNumberOf('EL123456789')).toBe('EL123456789')
    expect(vatNumberOf('IE1234567FA')).toBe('IE1234567FA')
    for (const wrong of ['', 'GB', 'G1', '12345', 'XX1', 'GB12345678Z']) expect(vatNumberOf(wrong)).toBeNull()
  })
})

describe('buyers', () => {
  it('are a customer’s own, and the desk’s with payment terms', async () => {
    expect(await customer.caller.invoices.ownBuyer()).toMatchObject({ email: customer.email, billingAddress: null, version: 0 })
    const saved = await customer.caller.invoices.saveOwnBuyer({ ...details, vatNumber: 'gb 980 780 684' })
    expect(saved).toMatchObject({ ...details, vatNumber: 'GB980780684', vatNumberState: 'unchecked', termsDays: null })
    await expect(customer.caller.invoices.saveOwnBuyer({ ...details, vatNumber: 'GB980780685' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const desk = await admin.caller.invoices.saveBuyer({ userId: customer.userId, ...details, termsDays: 30, version: saved.version })
    expect(desk).toMatchObject({ termsDays: 30, vatNumber: null })
    await expect(customer.caller.invoices.saveOwnBuyer({ ...details, version: saved.version })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.caller.invoices.buyer({ userId: customer.userId })).toMatchObject({ termsDays: 30, version: desk.version })
    const unknown = '00000000-0000-4000-8000-000000000000'
    await expect(admin.caller.invoices.buyer({ userId: unknown })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.caller.invoices.saveBuyer({ userId: unknown, ...details })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const [entry] = await shop.db.prisma.auditEntry.findMany({ where: { action: 'buyer.saved' }, orderBy: { id: 'desc' }, take: 1 })
    expect(entry).toMatchObject({ actorId: admin.userId, after: { termsDays: 30 } })
  })

  it('by a link show nothing of an account, and fill in what it lacks once', async () => {
    const { token } = await linked(customer.userId)
    const shown = await shop.visitor.invoices.buyerOfCase({ token })
    expect(shown).toMatchObject({ isKnown: true, billingAddress: null, fullName: null, email: null })
    await expect(shop.visitor.invoices.saveBuyerOfCase({ token, ...details })).rejects.toMatchObject({ code: 'CONFLICT' })
    const other = await shop.signIn('customer')
    const theirs = await linked(other.userId)
    expect(await shop.visitor.invoices.saveBuyerOfCase({ token: theirs.token, ...details })).toMatchObject({
      isKnown: true,
      billingAddress: null,
    })
    expect(await other.caller.invoices.ownBuyer()).toMatchObject({ billingAddress: details.billingAddress })
    await expect(shop.visitor.invoices.saveBuyerOfCase({ token: theirs.token, ...details })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('by a link are the customer’s of the desk, who has no account to sign in to', async () => {
    const { user } = shop.factories.person({ role: 'customer' })
    await shop.db.prisma.user.create({ data: { ...user, emailVerifiedAt: null, signedUpAt: null, passwordHash: null } })
    const { token } = await linked(user.id)
    expect(await shop.visitor.invoices.saveBuyerOfCase({ token, ...details })).toMatchObject({ ...details, isKnown: true })
    expect(await shop.visitor.invoices.saveBuyerOfCase({ token, ...details, company: 'Smith Ltd' })).toMatchObject({ company: 'Smith Ltd' })
    const nobodys = await linked(null)
    expect(await shop.visitor.invoices.buyerOfCase({ token: nobodys.token })).toMatchObject({ isKnown: false, version: 0 })
    await expect(shop.visitor.invoices.saveBuyerOfCase({ token: nobodys.token, ...details })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(shop.visitor.invoices.buyerOfCase({ token: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the seller and the rates', () => {
  it('are asked about before the first rate of all too, and taken when the answer is yes', async () => {
    const own = await openTestShop()
    const { caller } = await own.signIn('admin')
    const rate = { day: '2026-11-19', sterling: 1.1712, source: 'HMRC' }
    await expect(caller.invoices.saveRate(rate)).rejects.toMatchObject({ cause: { errorCode: 'confirmation_needed' } })
    expect(await caller.invoices.saveRate({ ...rate, confirmed: true })).toMatchObject({ sterling: 1.1712 })
    // An earlier day is compared with the next known one.
    await expect(caller.invoices.saveRate({ ...rate, day: '2026-11-01', sterling: 0.8538 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await own.close()
  })

  it('are saved with an entry in the audit log, and issue what waited for them', async () => {
    const { caller } = admin
    const before = await caller.invoices.seller()
    expect(before).toMatchObject({ version: 0, termsDays: 14, cashLimit: 1000, vatNumber: null })
    const { version: _version, ...rest } = before
    const seller = await caller.invoices.saveSeller({ ...rest, vatNumber: 'GB980780684', deposits: { hashboard: 30 }, version: 0 })
    expect(seller).toMatchObject({ vatNumber: 'GB980780684', deposits: { hashboard: 30 } })
    await expect(caller.invoices.saveSeller({ ...rest, version: 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(caller.invoices.saveSeller({ ...rest, cashLimit: 10_000 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const repair = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost: 120 } })
    const waiting = await caller.invoices.issue({ repairId: repair.id })
    expect(waiting).toMatchObject({ state: 'waiting', waitsFor: ['exchange_rate'] })
    expect(await caller.invoices.saveRate({ day: '2026-11-19', sterling: 0.853412, source: 'HMRC' })).toMatchObject({ sterling: 0.853412 })
    expect(await caller.invoices.byId({ id: waiting.id })).toMatchObject({
      state: 'due',
      vat: 20,
      vatSterling: 17.07,
      rate: { sterling: 0.853412 },
    })
    expect(await caller.invoices.rates()).toMatchObject([{ day: '2026-11-19', sterling: 0.853412, source: 'HMRC' }])
    await expect(caller.invoices.saveRate({ day: '2026-11-19', sterling: 0.9, source: 'HMRC' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await caller.invoices.saveRate({ day: '2026-11-18', sterling: 0.9, source: 'A bank' })
    expect(await caller.invoices.saveRate({ day: '2026-11-18', sterling: 0.91, source: 'A bank' })).toMatchObject({ sterling: 0.91 })
    for (const sterling of [0, -1, 1000, Number.NaN, '0x1', 0.123_456_7])
      await expect(caller.invoices.saveRate({ day: '2026-11-17', sterling, source: 'HMRC' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // 85.34 has its decimal point in the wrong place; 1.1712 has the currencies the other way round.
    for (const sterling of [85.34, 1.1712, 0.08534])
      await expect(caller.invoices.saveRate({ day: '2026-11-20', sterling, source: 'HMRC' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: `Is one euro really ${sterling} pounds? The rate of 19 November 2026 is 0.853412. Invoices that wait are issued with it.`,
        cause: { errorCode: 'confirmation_needed', issues: [{ path: ['sterling'] }] },
      })
    expect(await caller.invoices.rates()).toHaveLength(2)
    expect(await caller.invoices.vatRates()).toContainEqual({ code: 'standard', validFrom: '2011-01-04', percent: 20 })
    const actions = await shop.db.prisma.auditEntry.findMany({ where: { action: { in: ['seller.saved', 'exchange_rate.saved'] } } })
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'exchange_rate.saved'),
      'seller.saved',
    ])
  })
})
