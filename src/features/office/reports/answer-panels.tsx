import { MonthChart } from '~/components/charts/charts'
import { ChartPanel } from '~/components/charts/chart-panel'
import { sentOfferStates, sentStates, type AnswersReport, type SentOfferState, type SentState } from '~/contracts/office/reports'
import { formatMonth } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { formatNumber, formatShare, type ReportPart } from './report-figures'

const looks: Record<SentOfferState, { label: string; color: string }> = {
  accepted: { label: 'Accepted', color: 'var(--success-ink)' },
  declined: { label: 'Declined', color: 'var(--danger-ink)' },
  disputed: { label: 'Disputed', color: 'var(--warn-ink)' },
  expired: { label: 'Expired', color: 'var(--ink-subtle)' },
  sent: { label: 'No answer yet', color: 'var(--info-ink)' },
}

interface Answers {
  months: readonly { month: string; states: Partial<AnswersReport<SentOfferState>['months'][number]['states']> }[]
}

const countOf = (months: Answers['months'], state: SentOfferState) =>
  months.reduce((sum, { states }) => sum + (states[state]?.rows ?? 0), 0)

/** Share of accepted ones among final answers. */
export function acceptedOf({ months }: Answers) {
  const over = sentOfferStates.filter((state) => state !== 'sent').reduce((sum, state) => sum + countOf(months, state), 0)
  return { accepted: countOf(months, 'accepted'), over }
}

interface AnswersPanelProps extends ReportPart<Answers> {
  title: string
  states: readonly SentOfferState[]
  emptyText: string
  note: string
}

function AnswersPanel({ data, title, states, emptyText, note, ...part }: AnswersPanelProps) {
  const months = data?.months ?? []
  const row = (label: string, of: Answers['months']) => {
    const { accepted, over } = acceptedOf({ months: of })
    const value = of.reduce((sum, { states: each }) => sum + (each.accepted?.amount ?? 0), 0)
    return { label, values: [...states.map((state) => formatNumber(countOf(of, state))), formatShare(accepted, over), formatEuro(value)] }
  }
  return (
    <ChartPanel
      {...part}
      title={title}
      columns={['Sent in', ...states.map((state) => looks[state].label), 'Accepted share', 'Accepted value']}
      rows={months.map((month) => row(formatMonth(month.month), [month]))}
      total={row('All months', months)}
      emptyText={states.every((state) => countOf(months, state) === 0) ? emptyText : undefined}
      note={note}
      chart={
        <MonthChart
          isStacked
          months={months.map(({ month, states: of }) => ({ month, values: states.map((state) => of[state]?.rows ?? 0) }))}
          series={states.map((state) => looks[state])}
          format={formatNumber}
          formatAxis={formatNumber}
        />
      }
    />
  )
}

const NOTE = 'Expired are those without an answer in time, and those that a later one has replaced.'

export const EstimatesPanel = (part: ReportPart<AnswersReport<SentState>>) => (
  <AnswersPanel {...part} title="Estimates by month" states={sentStates} emptyText="No estimates were sent in this period" note={NOTE} />
)

export const OffersPanel = (part: ReportPart<AnswersReport<SentOfferState>>) => (
  <AnswersPanel {...part} title="Offers by month" states={sentOfferStates} emptyText="No offers were sent in this period" note={NOTE} />
)
