import { OfficeLink } from '~/components/admin-list/office-link'
import { clsx } from 'clsx/lite'
import { statusLabels } from '~/lib/status-labels'
import { MonthChart, NameChart } from '~/components/charts/charts'
import { ChartPanel, type PanelState } from '~/components/charts/chart-panel'
import { useMay } from '~/components/admin-list/cells'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import type { DashboardCharts } from '~/contracts/office/dashboard'
import { statusTones } from '~/contracts/statuses'
import { listOf } from '~/lib/records'
import { formatMonth } from '~/lib/instant'
import { formatCompactEuro } from '~/lib/compact-euro'
import { formatEuro } from '~/lib/money'

interface ChartsProps {
  charts: DashboardCharts | null | undefined
}

const stateOf = (charts: ChartsProps['charts']): PanelState => (charts ? 'ready' : charts === null ? 'failed' : 'loading')

const number = new Intl.NumberFormat('en-GB')
const formatNumber = (value: number) => number.format(value)

/** As Monthly Revenue (requirements §9). */
export function RevenuePanel({ charts }: ChartsProps) {
  const revenue = charts?.revenue ?? []
  return (
    <ChartPanel
      title="Revenue by month"
      columns={['Month', 'Revenue']}
      state={stateOf(charts)}
      rows={revenue.map(({ month, amount }) => ({ label: formatMonth(month), values: [formatEuro(amount)] }))}
      emptyText={revenue.every(({ amount }) => amount === 0) ? 'No orders in the last twelve months' : undefined}
      chart={
        <MonthChart
          months={revenue.map(({ month, amount }) => ({ month, values: [amount] }))}
          series={[{ label: 'Revenue', color: 'var(--accent)' }]}
          format={formatEuro}
          formatAxis={formatCompactEuro}
        />
      }
    />
  )
}

/** By status, of the cases that the reader may read. */
export function PipelinePanels({ charts }: ChartsProps) {
  const may = useMay()
  const shown = caseNouns.filter((noun) => may(noun, 'read'))
  if (shown.length === 0) return null
  return (
    <div className={clsx('mt-4 grid gap-4', shown.length > 1 && 'lg:grid-cols-2')}>
      {shown.map((noun) => (
        <PipelinePanel
          key={noun}
          {...pipelines[noun]}
          state={stateOf(charts)}
          counts={charts?.[noun] ?? []}
          sent={charts?.sent[noun] ?? 0}
          list={listOf(noun)}
        />
      ))}
    </div>
  )
}

const pipelines: Record<CaseNoun, Pick<PipelinePanelProps, 'title' | 'quote' | 'emptyText' | 'noun'>> = {
  repairs: { title: 'Repair pipeline', quote: 'estimate', emptyText: 'No repairs yet', noun: 'Repairs' },
  tradeIns: { title: 'Trade-in pipeline', quote: 'offer', emptyText: 'No trade-ins yet', noun: 'Trade-ins' },
}

interface PipelinePanelProps {
  title: string
  state: PanelState
  counts: readonly { status: keyof typeof statusTones; rows: number }[]
  emptyText: string
  noun: string
  /** Quotes that await an answer. */
  sent: number
  list: string
  quote: string
}

/** Each bar has the colour of its status badge. */
const colorOf = (tone: (typeof statusTones)[keyof typeof statusTones]) => (tone === 'accent' ? 'var(--accent)' : `var(--${tone}-ink)`)

function PipelinePanel({ title, state, counts, emptyText, noun, sent, list, quote }: PipelinePanelProps) {
  const stages = counts.map(({ status, rows }) => ({ name: statusLabels[status], values: [rows], fill: colorOf(statusTones[status]) }))
  return (
    <ChartPanel
      title={title}
      columns={['Status', noun]}
      state={state}
      rows={stages.map(({ name, values }) => ({ label: name, values: values.map(formatNumber) }))}
      emptyText={counts.every(({ rows }) => rows === 0) ? emptyText : undefined}
      chart={<NameChart rows={stages} series={[{ label: noun, color: 'var(--accent)' }]} format={formatNumber} />}
      note={
        sent > 0 && (
          <OfficeLink href={`${list}?quote=sent`} className="text-ink underline underline-offset-4">
            {formatNumber(sent)} sent {sent === 1 ? `${quote} waits` : `${quote}s wait`} for the customer
          </OfficeLink>
        )
      }
    />
  )
}
