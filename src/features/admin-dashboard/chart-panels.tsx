import { onDemand } from '~/components/ui/on-demand'
import type { DashboardCharts } from '~/contracts/dashboard'
import { statusTones } from '~/contracts/statuses'
import { capitalised } from '~/lib/text'
import { formatEuro } from '~/lib/money'
import { ChartPanel, type PanelState } from './chart-panel'

// The charts' library is larger than the rest of the screen: it comes after it.
const RevenueChart = onDemand(() => import('./charts').then((module) => module.RevenueChart))
const PipelineChart = onDemand(() => import('./charts').then((module) => module.PipelineChart))

interface ChartsProps {
  charts: DashboardCharts | null | undefined
}

const stateOf = (charts: ChartsProps['charts']): PanelState => (charts ? 'ready' : charts === null ? 'failed' : 'loading')

const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const number = new Intl.NumberFormat('en-GB')
/** '2026-07' → 'July 2026' */
const monthName = (month: string) => longMonth.format(new Date(`${month}-01T00:00:00Z`))

/** Revenue by month, counted as Monthly Revenue is (spec §9). */
export function RevenuePanel({ charts }: ChartsProps) {
  const revenue = charts?.revenue ?? []
  return (
    <ChartPanel
      title="Revenue by month"
      columns={['Month', 'Revenue']}
      state={stateOf(charts)}
      rows={revenue.map(({ month, amount }) => ({ label: monthName(month), value: formatEuro(amount) }))}
      emptyText={revenue.every(({ amount }) => amount === 0) ? 'No orders in the last twelve months' : undefined}
      chart={<RevenueChart months={revenue} />}
    />
  )
}

/** Where the repairs and the trade-ins stand. */
export function PipelinePanels({ charts }: ChartsProps) {
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2">
      <PipelinePanel
        title="Repair pipeline"
        state={stateOf(charts)}
        counts={charts?.repairs ?? []}
        emptyText="No repairs yet"
        noun="Repairs"
      />
      <PipelinePanel
        title="Trade-in pipeline"
        state={stateOf(charts)}
        counts={charts?.tradeIns ?? []}
        emptyText="No trade-ins yet"
        noun="Trade-ins"
      />
    </div>
  )
}

interface PipelinePanelProps {
  title: string
  state: PanelState
  counts: readonly { status: keyof typeof statusTones; rows: number }[]
  emptyText: string
  noun: string
}

function PipelinePanel({ title, state, counts, emptyText, noun }: PipelinePanelProps) {
  const stages = counts.map(({ status, rows }) => ({ label: capitalised(status), rows, tone: statusTones[status] }))
  return (
    <ChartPanel
      title={title}
      columns={['Status', noun]}
      state={state}
      rows={stages.map(({ label, rows }) => ({ label, value: number.format(rows) }))}
      emptyText={stages.every(({ rows }) => rows === 0) ? emptyText : undefined}
      chart={<PipelineChart stages={stages} />}
    />
  )
}
