import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { caseEmailInput, type CaseEmailText } from '~/contracts/cases/estimates'
import type { Evaluation } from '~/contracts/cases/evaluation'
import { OFFER_DAYS, type Offer, type OfferPreview } from '~/contracts/cases/offers'
import { deductedAmount, type Deduction } from '~/contracts/cases/deductions'
import { records } from '~/contracts/records'
import { conditionLabels, conditionNotes } from '~/contracts/cases/trade-in-estimate'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { deviceName } from '~/contracts/cases/device'
import { safeJson } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'
import { findDraft, readEvaluation, type ReadContext } from './read'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

/** Until when an offer that is sent at a moment can be accepted. */
export const expiryOf = (sentAt: Date): Date => new Date(sentAt.getTime() + OFFER_DAYS * DAY_MS)

/** Two who send the same draft: the later one finds none. */
export const noDraft = () =>
  new TRPCError({
    code: 'CONFLICT',
    message: 'There is no draft to send: it was sent meanwhile, or the evaluation has not been saved yet.',
  })

const storedEmail = z.union([caseEmailInput, z.literal(false)])

/** The text that was stored with a draft which waits for its approval: undefined for the usual one, null for no email. */
export function emailOfRequest(stored: unknown): CaseEmailText | null | undefined {
  const { data } = storedEmail.safeParse(stored)
  return data === false ? null : data
}

/** 'Dead hashboard (30 % of the value): −€300.00', and below it what that is about. */
const deductionText = (base: number, deduction: Deduction) => {
  const share = deduction.kind === 'percent' ? ` (${deduction.amount.toLocaleString('en-GB')} % of the value)` : ''
  return `${deduction.label}${share}: −${formatEuro(deductedAmount(base, deduction))}\n${deduction.explanation}`
}

/** The steps from the value of the grade to what is offered, one below another. */
function stepsOf({ grade, baseValue, deductions, finalValue, overrideReason }: Offer): string {
  const graded = grade === null ? [] : [`Value in condition ${conditionLabels[grade]} (${conditionNotes[grade]}): ${formatEuro(baseValue)}`]
  return [
    ...graded,
    ...deductions.map((deduction) => deductionText(baseValue, deduction)),
    ...(overrideReason === null ? [] : [`We offer another value: ${overrideReason}`]),
    `Our offer: ${formatEuro(finalValue)} of store credit`,
  ].join('\n')
}

/** What a customer is written about an offer; an administrator may change it before it is sent. */
export async function writeOfferEmail(
  tx: Tx,
  { businessTimeZone }: Pick<Services, 'businessTimeZone'>,
  { tradeInId, offer, quotedValue, sentAt }: { tradeInId: string; offer: Offer; quotedValue: number | null; sentAt: Date },
): Promise<CaseEmailText> {
  const tradeIn = await tx.tradeIn.findUnique({ where: { id: tradeInId }, select: { tradeInNumber: true, deviceInfo: true } })
  if (!tradeIn) throw notFound(records.tradeIns)
  const { phone_number: phone, contact_email: email } = await readSettings(tx)
  const number = tradeIn.tradeInNumber.slice(0, 100)
  const device = deviceName(safeJson(tradeIn.deviceInfo)).slice(0, 200)
  const quoted = quotedValue === null ? '' : ` It was quoted at ${formatEuro(quotedValue)}.`
  return {
    subject: `Offer for your trade-in ${number}`,
    body: [
      `We have inspected your ${device} (trade-in ${number}).${quoted}`,
      stepsOf(offer),
      `This offer is valid until ${formatDay(calendarDay(expiryOf(sentAt), businessTimeZone))}. Please answer it by the link below; you can also call ${phone} or write to ${email}, and name ${number}.`,
    ].join('\n\n'),
  }
}

/** The draft among the offers that were read. */
const draftOf = ({ offers }: Evaluation): Offer | undefined => offers.find(({ state }) => state === 'draft')

/** Whom the draft would go to, and what they would read. @throws NOT_FOUND; CONFLICT where there is no draft */
export function previewOffer(call: ReadContext & Pick<Services, 'db' | 'businessTimeZone'>, { id }: { id: string }): Promise<OfferPreview> {
  return call.db.prisma.$transaction(async (tx) => {
    const evaluation = await readEvaluation(tx, id, call)
    const offer = draftOf(evaluation)
    const draft = await findDraft(tx, id)
    if (!offer || !draft) throw noDraft()
    const text =
      emailOfRequest(draft.email) ??
      (await writeOfferEmail(tx, call, { tradeInId: id, offer, quotedValue: evaluation.quotedValue, sentAt: call.now() }))
    return { recipient: evaluation.recipient, ...text }
  })
}
