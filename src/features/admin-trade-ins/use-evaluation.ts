import type { Control } from 'react-hook-form'
import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { Deduction, Evaluation, EvaluationDraft, EvaluationValues } from '~/contracts/evaluation'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/trpc/use-case'

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

/** What a call about a trade-in's evaluation is followed by: what it answers is shown at once, and the rest of the page is read again. */
export function useEvaluationChanged(id: string) {
  const utils = trpc.useUtils()
  const changed = useCaseChanged('tradeIns')
  return {
    /** Shows what a call has answered at once. */
    keep: (now: Evaluation) => {
      utils.tradeIns.evaluation.setData({ id }, now)
      return now
    },
    reload: () => utils.tradeIns.evaluation.fetch({ id }, { staleTime: 0 }),
    /** @param done the toast's words */
    succeeded: (done: string) => {
      changed()
      notifySuccess(done)
    },
    /** Somebody else may have been first: what is shown is read again. */
    failed: (error: unknown, text: string) => {
      void utils.tradeIns.evaluation.invalidate({ id })
      notifyError(text, error, serverMessage(error))
    },
  }
}
