import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numbersWithin, numberSpellings, plainNumber, serialKey, serialText, writtenNumbers } from '~/contracts/numbers'
import { waysToWrite, waysToWriteSerial, waysWithoutPrefix } from '../setup/written-numbers'

const kinds = [
  ['repairs', 'REP', '10007'],
  ['tradeIns', 'TRD', '10007'],
  ['orders', 'ORD', '1001'],
  ['units', 'U', '10001'],
  ['parts', 'P', '10001'],
] as const

describe('a number', () => {
  it.each(kinds)('of %s is read in every way that people write it', (kind, prefix, digits) => {
    for (const { way, write } of waysToWrite) {
      expect(numberSpellings(kind, write(prefix, digits)), way).toContain(`${prefix}-${digits}`)
      expect(writtenNumbers(write(prefix, digits)), way).toContain(`${prefix}-${digits}`)
    }
    for (const { way, write } of waysWithoutPrefix) expect(numberSpellings(kind, write(digits)), way).toContain(`${prefix}-${digits}`)
  })

  it.each([
    ['Repair no. 10007', ['REP-10007']],
    ['REPAIR 10007', ['REP-10007']],
    ['trade-in 7', ['TRD-7']],
    ['Order #1001', ['ORD-1001']],
    ['Invoice 2026-00042', ['INV-2026-00042']],
    ['inv 2026/42', ['INV-2026-00042']],
    ['2026-00042', ['INV-2026-00042']],
    ['credit note 2026 7', ['CN-2026-00007']],
    ['u 1oool', ['U-10001']],
    ['u loool', ['U-10001']],
    ['P ool', []],
    ['Bitmain S19', []],
    ['S19', []],
  ])('%s is %j', (typed, numbers) => expect(writtenNumbers(typed)).toEqual(numbers))

  it('that is stored in another way, by plain SQL, is compared as it is too', () => {
    expect(numberSpellings('repairs', ' R/42-x ')).toEqual([' R/42-x ', 'R/42-x', 'R/42-X'])
    expect(numberSpellings('orders', '1001')).toEqual(['1001', 'ORD-1001', '#1001'])
    expect(numberSpellings('repairs', 'a\0b')).toEqual([])
  })
})

it.each([
  ['Invoice 2026-00042 thank you', ['INV-2026-00042']],
  ['REPAIR 10007', ['REP-10007']],
  ['Repair No. 10007 / invoice no 2026-00042', ['INV-2026-00042', 'REP-10007']],
  ['2026-00042', ['INV-2026-00042']],
  ['INV\u20112026\u2013000 42', ['INV-2026-00000', 'INV-2026-00042']],
  ['your order of 2026-11-20', []],
])('a bank\u2019s text %j names %j', (text, numbers) => expect(numbersWithin(text).toSorted()).toEqual(numbers))

describe('a serial number', () => {
  it('has one key in every way that people and scanners write it, and keeps its letters as they are', () => {
    const serial = 'NGSB-2026-X7'
    for (const { way, write } of waysToWriteSerial) expect(serialKey(write(serial)), way).toBe('NGSB2026X7')
    expect(serialText('S/N: ab-12 cd.')).toBe('ab-12 cd')
  })

  it('that begins with SN keeps it', () => {
    expect([serialText('SNAB1'), serialText('SN-77X-0042'), serialText('SN:')]).toEqual(['SNAB1', 'SN-77X-0042', 'SN'])
  })

  it('of a GS1 barcode is the one of its identifier 21, behind those of fixed and open lengths', () => {
    for (const [code, serial] of [
      [']d20109506000134352\u001d21AB12', 'AB12'],
      [']C110LOT7\u001d21AB12\u001d91X', 'AB12'],
      // A weight in kilograms, a number of the customer's part, a place of dispatch and a country of origin stand before it.
      [']C10109506000134352310300015221AB12', 'AB12'],
      [']C1240PSU-9\u001d21AB12', 'AB12'],
      [']C1410950600013435221AB12', 'AB12'],
      [']C1422826\u001d21AB12', 'AB12'],
      [']d2800812345\u001d21AB12', 'AB12'],
      // Some readers send a separator where others send the symbology.
      ['\u001d010950600013435210LOT\u001d21AB12', 'AB12'],
      ['(01)09506000134352(10)LOT(21)AB12(91)X', 'AB12'],
      ['(10)LOT', '(10)LOT'],
    ] as const)
      expect(serialText(code), code).toBe(serial)
  })
})

describe('whatever is typed', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(
        fc.constantFrom(
          ...[
            'S/N',
            ':',
            ' ',
            '#',
            '.',
            '(21)',
            '(',
            ')',
            ']C1',
            '\u001d',
            '21',
            '01',
            'SN',
            'sn',
            'serial no',
            '-',
            '\u2011',
            '\u200b',
            'REP',
            'rep',
            'no. ',
          ],
          ...['INV', '2026', '00042', '7', 'O', 'l', '\u00df', '\u0149', 'e\u200d\u0301', '\ud800', '\0', '"'],
        ),
        { maxLength: 25 },
      )
      .map((parts) => parts.join('')),
  )

  it('is read without an error, and read again is the same', () => {
    fc.assert(
      fc.property(texts, (typed) => {
        const [plain, serial, key] = [plainNumber(typed), serialText(typed), serialKey(typed)]
        expect(plainNumber(plain)).toBe(plain)
        expect(serialText(serial)).toBe(serial)
        expect(serialKey(serial)).toBe(key)
        if (key !== null) expect(serialKey(key)).toBe(key)
        for (const number of writtenNumbers(typed)) expect(writtenNumbers(number)).toContain(number)
        for (const [kind] of kinds) for (const spelling of numberSpellings(kind, typed)) expect(spelling).not.toBe('')
        expect(numbersWithin(numbersWithin(typed).join(' '))).toEqual(expect.arrayContaining(numbersWithin(typed)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read as far as numbers are long, however long it is', () => {
    for (const part of ['S/N: ', '(21)', '(01)1', ' ', '\u200b', '#', 'REP', 'no. ', '0', 'INV2026', '\ufdfa', '.', '- ']) {
      const long = part.repeat(200_000)
      expect(plainNumber(long).length).toBeLessThanOrEqual(300)
      expect(serialText(long).length).toBeLessThanOrEqual(300)
      expect(writtenNumbers(long).length + numbersWithin(long).length).toBeLessThan(1_000)
    }
  })
})
