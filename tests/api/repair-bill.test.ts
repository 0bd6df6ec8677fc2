import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellIssued } from '~/server/billing/invoices/invoice-emails'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { issueWaiting } from '~/server/billing/invoices/issue-waiting'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
const DAY_MS = 24 * 60 * 60 * 1000
let now = TEST_NOW
let shop: TestShop
let admin: SignedIn
let customer: SignedIn

beforeAll(async () => {
  shop = await openTestShop({ now: () => now, creditLimit: 100_000 })
  await shop.db.prisma.sellerDetails.create({ data: { id: 1, deposits: { hashboard: 30 } } })
})
beforeEach(async () => {
  await retireAdministrators(shop)
  now = TEST_NOW
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

const repairs = () => admin.caller.repairs
const billOf = (id: string) => admin.caller.invoices.bill({ noun: 'repairs', id })
const newRepair = (data: object = {}) =>
  shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'diagnosing', service: 'hashboard', ...data } })
async function send(id: string, price: number) {
  await repairs().saveEstimate({ id, lines: [{ kind: 'labour', label: 'Hashboard repair', quantity: 1, price }] })
  return repairs().sendEstimate({ id })
}
const accept = (id: string, number = 1) => repairs().recordAnswer({ id, number, answer: 'accepted' })
const tokenOf = async (id: string) => (await createTrackingLink(shop.db.prisma, { noun: 'repairs', id }, '')).split('/').at(-1) ?? ''
const setStatus = (id: string, status: 'completed' | 'repairing' | 'shipped') => repairs().updateStatus({ id, status })
const pay = (nounId: string, amount: number) =>
  shop.db.prisma.$transaction(async (tx) => {
    const buyer = await tx.buyer.upsert({ where: { userId: customer.userId }, create: { userId: customer.userId }, update: {} })
    return receiveMoney(tx, {
      ...{ actor: { userId: null, email: null }, at: now, reason: 'Payment', key: `test:${nounId}:${amount}`, buyerId: buyer.id, amount },
      ...{ method: 'card', receivedOn: '2026-11-20', documentId: null, noun: 'repairs', nounId },
    })
  })

