import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import type { QuoteAnswer } from '~/contracts/cases/cases'
import type { EmailTemplate } from '~/contracts/office/email-templates'
import type { CaseQuote, Prisma } from '~/generated/prisma/client'
import type { CreatingCall } from '~/server/call'
import type { Policies } from '~/contracts/office/policies'
import type { Billing } from '~/server/billing/invoices/issue-invoice'
import type { Services } from '~/server/services'
import type { Actor, AuditEvent } from '~/server/platform/audit/record-audit'

/** The differences between kinds of quotes; the other files here share the rest. */

export type Tx = Prisma.TransactionClient
export type SendingCall = CreatingCall<'outbox' | 'secret' | 'siteUrl' | 'businessTimeZone' | keyof Policies>

export interface Given {
  answer: QuoteAnswer
  actor: Actor
  at: Date
}

/** Changes of an answer beside the quote. EUR. */
export const answerUndo = z.object({
  /** The case's status then; another one shows that staff have gone on. */
  status: z.string(),
  /** Lines added to the actual cost, and the number of all then. */
  lines: z.array(z.string()),
  count: z.int(),
  actualCost: z.number().nullable(),
})
export type AnswerUndo = z.output<typeof answerUndo>

/** For an answer that leaves the cost unchanged. */
export const noLines = { lines: [], count: 0, actualCost: null } as const satisfies Omit<AnswerUndo, 'status'>

type Told = NonNullable<AuditEvent['after']>

/** @typeParam Page the case's quotes, returned by every change */
export interface QuoteKind<Page = unknown> {
  noun: CaseNoun
  word: 'estimate' | 'offer'
  /** Days of validity. */
  days: (policies: Pick<Services, 'estimateDays' | 'offerDays'>) => number
  answers: readonly QuoteAnswer[]
  otherAnswer: string
  whyNoDraft: string
  nothingToPreview: () => TRPCError
  afterwards: string
  amount: (total: number) => string
  told: (number: number, total: number) => Told

  /** Completes and freezes the draft. @throws CONFLICT without one; BAD_REQUEST if it is incomplete */
  freeze: (tx: Tx, call: SendingCall, draft: CaseQuote | null, of: { id: string; version: number | undefined }) => Promise<CaseQuote>
  /** Null if no second administrator is needed; absent for kinds without a limit. */
  whyAbove?: (tx: Tx, call: SendingCall, quote: CaseQuote) => Promise<string | null>
  /** @returns what has changed of the case */
  settleSent: (tx: Tx, call: SendingCall, quote: CaseQuote, at: Date) => Promise<Pick<AuditEvent, 'before' | 'after'>>
  /** Runs after an answer or expiry. @returns its changes, to take them back */
  settle: (tx: Tx, quote: Pick<CaseQuote, 'id' | 'caseId'>, given: Given | null) => Promise<Omit<AnswerUndo, 'status'>>
  /** Bills a deposit after an answer, its withdrawal, or a further quote. */
  bill?: (tx: Tx, call: Billing, quote: Pick<CaseQuote, 'id' | 'caseId' | 'number' | 'total'>) => Promise<void>
  /** True if staff have gone on since the answer, beside the status. */
  hasGoneOn: (tx: Pick<Tx, 'repairLine'>, caseId: string, undo: AnswerUndo) => Promise<boolean>
  unsettle: (tx: Tx, caseId: string, undo: AnswerUndo, by: Pick<Given, 'actor' | 'at'>) => Promise<void>
  text: (
    tx: Tx,
    quote: Pick<CaseQuote, 'id' | 'caseId' | 'total'>,
  ) => Promise<{ template: EmailTemplate; values: Readonly<Record<string, string>> }>
  read: (tx: Tx, call: SendingCall, id: string) => Promise<Page>
}

/** The second of two sends finds no draft. */
export const noDraft = ({ whyNoDraft }: Pick<QuoteKind, 'whyNoDraft'>) =>
  new TRPCError({ code: 'CONFLICT', message: `There is no draft to send: it has already been sent, or ${whyNoDraft}.` })
