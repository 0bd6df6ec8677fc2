import { describe, expect, it } from 'vitest'
import { numbersWithin } from '~/contracts/numbers'
import type { BankEntries } from '~/server/billing/bank/bank-entries'
import { BankFileFault } from '~/server/billing/bank/bank-file-fault'
import { formatOf } from '~/server/billing/bank/bank-formats'
import { bankLayouts } from '~/server/billing/bank/bank-layouts'
import { mappedHeader, sketchBank } from '~/server/billing/bank/map-columns'
import { linesOf, parseBankFile, type ParsedFile, readBankCsv } from '~/server/billing/bank/parse-bank-file'
import { readCamt } from '~/server/billing/bank/read-camt'
import { readCsv } from '~/server/billing/bank/read-csv'
import { readMt940 } from '~/server/billing/bank/read-mt940'
import { readOfx } from '~/server/billing/bank/read-ofx'
import { bankText } from '~/server/billing/bank/read-text'
import { mt940Statements } from '~/server/platform/files/decoder/mt940-fields'
import { ofxTree } from '~/server/platform/files/decoder/ofx-tree'
import { xmlTree } from '~/server/platform/files/decoder/xml-tree'
import { bankCases, bankFileBytes } from '../setup/bank-files'

/** Reads a file without the child process. */
function entriesOf(bytes: Buffer): BankEntries {
  const text = bankText(bytes)
  switch (formatOf(text)) {
    case 'CSV':
      return readBankCsv(text)
    case 'CAMT.053':
      return readCamt(xmlTree(text))
    case 'OFX':
      return readOfx(ofxTree(text))
    case 'MT940':
      return readMt940(mt940Statements(text))
  }
}

function read(name: string): ParsedFile | BankFileFault {
  try {
    return linesOf(entriesOf(bankFileBytes(name)), '2026-11-28')
  } catch (error) {
    if (error instanceof BankFileFault) return error
    throw error
  }
}

describe('files as banks write them', () => {
  it('are at least a hundred, and each says where it was seen', () => {
    expect(bankCases.length).toBeGreaterThan(100)
    for (const [name, { source }] of bankCases) expect(source, name).not.toBe('')
    for (const { bank, source } of bankLayouts) expect(source, bank).not.toBe('')
  })

  it.each(bankCases.filter(([, { refused }]) => refused === undefined))(
    '%s is read right',
    (name, { in: lines, out, foreign, leftOut, asks }) => {
      const found = read(name)
      if (found instanceof BankFileFault) throw found
      expect(found.lines.map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual(lines)
      expect({ outgoing: found.outgoing, foreign: found.foreign, leftOut: found.leftOut }).toEqual({ outgoing: out, foreign, leftOut })
      expect(found.currency).toBe(asks === 'currency' ? null : 'EUR')
      for (const { description, reference } of found.lines.slice(0, 1)) {
        const numbers = numbersWithin(`${description} ${reference}`)
        expect(
          numbers.some((number) => number.startsWith('INV-2026-0')),
          `${description} ${reference}`,
        ).toBe(true)
        expect(description + reference).not.toContain('\uFFFD')
      }
    },
  )

  it.each(bankCases.filter(([, { refused }]) => refused !== undefined))('%s is refused by name', (name, { refused }) => {
    const found = read(name)
    expect(found).toBeInstanceOf(BankFileFault)
    expect(found instanceof BankFileFault && found.message).toContain(refused)
  })

  it('keep the row of each line', () => {
    for (const name of ['header-crlf-rows-lf.csv', 'paid-in-out.csv']) {
      const found = read(name)
      expect('lines' in found && found.lines.map(({ row }) => row)).toEqual(name === 'paid-in-out.csv' ? [2, 3] : [2, 3, 4])
    }
  })

  it('say how days are read that may be read in two ways', () => {
    const days = (name: string) => {
      const found = read(name)
      return 'days' in found ? found.days : found
    }
    expect(days('deutsche-bank-en.csv')).toEqual({ order: 'mdy', isProven: true, example: '4/3/2026' })
    expect(days('chase-us.csv')).toEqual({ order: 'mdy', isProven: true, example: '04/03/2026' })
    expect(days('lloyds.csv')).toEqual({ order: 'dmy', isProven: false, example: '03/04/2026' })
    expect(days('rabobank-2018.csv')).toBeNull()
  })

  it('know the number of the account that they are of', () => {
    const numberOf = (name: string) => {
      const found = read(name)
      return 'accountNumber' in found ? found.accountNumber : found
    }
    expect(numberOf('camt-053-v2.xml')).toBe('DE00100200300000000000')
    expect(numberOf('knab.csv')).toBe('NL00KNAB0000000000')
    expect(numberOf('ing-de.csv')).toBe('DE02500105170000000000')
    expect(numberOf('lhv.csv')).toBe('EE000000000000')
  })
})

describe('a stranger’s file', () => {
  it.each([
    ['a million delimiters', ','.repeat(1_000_000)],
    ['a million lines', '\n'.repeat(1_000_000)],
    ['a million quotation marks', '"'.repeat(1_000_000)],
    ['lines that all go on with the text above', `Date,Details,Amount\n03/04/2026,x,5.00\n${',y,\n'.repeat(59_000)}`],
    ['one long cell', `Date,Details,Amount\n03/04/2026,${'z'.repeat(900_000)},5.00`],
    ['one long day', `Date,Details,Amount\n${'1'.repeat(900_000)},x,5.00`],
    ['nothing but marks of XML', '<'.repeat(500_000)],
  ])('of %s is read or refused, and holds nothing up', (_name, text) => {
    try {
      formatOf(text)
      for (const { description } of parseBankFile(text).lines) expect(description.length).toBeLessThanOrEqual(500)
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringMatching(/^(?:This file|A file|Row) /) })
    }
  })
})

