import * as z from 'zod'
import type { CREDIT_CURRENCY, CreditBook, CreditEntryKind, CreditKind } from './credit'
import { listPosition } from '~/contracts/list-page'

/** A customer's own store credit: what there is of it, and how it came to that. */

export const statementInput = z.object(listPosition)

export interface CreditBalance {
  /** EUR that can be spent, without what is held. */
  balance: number
  /** EUR that payments hold. */
  held: number
  /** EUR that accepted offers and issues that wait for an approval will bring. */
  pending: number
  currency: typeof CREDIT_CURRENCY
}

/** The rest of credit that was issued together. */
export interface CreditLot {
  id: string
  kind: CreditKind
  available: number
  held: number
  /** Null: never. */
  expiresAt: Date | null
}

/** An entry as its customer reads it, with everything that its hash is made of (statement-file.ts). */
export interface CreditStatementEntry {
  id: string
  accountId: string
  number: number
  at: Date
  kind: CreditEntryKind
  debit: CreditBook
  credit: CreditBook
  amount: number
  lotId: string
  lotKind: CreditKind
  expiresAt: Date | null
  causeNoun: string
  causeId: string
  /** The number of the trade-in, repair or order; null for what has none, or is gone. */
  causeNumber: string | null
  reason: string
  /** Digest of what is not shown to the customer. */
  seal: string
  previousHash: string
  hash: string
}

export interface CreditStatement extends CreditBalance {
  /** Null before the first entry. */
  accountId: string | null
  lots: CreditLot[]
  rows: CreditStatementEntry[]
  nextCursor: string | null
  total: number
}
