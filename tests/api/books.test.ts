import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bookNames, bookPeriod, type BookName, documentsOfFile } from '~/contracts/billing/books'
import { book } from '~/server/billing/books/book-formats'
import { countDocuments, documentsOfPart } from '~/server/billing/books/read-books'
import { openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

let shop: TestShop
const period = { from: '2026-11-01', to: '2026-11-30' }

beforeAll(async () => {
  shop = await openTestShop({ now: () => TEST_NOW, db: await openOn('postgres') })
  const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
  const { caller } = admin
  const { version: _version, ...seller } = await caller.invoices.seller()
  await caller.invoices.saveSeller({ ...seller, vatNumber: 'GB980780684' })
  await caller.invoices.saveRate({ day: '2026-11-19', sterling: 0.85, source: 'HMRC' })
  await caller.invoices.saveBuyer({ userId: customer.userId, fullName: '=cmd|calc', billingAddress: '1 Lane\n2\n3\n4\n5' })
  for (const actualCost of [175, 33.33, 600.01]) {
    const repair = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost } })
    const { id } = await caller.invoices.issue({ repairId: repair.id })
    if (actualCost === 175) await caller.invoices.credit({ id, reason: 'Not repaired' })
  }
  // Billed at 40.01 before, and dearer now: a line deducts the earlier bill.
  const repair = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost: 40.01 } })
  await caller.invoices.issue({ repairId: repair.id })
  await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { actualCost: 100 } })
  const { id } = await caller.invoices.issue({ repairId: repair.id })
  await caller.invoices.credit({ id, reason: 'Not repaired either' })
})
afterAll(() => shop.close())

const cell = z.union([
  z.null().transform(() => ''),
  z.date().transform((at) => at.toISOString()),
  z.object({ decimal: z.string() }).transform(({ decimal }) => decimal),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
])

/** A file as records of texts. */
async function read(name: BookName): Promise<Record<string, string>[]> {
  const { header, pages } = book[name](shop.services, period)
  const rows: string[][] = []
  for await (const page of pages) rows.push(...page.map((row) => row.map((value) => cell.parse(value))))
  return rows.map((row) => Object.fromEntries(header.map((column, place) => [column, row[place] ?? ''])))
}
const cents = (rows: Record<string, string>[], of: (row: Record<string, string>) => number) =>
  rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0)

