import * as z from 'zod'
import { creditBooks, creditEntryKinds } from './credit'
import type { CreditStatementEntry } from './statement'

/** A statement as a file that anybody can verify. */

const statementFiles = ['csv', 'pdf'] as const
type StatementFile = (typeof statementFiles)[number]
export const statementQuery = z.object({ as: z.enum(statementFiles) })
export const statementAddress = (as: StatementFile): string => `/api/credit-statement?as=${as}`

export const statementColumns = [
  'number',
  'at',
  'kind',
  'debit',
  'credit',
  'amount',
  'cause',
  'reason',
  'cause_noun',
  'cause_id',
  'lot_id',
  'account_id',
  'seal',
  'previous_hash',
  'hash',
] as const

const record = z.object({
  number: z.coerce.number().int().positive(),
  at: z.string(),
  kind: z.enum(creditEntryKinds),
  debit: z.enum(creditBooks),
  credit: z.enum(creditBooks),
  amount: z.string().regex(/^\d{1,10}\.\d\d$/),
  reason: z.string(),
  cause_noun: z.string(),
  cause_id: z.string(),
  lot_id: z.string(),
  account_id: z.string(),
  seal: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
})
export const statementRecords = z.array(record).min(1).max(200_000)
export type StatementRecord = z.output<typeof record>

/** Its SHA-256 is the record's hash. */
const recordText = (row: StatementRecord): string =>
  hashedText({
    ...row,
    previousHash: row.previous_hash,
    accountId: row.account_id,
    lotId: row.lot_id,
    causeNoun: row.cause_noun,
    causeId: row.cause_id,
  })

export type StatementCheck =
  | { entries: number; available: number; held: number; lastHash: string }
  | { number: number; fault: 'missing' | 'changed' | 'not_chained' }

/** Follows the hash chain from the first entry. @param digest SHA-256 in hexadecimal */
export async function checkStatement(
  records: readonly StatementRecord[],
  digest: (text: string) => Promise<string>,
): Promise<StatementCheck> {
  let previous = FIRST_HASH
  let cents = { available: 0, held: 0 }
  for (const [index, row] of records.entries()) {
    if (row.number !== index + 1) return { number: index + 1, fault: 'missing' }
    if (row.previous_hash !== previous) return { number: row.number, fault: 'not_chained' }
    if ((await digest(recordText(row))) !== row.hash) return { number: row.number, fault: 'changed' }
    const amount = Math.round(Number(row.amount) * 100)
    const added = (book: 'available' | 'held') => (row.credit === book ? amount : row.debit === book ? -amount : 0)
    cents = { available: cents.available + added('available'), held: cents.held + added('held') }
    previous = row.hash
  }
  return { entries: records.length, available: cents.available / 100, held: cents.held / 100, lastHash: previous }
}

type HashedFields =
  | 'previousHash'
  | 'accountId'
  | 'number'
  | 'kind'
  | 'debit'
  | 'credit'
  | 'lotId'
  | 'causeNoun'
  | 'causeId'
  | 'reason'
  | 'seal'
type HashedEntry = Pick<CreditStatementEntry, HashedFields> & { amount: string; at: string }

/**
 * The text whose SHA-256 (hexadecimal) is the entry's hash: a JSON array of texts as PostgreSQL writes it (`credit_entry_hash` in the
 * migrations). The first text is the previous entry's hash, or 64 zeros.
 * @param entry its amount as a text with two decimals
 */
export function hashedText(entry: HashedEntry): string {
  const texts = [
    entry.previousHash,
    entry.accountId,
    String(entry.number),
    entry.at,
    entry.kind,
    entry.debit,
    entry.credit,
    entry.amount,
    entry.lotId,
    entry.causeNoun,
    entry.causeId,
    entry.reason,
    entry.seal,
  ]
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`
}

export const FIRST_HASH = '0'.repeat(64)
