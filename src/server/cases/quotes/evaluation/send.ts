import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { valueOfGrade, type Evaluation } from '~/contracts/cases/evaluation'
import type { approveOfferInput, refuseOfferInput, sendOfferInput } from '~/contracts/cases/offers'
import { deductionInput, MOST_DEDUCTIONS } from '~/contracts/cases/deductions'
import { records } from '~/contracts/records'
import { Prisma, type TradeInOffer } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/identity/auth/call'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { caseRecipient, queueCaseEmail } from '~/server/cases/emails'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { auditTradeIn } from '~/server/cases/update-case'
import { reasonAbove } from '~/server/identity/users/limit-sums'
import { addressOf, lockDecider, mustBeAnother } from '~/server/identity/users/second-administrator'
import { emailOfRequest, expiryOf, noDraft, writeOfferEmail } from './email'
import { countOffers, lockOffers } from './limit'
import { findDraft, readEvaluation } from './read'
import { offerColumns, unrefused, unrequested, writeDraft } from './save'

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
  const sentBy = call.viewer.userId
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
    data: { ...approval, state: 'sent', sentAt, sentBy, expiresAt: expiryOf(sentAt), email: Prisma.DbNull },
  })
  const before = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { finalValue: true } })
  await tx.tradeIn.update({ where: { id }, data: { finalValue } })
  await auditTradeIn(tx, call.actor, id, 'offer_sent', {
    before: { finalValue: toAmountOrNull(before.finalValue) },
    after: { finalValue: toAmount(finalValue), offer: number },
  })
  return readEvaluation(tx, id, call)
}

/** Why an offer needs a second administrator; null where it needs none. Whoever counts the same sums waits until this is done. */
async function whyAbove(
  tx: Tx,
  { viewer, offerLimit, now }: SendingCall,
  { tradeInId: id, finalValue }: TradeInOffer,
): Promise<string | null> {
  const { userId } = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { userId: true } })
  await lockOffers(tx, viewer.userId, userId)
  return reasonAbove(offerLimit, toAmount(finalValue), await countOffers(tx, viewer.userId, { id, userId }, now()))
}

/**
 * Sends the draft of a trade-in's offer: value, grade, deductions and checklist stay from then on as they are. One that would
 * bring a sum above the limit (docs/credit.md) is not sent but waits, frozen, until `approveOffer` has a second administrator's
 * word for it. Offer, email and value are written together or not at all.
 * @throws NOT_FOUND; FORBIDDEN above the limit without a recent proof; CONFLICT for a stale version, or where there is no draft (any more) or it waits already; BAD_REQUEST
 * without a value, or for `email` where the trade-in has no customer with an address
 */
export function sendOffer(call: SendingCall, input: z.output<typeof sendOfferInput>): Promise<Evaluation> {
  return createOnce(call, input, async (tx, { id, version, email }) => {
    await lockRow(tx, records.tradeIns, id)
    const draft = await freeze(tx, call, id, version)
    const because = await whyAbove(tx, call, draft)
    if (because === null) return send(tx, call, draft, email)
    requireRecentProof(call.viewer, call.now())
    if (email !== null) await recipientOf(tx, id)
    await tx.tradeInOffer.update({
      where: { id: draft.id },
      data: {
        requestedBy: call.viewer.userId,
        requestedAt: call.now(),
        requestedIp: addressOf(call.actor),
        because,
        ...unrefused,
        email: email === undefined ? Prisma.DbNull : (email ?? false),
      },
    })
    await auditTradeIn(tx, call.actor, id, 'offer_requested', {
      after: { offer: draft.number, offeredValue: toAmount(draft.finalValue) },
    })
    return readEvaluation(tx, id, call)
  })
}

/** @returns who has asked for the approval of a draft @throws CONFLICT where nobody has, or nobody knows who */
function requesterOf({ requestedAt, requestedBy }: TradeInOffer): string {
  if (requestedAt !== null && requestedBy !== null) return requestedBy
  throw new TRPCError({ code: 'CONFLICT', message: 'Nobody has asked for the approval of this offer. Send it first.' })
}

/** The draft that waits, with its trade-in locked. @throws NOT_FOUND; CONFLICT for a stale version, or where there is none (any more) */
async function lockWaiting(tx: Tx, id: string, version: number | undefined): Promise<TradeInOffer> {
  await lockRow(tx, records.tradeIns, id)
  const draft = await findDraft(tx, id)
  if (!draft) throw noDraft()
  requesterOf(draft)
  if (version !== undefined && version !== draft.version) throw conflict(OFFER)
  return draft
}

/**
 * Approves an offer above the limit, as a second administrator, and sends it as it was frozen.
 * @throws NOT_FOUND; FORBIDDEN for whoever is no second administrator (`mustBeAnother`), from whichever session; CONFLICT for a
 * stale version, or where no offer waits (any more); BAD_REQUEST where the customer has no address any more
 */
export function approveOffer(call: SendingCall, input: z.output<typeof approveOfferInput>): Promise<Evaluation> {
  const { viewer, now } = call
  return createOnce(call, input, async (tx, { id, version }) => {
    await lockDecider(tx, viewer)
    const draft = await lockWaiting(tx, id, version)
    await mustBeAnother(tx, requesterOf(draft), viewer, now())
    return send(tx, call, draft, emailOfRequest(draft.email), { approvedBy: viewer.userId, approvedAt: now() })
  })
}

/**
 * Refuses an offer that waits: it is a draft again, and whoever has asked reads why. Whoever has asked may take it back so too.
 * @throws NOT_FOUND; CONFLICT for a stale version, or where no offer waits (any more)
 */
export function refuseOffer(call: SendingCall, { id, version, note }: z.output<typeof refuseOfferInput>): Promise<Evaluation> {
  const { db, viewer, actor, now } = call
  return db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    const { id: offerId, number, finalValue } = await lockWaiting(tx, id, version)
    await tx.tradeInOffer.update({
      where: { id: offerId },
      data: { ...unrequested, refusedBy: viewer.userId, refusedAt: now(), refusedNote: note },
    })
    await auditTradeIn(tx, actor, id, 'offer_refused', { after: { offer: number, offeredValue: toAmount(finalValue), note } })
    return readEvaluation(tx, id, call)
  })
}
