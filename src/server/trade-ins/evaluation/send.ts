import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { CaseEmailText } from '~/contracts/estimates'
import { valueOfGrade, type Evaluation } from '~/contracts/evaluation'
import type { approveOfferInput, sendOfferInput } from '~/contracts/offers'
import { deductionInput, MOST_DEDUCTIONS } from '~/contracts/deductions'
import { records } from '~/contracts/records'
import { Prisma, type TradeInOffer } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/auth/call'
import { caseRecipient, queueCaseEmail } from '~/server/cases/emails'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { auditTradeIn } from '~/server/cases/update-case'
import { emailOfRequest, expiryOf, noDraft, writeOfferEmail } from './email'
import { findDraft, readEvaluation } from './read'
import { offerColumns, writeDraft } from './save'

type Tx = Prisma.TransactionClient
type SendingCall = CreatingCall<'outbox' | 'siteUrl' | 'businessTimeZone' | 'offerLimit'>

const OFFER = { one: 'offer' }
const complete = z.array(deductionInput).max(MOST_DEDUCTIONS)

/** The evaluation as an offer can be made from it. @throws BAD_REQUEST where it has no value, or where plain SQL has left what no form would take */
function mustBeComplete({ machine, values }: Evaluation): void {
  if (values.override === null && valueOfGrade(machine, values.grade) === null) {
    throw fieldError(
      'validation_failed',
      'grade',
      'Choose the machine and the grade, or enter a value with a reason, before you send the offer',
    )
  }
  if (!complete.safeParse(values.deductions).success) {
    throw fieldError(
      'validation_failed',
      'deductions',
      'A deduction of this evaluation is not complete. Edit it and save the evaluation first.',
    )
  }
}

/**
 * The draft with the evaluation as it is at this moment, which it keeps from now on. Where nobody has saved an evaluation,
 * a grade that was found is enough for the first offer.
 * @throws CONFLICT where there is no draft (any more), or for a stale version
 */
async function freeze(tx: Tx, call: SendingCall, id: string, version: number | undefined): Promise<TradeInOffer> {
  const draft = await findDraft(tx, id)
  const evaluation = await readEvaluation(tx, id, call)
  const isFirst = evaluation.offers.length === 0 && evaluation.values.grade !== null && version === undefined
  if (!draft && !isFirst) throw noDraft()
  if (draft && version !== undefined && version !== draft.version) throw conflict(OFFER)
  if (draft?.requestedAt) {
    throw new TRPCError({ code: 'CONFLICT', message: 'This offer waits for the approval of a second administrator.' })
  }
  mustBeComplete(evaluation)
  return writeDraft(tx, { tradeInId: id, createdBy: call.actor.userId }, draft, offerColumns(evaluation.machine, evaluation.values))
}

/** @throws BAD_REQUEST for `email` where the trade-in has no customer with an address */
async function recipientOf(tx: Tx, id: string) {
  const recipient = await caseRecipient(tx, { noun: 'tradeIns', id })
  if (recipient) return recipient
  throw fieldError(
    'validation_failed',
    'email',
    'This trade-in has no customer with an email address. Send the offer without an email, and tell the customer in another way.',
  )
}

/** A sent offer that a later one takes the place of is over at that moment. */
const replaceSent = (tx: Tx, tradeInId: string, at: Date) =>
  tx.tradeInOffer.updateMany({ where: { tradeInId, state: 'sent' }, data: { state: 'expired', expiresAt: at } })

/**
 * Sends a frozen draft: it is the trade-in's final value, and the customer can accept it for 14 days.
 * @param email its text; undefined for the usual one, null for none
 */
