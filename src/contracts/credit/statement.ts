import * as z from 'zod'
import type { CREDIT_CURRENCY, CreditBook, CreditEntryKind, CreditKind } from './credit'
import { listPosition } from '~/contracts/list-page'

export const statementInput = z.object(listPosition)

export interface CreditBalance {
  /** EUR to spend, without held credit. */
  balance: number
  /** EUR held by payments. */
  held: number
  /** EUR of accepted offers and of issues awaiting approval. */
  pending: number
  currency: typeof CREDIT_CURRENCY
}

/** The rest of credit that was issued together. */
export interface CreditLot {
  id: string
  kind: CreditKind
  available: number
  held: number
  expiresAt: Date | null
}

/** An entry for its customer, with everything that its hash covers (statement-file.ts). */
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
  /** Of the trade-in, repair or order; null without one. */
  causeNumber: string | null
  reason: string
  /** Digest of the fields hidden from the customer. */
  seal: string
  previousHash: string
  hash: string
}

export interface CreditStatement extends CreditBalance {
  accountId: string | null
  lots: CreditLot[]
  rows: CreditStatementEntry[]
  nextCursor: string | null
  total: number
}
