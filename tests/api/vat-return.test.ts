import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  boxesOf,
  daysOfQuarter,
  mostCorrected,
  quarterAfter,
  quarterBefore,
  quarterOf,
  vatReturnFile,
} from '~/contracts/billing/vat-return'
import * as books from '~/pages/api/books/[file]'
import { openOn } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** The return of VAT: every sum is worked out by hand, at 0.85 pounds for one euro. */

let now = new Date('2026-11-20T12:00:00Z')
let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
const invoices = () => admin.caller.invoices
const at = async (instant: string) => {
  now = new Date(instant)
  admin = await shop.signIn('admin')
}
const fourth = { year: 2026, quarter: 4 }
const first = { year: 2027, quarter: 1 }

beforeAll(async () => {
  shop = await openTestShop({ now: () => now, db: await openOn('postgres') })
  routes = await serveRoutes(shop, [{ path: /^\/api\/books\/(?<file>[^/]+)$/, module: books }])
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  const { version: _version, ...seller } = await invoices().seller()
  await invoices().saveSeller({ ...seller, vatNumber: 'GB980780684' })
  await invoices().saveRate({ day: '2026-11-19', sterling: 0.85, source: 'HMRC' })
  await invoices().saveBuyer({ userId: customer.userId, company: 'Mining Ltd', isBusiness: true, billingAddress: '7 Mill Rd\nLeeds' })
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const bill = async (actualCost: number, more: { vatCode?: 'zero' | 'outside' } = {}) => {
  const repair = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost } })
  return invoices().issue({ repairId: repair.id, ...more })
}
const boxesNow = async (quarter = fourth) => Object.values((await invoices().vatReturn(quarter)).boxes)