describe('a deposit', () => {
  it('is billed when an estimate is accepted, and taken off the invoice at the end', async () => {
    const { id } = await newRepair()
    await send(id, 200)
    expect((await billOf(id)).invoices).toEqual([])
    await accept(id)
    expect(await billOf(id)).toMatchObject({ cost: 200, due: 200, depositDue: 60, invoices: [{ purpose: 'deposit', total: 60, owed: 60 }] })
    await pay(id, 60)
    expect(await billOf(id)).toMatchObject({ due: 140, depositDue: 0, paid: 60, invoices: [{ state: 'settled' }] })
    const { notices } = await setStatus(id, 'completed')
    expect(notices).toEqual([
      expect.stringMatching(/is billed by INV-2026-\d{5}\. Unless it is set back, its customer gets the invoice by email/),
    ])
    const { id: theirs, userId } = await admin.caller.repairs.create({
      customer: { phone: '020 7946 0555' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No hash',
    })
    await shop.db.prisma.repair.update({ where: { id: theirs }, data: { actualCost: 20 } })
    await admin.caller.invoices.saveBuyer({ userId: userId ?? '', billingAddress: '1 High Street' })
    expect((await setStatus(theirs, 'completed')).notices).toEqual([expect.stringMatching(/is billed by .* No email address is known/)])
    expect(await billOf(id)).toMatchObject({
      due: 140,
      depositDue: 0,
      paid: 60,
      invoices: [{ total: 60 }, { purpose: 'repair', total: 140, owed: 140 }],
      proposal: null,
    })
  })

  it('is credited by itself where its acceptance is taken back unpaid; a paid one is proposed', async () => {
    const [unpaid, paid] = [await newRepair(), await newRepair()]
    for (const { id } of [unpaid, paid]) {
      await send(id, 100)
      await shop.visitor.cases.answer({ token: await tokenOf(id), answer: 'accept' })
    }
    await pay(paid.id, 30)
    for (const { id } of [unpaid, paid]) await shop.visitor.cases.takeAnswerBack({ token: await tokenOf(id), quote: 1 })
    expect(await billOf(unpaid.id)).toMatchObject({
      cost: null,
      due: 0,
      proposal: null,
      invoices: [{ state: 'credited' }, { kind: 'credit_note', total: 30 }],
    })
    const bill = await billOf(paid.id)
    expect(bill).toMatchObject({
      cost: null,
      paid: 30,
      invoices: [{ state: 'settled' }],
      proposal: { amount: 30, invoiceId: bill.invoices[0]?.id },
    })
    // Accepted again: another deposit.
    await shop.visitor.cases.answer({ token: await tokenOf(unpaid.id), answer: 'accept' })
    expect((await billOf(unpaid.id)).invoices.map(({ purpose, owed }) => `${purpose} ${owed}`)).toEqual([
      'deposit 0',
      'deposit 0',
      'deposit 30',
    ])
  })

  it('is none where the service has none', async () => {
    const { id } = await newRepair({ service: null })
    await send(id, 100)
    await accept(id)
    expect((await billOf(id)).invoices).toEqual([])
  })
})

describe('a completed repair', () => {
  it('is billed once; store credit and money that came before count first', async () => {
    const { id } = await newRepair({ service: null })
    await send(id, 175)
    await accept(id)
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 80, reason: 'Goodwill' })
    await customer.caller.credit.payRepair({ repairId: id, amount: 80 })
    await pay(id, 50)
    expect(await billOf(id)).toMatchObject({ due: 45, paid: 50, onAccount: 50, invoices: [] })
    await expect(customer.caller.credit.payRepair({ repairId: id, amount: 46 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const changed = await setStatus(id, 'completed')
    expect(changed.notices).toEqual([expect.stringContaining('is billed by')])
    expect(await billOf(id)).toMatchObject({ due: 45, onAccount: 0, invoices: [{ total: 175, storeCredit: 80, paid: 50, owed: 45 }] })
    await setStatus(id, 'shipped')
    expect((await billOf(id)).invoices).toHaveLength(1)
    expect((await admin.caller.credit.verify()).faults).toEqual([])
  })

  it('keeps its invoice when it is set back; more billed than it costs proposes a credit note', async () => {
    const { id } = await newRepair({ service: null })
    await send(id, 100)
    await accept(id)
    await setStatus(id, 'completed')
    const back = await setStatus(id, 'repairing')
    expect(back.notices).toEqual([expect.stringContaining('stays')])
    await repairs().saveActualLines({ id, lines: [{ kind: 'labour', label: 'Less', quantity: 1, price: 70 }] })
    const again = await setStatus(id, 'completed')
    expect(again.notices).toEqual([expect.stringContaining('€30.00 more is billed')])
    const bill = await billOf(id)
    expect(bill).toMatchObject({ cost: 70, due: 100, proposal: { invoiceId: bill.invoices[0]?.id, amount: 30 } })
    expect(await customer.caller.invoices.ownBill({ noun: 'repairs', id })).toMatchObject({ proposal: null })
    const invoice = await admin.caller.invoices.byId({ id: bill.proposal?.invoiceId ?? '' })
    await admin.caller.invoices.credit({
      id: invoice.id,
      lines: [{ lineId: invoice.lines[0]?.id ?? '', amount: 30 }],
      reason: bill.proposal?.reason ?? '',
    })
    expect(await billOf(id)).toMatchObject({ due: 70, proposal: null })
    // A higher cost is billed later; goodwill that was credited is not billed again by itself.
    await send(id, 45)
    await accept(id, 2)
    await setStatus(id, 'completed')
    expect((await billOf(id)).invoices.filter(({ kind }) => kind === 'invoice').map(({ total }) => total)).toEqual([100, 15])
  })

  it('that costs nothing has no bill, and one without a customer says what its bill waits for', async () => {
    const free = await newRepair({ estimatedCost: 0, actualCost: 0 })
    expect((await setStatus(free.id, 'completed')).notices).toBeUndefined()
    expect((await billOf(free.id)).invoices).toEqual([])
    const nobodys = await newRepair({ userId: null, actualCost: 90 })
    const { notices } = await setStatus(nobodys.id, 'completed')
    expect(notices).toEqual([expect.stringMatching(/^The invoice of .* waits\. It has no customer\.$/)])
    expect(await billOf(nobodys.id)).toMatchObject({ due: 90, invoices: [{ state: 'waiting', total: 90, waitsFor: ['customer'] }] })
  })

  it('is emailed in the background while the repair is done, and not after it was set back', async () => {
    const [done, back] = [await newRepair({ actualCost: 25 }), await newRepair({ actualCost: 25 })]
    await tellIssued(shop.services)
    await setStatus(done.id, 'completed')
    await setStatus(back.id, 'completed')
    await setStatus(back.id, 'repairing')
    expect(await tellIssued(shop.services)).toBe(1)
    expect(await tellIssued(shop.services)).toBe(0)
    await setStatus(back.id, 'completed')
    expect(await tellIssued(shop.services)).toBe(1)
  })

  it('that waits is withdrawn when the repair is set back, and begun anew', async () => {
    const { id } = await newRepair({ userId: null, actualCost: 90 })
    await setStatus(id, 'completed')
    await setStatus(id, 'repairing')
    await shop.db.prisma.repair.update({ where: { id }, data: { userId: customer.userId } })
    expect(await issueWaiting(shop.services)).toBe(0)
    expect(await shop.db.prisma.billingDocument.findMany({ where: { nounId: id } })).toMatchObject([{ state: 'withdrawn' }])
    await setStatus(id, 'completed')
    expect((await billOf(id)).invoices.filter(({ state }) => state !== 'withdrawn')).toMatchObject([{ state: 'due', total: 90 }])
  })

  it('among many is billed in the background', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await newRepair({ actualCost: 25 })).id))
    await repairs().updateStatuses({ ids, status: 'completed' })
    const states = async () => (await Promise.all(ids.map(billOf))).map(({ invoices }) => invoices.map(({ state }) => state).join())
    expect(new Set(await states())).toEqual(new Set(['waiting']))
    expect(await issueWaiting(shop.services)).toBe(12)
    expect(new Set(await states())).toEqual(new Set(['due']))
  })
})

