import { SentQuotes } from '~/components/admin-case/sent-quotes'
import { onDemand } from '~/components/ui/on-demand'
import { estimateTones, lineKindLabels, lineTotal, type Estimate } from '~/contracts/estimates'
import { formatEuro } from '~/lib/money'

const RecordAnswerDialog = onDemand(() => import('./record-answer-dialog').then((module) => module.RecordAnswerDialog))

interface SentEstimatesProps {
  repairId: string
  estimates: readonly Estimate[]
  /** The number of the one that was sent here a moment ago. */
  justSent: number | undefined
}

/** The estimates that have left the house, newest first, each as it was sent. */
export function SentEstimates({ repairId, estimates, justSent }: SentEstimatesProps) {
  return (
    <SentQuotes
      title="Sent estimates"
      one="Estimate"
      quotes={estimates}
      justSent={justSent}
      toneOf={({ state }) => estimateTones[state]}
      amountOf={({ total }) => total}
      renderDetails={(estimate) => <Lines estimate={estimate} />}
      renderAnswer={(number, onClose) => <RecordAnswerDialog repairId={repairId} number={number} onClose={onClose} />}
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
