import { SentQuotes } from '~/features/cases/office/parts/sent-quotes'
import {
  estimateAnswers,
  estimateTones,
  lineKindLabels,
  lineTotal,
  recordAnswerInput,
  type Estimate,
  type RepairEstimates,
} from '~/contracts/cases/estimates'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { changeToasts } from '~/features/cases/office/parts/change-toasts'
import { useQuotes } from '~/features/cases/office/use-quotes'

/** The draft of the estimates, if one is being worked on. */
export const draftOf = ({ estimates }: RepairEstimates) => estimates.find(({ state }) => state === 'draft')

/** What a call about a repair's estimates is followed by, and how that is said. */
export function useEstimatesChanged(id: string) {
  const quotes = useQuotes('repairs', id)
  return { ...quotes, ...changeToasts(quotes) }
}

const answerSchema = recordAnswerInput.pick({ answer: true, note: true })

interface SentEstimatesProps {
  repairId: string
  estimates: readonly Estimate[]
  /** The number of the one that was sent here a moment ago. */
  justSent: number | undefined
}

/** The estimates that have left the house, newest first, each as it was sent. */
export function SentEstimates({ repairId: id, estimates, justSent }: SentEstimatesProps) {
  const { keep, ...toasts } = useEstimatesChanged(id)
  const record = trpc.repairs.recordAnswer.useMutation()
  return (
    <SentQuotes
      title="Sent estimates"
      one="Estimate"
      quotes={estimates}
      justSent={justSent}
      toneOf={({ state }) => estimateTones[state]}
      amountOf={({ total }) => total}
      renderDetails={(estimate) => <Lines estimate={estimate} />}
      answering={{
        answers: estimateAnswers,
        schema: answerSchema,
        record: async (number, answer) => keep(await record.mutateAsync({ id, number, ...answer })),
        toasts,
      }}
    />
  )
}

function Lines({ estimate }: { estimate: Estimate }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
        {estimate.lines.length === 1 ? '1 line' : `${estimate.lines.length} lines`}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {estimate.lines.map((line, index) => (
          <li key={`${index} ${line.label}`} className="flex gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere text-ink">
              {line.label} <span className="text-ink-subtle">({lineKindLabels[line.kind]})</span>
            </span>
            <span className="text-right whitespace-nowrap text-ink-muted tabular-nums">
              {line.quantity.toLocaleString('en-GB')} × {formatEuro(line.price)} = {formatEuro(lineTotal(line))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
