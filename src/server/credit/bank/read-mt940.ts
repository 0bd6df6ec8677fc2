import * as z from 'zod'
import { BankFileFault } from './bank-file-fault'
import { type BankEntries, type BankEntry, joinTexts, LONGEST_CELL } from './bank-entries'

/**
 * Reads MT940 statements, with the subfields that German banks write into field 86.
 * @see https://www2.swift.com/knowledgecentre (MT 940); Anlage 3 of the DFÜ-Abkommen for field 86
 */

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}T/)
const statements = z.array(
  z.object({
    accountIdentification: z.string(),
    transactions: z.array(
      z.object({
        date: day,
        entryDate: z.union([day, z.literal('')]),
        amount: z.number(),
        currency: z.string(),
        details: z.string(),
        reference: z.string(),
        extraDetails: z.string(),
        structuredDetails: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
)
type Transaction = z.output<typeof statements>[number]['transactions'][number]

const HALF_A_YEAR_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The day of booking. It is written without its year, and the parser takes that of the day of value: around New Year one of them is in
 * another year.
 */
function bookedOn({ date, entryDate }: Transaction): string {
  if (entryDate === '') return date.slice(0, 10)
  const apart = (Date.parse(entryDate) - Date.parse(date)) / DAY_MS
  const year = Number(entryDate.slice(0, 4)) + (apart < -HALF_A_YEAR_DAYS ? 1 : apart > HALF_A_YEAR_DAYS ? -1 : 0)
  return `${year}${entryDate.slice(4, 10)}`
}

const purposeFields = [...Array.from({ length: 10 }, (_, index) => String(20 + index)), '60', '61', '62', '63']

/** The text of field 86: of the subfields where there are some, whose line breaks fall anywhere, also within a number. */
function textsOf({ details, structuredDetails, reference, extraDetails }: Transaction): Pick<BankEntry, 'description' | 'reference'> {
  const field = (name: string) => {
    const value = structuredDetails?.[name]
    return typeof value === 'string' ? value.replaceAll('\n', '') : ''
  }
  const own = /^(?:NONREF|NOTPROVIDED)?$/.test(reference.trim()) ? '' : reference.trim()
  const purpose = purposeFields.map(field).join('').trim()
  if (purpose !== '' || field('32') !== '')
    return { description: joinTexts([`${field('32')}${field('33')}`.trim(), field('00')]), reference: joinTexts([purpose, own]) }
  const lines = details.split('\n').map((line) => line.trim())
  return { description: joinTexts([extraDetails.trim(), lines.join(' ')]), reference: own.slice(0, LONGEST_CELL) }
}

/** @throws {BankFileFault} for what is no statement */
export function readMt940(found: unknown): BankEntries {
  const { data } = statements.safeParse(found)
  if (!data || data.length === 0)
    throw new BankFileFault('This MT940 file cannot be read: a field is missing, or its lines do not make the difference of its balances.')
  const accounts = new Set(data.map(({ accountIdentification }) => accountIdentification.replaceAll(/\s/g, '').toUpperCase()))
  const [account = ''] = accounts
  return {
    format: 'MT940',
    bank: null,
    accountNumber: accounts.size === 1 && account !== '' ? account.slice(0, 40) : null,
    entries: data
      .flatMap(({ transactions }) => transactions)
      .map((each, index) => ({
        row: index + 1,
        bookedOn: bookedOn(each),
        amount: Number(each.amount.toFixed(2)),
        currency: each.currency,
        ...textsOf(each),
      })),
    leftOut: new Map(),
    days: null,
  }
}
