import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfInvoices } from '~/server/billing/invoices/invoice-emails'
import { monthsBetween } from '~/server/billing/invoices/interest'
import { billWork } from '~/server/billing/invoices/issue-invoice'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { issueWaiting } from '~/server/billing/invoices/issue-waiting'
import { openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
const DAY_MS = 24 * 60 * 60 * 1000
let now = TEST_NOW
let shop: TestShop
let admin: SignedIn
let customer: SignedIn
const NOBODY = { userId: null, email: null }

beforeAll(async () => {
  shop = await openTestShop({ now: () => now, db: await openOn('postgres') })
  customer = await shop.signIn('customer')
})
beforeEach(async () => {
  await at(TEST_NOW)
})
afterAll(() => shop.close())

/** Sessions do not last for months. */
async function at(instant: Date) {
  now = instant
  admin = await shop.signIn('admin')
}

const invoices = () => admin.caller.invoices
const newRepair = (cost: number, userId: string | null = customer.userId) =>
  shop.db.prisma.repair.create({ data: { userId, status: 'repairing', actualCost: cost, service: 'hashboard' } })
const issue = async (cost: number, userId?: string | null) => invoices().issue({ repairId: (await newRepair(cost, userId)).id })
const pay = async (documentId: string, amount: number) => {
  const document = await shop.db.prisma.billingDocument.findUniqueOrThrow({ where: { id: documentId } })
  return shop.db.prisma.$transaction((tx) =>
    receiveMoney(tx, {
      actor: NOBODY,
      at: now,
      reason: 'Payment',
      key: `test:${documentId}:${amount}`,
      buyerId: document.buyerId ?? '',
      method: 'transfer',
      amount,
      receivedOn: '2026-11-20',
      documentId,
      noun: 'repairs',
      nounId: document.nounId,
    }),
  )
}
/** Registers the seller for VAT while it runs. */
async function registered<T>(run: () => Promise<T>): Promise<T> {
  await shop.db.prisma.sellerDetails.upsert({
    where: { id: 1 },
    create: { id: 1, vatNumber: 'GB980780684' },
    update: { vatNumber: 'GB980780684' },
  })
  try {
    return await run()
  } finally {
    await shop.db.prisma.sellerDetails.update({ where: { id: 1 }, data: { vatNumber: null } })
  }
}

describe('an invoice', () => {
  it('is issued at once by a shop that is not registered for VAT, once, and its customer hears of it', async () => {
    const repair = await newRepair(175)
    shop.emails.length = 0
    const issued = await invoices().issue({ repairId: repair.id })
    expect(issued).toMatchObject({
      ...{ kind: 'invoice', purpose: 'repair', state: 'due', number: expect.stringMatching(/^INV-2026-0000\d$/), waitsFor: [] },
      ...{ issuedOn: '2026-11-20', dueOn: '2026-12-04', total: 175, net: 175, vat: 0, owed: 175, paid: 0, vatSterling: null, rate: null },
      lines: [{ quantity: 1, price: 175, vatCode: 'outside', total: 175, credited: 0 }],
      userId: customer.userId,
    })
    expect(shop.emails).toMatchObject([{ to: customer.email, subject: expect.stringContaining(issued.number ?? '') }])
    expect((await invoices().issue({ repairId: repair.id })).id).toBe(issued.id)
    expect(await invoices().bill({ noun: 'repairs', id: repair.id })).toMatchObject({
      cost: 175,
      due: 175,
      dueOn: '2026-12-04',
      isOverdue: false,
      proposal: null,
    })
    expect(await customer.caller.invoices.own()).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ id: issued.id })]),
    })
    expect(await customer.caller.invoices.ownById({ id: issued.id })).toMatchObject({ total: 175 })
    expect(await customer.caller.invoices.ownBill({ noun: 'repairs', id: repair.id })).toMatchObject({ due: 175, proposal: null })
    const stranger = await shop.signIn('customer')
    await expect(stranger.caller.invoices.ownById({ id: issued.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.caller.invoices.ownBill({ noun: 'repairs', id: repair.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is refused for nothing, the unknown, and what the shop does not bill', async () => {
    await expect(issue(0)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(invoices().issue({ repairId: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const order = (more: object) =>
      shop.db.prisma.order.create({ data: { ...shop.factories.order({ userId: customer.userId, totalAmount: 70 }), ...more } })
    await expect(invoices().issue({ orderId: (await order({ externalId: 'x1' })).id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(invoices().issue({ orderId: (await order({ status: 'cancelled' })).id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await invoices().issue({ orderId: (await order({ status: 'pending', externalId: null })).id })).toMatchObject({
      purpose: 'order',
      total: 70,
    })
  })

  it('is begun anew where plain SQL has deleted one that waited', async () => {
    const repair = await newRepair(50, null)
    const begun: string[] = []
    for (let round = 0; round < 2; round++) {
      const { id } = await invoices().issue({ repairId: repair.id })
      await invoices().withdraw({ id })
      begun.push(id)
    }
    await shop.db.prisma.$executeRaw`DELETE FROM billing_documents WHERE id = ${begun[0]}::uuid`
    expect(await invoices().issue({ repairId: repair.id })).toMatchObject({ state: 'waiting', total: 50 })
  })

  it('waits for its customer, who may come later; until then it can be withdrawn', async () => {
    const repair = await newRepair(40, null)
    const waiting = await invoices().issue({ repairId: repair.id })
    expect(waiting).toMatchObject({ state: 'waiting', number: null, waitsFor: ['customer'], total: 40 })
    expect(await issueWaiting(shop.services)).toBe(0)
    await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { userId: customer.userId } })
    expect(await issueWaiting(shop.services)).toBe(1)
    expect(await invoices().byId({ id: waiting.id })).toMatchObject({ state: 'due', waitsFor: [] })
    await expect(invoices().withdraw({ id: waiting.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const other = await issue(30, null)
    expect(await invoices().withdraw({ id: other.id })).toMatchObject({ state: 'withdrawn', number: null })
  })

  it('with VAT waits for a rate and, above GBP 250, an address; the rate of VAT may be chosen again', async () => {
    await registered(async () => {
      const [small, large] = [await newRepair(120), await newRepair(600)]
      const first = await invoices().issue({ repairId: small.id })
      expect(first).toMatchObject({ state: 'waiting', waitsFor: ['exchange_rate'], total: 120, vat: 20 })
      const outside = await invoices().issue({ repairId: (await newRepair(80)).id, vatCode: 'outside' })
      expect(outside).toMatchObject({ state: 'due', vat: 0, lines: [{ vatCode: 'outside' }] })
      await shop.db.prisma.exchangeRate.create({ data: { day: new Date('2026-11-18'), sterling: 0.85, source: 'HMRC' } })
      const second = await invoices().issue({ repairId: large.id })
      expect(second).toMatchObject({ state: 'waiting', waitsFor: ['address'] })
      expect(await issueWaiting(shop.services)).toBe(1)
      expect(await invoices().byId({ id: first.id })).toMatchObject({
        ...{ state: 'due', net: 100, vat: 20, vatSterling: 17, rate: { sterling: 0.85, day: '2026-11-18', source: 'HMRC' } },
        seller: { vatNumber: 'GB980780684' },
      })
      await shop.db.prisma.buyer.updateMany({ where: { userId: customer.userId }, data: { billingAddress: '1 Long Lane\nLondon' } })
      expect(await issueWaiting(shop.services)).toBe(1)
      expect(await invoices().byId({ id: second.id })).toMatchObject({ state: 'due', buyer: { address: '1 Long Lane\nLondon' } })
      // Chosen again while it waits.
      const noCustomer = await newRepair(120, null)
      expect(await invoices().issue({ repairId: noCustomer.id })).toMatchObject({ state: 'waiting', vat: 20 })
      expect(await invoices().issue({ repairId: noCustomer.id, vatCode: 'zero' })).toMatchObject({
        state: 'waiting',
        vat: 0,
        lines: [{ vatCode: 'zero' }],
      })
    })
  })

  it('is frozen', async () => {
    const issued = await issue(20)
    const { prisma } = shop.db
    await expect(prisma.$executeRaw`UPDATE billing_documents SET total = 1, net = 1 WHERE id = ${issued.id}::uuid`).rejects.toThrow(
      'corrected by another',
    )
    await expect(prisma.$executeRaw`UPDATE billing_documents SET owed = 0 WHERE id = ${issued.id}::uuid`).rejects.toThrow()
    await expect(prisma.$executeRaw`DELETE FROM billing_documents WHERE id = ${issued.id}::uuid`).rejects.toThrow('corrected by another')
    await expect(prisma.$executeRaw`UPDATE billing_lines SET total = 1, net = 1 WHERE document_id = ${issued.id}::uuid`).rejects.toThrow(
      'corrected by another',
    )
    await expect(
      prisma.$executeRaw`INSERT INTO billing_lines (document_id, description) VALUES (${issued.id}::uuid, 'More')`,
    ).rejects.toThrow('corrected by another')
  })
})

describe('numbers', () => {
  const billed = async (count: number) => {
    const data = Array.from({ length: count }, (_, index) => ({
      userId: customer.userId,
      status: 'repairing' as const,
      actualCost: 10 + index,
    }))
    const repairs = await shop.db.prisma.repair.createManyAndReturn({ data, select: { id: true } })
    const [{ last: before } = { last: 0 }] = await shop.db.prisma.documentSeries.findMany({ where: { series: 'INV', year: 2026 } })
    const call = { ...shop.services, actor: NOBODY }
    const failing = Promise.allSettled(
      repairs.slice(0, 5).map(({ id }) =>
        shop.db.prisma.$transaction(async (tx) => {
          await billWork(tx, call, 'repairs', id)
          throw new Error('The process has died')
        }),
      ),
    )
    // A call that finds no connection in time tries again.
    const insist = async (repairId: string): Promise<Awaited<ReturnType<typeof issue>>> => {
      try {
        return await invoices().issue({ repairId })
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('timeout exceeded')) return insist(repairId)
        throw error
      }
    }
    const issued = await Promise.all(repairs.map(({ id }) => insist(id)))
    expect((await failing).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    const numbers = issued.map(({ number }) => Number(number?.slice(-5))).toSorted((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => before + index + 1))
    const { faults } = await admin.caller.credit.verify()
    expect(faults).toEqual([])
  }

  it('have no gap where repairs are billed in parallel, and where a transaction fails', () => billed(15))
  // On a machine that others keep busy.
  it('nor where a hundred are', { timeout: 240_000, tags: ['full'] }, () => billed(100))
})

describe('interest', () => {
  it('counts whole calendar months', () => {
    expect(['2026-02-27', '2026-02-28', '2026-03-30', '2026-03-31', '2027-01-31'].map((day) => monthsBetween('2026-01-31', day))).toEqual([
      0, 1, 1, 2, 12,
    ])
    expect(monthsBetween('2026-03-10', '2026-02-01')).toBe(0)
  })

  it('is charged to a business once for each month, by an invoice of its own', async () => {
    const business = await shop.signIn('customer')
    const late = await issue(200, business.userId)
    await at(new Date('2027-02-05T12:00:00Z'))
    expect(await invoices().interestOf({ id: late.id })).toEqual({ months: 0, amount: 0 })
    await expect(invoices().chargeInterest({ id: late.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await shop.db.prisma.buyer.updateMany({ where: { userId: business.userId }, data: { isBusiness: true } })
    expect(await invoices().interestOf({ id: late.id })).toEqual({ months: 2, amount: 6 })
    const charged = await invoices().chargeInterest({ id: late.id })
    expect(charged).toMatchObject({
      purpose: 'interest',
      total: 6,
      vat: 0,
      of: { id: late.id },
      number: 'INV-2027-00001',
      lines: [{ description: expect.stringContaining('1.5% a month') }],
    })
    await expect(invoices().chargeInterest({ id: late.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await invoices().bill({ noun: 'repairs', id: late.nounId ?? '' })).toMatchObject({
      cost: 200,
      due: 206,
      isOverdue: true,
      dueOn: '2026-12-04',
    })
    await at(new Date('2027-03-05T12:00:00Z'))
    await pay(late.id, 100)
    // 1.5 % of what is still owed for three months, less what is charged.
    expect(await invoices().interestOf({ id: late.id })).toEqual({ months: 3, amount: 0 })
  })
})

describe('reminders', () => {
  it('go out after 7 and 21 days, each once, to verified addresses alone', async () => {
    const [paying, late] = [await shop.signIn('customer'), await shop.signIn('customer')]
    await shop.db.prisma.user.updateMany({ where: { id: { in: [paying.userId, late.userId] } }, data: { emailVerifiedAt: TEST_NOW } })
    const paid = await issue(50, paying.userId)
    const open = await issue(60, late.userId)
    await pay(paid.id, 50)
    const remind = async (days: number) => {
      now = new Date(Date.parse('2026-12-04T12:00:00Z') + days * DAY_MS)
      shop.emails.length = 0
      await remindOfInvoices(shop.services)
      await shop.services.jobs.settled()
      return shop.emails
        .filter(({ to }) => to === late.email || to === paying.email)
        .map(({ to, subject }) => `${to === late.email ? 'late' : 'paid'}: ${subject}`)
    }
    expect(await remind(6)).toEqual([])
    expect(await remind(7)).toEqual([`late: Invoice ${open.number}: €60.00 was due on 4 December 2026`])
    expect(await remind(8)).toEqual([])
    expect(await remind(21)).toHaveLength(1)
    expect(await remind(60)).toEqual([])
  })
})