describe('the currency of an account', () => {
  it('counts where the file names none, and never against the file', () => {
    const csv = 'Date,Details,Amount\n03/04/2026,INV-2026-00042,1250.00'
    expect(parseBankFile(csv)).toMatchObject({ currency: null, currencyFrom: null, lines: [{ amount: 1250 }] })
    expect(parseBankFile(csv, undefined, 'EUR')).toMatchObject({ currency: 'EUR', currencyFrom: 'account' })
    expect(parseBankFile(csv, undefined, 'GBP')).toMatchObject({ lines: [], foreign: 1 })
    expect(parseBankFile('Date,Amount (GBP)\n03/04/2026,5.00', undefined, 'EUR')).toMatchObject({ lines: [], foreign: 1 })
    expect(parseBankFile('Date,Details,Amount\n03/04/2026,x,£5.00', undefined, 'EUR')).toMatchObject({ lines: [], foreign: 1 })
  })
})

describe('a mapping by hand', () => {
  const hsbc = bankFileBytes('hsbc.csv').toString('utf8')

  it('is guessed from the first rows, and reads a file without a row of names', () => {
    const { mapping, rows } = sketchBank(hsbc)
    expect(mapping).toMatchObject({ delimiter: ',', namesRow: 0, columns: ['day', 'text', 'amount'] })
    expect(rows[0]).toEqual(['03/04/2026', 'OAKRIDGE MINING INV-2026-00042', '1,250.00'])
    const header = mappedHeader(hsbc, mapping)
    expect(header && linesOf(readCsv(header), undefined, 'EUR')).toMatchObject({
      lines: [{ bookedOn: '2026-04-03', amount: 1250, row: 1 }],
      outgoing: 1,
    })
    // A file of another bank has other columns.
    expect(mappedHeader(bankFileBytes('triodos.csv').toString('utf8'), mapping)).toBeNull()
  })

  it('guesses money out and in of two columns, asks for the word of a side, and takes no balance for an amount', () => {
    const columns = (text: string) => sketchBank(text).mapping.columns
    const sides = '03.04.2026;INV-2026-00042;;1.250,00\n04.04.2026;HOSTING;-10,99;'
    expect(columns(sides)).toEqual(['day', 'text', 'paidOut', 'paidIn'])
    const words = '03.04.2026;INV-2026-00042;1.250,00;I\n04.04.2026;HOSTING;10,99;O'
    const { mapping } = sketchBank(words)
    expect(mapping.columns).toEqual(['day', 'text', 'amount', 'side'])
    const lines = (of: typeof mapping) => {
      const header = mappedHeader(words, of)
      return header && linesOf(readCsv(header), undefined, 'EUR')
    }
    expect(() => lines(mapping)).toThrow(/Row 1 does not say whether money came in or went out: 'I'/)
    expect(lines({ ...mapping, wordForIn: 'I' })).toMatchObject({ lines: [{ amount: 1250 }], outgoing: 1 })
    expect(columns('"Datum","Boeksaldo","Valutair saldo"\n"2026-04-03","13,20","13,20"')).not.toContain('amount')
  })

  it.each(['triodos.csv', 'asn.csv', 'raiffeisen-at.csv', 'rabobank-2013.txt'])('reads %s', (name) => {
    const text = bankText(bankFileBytes(name))
    const { mapping } = sketchBank(text)
    const header = mappedHeader(text, mapping)
    const found = header && linesOf(readCsv(header), undefined, 'EUR')
    expect(found).toMatchObject({ outgoing: 1 })
    expect(found?.lines.map(({ amount }) => amount)).toEqual([1250])
  })

  it('takes a word for money in, an order of days and a sign of decimals that the file does not show', () => {
    const text = 'Wann;Was;Wieviel;Wohin\n04/03/2026;INV-2026-00042;1,250;Tilgodehavende\n04/02/2026;HOSTING;10,990;Skyldig'
    const { mapping } = sketchBank(text)
    expect(mapping.namesRow).toBe(1)
    const chosen = sketchBank(text, {
      ...mapping,
      columns: ['day', 'text', 'amount', 'side'],
      dayOrder: 'mdy',
      decimalSign: '.',
      wordForIn: 'Tilgodehavende',
    }).mapping
    const header = mappedHeader(text, chosen)
    expect(header && linesOf(readCsv(header), undefined, 'EUR')).toMatchObject({
      lines: [{ bookedOn: '2026-04-03', amount: 1250 }],
      outgoing: 1,
    })
  })
})
