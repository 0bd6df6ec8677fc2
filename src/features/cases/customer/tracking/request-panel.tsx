import { clsx } from 'clsx/lite'
import Link from 'next/link'
import { useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import type { AnswersTogether, RequestedCase } from '~/contracts/cases/tracking'
import { formatEuro } from '~/lib/money'
import { formatMarked } from '~/lib/quoted-amount'
import { needLabel, progressOf } from './progress-of'
import { AnswerChoice, SendAnswers, sumOf, useChosenAnswers } from './together-answers'

interface RequestPanelProps {
  cases: readonly RequestedCase[]
  /** Number of the case on the page. */
  current: string
  hrefOf: (number: string) => string
  /** Left out if nothing can be answered. */
  onAnswer?: ((answers: AnswersTogether) => Promise<unknown>) | undefined
  onChanged: () => void
}

/** Shown before all are asked for. */
const SHOWN = 8

const valueText = (value: number, { quote }: RequestedCase['facts']) =>
  quote !== null && quote.state !== 'sent' && quote.total === value ? formatMarked(formatEuro(value), quote.state) : formatEuro(value)

/** All machines of a request with status, value and answer, those that need something first. */
export function RequestPanel({ cases, current, hrefOf, onAnswer, onChanged }: RequestPanelProps) {
  const [isWhole, setWhole] = useState(false)
  const chosen = useChosenAnswers(cases)
  const answersTogether = chosen.open.length > 1 ? onAnswer : undefined
  const shown = Math.max(SHOWN, answersTogether ? chosen.open.length : 0)
  const rows = cases.map((each) => ({ ...each, progress: progressOf(each.facts) }))
  const ordered = [...rows.filter(({ progress }) => progress.need), ...rows.filter(({ progress }) => !progress.need)]
  const values = cases.flatMap(({ value }) => (value === null ? [] : [value]))
  return (
    <RecordSection title={`Your request: ${cases.length} machines`}>
      <ul className="divide-y divide-line">
        {(isWhole ? ordered : ordered.slice(0, shown)).map(
          ({ number, device, serialNumber, value, facts, open, progress: { headline, need } }) => (
            <li
              key={number}
              className={clsx(
                'flex flex-wrap justify-between gap-x-4 gap-y-1 px-5 py-3 text-sm sm:px-6',
                number === current && 'bg-surface-muted',
              )}
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Link
                    href={hrefOf(number)}
                    prefetch={false}
                    shallow
                    scroll={number !== current}
                    aria-current={number === current ? 'true' : undefined}
                    className="py-1 font-semibold text-ink underline underline-offset-4"
                  >
                    {number}
                  </Link>
                  {facts.withdrawn !== null && <Badge tone="neutral">Withdrawn</Badge>}
                  {need && <Badge tone="accent">{needLabel(facts.noun, need)}</Badge>}
                </p>
                <p className="wrap-anywhere text-ink">
                  {device}
                  {serialNumber !== null && <span className="text-ink-muted"> ({serialNumber})</span>}
                </p>
                <p className="text-ink-muted">{headline}</p>
              </div>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 self-start empty:hidden">
                {value !== null && <p className="font-medium text-ink tabular-nums">{valueText(value, facts)}</p>}
                {answersTogether && open && <AnswerChoice number={number} chosen={chosen} />}
              </div>
            </li>
          ),
        )}
      </ul>
      {values.length > 0 && (
        <p className="flex justify-between gap-4 border-t border-line px-5 py-3 font-semibold text-ink sm:px-6">
          <span>Together, as it stands now</span>
          <span className="tabular-nums">{formatEuro(sumOf(values))}</span>
        </p>
      )}
      {!isWhole && cases.length > shown && (
        <div className="px-5 pb-4 sm:px-6">
          <Button variant="secondary" size="sm" onClick={() => setWhole(true)}>
            Show all {cases.length} machines
          </Button>
        </div>
      )}
      {answersTogether && <SendAnswers chosen={chosen} onAnswer={answersTogether} onChanged={onChanged} />}
    </RecordSection>
  )
}
