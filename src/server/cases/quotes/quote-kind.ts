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

/** The differences between kinds of quotes. All that they share stands in the other files here, which are given one of these. */

export type Tx = Prisma.TransactionClient
export type SendingCall = CreatingCall<'outbox' | 'siteUrl' | 'businessTimeZone' | keyof Policies>

/** A customer's answer, and who is written down for it. */
export interface Given {
  answer: QuoteAnswer
  actor: Actor
  at: Date
}

/** The changes that an answer has made to its case beside the quote. An amount in EUR. */
export const answerUndo = z.object({
  /** The case's status then: another one says that staff have gone on. */
  status: z.string(),
  /** The lines of a repair's real cost that it has added, and how many there were with them. */
  lines: z.array(z.string()),
  count: z.int(),
  actualCost: z.number().nullable(),
})
export type AnswerUndo = z.output<typeof answerUndo>

/** Of an answer that changes nothing of the case's cost. */
export const noLines = { lines: [], count: 0, actualCost: null } as const satisfies Omit<AnswerUndo, 'status'>

type Told = NonNullable<AuditEvent['after']>

/** @typeParam Page what the case's page shows of its quotes, which every change of one answers */
export interface QuoteKind<Page = unknown> {
  noun: CaseNoun
  word: 'estimate' | 'offer'
  /** How long a sent one can be accepted. */
  days: (policies: Pick<Services, 'estimateDays' | 'offerDays'>) => number
  answers: readonly QuoteAnswer[]
  /** Refuses an answer that is none of them. */
  otherAnswer: string
  whyNoDraft: string
  nothingToPreview: () => TRPCError
  /** The fate of a case whose quote nobody answers; reminders say it before. */
  afterwards: string
  /** An amount in EUR as its emails name it. */
  amount: (total: number) => string
  /** How the audit log names one: which it is, and its amount in EUR. */
  told: (number: number, total: number) => Told

  /**
   * The draft as it will be sent: complete, and kept as it is from now on.
   * @throws CONFLICT where there is none; BAD_REQUEST where it is not complete
   */
  freeze: (tx: Tx, call: SendingCall, draft: CaseQuote | null, of: { id: string; version: number | undefined }) => Promise<CaseQuote>
  /** Why a frozen one needs a second administrator; null where it needs none. Left out: none ever does. */
  whyAbove?: (tx: Tx, call: SendingCall, quote: CaseQuote) => Promise<string | null>
  /** Settles the case once one is sent. @returns what of the case has changed */
  settleSent: (tx: Tx, call: SendingCall, quote: CaseQuote, at: Date) => Promise<Pick<AuditEvent, 'before' | 'after'>>
  /** Settles the case once one is answered, or over without an answer. @returns what it has changed, for the call that takes that back */
  settle: (tx: Tx, quote: Pick<CaseQuote, 'id' | 'caseId'>, given: Given | null) => Promise<Omit<AnswerUndo, 'status'>>
  /** Bills what is to be paid before the work, once one is answered, taken back, or followed by another; left out where that is nothing. */
  bill?: (tx: Tx, call: Billing, quote: Pick<CaseQuote, 'id' | 'caseId' | 'number' | 'total'>) => Promise<void>
  /** True if staff have gone on since an answer, beside the case's status. */
  hasGoneOn: (tx: Pick<Tx, 'repairLine'>, caseId: string, undo: AnswerUndo) => Promise<boolean>
  /** Takes back what an acceptance has changed; the quote is open again by then. */
  unsettle: (tx: Tx, caseId: string, undo: AnswerUndo, by: Pick<Given, 'actor' | 'at'>) => Promise<void>
  /** The template of the email that goes with one, and what is particular in it. */
  text: (
    tx: Tx,
    quote: Pick<CaseQuote, 'id' | 'caseId' | 'total'>,
  ) => Promise<{ template: EmailTemplate; values: Readonly<Record<string, string>> }>
  read: (tx: Tx, call: SendingCall, id: string) => Promise<Page>
}

/** Two who send the same draft: the later one finds none. */
export const noDraft = ({ whyNoDraft }: Pick<QuoteKind, 'whyNoDraft'>) =>
  new TRPCError({ code: 'CONFLICT', message: `There is no draft to send: it has already been sent, or ${whyNoDraft}.` })
