import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BankFileFault } from '~/server/billing/bank/bank-file-fault'
import { formatOf } from '~/server/billing/bank/bank-formats'
import { mappedHeader, sketchBank } from '~/server/billing/bank/map-columns'
import { linesOf, readBankCsv } from '~/server/billing/bank/parse-bank-file'
import { readCamt } from '~/server/billing/bank/read-camt'
import { readCsv } from '~/server/billing/bank/read-csv'
import { readMt940 } from '~/server/billing/bank/read-mt940'
import { readOfx } from '~/server/billing/bank/read-ofx'
import { bankText } from '~/server/billing/bank/read-text'
import { mt940Statements } from '~/server/platform/files/decoder/mt940-fields'
import { ofxTree } from '~/server/platform/files/decoder/ofx-tree'
import { xmlTree, XmlFault } from '~/server/platform/files/decoder/xml-tree'
import { bankCases, bankFileBytes } from '../setup/bank-files'

/** Files that are cut, doubled, mixed and scratched: each is read, or refused with a sentence of the reader's own. */

const seeds = bankCases.map(([name]) => bankFileBytes(name))

interface Scratch {
  seed: number
  other: number
  at: number
  to: number
  bytes: Uint8Array
}

const scratch: fc.Arbitrary<Scratch> = fc.record({
  seed: fc.nat(seeds.length - 1),
  other: fc.nat(seeds.length - 1),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom('"', ';', ',,', '\r', '\n\n', '<', '>', ':61:', '€', '\t', '-', '99999999999999')
      .map((text) => new TextEncoder().encode(text)),
  ),
})

function scratched({ seed, other, at, to, bytes }: Scratch): Buffer {
  const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = [seeds[seed], seeds[other]]
  const [from, end] = [Math.floor(at * one.length), Math.floor(to * two.length)]
  return Buffer.concat([
    one.subarray(0, from),
    bytes,
    to < 0.3 ? two.subarray(end) : one.subarray(Math.min(one.length, from + bytes.length)),
  ])
}

function readAnyway(bytes: Buffer): void {
  const text = bankText(bytes)
  const format = formatOf(text)
  if (format === 'CSV') {
    linesOf(readBankCsv(text), '2026-11-28')
    return
  }
  const read = {
    'CAMT.053': () => readCamt(xmlTree(text)),
    OFX: () => readOfx(ofxTree(text)),
    MT940: () => readMt940(mt940Statements(text)),
  }
  linesOf(read[format](), '2026-11-28')
}

const isOwn = (error: unknown) => error instanceof BankFileFault || error instanceof XmlFault

it('no scratched file meets anything but the reader’s own refusals', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(scratch, (each) => {
      try {
        readAnyway(scratched(each))
      } catch (error) {
        if (!isOwn(error)) throw error
      }
    }),
    { numRuns: 600 },
  )
})

it('no scratched file breaks a mapping, and one that fits makes whole rows', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(scratch, (each) => {
      try {
        const text = bankText(scratched(each))
        const { mapping, rows } = sketchBank(text)
        expect(rows.every((cells) => cells.length === mapping.columns.length)).toBe(true)
        const header = mappedHeader(text, mapping)
        if (header && mapping.columns.includes('day')) linesOf(readCsv(header), '2026-11-28', 'EUR')
      } catch (error) {
        if (!isOwn(error)) throw error
      }
    }),
    { numRuns: 500 },
  )
})