describe('the books of a period', () => {
  it('are the same whenever they are read', async () => {
    for (const name of bookNames.filter((each) => each !== 'payments')) {
      const first = await read(name)
      expect(first.length).toBeGreaterThan(0)
      expect(await read(name)).toEqual(first)
    }
  })

  it('have the totals of the documents in every format, credit notes taken away', async () => {
    const documents = await read('documents')
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual([
      'credit_note',
      'credit_note',
      'invoice',
      'invoice',
      'invoice',
      'invoice',
      'invoice',
    ])
    const sign = ({ kind }: Record<string, string>) => (kind === 'credit_note' ? -1 : 1)
    const total = cents(documents, (row) => sign(row) * Number(row.total))
    const net = cents(documents, (row) => sign(row) * Number(row.net))
    expect(total).toBe(67_335)
    expect(cents(await read('xero'), (row) => Number(row['*Quantity']) * Number(row['*UnitAmount']))).toBe(total)
    const amountsOf = async (name: BookName) => cents(await read(name), (row) => Number(row['*ItemAmount']))
    expect((await amountsOf('quickbooks')) - (await amountsOf('quickbooks-credit-notes'))).toBe(total)
    expect((await read('quickbooks-credit-notes')).map((row) => [row['*CreditNoteNo'], row['*ItemAmount']])).toEqual([
      ['CN-2026-00001', '175.00'],
      ['CN-2026-00002', '100.00'],
      ['CN-2026-00002', '-40.01'],
    ])
    const sage = await read('sage')
    const signOf = ({ Type }: Record<string, string>) => (Type === 'SC' ? -1 : 1)
    expect(cents(sage, (row) => signOf(row) * Number(row['Net Amount']))).toBe(net)
    expect(cents(sage, (row) => signOf(row) * (Number(row['Net Amount']) + Number(row['Tax Amount'])))).toBe(total)
    expect(sage[0]).toMatchObject({ 'Nominal A/C Ref': '4000', 'Tax Code': 'T1', 'Exchange Rate': '1.176471' })
    const [invoice] = await read('xero')
    expect(invoice).toMatchObject({
      '*InvoiceDate': '20/11/2026',
      '*DueDate': '04/12/2026',
      POAddressLine4: '4, 5',
      '*TaxType': '20% (VAT on Income)',
    })
  })

  it('write what lowers a bill as a negative quantity, never as a negative price', async () => {
    const pricesOf = async (name: BookName, quantity: string, price: string) =>
      (await read(name)).map((row) => [Number(row[quantity]), Number(row[price])] as const)
    const xero = await pricesOf('xero', '*Quantity', '*UnitAmount')
    const invoices = await pricesOf('quickbooks', 'ItemQuantity', 'ItemRate')
    const notes = await pricesOf('quickbooks-credit-notes', 'ItemQuantity', 'ItemRate')
    for (const [, price] of [...xero, ...invoices, ...notes]) expect(price).toBeGreaterThan(0)
    expect(invoices).toContainEqual([-1, 40.01])
    expect(notes).toContainEqual([-1, 40.01])
    // In a file with invoices too, a credit note has the opposite sign.
    expect(xero).toEqual(
      expect.arrayContaining([
        [-1, 175],
        [-1, 40.01],
        [1, 40.01],
        [-1, 100],
      ]),
    )
  })

  it('have entries that bill what the documents say', async () => {
    const entries = await read('entries')
    const billed = cents(
      entries.filter(({ kind }) => kind === 'bill'),
      (row) => Number(row.amount),
    )
    const corrected = cents(
      entries.filter(({ kind }) => kind === 'correct'),
      (row) => Number(row.amount),
    )
    expect(billed - corrected).toBe(67_335)
  })

  it('have the debit and the credit of bookkeepers: what customers owe is debited by invoices, what was received by payments', async () => {
    const sides = (await read('entries')).map(({ kind, debit, credit }) => `${kind} ${debit} ${credit}`)
    expect(new Set(sides)).toEqual(new Set(['bill owed billed', 'correct billed owed']))
  })

  it('have references in Sage that no spreadsheet takes for a number, and say whose they are', async () => {
    const [sage, customers] = [await read('sage'), await read('sage-customers')]
    for (const row of sage) expect(row['Account Reference']).toMatch(/^U[0-9A-F]{7}$/)
    expect(customers).toMatchObject([
      { 'Account Reference': sage[0]?.['Account Reference'], 'Account Name': '=cmd|calc', 'Street 1': '1 Lane' },
    ])
    expect(new Set(sage.map((row) => row['Account Reference']))).toEqual(new Set(customers.map((row) => row['Account Reference'])))
  })

  it('are cut for Xero into files of whole documents', async () => {
    const pages = async function* () {
      yield await Promise.resolve([1, 2, 3].map((number) => ({ number: String(number) })))
      yield [4, 5].map((number) => ({ number: String(number) }))
    }
    const numbersOf = async (part: number, size: number) => {
      const found: string[] = []
      for await (const page of documentsOfPart(pages(), { part, size })) found.push(...page.map(({ number }) => number))
      return found
    }
    expect([await numbersOf(1, 2), await numbersOf(2, 2), await numbersOf(3, 2), await numbersOf(4, 2)]).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5'],
      [],
    ])
    expect(documentsOfFile.xero).toBe(500)
    expect(await countDocuments(shop.services, period)).toBe(7)
  })

  it('are of at most a year, and of days in their order', () => {
    expect(bookPeriod.safeParse({ from: '2026-01-01', to: '2027-01-01' }).success).toBe(true)
    expect(bookPeriod.safeParse({ from: '2026-01-01', to: '2027-01-02' }).success).toBe(false)
    expect(bookPeriod.safeParse({ from: '2026-01-02', to: '2026-01-01' }).success).toBe(false)
    expect(bookPeriod.safeParse({ from: 'x', to: '2026-01-01' }).success).toBe(false)
  })
})
