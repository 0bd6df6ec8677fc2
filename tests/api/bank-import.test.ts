import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numbersWithin } from '~/contracts/numbers'
import { parseBankFile } from '~/server/billing/bank/parse-bank-file'
import { dayOf } from '~/server/billing/bank/read-day'
import { amountOf } from '~/server/billing/bank/read-money'
import { describeOnEngines, openOn } from '../setup/database'
import { bankFileBytes } from '../setup/bank-files'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'

describe('a bank’s file', () => {
  it.each([
    ['21/11/2026', '2026-11-21'],
    ['1-3-26', '2026-03-01'],
    ['21.11.2026', '2026-11-21'],
    ['2026-11-21 14:03:22', '2026-11-21'],
    ['2026-11-21T14:03:22Z', '2026-11-21'],
    ['21 Nov 2026', '2026-11-21'],
    ['3 September 2026', '2026-09-03'],
    ['31/02/2026', null],
    ['11/21/2026', null],
    ['yesterday', null],
    ['', null],
  ])('has days: %s', (cell, day) => {
    expect(dayOf(cell)).toBe(day)
  })

  it.each([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['12,5', 12.5],
    ['€ 1 234,50', 1234.5],
    ['1,234', 1234],
    ['(12.00)', -12],
    ['12.00-', -12],
    ['-0.01', -0.01],
    ['+7', 7],
    ['12.00 CR', 12],
    ['12.00 DR', -12],
    ['£12.00', null],
    ['1.005', 1005],
    ['0.005', null],
    ['1.2.3', null],
    ['1e9', null],
    ['99999999999', null],
    ['', null],
  ])('has amounts: %s', (cell, amount) => {
    expect(amountOf(cell)).toBe(amount)
  })

  it('is read as common banks write it', () => {
    const line = { bookedOn: '2026-11-21', amount: 60 }
    const files: [string, object][] = [
      [
        'Date,Description,Money out,Money in,Balance\n21/11/2026,J SMITH INV-2026-00001,,60.00,160.00\n20/11/2026,RENT,900.00,,100.00',
        { description: 'J SMITH INV-2026-00001' },
      ],
      ['Transaction Date;Details;Reference;Amount\n21.11.2026;Smith;INV 1;60,00', { description: 'Smith', reference: 'INV 1' }],
      [
        'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency\nTOPUP,Current,2026-11-20 10:00:00,2026-11-21 10:01:00,Payment from Smith,60.00,0.00,EUR',
        { description: 'TOPUP Payment from Smith' },
      ],
      [
        'Account,12-34-56\n\n"Booking date","Payer","Paid in","Paid out"\n"21 Nov 2026","Smith ""J""","60.00",""',
        { description: 'Smith "J"' },
      ],
      ['\uFEFFDate\tNarrative\tCredit\tDebit\r\n21/11/2026\tSmith\t60.00\t0.00\r\n', { description: 'Smith' }],
    ]
    for (const [csv, more] of files) expect(parseBankFile(csv).lines).toMatchObject([{ ...line, ...more }])
    expect(parseBankFile(files[0]?.[0] ?? '').outgoing).toBe(1)
    const mixed = 'Date,Amount,Currency\n21/11/2026,60.00,GBP\n21/11/2026,60.00,EUR'
    expect(parseBankFile(mixed)).toMatchObject({ lines: [line], foreign: 1 })
  })

  it.each([
    ['nothing', '', /names its columns/],
    ['no names', '1,2,3\n4,5,6', /names its columns/],
    ['no lines', 'Date,Amount\n', /no lines/],
    ['a day that is none', 'Date,Amount\n21/11/2026,1\n40/11/2026,1', /Row 3 has no date/],
    ['half a cent', 'Date,Amount\n21/11/2026,0.005', /Row 2 has no amount/],
    ['an open quotation mark', 'Date,Amount\n"21/11/2026,1', /quotation mark/],
    ['a picture', '\u0089PNG\r\n', /names its columns/],
  ])('is refused with %s, by a sentence that names the row', (_name, csv, message) => {
    expect(() => parseBankFile(csv)).toThrow(message)
  })

  it('names invoices and repairs, however people write them', () => {
    const numbers = numbersWithin
    for (const text of ['INV-2026-00042', 'inv 2026 42', 'Invoice no: INV202600042', 'pay inv-2026/00042 thanks', 'INV-2026-000 42'])
      expect(numbers(text)).toContain('INV-2026-00042')
    expect(numbers('rep 10007 thank you')).toEqual(['REP-10007'])
    expect(numbers('INVOICE 7')).toEqual([])
    for (const text of [
      'Invoice 2026-00042',
      'Rechnung Nr. 2026/42',
      'INVOICE NO. 2026-00042',
      'INV\u20102026\u201000042',
      'paying 2026-00042',
      'INVOI CE2026 00042',
    ])
      expect(numbers(text), text).toContain('INV-2026-00042')
    for (const text of ['REPAIR 10007', 'Repair no. 10007', 'rep.10007', 'REP\u201310007'])
      expect(numbers(text), text).toContain('REP-10007')
    for (const text of ['2026-11-20', '20/11/2026 1250.00', 'INVESTMENT 2026', 'Report of 2026']) expect(numbers(text), text).toEqual([])
  })
})