async function send(
  tx: Tx,
  call: SendingCall,
  { id: offerId, tradeInId: id, number, finalValue }: TradeInOffer,
  email: CaseEmailText | null | undefined,
  approval: Prisma.TradeInOfferUncheckedUpdateInput = {},
): Promise<Evaluation> {
  const sentAt = call.now()
  const { offers, quotedValue } = await readEvaluation(tx, id, call)
  const offer = offers.find((each) => each.id === offerId)
  if (email !== null && offer) {
    const recipient = await recipientOf(tx, id)
    const text = email ?? (await writeOfferEmail(tx, call, { tradeInId: id, offer, quotedValue, sentAt }))
    await queueCaseEmail(tx, call, {
      of: { noun: 'tradeIns', id },
      kind: 'offer',
      ...recipient,
      ...text,
      authorId: call.actor.userId,
      document: { kind: 'offer', number },
    })
  }
  await replaceSent(tx, id, sentAt)
  await tx.tradeInOffer.update({
    where: { id: offerId },
    data: { ...approval, state: 'sent', sentAt, expiresAt: expiryOf(sentAt), email: Prisma.DbNull },
  })
  const before = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { finalValue: true } })
  await tx.tradeIn.update({ where: { id }, data: { finalValue } })
  await auditTradeIn(tx, call.actor, id, 'offer_sent', {
    before: { finalValue: toAmountOrNull(before.finalValue) },
    after: { finalValue: toAmount(finalValue), offer: number },
  })
  return readEvaluation(tx, id, call)
}

/**
 * Sends the draft of a trade-in's offer: value, grade, deductions and checklist stay from then on as they are. One above
 * the limit is not sent but waits, frozen, until `approveOffer` has a second administrator's word for it. Offer, email and
 * value are written together or not at all.
 * @throws NOT_FOUND; CONFLICT for a stale version, or where there is no draft (any more) or it waits already; BAD_REQUEST
 * without a value, or for `email` where the trade-in has no customer with an address
 */
export function sendOffer(call: SendingCall, input: z.output<typeof sendOfferInput>): Promise<Evaluation> {
  return createOnce(call, input, async (tx, { id, version, email }) => {
    await lockRow(tx, records.tradeIns, id)
    const draft = await freeze(tx, call, id, version)
    if (toAmount(draft.finalValue) <= call.offerLimit) return send(tx, call, draft, email)
    if (email !== null) await recipientOf(tx, id)
    await tx.tradeInOffer.update({
      where: { id: draft.id },
      data: {
        requestedBy: call.viewer.userId,
        requestedAt: call.now(),
        email: email === undefined ? Prisma.DbNull : (email ?? false),
      },
    })
    await auditTradeIn(tx, call.actor, id, 'offer_requested', {
      after: { offer: draft.number, offeredValue: toAmount(draft.finalValue) },
    })
    return readEvaluation(tx, id, call)
  })
}

/** @throws FORBIDDEN for whoever has asked for the approval; CONFLICT where nobody has, or nobody knows who */
function mustBeSecond({ requestedAt, requestedBy }: TradeInOffer, userId: string): void {
  if (requestedAt === null || requestedBy === null) {
    throw new TRPCError({ code: 'CONFLICT', message: 'Nobody has asked for the approval of this offer. Send it first.' })
  }
  if (requestedBy === userId) {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'Another administrator than the one who has asked for it must approve this offer.' })
  }
}

/**
 * Approves an offer above the limit, as a second administrator, and sends it as it was frozen.
 * @throws NOT_FOUND; FORBIDDEN for the administrator who has asked for it, from whichever session; CONFLICT for a stale
 * version, or where no offer waits (any more); BAD_REQUEST where the customer has no address any more
 */
export function approveOffer(call: SendingCall, input: z.output<typeof approveOfferInput>): Promise<Evaluation> {
  const { userId } = call.viewer
  return createOnce(call, input, async (tx, { id, version }) => {
    await lockRow(tx, records.tradeIns, id)
    const draft = await findDraft(tx, id)
    if (!draft) throw noDraft()
    mustBeSecond(draft, userId)
    if (version !== undefined && version !== draft.version) throw conflict(OFFER)
    return send(tx, call, draft, emailOfRequest(draft.email), { approvedBy: userId, approvedAt: call.now() })
  })
}
