import type { Control } from 'react-hook-form'
import { changeToasts } from '~/features/cases/office/parts/change-toasts'
import type { Evaluation, EvaluationDraft, EvaluationValues } from '~/contracts/cases/evaluation'
import type { Deduction } from '~/contracts/cases/deductions'
import { formatEuro } from '~/lib/money'
import { useQuotes } from '~/features/cases/office/use-quotes'

/** The form of an evaluation, as its parts take it. */
export type EvaluationControl = Control<EvaluationDraft, unknown, EvaluationValues>

/** The offer that is worked on, or waits for a second administrator. */
export const draftOffer = ({ offers }: Evaluation) => offers.find(({ state }) => state === 'draft')

/** A deduction as a form holds it. */
export const draftDeduction = (deduction: Deduction): EvaluationDraft['deductions'][number] => ({
  ...deduction,
  amount: String(deduction.amount),
})

/** '30 %' or '€25.00'. */
export const amountText = ({ kind, amount }: Pick<Deduction, 'kind' | 'amount'>): string =>
  kind === 'percent' ? `${amount.toLocaleString('en-GB')} %` : formatEuro(amount)

/** What a call about a trade-in's evaluation is followed by, and how that is said. */
export function useEvaluationChanged(id: string) {
  const quotes = useQuotes('tradeIns', id)
  return { ...quotes, ...changeToasts(quotes) }
}