describeOnEngines('transfers on %s', (engine) => {
  let shop: PaymentsShop
  let admin: Awaited<ReturnType<PaymentsShop['signIn']>>
  let customerId: string
  beforeAll(async () => {
    shop = await openPaymentsShop({ db: await openOn(engine) })
    admin = await shop.signIn('admin')
    customerId = (await shop.signIn('customer')).userId
  })
  afterAll(() => shop.close())

  const invoiceOf = async (total: number) => {
    const repair = await shop.agreed(customerId, total)
    return { repair, ...(await admin.caller.invoices.issue({ repairId: repair.id })) }
  }
  const fileOf = (...lines: string[]) => ['Date,Reference,Amount EUR', ...lines].join('\n')

  it('are shown with the invoice that they name, and written down once, however often the file comes', { timeout: 60_000 }, async () => {
    const [one, other] = [await invoiceOf(60), await invoiceOf(40)]
    const csv = fileOf(
      `19/11/2026,${one.number},60.00`,
      `20/11/2026,for ${other.repair.repairNumber.replace('-', ' ')},45.00`,
      // Two that are alike are two.
      '20/11/2026,Thanks,5.00',
      '20/11/2026,Thanks,5.00',
      '20/11/2026,Rent,-900.00',
    )
    const preview = await admin.caller.payments.previewBank({ csv, fileName: 'november.csv' })
    expect(preview).toMatchObject({
      outgoing: 1,
      lines: [
        { row: 2, amount: 60, known: null, match: { invoiceId: one.id, number: one.number, isExact: true } },
        { row: 3, amount: 45, match: { invoiceId: other.id, owed: 40, isExact: false } },
        { match: null },
        { match: null },
      ],
    })
    expect(await shop.db.prisma.bankLine.count()).toBe(0)
    const choices = preview.lines.flatMap(({ fingerprint, match }) => (match ? [{ fingerprint, invoiceId: match.invoiceId }] : []))
    const input = { csv, fileName: 'november.csv', choices }
    const imports = await Promise.all([1, 2, 3].map(() => admin.caller.payments.importBank(input)))
    expect(imports.map(({ payments }) => payments).toSorted()).toEqual([0, 0, 2])
    expect(imports.reduce((sum, { added }) => sum + added, 0)).toBe(4)
    expect(await admin.caller.invoices.byId({ id: one.id })).toMatchObject({ owed: 0, paid: 60 })
    const { rows } = await admin.caller.payments.list({ onlyOnAccount: true })
    expect(rows).toMatchObject([{ method: 'transfer', amount: 45, onAccount: 5, receivedOn: '2026-11-20' }])
    expect((await admin.caller.payments.previewBank({ csv })).lines.map(({ known }) => known)).toEqual([
      'matched',
      'matched',
      'open',
      'open',
    ])
    // A longer file of the same days brings what is new.
    expect(await admin.caller.payments.importBank({ csv: `${csv}\n20/11/2026,Thanks,5.00`, choices: [] })).toEqual({
      added: 1,
      payments: 0,
      amount: 0,
    })
    expect(await shop.sums()).toEqual({ stripe: 0, received: 10_500, wrong: 0 })
  })

  it('are matched, or left out, one by one later', async () => {
    const invoice = await invoiceOf(30)
    await admin.caller.payments.importBank({
      csv: fileOf(`18/11/2026,${invoice.number},30.00`, '18/11/2026,Refund of tax,3.00'),
      choices: [],
    })
    const { rows } = await admin.caller.payments.bankLines({ state: 'open', limit: 50 })
    const named = rows.find(({ reference }) => reference === invoice.number)
    const tax = rows.find(({ reference }) => reference === 'Refund of tax')
    expect(named).toMatchObject({ match: { invoiceId: invoice.id, isExact: true }, invoiceNumber: null })
    const match = { id: named?.id ?? '', invoiceId: invoice.id, version: named?.version ?? 1 }
    const tries = await Promise.allSettled([1, 2, 3].map(() => admin.caller.payments.matchBankLine(match)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toMatchObject([
      { value: { state: 'matched', invoiceNumber: invoice.number } },
    ])
    expect(await admin.caller.payments.ignoreBankLine({ id: tax?.id ?? '' })).toMatchObject({ state: 'ignored', match: null })
    await expect(admin.caller.payments.ignoreBankLine({ id: match.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.payments.matchBankLine({ id: invoice.id, invoiceId: invoice.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await admin.caller.payments.bankLines({ state: 'ignored' })).rows).toHaveLength(1)
    // Ignored by mistake: it comes back, and one that has paid does not.
    expect(await admin.caller.payments.reopenBankLine({ id: tax?.id ?? '' })).toMatchObject({ state: 'open' })
    expect((await admin.caller.payments.bankLines({ state: 'ignored' })).rows).toEqual([])
    await expect(admin.caller.payments.reopenBankLine({ id: match.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.payments.reopenBankLine({ id: tax?.id ?? '', version: tax?.version })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await admin.caller.payments.ignoreBankLine({ id: tax?.id ?? '' })
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('of days to come are refused, by the day of the business: in a preview, an import and a match', async () => {
    const invoice = await invoiceOf(12)
    // 3 December, where Americans write 12 March.
    const csv = fileOf('19/11/2026,Fine,1.00', `03/12/2026,${invoice.number},12.00`)
    const refusal = { code: 'BAD_REQUEST', message: expect.stringMatching(/^Row 3 is of 3 December 2026, a day that has not come yet/) }
    await expect(admin.caller.payments.previewBank({ csv })).rejects.toMatchObject(refusal)
    const [, line] = parseBankFile(csv).lines
    const choices = [{ fingerprint: line?.fingerprint ?? '', invoiceId: invoice.id }]
    await expect(admin.caller.payments.importBank({ csv, choices })).rejects.toMatchObject(refusal)
    expect(await shop.db.prisma.bankLine.count({ where: { reference: 'Fine' } })).toBe(0)
    // An outgoing line with a future date shows the same mistake.
    await expect(admin.caller.payments.previewBank({ csv: fileOf('04/12/2026,Rent,-1.00') })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const earlier = await shop.db.prisma.bankLine.create({
      data: { fingerprint: 'f'.repeat(64), bookedOn: new Date('2026-11-21'), amount: 12, reference: 'Imported before' },
    })
    const match = () => admin.caller.payments.matchBankLine({ id: earlier.id, invoiceId: invoice.id })
    await expect(match()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('has not come yet') })
    expect((await admin.caller.payments.previewBank({ csv: fileOf('20/11/2026,Today,1.00') })).lines).toHaveLength(1)
    await shop.db.prisma.bankLine.update({ where: { id: earlier.id }, data: { bookedOn: new Date('2026-11-20') } })
    expect(await match()).toMatchObject({ state: 'matched' })
  })

  it('of days that only plain SQL writes are listed page by page, as are rates of such days', async () => {
    const days = ['infinity', '5874897-12-31', '0044-03-15 BC', '-infinity']
    for (const day of days) {
      await shop.db.prisma.$executeRaw`INSERT INTO bank_lines (fingerprint, booked_on, amount) VALUES (${day}, ${day}::text::date, 1)`
      await shop.db.prisma.$executeRaw`INSERT INTO exchange_rates (day, sterling, source) VALUES (${day}::text::date, 0.9, ${day})`
      await shop.db.prisma.$executeRaw`INSERT INTO vat_rates (code, valid_from, percent) VALUES ('odd', ${day}::text::date, 20)`
    }
    const read: string[] = []
    let cursor: string | null = null
    do {
      const page = await admin.caller.payments.bankLines({ limit: 1, ...(cursor !== null && { cursor }) })
      read.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(read).toHaveLength(await shop.db.prisma.bankLine.count())
    expect(new Set(read).size).toBe(read.length)
    expect((await admin.caller.invoices.rates()).map(({ source }) => source)).toEqual(expect.arrayContaining(days))
    expect((await admin.caller.invoices.vatRates()).filter(({ code }) => code === 'odd').map(({ validFrom }) => validFrom)).toEqual([
      '9999-12-31',
      '9999-12-31',
      '0001-01-01',
      '0001-01-01',
    ])
  })

  it('are refused whole where a chosen line or invoice is not there', async () => {
    const invoice = await invoiceOf(30)
    const csv = fileOf('17/11/2026,Something,30.00')
    const [line] = parseBankFile(csv).lines
    const choose = (fingerprint: string, invoiceId: string) =>
      admin.caller.payments.importBank({ csv, choices: [{ fingerprint, invoiceId }] })
    await expect(choose('0'.repeat(64), invoice.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(choose(line?.fingerprint ?? '', invoice.repair.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await shop.db.prisma.bankLine.count({ where: { reference: 'Something' } })).toBe(0)
  })

  it('of a file that does not say its currency need the account, which is asked for once', async () => {
    const { caller } = admin
    const csv = 'Date,Memo,Amount,Balance\n15/11/2026,GADGETS LTD,77.00,177.00\n14/11/2026,RENT,-5.00,100.00'
    const preview = await caller.payments.previewBank({ csv })
    expect(preview).toMatchObject({ currency: null, currencyFrom: null, account: null, outgoing: 1, lines: [{ amount: 77 }] })
    await expect(caller.payments.importBank({ csv, choices: [] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This file does not say its currency. Choose the account that it is of.',
    })
    const [sterling, euro] = [
      await caller.payments.saveBankAccount({ name: 'Sterling', currency: 'GBP' }),
      await caller.payments.saveBankAccount({ name: 'Euro', currency: 'EUR', number: 'de00 1234' }),
    ]
    expect(euro).toMatchObject({ number: 'DE001234', hasMapping: false, version: 1 })
    expect(await caller.payments.previewBank({ csv, accountId: sterling.id })).toMatchObject({ lines: [], foreign: 2, outgoing: 0 })
    expect(await caller.payments.importBank({ csv, accountId: sterling.id, choices: [] })).toMatchObject({ added: 0 })
    expect(await caller.payments.previewBank({ csv, accountId: euro.id })).toMatchObject({
      currency: 'EUR',
      currencyFrom: 'account',
      account: { name: 'Euro' },
    })
    expect(await caller.payments.importBank({ csv, accountId: euro.id, choices: [] })).toMatchObject({ added: 1 })
    // Neither what was imported before nor a choice says the currency of a line.
    const longer = `${csv}\n13/11/2026,MORE,4.00,105.00`
    const invoice = await invoiceOf(4)
    const fingerprint = parseBankFile(longer).lines.at(-1)?.fingerprint ?? ''
    for (const choices of [[], [{ fingerprint, invoiceId: invoice.id }]])
      await expect(caller.payments.importBank({ csv: longer, choices })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: ['accountId'] }] },
      })
    expect(await caller.payments.importBank({ csv: longer, accountId: euro.id, choices: [] })).toMatchObject({ added: 1 })
    await expect(caller.payments.previewBank({ csv, accountId: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('come from files whose columns are mapped by hand once, and remembered for the account', async () => {
    const { caller } = admin
    const csv = bankFileBytes('hsbc.csv').toString('utf8')
    await expect(caller.payments.previewBank({ csv })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { errorCode: 'columns_unknown' },
    })
    const { mapping, rows } = await caller.payments.sketchBank({ csv })
    expect(rows[0]).toEqual(['03/04/2026', 'OAKRIDGE MINING INV-2026-00042', '1,250.00'])
    const account = await caller.payments.saveBankAccount({ name: 'HSBC euro', currency: 'EUR', mapping })
    expect(await caller.payments.previewBank({ csv, accountId: account.id })).toMatchObject({
      currency: 'EUR',
      outgoing: 1,
      days: { order: 'dmy', isProven: true },
      lines: [{ row: 1, bookedOn: '2026-04-03', amount: 1250, description: 'OAKRIDGE MINING INV-2026-00042' }],
    })
    // Another layout of the same account is read by its names.
    expect(await caller.payments.previewBank({ csv: bankFileBytes('aib.csv').toString('utf8'), accountId: account.id })).toMatchObject({
      outgoing: 1,
    })
    const list = await caller.payments.bankAccounts()
    expect(list.find(({ id }) => id === account.id)).toEqual({ ...account, hasMapping: true })
    await expect(caller.payments.saveBankAccount({ name: 'HSBC euro', currency: 'EUR' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(caller.payments.saveBankAccount({ id: account.id, version: 9, name: 'x', currency: 'EUR' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const twice = { ...mapping, columns: ['day', 'amount', 'amount'] as const }
    await expect(
      caller.payments.saveBankAccount({ name: 'y', currency: 'EUR', mapping: { ...twice, columns: [...twice.columns] } }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(caller.payments.sketchBank({ csv: 'nothing' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('come in the bank’s own charset, and as statements that a child process decodes', { timeout: 60_000 }, async () => {
    const { caller } = admin
    const sent = (name: string) => ({ bytes: bankFileBytes(name).toString('base64') })
    const numbers: Record<string, object> = {
      'erste-at-utf16.csv': { format: 'CSV', lines: [{ amount: 1250 }] },
      'mbank-pl.csv': { format: 'CSV', lines: [{ description: expect.stringContaining('PRZYCHODZĄCY') as string }] },
      'camt-053-v8.xml': {
        format: 'CAMT.053',
        foreign: 1,
        lines: [{ amount: 1250, description: 'Oakridge Mining, Köln' }, { amount: 60 }],
      },
      'ofx-1.ofx': { format: 'OFX', outgoing: 1, lines: [{ description: 'Oakridge Mining & Söhne', reference: 'INV-2026-00042' }] },
      'mt940-de.sta': { format: 'MT940', outgoing: 1, lines: [{ description: 'OAKRIDGE MINING LTD GUTSCHRIFT' }] },
      'mt940-new-year.sta': { format: 'MT940', lines: [{ bookedOn: '2026-01-02' }] },
    }
    for (const [name, wanted] of Object.entries(numbers)) expect(await caller.payments.previewBank(sent(name)), name).toMatchObject(wanted)
    for (const [name, sentence] of [
      ['mt940-sums-differ.sta', 'MT940'],
      ['camt-052.xml', 'report of the day'],
      ['quicken.qif', 'QIF'],
    ] as const)
      await expect(caller.payments.previewBank(sent(name)), name).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining(sentence) as string,
      })
    const deep = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${'<a>'.repeat(5000)}`
    for (const csv of [deep, `<OFX>${'<A>'.repeat(20_000)}`, ':20:a\n:25:b\n:28C:1\n:60F:x', '%PDF-1.7'])
      await expect(caller.payments.previewBank({ csv })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(caller.payments.previewBank({})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(caller.payments.previewBank({ csv: 'x', bytes: 'eA==' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
