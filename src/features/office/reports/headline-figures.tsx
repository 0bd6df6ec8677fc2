import { ArrowLeftRight, CalendarCheck, Hourglass, ReceiptText, Wrench } from 'lucide-react'
import { StatCard, StatCardSkeleton, StatLine } from '~/components/charts/stat-card'
import type { AnswersReport, QuotedReport, SentState, TurnaroundReport } from '~/contracts/office/reports'
import { acceptedOf } from './answer-panels'
import { formatDays, formatDifference, formatNumber, formatShare, NO_FIGURE } from './report-figures'

interface HeadlineFiguresProps {
  /** Undefined where they could not be read, or are on their way. */
  turnaround: TurnaroundReport | undefined
  estimates: AnswersReport<SentState> | undefined
  machines: QuotedReport | undefined
  isLoading: boolean
}

const grid = 'mt-4 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-5'
const CARDS = 5

/** The period in five figures. */
export function HeadlineFigures({ turnaround, estimates, machines, isLoading }: HeadlineFiguresProps) {
  if (isLoading)
    return (
      <div aria-hidden="true" className={grid}>
        {Array.from({ length: CARDS }, (_, index) => (
          <StatCardSkeleton key={index} />
        ))}
      </div>
    )
  const all = turnaround?.all
  const answers = estimates && acceptedOf(estimates)
  return (
    <dl aria-label="Figures" className={grid}>
      <StatCard label="Repairs completed" icon={Wrench} value={all ? formatNumber(all.completed) : NO_FIGURE} />
      <StatCard label="Median turnaround" icon={Hourglass} value={formatDays(all?.median ?? null)}>
        <StatLine>Nine in ten: {formatDays(all?.percentile90 ?? null)}</StatLine>
      </StatCard>
      <StatCard label="On time" icon={CalendarCheck} value={all ? formatShare(all.onTime, all.due) : NO_FIGURE}>
        {all && all.due > 0 && <StatLine>{`${formatNumber(all.onTime)} of ${formatNumber(all.due)} with a due date`}</StatLine>}
      </StatCard>
      <StatCard label="Estimates accepted" icon={ReceiptText} value={answers ? formatShare(answers.accepted, answers.over) : NO_FIGURE}>
        {answers && answers.over > 0 && (
          <StatLine>{`${formatNumber(answers.accepted)} of ${formatNumber(answers.over)} that are over`}</StatLine>
        )}
      </StatCard>
      <StatCard label="Final against quoted" icon={ArrowLeftRight} value={machines ? formatDifference(machines.all) : NO_FIGURE}>
        {machines && machines.all.tradeIns > 0 && <StatLine>{`${formatNumber(machines.all.tradeIns)} trade-ins`}</StatLine>}
      </StatCard>
    </dl>
  )
}
