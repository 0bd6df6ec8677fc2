import { TRPCError } from '@trpc/server'
import type { CaseEmailText, sendEstimateInput } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import type * as z from 'zod'
import { Prisma, type CaseQuote } from '~/generated/prisma/client'
import { createOnce } from '~/server/call'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { addressOf } from '~/server/identity/users/second-administrator'
import { wordsRead } from '~/server/cases/base/case-words'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { auditCase } from '~/server/cases/update-case'
import { toAmount } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { formatEuro } from '~/lib/money'
import { tellApprovers } from '~/server/identity/users/approvers'
import { findDraft } from './quote-draft'
import { expiryOf, writeQuoteEmail } from './quote-email'
import type { QuoteKind, SendingCall, Tx } from './quote-kind'
import { quotedCase } from '../base/read-quotes'

/** A new request ends an earlier refusal. */
const unrefused = { refusedBy: null, refusedAt: null, refusedNote: null }

/** @throws BAD_REQUEST for `email` where the case has no customer with an address */
async function recipientOf(tx: Tx, call: SendingCall, { noun, word }: QuoteKind, id: string) {
  const recipient = await caseRecipient(tx, call, { noun, id })
  if (recipient) return recipient
  throw fieldError(
    'validation_failed',
    'email',
    `This ${records[noun].one} has no customer with an email address. Send the ${word} without an email, and tell the customer in another way.`,
  )
}

/** Opens a frozen draft for answers; a sent quote that it replaces ends. @param email undefined for the usual text, null for none */
export async function deliver<Page>(
  tx: Tx,
  call: SendingCall,
  kind: QuoteKind<Page>,
  quote: CaseQuote,
  email: CaseEmailText | null | undefined,
  approval: Pick<Prisma.CaseQuoteUncheckedUpdateInput, 'approvedBy' | 'approvedAt'> = {},
): Promise<Page> {
  const { noun, word } = kind
  const { caseId: id, number, total, createdBy } = quote
  const sentAt = call.now()
  if (email !== null) {
    const recipient = await recipientOf(tx, call, kind, id)
    const text = email ? wordsRead(email) : await writeQuoteEmail(tx, call, kind, quote, sentAt)
    const document = { kind: word, number }
    await queueCaseEmail(tx, call, { of: { noun, id }, kind: word, ...recipient, ...text, authorId: call.actor.userId, document })
  }
  await tx.caseQuote.updateMany({ where: { caseId: id, state: 'sent' }, data: { state: 'expired', expiresAt: sentAt } })
  const expiresAt = expiryOf(kind, call, sentAt)
  const remindAfter = [call.answerReminderDays, call.lastAnswerReminderDays]
  const sent = { state: 'sent', sentAt, sentBy: call.viewer.userId, expiresAt, remindAfter, email: Prisma.DbNull } as const
  await tx.caseQuote.update({ where: { id: quote.id }, data: { ...approval, ...sent, total, createdBy } })
  const told = await kind.settleSent(tx, call, quote, sentAt)
  await kind.bill?.(tx, call, quote)
  await auditCase(noun)(tx, call.actor, id, `${word}_sent`, told)
  return kind.read(tx, call, id)
}

/**
 * Freezes and sends a draft. Above its kind's limit it waits until a second administrator calls `approveQuote`. Quote, email and case
 * change together.
 * @throws NOT_FOUND; FORBIDDEN above the limit without a recent proof; CONFLICT for a stale version, or if there is no draft or it waits
 * already; BAD_REQUEST if it is incomplete, or for `email` if the customer has no address
 */
export function sendQuote<Page>(kind: QuoteKind<Page>, call: SendingCall, input: z.output<typeof sendEstimateInput>): Promise<Page> {
  return createOnce(call, input, async (tx, { id, version, email }) => {
    const quote = await freezeDraft(tx, call, kind, { id, version })
    await sendFrozen(tx, call, kind, quote, email)
    return kind.read(tx, call, id)
  })
}

export async function sendFrozen<Page>(
  tx: Tx,
  call: SendingCall,
  kind: QuoteKind<Page>,
  quote: CaseQuote,
  email: CaseEmailText | null | undefined,
): Promise<boolean> {
  const { noun, word } = kind
  const { caseId: id } = quote
  const because = (await kind.whyAbove?.(tx, call, quote)) ?? null
  if (because === null) {
    await deliver(tx, call, kind, quote, email)
    return true
  }
  requireRecentProof(call.viewer, call.now())
  if (email !== null) await recipientOf(tx, call, kind, id)
  await tx.caseQuote.update({
    where: { id: quote.id },
    data: {
      requestedBy: call.viewer.userId,
      requestedAt: call.now(),
      requestedIp: addressOf(call.actor),
      because,
      ...unrefused,
      email: email === undefined ? Prisma.DbNull : (email ?? false),
    },
  })
  const after = kind.told(quote.number, toAmount(quote.total))
  await auditCase(noun)(tx, call.actor, id, `${word}_requested`, { after })
  const { number } = await quotedCase(tx, { noun, id })
  const what = `an ${word} of ${formatEuro(toAmount(quote.total))} for ${records[noun].one} ${number.slice(0, 100)}`
  await tellApprovers(tx, call, { router: noun, requestedBy: call.viewer.userId, at: call.now(), what, because })
  return false
}

/** Needs the case's lock. @throws NOT_FOUND; CONFLICT for a stale version, without a draft or if it waits; BAD_REQUEST if incomplete */
export async function freezeDraft<Page>(
  tx: Tx,
  call: SendingCall,
  kind: QuoteKind<Page>,
  { id, version }: { id: string; version: number | undefined },
): Promise<CaseQuote> {
  const { noun, word } = kind
  await lockRow(tx, records[noun], id)
  const draft = await findDraft(tx, id)
  if (draft && version !== undefined && version !== draft.version) throw conflict({ one: word })
  if (draft?.requestedAt) {
    throw new TRPCError({ code: 'CONFLICT', message: `This ${word} waits for the approval of a second administrator.` })
  }
  return kind.freeze(tx, call, draft, { id, version })
}
