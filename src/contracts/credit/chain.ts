import type { CreditStatementEntry } from './statement'

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
 * What the hash of an entry is made of: a JSON array of texts, written as PostgreSQL does it (`credit_entry_hash` in the migrations).
 * Its SHA-256 in hexadecimal is the entry's hash; the first text is the hash of the entry before, of the first entry 64 zeros.
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