describe('the return of a quarter', () => {
  it('has the invoices of its tax points less the credit notes of its days, and what is outside the scope in no box', async () => {
    // VAT 20.00 EUR is 17.00 GBP, 100.00 net is 85.00.
    const { id } = await bill(120)
    // 12.00 at the zero rate: 10.20 in box 6 alone. 50.00 outside: 42.50 in none.
    await bill(12, { vatCode: 'zero' })
    await bill(50, { vatCode: 'outside' })
    expect(await boxesNow()).toEqual([17, 0, 17, 0, 17, 95, 0, 0, 0])
    expect((await invoices().vatReturn(fourth)).sums).toEqual({ vat: 17, net: 95.2, outside: 42.5, purchases: 0 })
    // Half is credited: VAT 10.00 and net 50.00 EUR.
    const [line] = (await invoices().byId({ id })).lines
    await invoices().credit({ id, lines: [{ lineId: line?.id ?? '', amount: 60 }], reason: 'Half of it' })
    expect(await boxesNow()).toEqual([8.5, 0, 8.5, 0, 8.5, 52, 0, 0, 0])
    const { documents } = await invoices().vatReturn(fourth)
    expect(
      documents.map(({ kind, vatSterling, netSterling, outsideSterling }) => [kind, vatSterling, netSterling, outsideSterling]),
    ).toEqual(
      expect.arrayContaining([
        ['invoice', 17, 85, 0],
        ['invoice', 0, 10.2, 0],
        ['invoice', 0, 0, 42.5],
        ['credit_note', -8.5, -42.5, 0],
      ]),
    )
    expect(await boxesNow({ year: 2026, quarter: 3 })).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  it('has trade-ins in box 7 at what was credited, less what was taken back', async () => {
    const bought = async (finalValue: number) => {
      const tradeIn = await shop.db.prisma.tradeIn.create({ data: { userId: customer.userId, status: 'approved', finalValue } })
      return admin.caller.tradeIns.updateStatus({ id: tradeIn.id, status: 'completed' })
    }
    await bought(200)
    const other = await bought(100)
    await admin.caller.tradeIns.updateStatus({ id: other.id, status: 'approved' })
    const { boxes, purchases } = await invoices().vatReturn(fourth)
    // 200.00 EUR.
    expect(boxes[7]).toBe(170)
    const rows = purchases.toSorted((one, next) => next.amount - one.amount)
    expect(rows.map(({ amount, sterling, isBusiness }) => [amount, sterling, isBusiness])).toEqual([
      [200, 170, true],
      [100, 85, true],
      [-100, -85, true],
    ])
    expect(rows.slice(1).map(({ number }) => number)).toEqual([other.tradeInNumber, other.tradeInNumber])
  })

  it('has what the bookkeeper adds, and refuses a stale version and what is no amount', async () => {
    const { version } = await invoices().vatReturn(fourth)
    const saved = await invoices().saveVatReturn({
      ...{ ...fourth, version, otherVatDue: '1.50', vatOnAcquisitions: 2, vatReclaimed: 30.25, otherSales: 7.5, otherPurchases: '-20.99' },
      ...{ goodsToEu: 5.99, goodsFromEu: 6, note: ' From the ledger of purchases ' },
    })
    // Pence are left out of boxes 6 to 9: 52.70 + 7.50, and 170.00 - 20.99.
    expect(Object.values(saved.boxes)).toEqual([10, 2, 12, 30.25, -18.25, 60, 149, 5, 6])
    expect(saved.typed.note).toBe('From the ledger of purchases')
    await expect(invoices().saveVatReturn({ ...fourth, version })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(invoices().saveVatReturn({ ...fourth, vatReclaimed: 'much' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['vatReclaimed'] }] },
    })
    for (const quarter of [0, 5, 1.5])
      await expect(invoices().vatReturn({ year: 2026, quarter })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // Nothing of a refused save is kept.
    expect((await invoices().vatReturn(fourth)).typed.vatReclaimed).toBe(30.25)
  })

  it('is locked when it is over; what comes later for it is put right in the next one, once', async () => {
    await expect(invoices().lockVatReturn(fourth)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This quarter ends on 31 December 2026.',
    })
    await at('2026-12-31T12:00:00Z')
    // Waits for an address that is not known: its work is of December, its number of January.
    const stranger = await shop.signIn('customer')
    const repair = await shop.db.prisma.repair.create({
      data: { userId: stranger.userId, status: 'completed', completedAt: now, actualCost: 600 },
    })
    await invoices().saveRate({ day: '2026-12-31', sterling: 0.8, source: 'HMRC' })
    const late = await invoices().issue({ repairId: repair.id })
    expect(late).toMatchObject({ state: 'waiting', waitsFor: ['address'] })

    await at('2027-01-10T12:00:00Z')
    const before = await boxesNow()
    const locked = await invoices().lockVatReturn(fourth)
    expect(Object.values(locked.boxes)).toEqual(before)
    expect(locked).toMatchObject({ locked: { by: admin.email }, mayUnlock: true })
    await expect(invoices().lockVatReturn(fourth)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(invoices().saveVatReturn({ ...fourth, vatReclaimed: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })

    // More than 14 days after the work.
    await at('2027-01-20T12:00:00Z')
    await invoices().saveBuyer({ userId: stranger.userId, fullName: 'Rosa', billingAddress: '1 High St\nYork' })
    // VAT 100.00 EUR at 0.80 is 80.00 GBP, net 400.00.
    const issued = await invoices().byId({ id: late.id })
    expect(issued).toMatchObject({ suppliedOn: '2026-12-31', taxPoint: '2026-12-31', issuedOn: '2027-01-20', vatSterling: 80 })
    expect(await boxesNow()).toEqual(before)
    const next = await invoices().vatReturn(first)
    expect(next.documents).toMatchObject([{ id: late.id, isCorrection: true, vatSterling: 80, netSterling: 400 }])
    expect(next).toMatchObject({ counted: { corrections: 1 }, corrected: { vat: 80, most: 10_000 }, boxes: { 1: 80, 6: 400 } })
    // Not in the one after that too.
    expect((await invoices().vatReturn({ year: 2027, quarter: 2 })).documents).toEqual([])
    await at('2027-04-02T12:00:00Z')
    await expect(invoices().lockVatReturn({ year: 2026, quarter: 3 })).rejects.toMatchObject({ message: 'A later quarter is locked.' })
    await invoices().lockVatReturn(first)
    expect((await invoices().vatReturn({ year: 2027, quarter: 2 })).documents).toEqual([])
    await at('2027-07-02T12:00:00Z')
    await expect(invoices().lockVatReturn({ year: 2027, quarter: 3 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is opened again only where it is the last that is locked, and then has all of its documents', async () => {
    await expect(invoices().unlockVatReturn(fourth)).rejects.toMatchObject({ code: 'CONFLICT', message: 'A later quarter is locked.' })
    await invoices().unlockVatReturn(first)
    const open = await invoices().unlockVatReturn(fourth)
    expect(open.documents.map(({ isCorrection }) => isCorrection)).toEqual(open.documents.map(() => false))
    expect(open.boxes[1]).toBe(90)
    const audited = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'vat_return' }, orderBy: { id: 'asc' } })
    expect(audited.map(({ action }) => action).toSorted()).toEqual(
      ['saved', 'locked', 'locked', 'unlocked', 'unlocked'].map((what) => `vat_return.${what}`).toSorted(),
    )
  })

  it('names what has no rate of exchange, and is not locked before there is one', async () => {
    await at('2028-04-03T12:00:00Z')
    const quarter = { year: 2028, quarter: 2 }
    await bill(24, { vatCode: 'zero' })
    await at('2028-07-03T12:00:00Z')
    const found = await invoices().vatReturn(quarter)
    expect(found).toMatchObject({ counted: { withoutRate: 1 }, documents: [{ rate: null, netSterling: null }] })
    await expect(invoices().lockVatReturn(quarter)).rejects.toMatchObject({ code: 'CONFLICT', message: found.whyNotLocked })
    await invoices().saveRate({ day: '2028-04-01', sterling: 0.85, source: 'HMRC' })
    expect((await invoices().lockVatReturn(quarter)).boxes[6]).toBe(20)
  })

  it('is a file with its boxes and everything behind them, for those who may read invoices', async () => {
    const file = async (address: string, sessionId?: string) =>
      fetch(`${routes.url}${address}`, { headers: sessionId === undefined ? {} : await routes.signedIn(sessionId) })
    for (const sessionId of [undefined, customer.sessionId])
      expect((await file(vatReturnFile(fourth), sessionId)).status).toBeGreaterThanOrEqual(401)
    expect((await file('/api/books/vat-return.csv?year=2026&quarter=9', admin.sessionId)).status).toBe(400)
    const answer = await file(vatReturnFile(fourth), admin.sessionId)
    expect(answer.headers.get('content-disposition')).toContain('vat-return-2026-Q4.csv')
    const rows = z.array(z.array(z.string())).parse(
      (await answer.text())
        .replace('\ufeff', '')
        .trim()
        .split(/\r?\n/)
        .map((row) => row.split(',')),
    )
    const [header = []] = rows
    const of = (kind: string) => rows.filter(([row]) => row === kind)
    expect(header.slice(0, 4)).toEqual(['row', 'boxes', 'text', 'number'])
    expect(of('box')).toHaveLength(9)
    const sum = (column: string) => of('document').reduce((total, row) => total + Number(row[header.indexOf(column)]), 0)
    // 8.50 and 80.00, with the 1.50 that was added.
    expect(sum('vatSterling')).toBeCloseTo(88.5, 2)
    expect(of('added').map((row) => row[1])).toEqual(['1', '2', '4', '6', '7', '8', '9'])
    expect(of('purchase')).toHaveLength(3)
  })
})

describe('the tax point of an invoice made by hand', () => {
  const quarterIn = (year: number, quarter: number) => ({ year, quarter })
  const idsOf = async (year: number, quarter: number) =>
    (await invoices().vatReturn(quarterIn(year, quarter))).documents.map(({ id }) => id)
  const done = (completedAt: string, actualCost = 120) =>
    shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'completed', completedAt: new Date(completedAt), actualCost } })

  it('is that of the work once the invoice is more than 14 days late, at the rate of that day', async () => {
    await at('2029-05-20T12:00:00Z')
    await invoices().saveRate({ day: '2029-03-30', sterling: 0.9, source: 'HMRC', confirmed: true })
    await invoices().saveRate({ day: '2029-05-19', sterling: 0.7, source: 'HMRC', confirmed: true })
    const late = await invoices().issue({ repairId: (await done('2029-03-31T22:59:00Z')).id })
    // A minute before April in London. VAT 20.00 EUR at 0.90.
    expect(late).toMatchObject({ issuedOn: '2029-05-20', suppliedOn: '2029-03-31', taxPoint: '2029-03-31', vatSterling: 18 })
    const inTime = await invoices().issue({ repairId: (await done('2029-05-06T12:00:00Z')).id })
    expect(inTime).toMatchObject({ suppliedOn: '2029-05-06', taxPoint: '2029-05-20', vatSterling: 14 })
    expect(await idsOf(2029, 1)).toEqual([late.id])
    expect(await idsOf(2029, 2)).toEqual([inTime.id])
  })

  it('waits for the rate of its own day, and not for one of today', async () => {
    await at('2029-11-20T12:00:00Z')
    await invoices().saveRate({ day: '2029-11-19', sterling: 0.7, source: 'HMRC', confirmed: true })
    const { id } = await done('2029-08-15T12:00:00Z')
    expect(await invoices().issue({ repairId: id })).toMatchObject({
      state: 'waiting',
      waitsFor: ['exchange_rate'],
      suppliedOn: '2029-08-15',
    })
    await invoices().saveRate({ day: '2029-08-01', sterling: 0.6, source: 'HMRC', confirmed: true })
    expect((await invoices().bill({ noun: 'repairs', id })).invoices).toMatchObject([{ state: 'due' }])
    expect(await invoices().issue({ repairId: id })).toMatchObject({ taxPoint: '2029-08-15', vatSterling: 12 })
  })

  it('is the day on which all of it was paid, if that was before', async () => {
    await at('2030-04-03T12:00:00Z')
    await invoices().saveRate({ day: '2030-03-28', sterling: 0.8, source: 'HMRC', confirmed: true })
    const paidRepair = async (amount: number) => {
      const repair = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost: 120 } })
      await admin.caller.payments.record({
        repairId: repair.id,
        method: 'transfer',
        amount,
        receivedOn: '2030-03-29',
        reference: 'Early',
      })
      return repair.id
    }
    expect(await invoices().issue({ repairId: await paidRepair(120) })).toMatchObject({
      ...{ issuedOn: '2030-04-03', suppliedOn: '2030-04-03', taxPoint: '2030-03-29' },
    })
    expect(await invoices().issue({ repairId: await paidRepair(100) })).toMatchObject({ taxPoint: '2030-04-03' })
  })

  it('is that of the dispatch for an order, and of its completion without one', async () => {
    await at('2031-01-10T12:00:00Z')
    await invoices().saveRate({ day: '2030-12-31', sterling: 0.8, source: 'HMRC', confirmed: true })
    const ordered = (totalAmount: number) =>
      shop.db.prisma.order.create({ data: { orderNumber: `ORD-LATE-${totalAmount}`, userId: customer.userId, totalAmount } })
    const sent = await ordered(60)
    await admin.caller.orders.updateStatus({ id: sent.id, status: 'completed' })
    const open = await ordered(70)
    await at('2031-02-10T12:00:00Z')
    await invoices().saveRate({ day: '2031-02-01', sterling: 0.8, source: 'HMRC', confirmed: true })
    expect(await invoices().issue({ orderId: open.id })).toMatchObject({ suppliedOn: '2031-02-10', taxPoint: '2031-02-10' })
    await shop.db.prisma.$executeRaw`
      WITH line AS (INSERT INTO order_lines (order_id, title, quantity, price) VALUES (${sent.id}::uuid, 'S19', 1, 60) RETURNING id),
        unit AS (INSERT INTO units (manufacturer, model) VALUES ('Bitmain', 'S19') RETURNING id)
      INSERT INTO order_line_units (line_id, unit_id, dispatched_at) SELECT line.id, unit.id, '2031-01-03T12:00:00Z' FROM line, unit`
    expect(await invoices().issue({ orderId: sent.id })).toMatchObject({ suppliedOn: '2031-01-03', taxPoint: '2031-01-03' })
  })
})

