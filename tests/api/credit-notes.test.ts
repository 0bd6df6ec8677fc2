import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { settlePayments } from '~/server/billing/store-credit/settle-credit'
import { openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
let shop: TestShop
let admin: SignedIn
let customer: SignedIn
const NOBODY = { userId: null, email: null }

beforeAll(async () => {
  shop = await openTestShop({ db: await openOn('postgres'), creditLimit: 100_000 })
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  await shop.db.prisma.sellerDetails.create({ data: { id: 1, vatNumber: 'GB980780684' } })
  await shop.db.prisma.exchangeRate.create({ data: { day: new Date('2026-11-20'), sterling: 0.8437, source: 'HMRC' } })
})
afterAll(() => shop.close())

const invoices = () => admin.caller.invoices
/** A completed repair with these lines, and its invoice. */
async function billed(prices: readonly number[], { storeCredit = 0 } = {}) {
  const total = prices.reduce((sum, price) => sum + price, 0)
  const repair = await shop.db.prisma.repair.create({
    data: { userId: customer.userId, status: 'repairing', actualCost: total, returnAddress: '1 Long Lane\nLondon' },
  })
  await shop.db.prisma.repairLine.createMany({
    data: prices.map((price, position) => ({
      repairId: repair.id,
      kind: 'labour',
      label: `Work ${position + 1}`,
      quantity: 1,
      price,
      position,
    })),
  })
  if (storeCredit > 0) {
    await shop.db.prisma.caseQuote.create({ data: { caseId: repair.id, number: 1, state: 'accepted', total } })
    await admin.caller.credit.adjust({ userId: customer.userId, amount: storeCredit, reason: 'Goodwill' })
    await admin.caller.credit.payRepairFor({ repairId: repair.id, amount: storeCredit })
  }
  await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
  const { invoices: documents } = await invoices().bill({ noun: 'repairs', id: repair.id })
  return invoices().byId({ id: documents[0]?.id ?? '' })
}
const pay = (invoice: { id: string; nounId: string | null }, amount: number) =>
  shop.db.prisma.$transaction(async (tx) => {
    const { buyerId } = await tx.billingDocument.findUniqueOrThrow({ where: { id: invoice.id } })
    return receiveMoney(tx, {
      ...{
        actor: NOBODY,
        at: TEST_NOW,
        reason: 'Payment',
        key: `test:${invoice.id}:${amount}`,
        buyerId: buyerId ?? '',
        method: 'transfer',
        amount,
      },
      ...{ receivedOn: '2026-11-20', documentId: invoice.id, noun: 'repairs', nounId: invoice.nounId },
    })
  })
const reason = 'Agreed on the telephone'
const isSound = async () => expect((await admin.caller.credit.verify()).faults).toEqual([])

describe('a credit note', () => {
  it('takes parts off lines whose VAT and sterling add up to the cent, half cents too', async () => {
    const invoice = await billed([0.33, 99.99])
    const [first, second] = invoice.lines
    const notes: Awaited<ReturnType<ReturnType<typeof invoices>['credit']>>[] = []
    for (const amount of [0.11, 0.11, 0.11])
      notes.push(await invoices().credit({ id: invoice.id, lines: [{ lineId: first?.id ?? '', amount }], reason }))
    for (const amount of [33.33, 33.33])
      notes.push(await invoices().credit({ id: invoice.id, lines: [{ lineId: second?.id ?? '', amount }], reason }))
    notes.push(await invoices().credit({ id: invoice.id, reason }))
    const sumOf = (of: (note: (typeof notes)[number]) => number | null) =>
      Number(notes.reduce((sum, note) => sum + (of(note) ?? 0), 0).toFixed(2))
    expect(sumOf(({ total }) => total)).toBe(invoice.total)
    expect(sumOf(({ vat }) => vat)).toBe(invoice.vat)
    expect(sumOf(({ vatSterling }) => vatSterling)).toBe(invoice.vatSterling)
    expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6].map((place) => `CN-2026-0000${place}`))
    expect(await invoices().byId({ id: invoice.id })).toMatchObject({
      state: 'credited',
      owed: 0,
      credited: 100.32,
      following: expect.arrayContaining([expect.objectContaining({ number: 'CN-2026-00001' })]),
    })
    await expect(invoices().credit({ id: invoice.id, reason })).rejects.toMatchObject({ code: 'CONFLICT' })
    await isSound()
  })

  it('refuses more than is left, unknown lines, credit notes and what is not issued', async () => {
    const invoice = await billed([50, 20])
    const [first] = invoice.lines
    const lineId = first?.id ?? ''
    const refused = { code: 'BAD_REQUEST', cause: { issues: [{ path: ['lines'] }] } }
    await expect(invoices().credit({ id: invoice.id, lines: [{ lineId, amount: 50.01 }], reason })).rejects.toMatchObject(refused)
    await expect(invoices().credit({ id: invoice.id, lines: [{ lineId }, { lineId }], reason })).rejects.toMatchObject(refused)
    await expect(invoices().credit({ id: invoice.id, lines: [{ lineId: invoice.id }], reason })).rejects.toMatchObject(refused)
    const note = await invoices().credit({ id: invoice.id, lines: [{ lineId }], reason })
    await expect(invoices().credit({ id: invoice.id, lines: [{ lineId }], reason })).rejects.toMatchObject(refused)
    await expect(invoices().credit({ id: note.id, reason })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(invoices().credit({ id: invoice.id, version: 1, reason })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(shop.emails.at(-1)).toMatchObject({ to: customer.email, subject: `Credit note ${note.number} for invoice ${invoice.number}` })
  })

  it('takes what is owed first, then money, then store credit, which no later change takes again', async () => {
    const invoice = await billed([100], { storeCredit: 40 })
    const id = invoice.nounId ?? ''
    expect(invoice).toMatchObject({ storeCredit: 40, owed: 60 })
    await pay(invoice, 35)
    const [line] = invoice.lines
    const credit = async (amount: number) => {
      await invoices().credit({ id: invoice.id, lines: [{ lineId: line?.id ?? '', amount }], reason })
      const { owed, paid, storeCredit, credited } = await invoices().byId({ id: invoice.id })
      const bill = await invoices().bill({ noun: 'repairs', id })
      const { balance } = await customer.caller.credit.balance()
      return { owed, paid, storeCredit, credited, onAccount: bill.onAccount, due: bill.due, balance }
    }
    expect(await credit(20)).toEqual({ owed: 5, paid: 35, storeCredit: 40, credited: 20, onAccount: 0, due: 5, balance: 0 })
    expect(await credit(15)).toEqual({ owed: 0, paid: 25, storeCredit: 40, credited: 35, onAccount: 10, due: 0, balance: 0 })
    expect(await credit(40)).toEqual({ owed: 0, paid: 0, storeCredit: 25, credited: 75, onAccount: 35, due: 0, balance: 15 })
    const settleAgain = () => shop.db.prisma.$transaction((tx) => settlePayments(tx, NOBODY, TEST_NOW, 'repairs', [id]))
    await settleAgain()
    expect(await credit(25)).toEqual({ owed: 0, paid: 0, storeCredit: 0, credited: 100, onAccount: 35, due: 0, balance: 40 })
    await settleAgain()
    await admin.caller.repairs.updateStatus({ id, status: 'repairing' })
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(await customer.caller.credit.balance()).toMatchObject({ balance: 40, held: 0 })
    expect((await invoices().bill({ noun: 'repairs', id })).invoices.filter(({ kind }) => kind === 'invoice')).toHaveLength(1)
    await isSound()
  })

  it('of a whole invoice that took a deposit off comes to what that has billed', async () => {
    await shop.db.prisma.sellerDetails.update({ where: { id: 1 }, data: { deposits: { hashboard: 30 } } })
    const repair = await shop.db.prisma.repair.create({
      data: { userId: customer.userId, status: 'diagnosing', service: 'hashboard', returnAddress: '1 Long Lane' },
    })
    await admin.caller.repairs.saveEstimate({ id: repair.id, lines: [{ kind: 'labour', label: 'Board', quantity: 1, price: 200 }] })
    await admin.caller.repairs.sendEstimate({ id: repair.id })
    await admin.caller.repairs.recordAnswer({ id: repair.id, number: 1, answer: 'accepted' })
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    const bill = await invoices().bill({ noun: 'repairs', id: repair.id })
    const [deposit, last] = await Promise.all(bill.invoices.map(({ id }) => invoices().byId({ id })))
    expect([deposit?.total, last?.total, last?.lines.map(({ total }) => total)]).toEqual([60, 140, [200, -60]])
    const minus = last?.lines[1]?.id ?? ''
    await expect(invoices().credit({ id: last?.id ?? '', lines: [{ lineId: minus }], reason })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const whole = last?.lines[0]?.id ?? ''
    await expect(invoices().credit({ id: last?.id ?? '', lines: [{ lineId: whole }], reason })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await invoices().credit({ id: last?.id ?? '', lines: [{ lineId: whole, amount: 15 }], reason })
    expect(await invoices().credit({ id: last?.id ?? '', reason })).toMatchObject({ total: 125, lines: [{ total: 185 }, { total: -60 }] })
    await isSound()
  })
})

describe('the check of the ledger', () => {
  it('finds sums and numbers that somebody has changed beside it', async () => {
    const invoice = await billed([70])
    await pay(invoice, 20)
    await shop.db.prisma.$executeRaw`ALTER TABLE billing_documents DISABLE TRIGGER USER`
    await shop.db.prisma.$executeRaw`UPDATE billing_documents SET owed = 40 WHERE id = ${invoice.id}::uuid`
    expect((await admin.caller.credit.verify()).faults).toMatchObject([{ fault: 'sums', email: customer.email }])
    await shop.db.prisma.$executeRaw`UPDATE billing_documents SET owed = 50 WHERE id = ${invoice.id}::uuid`
    await isSound()
    await shop.db.prisma.$executeRaw`UPDATE document_series SET last = last + 1 WHERE series = 'INV'`
    expect((await admin.caller.credit.verify()).faults).toMatchObject([{ fault: 'numbers' }])
    await shop.db.prisma.$executeRaw`UPDATE document_series SET last = last - 1 WHERE series = 'INV'`
    await shop.db.prisma.$executeRaw`UPDATE billing_documents SET place = 99999 WHERE id = ${invoice.id}::uuid`
    const place = Number(invoice.number?.slice(-5))
    expect((await admin.caller.credit.verify()).faults).toMatchObject([{ fault: 'numbers', number: place }])
    await shop.db.prisma.$executeRaw`UPDATE billing_documents SET place = ${place} WHERE id = ${invoice.id}::uuid`
    await shop.db.prisma.$executeRaw`ALTER TABLE billing_documents ENABLE TRIGGER USER`
  })

  it('leaves money out of what is told of store credit', async () => {
    const accounts = await admin.caller.credit.accounts()
    const entries = await admin.caller.credit.entries({ limit: 100 })
    expect(accounts.rows.map(({ userId }) => userId)).toEqual([customer.userId])
    expect(accounts.total).toBe(1)
    expect(new Set(entries.rows.map(({ userId }) => userId))).toEqual(new Set([customer.userId]))
    const money = await shop.db.prisma.ledgerAccount.findFirstOrThrow({ where: { buyerId: { not: null } } })
    expect(await admin.caller.credit.entries({ accountId: money.id })).toEqual({ rows: [], nextCursor: null })
  })
})

describe('a credit note above the limit', () => {
  it('waits without a number, is seen by administrators alone, and is issued as it was asked for', async () => {
    const own = await openTestShop({ db: await openOn('postgres'), creditLimit: 100 })
    try {
      const [one, two, buyer] = [await own.signIn('admin'), await own.signIn('admin'), await own.signIn('customer')]
      const repair = await own.db.prisma.repair.create({
        data: { userId: buyer.userId, status: 'completed', actualCost: 500, returnAddress: '1 Long Lane\nLondon' },
      })
      const invoice = await one.caller.invoices.issue({ repairId: repair.id })
      const lineId = invoice.lines[0]?.id ?? ''
      own.emails.length = 0
      const ask = () =>
        one.caller.invoices.credit({
          id: invoice.id,
          lines: [{ lineId, amount: 200 }],
          reason,
          idempotencyKey: 'a-note-that-is-asked-for-once',
        })
      const note = await ask()
      expect(note).toMatchObject({ kind: 'credit_note', state: 'waiting', number: null, waitsFor: ['approval'], total: 200, reason })
      expect((await ask()).id).toBe(note.id)
      expect(await one.caller.invoices.byId({ id: invoice.id })).toMatchObject({ owed: 500, credited: 0, state: 'due' })
      await expect(buyer.caller.invoices.ownById({ id: note.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(own.emails).toMatchObject([{ to: two.email, subject: expect.stringContaining('A credit note of €200.00') }])
      const [request] = (await two.caller.invoices.requests({ state: 'waiting' })).rows
      expect(request).toMatchObject({
        kind: 'credit_note',
        amount: 200,
        reason,
        number: invoice.number,
        requestedBy: one.email,
        whyNot: null,
      })
      const id = request?.id ?? ''

      // The process dies between issuing the note and ending the request: neither has happened, and no number is used.
      await own.db.prisma.$executeRaw`ALTER TABLE approval_requests ADD CONSTRAINT away CHECK (state <> 'approved')`
      await expect(two.caller.invoices.approve({ id })).rejects.toBeDefined()
      expect(await one.caller.invoices.byId({ id: note.id })).toMatchObject({ state: 'waiting', number: null })
      await own.db.prisma.$executeRaw`ALTER TABLE approval_requests DROP CONSTRAINT away`

      // By now less is left than the request asked for.
      const rest = await one.caller.invoices.credit({ id: invoice.id, lines: [{ lineId, amount: 400 }], reason })
      const other = (await two.caller.invoices.requests({ state: 'waiting' })).rows.find(({ subjectId }) => subjectId === rest.id)
      await Promise.allSettled([two.caller.invoices.approve({ id }), two.caller.invoices.approve({ id })])
      await expect(two.caller.invoices.approve({ id: other?.id ?? '' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('There is €300.00 left to credit'),
      })
      expect(await one.caller.invoices.byId({ id: note.id })).toMatchObject({ number: 'CN-2026-00001', total: 200 })
      expect(await one.caller.invoices.byId({ id: invoice.id })).toMatchObject({ owed: 300, credited: 200 })
      expect(own.emails.filter(({ to }) => to === buyer.email)).toHaveLength(1)

      // Refusing and withdrawing end both the request and the note.
      await two.caller.invoices.refuse({ id: other?.id ?? '', note: 'Too much' })
      expect(await one.caller.invoices.byId({ id: rest.id })).toMatchObject({ state: 'withdrawn' })
      const last = await one.caller.invoices.credit({ id: invoice.id, reason })
      await one.caller.invoices.withdraw({ id: last.id })
      expect((await two.caller.invoices.requests({ state: 'waiting' })).rows).toEqual([])
      expect((await one.caller.credit.verify()).faults).toEqual([])
    } finally {
      await own.close()
    }
  })
})
