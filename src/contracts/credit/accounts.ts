import * as z from 'zod'
import type { CreditStatementEntry } from './statement'
import { rowId } from '~/contracts/fields'
import { listInput, listPosition, type ListPage } from '~/contracts/list-page'

export const creditEntriesInput = z.object({ accountId: rowId.optional(), userId: rowId.optional(), ...listPosition })
const accountSorts = ['-balance', 'balance', '-created', 'created'] as const
export const creditAccountStatuses = ['open', 'empty'] as const

/** `status`: whether anything is left to spend or held. */
export const creditAccountsInput = listInput.extend({
  status: z.enum(creditAccountStatuses).optional(),
  sort: z.enum(accountSorts).default('-balance'),
})

export const creditVerifyInput = z.object({ accountId: rowId.optional(), userId: rowId.optional(), after: rowId.optional() })

export interface CreditEntry extends CreditStatementEntry {
  userId: string
  movementId: string
  paymentId: string | null
  actorId: string | null
  actorEmail: string | null
  key: string
  part: number
}

export interface CreditAccount {
  id: string
  userId: string
  email: string | null
  fullName: string | null
  balance: number
  held: number
  entries: number
  createdAt: Date
  hasUser: boolean
}

export type CreditAccountList = ListPage<CreditAccount, Record<(typeof creditAccountStatuses)[number], number>> & {
  balance: number
  held: number
}

/** `numbers`: a document number is missing in its series. */
export const creditFaults = ['missing', 'changed', 'not_chained', 'inserted', 'sums', 'numbers'] as const

export interface CreditFault {
  accountId: string
  email: string | null
  /** Of the entry; one beyond the last if entries are missing at the end. For `numbers` the place in the series. */
  number: number
  entryId: string | null
  fault: (typeof creditFaults)[number]
  message: string
}

export interface CreditVerification {
  accounts: number
  entries: number
  faults: CreditFault[]
  /** Start of the next part, since the check runs in parts; null after the last. */
  nextAfter: string | null
}