describe('quarters', () => {
  it('are of the calendar', () => {
    expect(daysOfQuarter({ year: 2028, quarter: 1 })).toEqual({ from: '2028-01-01', to: '2028-03-31' })
    expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map((day) => quarterOf(day).quarter)).toEqual([1, 1, 2, 4])
    expect(quarterBefore({ year: 2027, quarter: 1 })).toEqual(fourth)
    expect(quarterAfter(fourth)).toEqual(first)
  })

  it('may put right in a later return £10,000, or 1% of box 6 up to £50,000', () => {
    expect([0, 500_000, 2_000_000, 9_000_000].map(mostCorrected)).toEqual([10_000, 10_000, 20_000, 50_000])
  })

  it('have boxes below 0 without a minus at 0', () => {
    const typed = {
      otherVatDue: 0,
      vatOnAcquisitions: 0,
      vatReclaimed: 0,
      otherSales: 0,
      otherPurchases: 0,
      goodsToEu: 0,
      goodsFromEu: 0,
      note: null,
    }
    const of = (net: number) => boxesOf({ vat: -1.1, net, outside: 0, purchases: 0 }, typed)
    expect(of(-0.99)).toMatchObject({ 1: -1.1, 3: -1.1, 5: -1.1, 6: 0 })
    expect(Object.is(of(-0.99)[6], 0)).toBe(true)
    expect(of(-12.5)[6]).toBe(-12)
  })
})
