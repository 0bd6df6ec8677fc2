import * as z from 'zod'
import { deductedAmount, deductionInput, MOST_DEDUCTIONS, type Deduction } from '~/contracts/cases/deductions'
import { valueOfGrade, type Evaluation } from '~/contracts/cases/evaluation'
import { offerAnswers } from '~/contracts/cases/offers'
import { conditionLabels, conditionNotes } from '~/contracts/catalogue/trade-in-estimate'
import { formatEuro } from '~/lib/money'
import { rowsOfPresent } from '~/server/cases/base/customer-case'
import { offerSent } from '~/server/cases/quote-email-templates'
import { reasonAbove } from '~/server/identity/users/limit-sums'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import { frozenDetails, readEvaluation } from './read-evaluation'
import { countOffers, lockOffers } from './offer-limit'
import { noDraft, noLines, type QuoteKind, type Tx } from './quote-kind'
import { writeOffer } from './save-evaluation'

const complete = z.array(deductionInput).max(MOST_DEDUCTIONS)

/** @throws BAD_REQUEST where it has no value, or where plain SQL has left what no form would take */
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

const deductionText = (base: number, deduction: Deduction) => {
  const share = deduction.kind === 'percent' ? ` (${deduction.amount.toLocaleString('en-GB')}% of the value)` : ''
  return `${deduction.label}${share}: −${formatEuro(deductedAmount(base, deduction))}\n${deduction.explanation}`
}

const ofCredit = (value: number) => `${formatEuro(value)} of store credit`

function stepsOf({ grade, baseValue, deductions, overrideReason }: ReturnType<typeof frozenDetails>, finalValue: number): string {
  const graded = grade === null ? [] : [`Value in condition ${conditionLabels[grade]} (${conditionNotes[grade]}): ${formatEuro(baseValue)}`]
  return [
    ...graded,
    ...deductions.map((deduction) => deductionText(baseValue, deduction)),
    ...(overrideReason === null ? [] : [`We offer another value: ${overrideReason}`]),
    `Our offer: ${ofCredit(finalValue)}`,
  ].join('\n')
}

/** EUR that the present customer last accepted. The final value follows acceptance, not sending. */
async function acceptedOf(tx: Tx, id: string): Promise<number | null> {
  const accepted = await tx.caseQuote.findFirst({
    where: { caseId: id, state: 'accepted', ...(await rowsOfPresent(tx, { noun: 'tradeIns', id })) },
    orderBy: { number: 'desc' },
    select: { total: true },
  })
  return accepted && toAmount(accepted.total)
}

/** Above a limit (docs/credit.md) an offer takes two administrators. */
export const tradeInOffers: QuoteKind<Evaluation> = {
  noun: 'tradeIns',
  word: 'offer',
  days: ({ offerDays }) => offerDays,
  answers: offerAnswers,
  otherAnswer: 'An offer is accepted, declined or disputed',
  whyNoDraft: 'the evaluation has not been saved yet',
  nothingToPreview: () => noDraft(tradeInOffers),
  afterwards: 'you can no longer accept it. Your machine stays with us until we hear from you: ask us for a new offer, or to send it back.',
  amount: ofCredit,
  told: (offer, offeredValue) => ({ offer, offeredValue }),

  /** Without a saved evaluation, a grade is enough for the first offer. */
  async freeze(tx, call, draft, { id, version }) {
    const evaluation = await readEvaluation(tx, id, call)
    const isFirst = evaluation.offers.length === 0 && evaluation.values.grade !== null && version === undefined
    if (!draft && !isFirst) throw noDraft(tradeInOffers)
    mustBeComplete(evaluation)
    return writeOffer(tx, draft, { caseId: id, createdBy: call.actor.userId }, evaluation)
  },

  /** Calls that count the same sums wait. */
  async whyAbove(tx, { viewer, offerLimit, now }, { caseId: id, total }) {
    const { userId } = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { userId: true } })
    await lockOffers(tx, viewer.userId, userId, now())
    return reasonAbove(offerLimit, toAmount(total), await countOffers(tx, viewer.userId, { id, userId }, now()))
  },

  async settleSent(tx, _call, { caseId: id, number, total }) {
    const before = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { finalValue: true } })
    const finalValue = await acceptedOf(tx, id)
    await tx.tradeIn.update({ where: { id }, data: { finalValue } })
    return { before: { finalValue: toAmountOrNull(before.finalValue) }, after: { finalValue, offer: number, total: toAmount(total) } }
  },

  /** An accepted offer is the final value, whatever failed offers follow. */
  async settle(tx, { caseId: id }, given) {
    const accepted = await acceptedOf(tx, id)
    // An expired offer (`given` is null) leaves a confirmed value.
    if (accepted !== null && given !== null) await tx.tradeIn.update({ where: { id }, data: { finalValue: accepted } })
    return noLines
  },

  hasGoneOn: () => Promise.resolve(false),

  async unsettle(tx, tradeInId, _undo, { at }) {
    await tx.tradeIn.update({ where: { id: tradeInId }, data: { finalValue: await acceptedOf(tx, tradeInId) } })
    await tx.creditPayment.updateMany({ where: { tradeInId, releasedAt: null, held: 0, captured: 0 }, data: { releasedAt: at } })
  },

  async text(tx, { id, caseId, total }) {
    const details = frozenDetails(await tx.tradeInOffer.findUnique({ where: { id } }))
    const { estimatedValue } = await tx.tradeIn.findUniqueOrThrow({ where: { id: caseId }, select: { estimatedValue: true } })
    const quotedValue = toAmountOrNull(estimatedValue)
    const quoted = quotedValue === null ? '' : `It was quoted at ${formatEuro(quotedValue)}.`
    return { template: offerSent, values: { quoted, steps: stepsOf(details, toAmount(total)), total: ofCredit(toAmount(total)) } }
  },

  read: (tx, call, id) => readEvaluation(tx, id, call),
}
