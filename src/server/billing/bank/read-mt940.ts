import * as z from 'zod'
import { BankFileFault } from './bank-file-fault'
import { type BankEntries, type BankEntry, joinTexts, leaveOut } from './bank-entries'
import { type MarkedEntry, withoutReverted } from './reverted'

/**
 * Reads MT940 statements, with the subfields that German and Polish banks write into field 86.
 * @see https://www2.swift.com/knowledgecentre (MT 940); Anlage 3 of the DFÜ-Abkommen for field 86
 */

const balance = z.object({ mark: z.string(), currency: z.string(), amount: z.string() }).nullable()
const line = z.object({
  valueDay: z.string().regex(/^\d{8}$/),
  entryDay: z.string(),
  mark: z.string(),
  amount: z.string(),
  reference: z.string(),
  bankReference: z.string(),
  more: z.array(z.string()),
  details: z.array(z.string()),
})
const statements = z.array(z.object({ account: z.string(), opening: balance, closing: balance, lines: z.array(line.nullable()) }))
type Line = z.output<typeof line>
type Statement = z.output<typeof statements>[number]

const HALF_A_YEAR_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

const dashed = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`

/** The booking day has no year: around New Year it may differ from that of the value day. */
function bookedOn({ valueDay, entryDay }: Line): string {
  if (entryDay === '') return dashed(valueDay)
  const year = Number(valueDay.slice(0, 4))
  const apart = (Date.parse(dashed(`${year}${entryDay}`)) - Date.parse(dashed(valueDay))) / DAY_MS
  return dashed(`${year + (apart < -HALF_A_YEAR_DAYS ? 1 : apart > HALF_A_YEAR_DAYS ? -1 : 0)}${entryDay}`)
}

const numberOf = (amount: string) => Number(amount.replaceAll('.', '').replace(',', '.'))
/** A reversed credit goes out, and a reversed debit comes in. */
const isIn = (mark: string) => mark === 'C' || mark === 'RD' || mark === 'EC'
const signed = ({ mark, amount }: { mark: string; amount: string }) => (isIn(mark) ? numberOf(amount) : -numberOf(amount))

/** Narrative lines of this length may break within a word. */
const FULL_LINE = 65
const joined = (lines: readonly string[]) =>
  lines
    .map((each) => (each.length >= FULL_LINE ? each : `${each} `))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

const STRUCTURED = /^\d{3}([?<>~^@|])\d{2}/
const purposeFields = [...Array.from({ length: 10 }, (_, index) => String(20 + index)), '60', '61', '62', '63']

/** Null without subfields. Line breaks fall anywhere, even within a number. */
function subfields(details: readonly string[]): Map<string, string> | null {
  const text = details.join('').trimStart()
  const [, sign] = STRUCTURED.exec(text) ?? []
  if (sign === undefined) return null
  const found = new Map<string, string>()
  for (const part of text.split(sign).slice(1)) {
    const name = part.slice(0, 2)
    if (/^\d{2}$/.test(name)) found.set(name, (found.get(name) ?? '') + part.slice(2))
  }
  return found
}

function textsOf({ details, reference, bankReference, more }: Line): Pick<BankEntry, 'description' | 'reference'> {
  const own = [reference, bankReference]
    .map((text) => text.trim())
    .filter((text) => !/^(?:NONREF|NOTPROVIDED|EREF\+?|KREF\+?|PREF)?$/.test(text))
  const fields = subfields(details)
  const field = (name: string) => fields?.get(name) ?? ''
  const purpose = purposeFields.map(field).join('').trim()
  if (purpose !== '' || field('32') !== '')
    return { description: joinTexts([`${field('32')}${field('33')}`.trim(), field('00').trim()]), reference: joinTexts([purpose, ...own]) }
  return { description: joinTexts([joined(more), joined(details)]), reference: joinTexts(own) }
}

/** @throws {BankFileFault} if the lines do not add up to the difference of the balances */
function mustFit({ opening, closing, lines }: Statement): void {
  if (opening === null || closing === null) throw new BankFileFault('This MT940 file has no opening or closing balance: it may be cut off.')
  if (closing.currency !== '' && closing.currency !== opening.currency)
    throw new BankFileFault(`This MT940 file begins with a balance in ${opening.currency} and ends with one in ${closing.currency}.`)
  const sum = lines.reduce(
    (total, each) => total + Math.round((each === null ? 0 : signed(each)) * 1000),
    Math.round(signed(opening) * 1000),
  )
  if (sum !== Math.round(signed(closing) * 1000))
    throw new BankFileFault('The lines of this MT940 file do not make the difference of its balances: some are missing, or were changed.')
}

/** Some banks append the currency to the IBAN; IBANs of two countries end with letters of their own. */
function accountNumber(account: string, currency: string): string {
  const plain = account.replaceAll(/\s/g, '').toUpperCase()
  return /^(?!SC|MU)[A-Z]{2}\d{2}/.test(plain) && currency !== '' && plain.endsWith(currency) ? plain.slice(0, -currency.length) : plain
}

/** @throws {BankFileFault} for an incomplete statement or none, and naming an unreadable entry */
export function readMt940(found: unknown): BankEntries {
  const { data } = statements.safeParse(found)
  if (!data || data.length === 0) throw new BankFileFault('This MT940 file has no statement in it, or is cut off.')
  const leftOut: BankEntries['leftOut'] = new Map()
  const accounts = new Set<string>()
  const read: MarkedEntry[] = []
  let row = 0
  for (const statement of data) {
    for (const each of statement.lines) {
      row += 1
      if (each === null) throw new BankFileFault(`Entry ${row} of this MT940 file cannot be read.`)
    }
    const { opening, lines } = statement
    mustFit(statement)
    const currency = opening?.currency || null
    accounts.add(accountNumber(statement.account, currency ?? ''))
    for (const [index, each] of lines.entries()) {
      if (each === null) continue
      if (each.mark.startsWith('E')) {
        leaveOut(leftOut, 'pending')
        continue
      }
      const texts = textsOf(each)
      read.push({
        row: row - lines.length + index + 1,
        bookedOn: bookedOn(each),
        amount: Number(signed(each).toFixed(2)),
        currency,
        ...texts,
        isReversal: each.mark.startsWith('R'),
        keys: [texts.reference, texts.description],
      })
    }
  }
  const [account = ''] = accounts
  return {
    format: 'MT940',
    bank: null,
    accountNumber: accounts.size === 1 && account !== '' ? account.slice(0, 40) : null,
    entries: withoutReverted(read, leftOut),
    leftOut,
    days: null,
  }
}