describe('a machine that nobody collects', () => {
  it('gets two notices, 14 days apart, and may be sold three months after the second', async () => {
    const { id } = await newRepair({ actualCost: 80, deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' } })
    await expect(repairs().sendCollectionNotice({ repairId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await setStatus(id, 'completed')
    shop.emails.length = 0
    const first = await repairs().sendCollectionNotice({ repairId: id })
    expect(first).toMatchObject({
      notices: [{ number: 1, recipient: customer.email }],
      mayBeSoldFrom: null,
      next: new Date(TEST_NOW.getTime() + 14 * DAY_MS),
    })
    expect(shop.emails.at(-1)).toMatchObject({
      to: customer.email,
      text: expect.stringMatching(/€80\.00 is left to pay[^]*4 December 2026[^]*4 March 2027/),
    })
    now = new Date(TEST_NOW.getTime() + 13 * DAY_MS)
    admin = await shop.signIn('admin')
    await expect(repairs().sendCollectionNotice({ repairId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    now = new Date('2026-12-06T12:00:00Z')
    admin = await shop.signIn('admin')
    expect(await repairs().sendCollectionNotice({ repairId: id })).toMatchObject({
      notices: [{ number: 1 }, { number: 2 }],
      next: null,
      mayBeSoldFrom: '2027-03-06',
    })
    expect(shop.emails.at(-1)).toMatchObject({ subject: expect.stringContaining('6 March 2027') })
    await expect(repairs().sendCollectionNotice({ repairId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { rows } = await admin.caller.audit.history({ subjectType: 'repair', subjectId: id })
    expect(rows.filter(({ action }) => action === 'repair.collection_notice_sent')).toHaveLength(2)
    await expect(repairs().collectionNotices({ repairId: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
