import { MonthChart } from '~/components/charts/charts'
import { ChartPanel } from '~/components/charts/chart-panel'
import type { MonthFigures, MonthsReport } from '~/contracts/office/reports'
import { formatMonth } from '~/lib/instant'
import { formatCompactEuro } from '~/lib/compact-euro'
import { formatEuro } from '~/lib/money'
import { formatNumber, type ReportPart } from './report-figures'

type Column = Exclude<keyof MonthFigures, 'month'>

interface MonthPanelProps extends ReportPart<MonthsReport> {
  title: string
  columns: readonly { key: Column; label: string; color: string }[]
  format: (value: number) => string
  formatAxis: (value: number) => string
  emptyText: string
  note: string
}

function MonthPanel({ data, title, columns, format, formatAxis, emptyText, note, ...part }: MonthPanelProps) {
  const months = data?.months ?? []
  const totalOf = (key: Column) => months.reduce((sum, month) => sum + month[key], 0)
  const isEmpty = columns.every(({ key }) => months.every((month) => month[key] === 0))
  return (
    <ChartPanel
      {...part}
      title={title}
      columns={['Month', ...columns.map(({ label }) => label)]}
      rows={months.map((month) => ({ label: formatMonth(month.month), values: columns.map(({ key }) => format(month[key])) }))}
      total={{ label: 'All months', values: columns.map(({ key }) => format(totalOf(key))) }}
      emptyText={isEmpty ? emptyText : undefined}
      note={note}
      chart={
        <MonthChart
          months={months.map((month) => ({ month: month.month, values: columns.map(({ key }) => month[key]) }))}
          series={columns}
          format={format}
          formatAxis={formatAxis}
        />
      }
    />
  )
}

export const RepairsByMonth = (part: ReportPart<MonthsReport>) => (
  <MonthPanel
    {...part}
    title="Repairs by month"
    columns={[
      { key: 'repairsOpened', label: 'Opened', color: 'var(--ink-subtle)' },
      { key: 'repairsCompleted', label: 'Completed', color: 'var(--accent)' },
    ]}
    format={formatNumber}
    formatAxis={formatNumber}
    emptyText="No repairs in this period"
    note="Each month counts the repairs that were opened in it, and those that were completed in it."
  />
)

export const ValueByMonth = (part: ReportPart<MonthsReport>) => (
  <MonthPanel
    {...part}
    title="Value by month"
    columns={[
      { key: 'repairsValue', label: 'Repairs', color: 'var(--accent)' },
      { key: 'tradeInsValue', label: 'Trade-ins', color: 'var(--info-ink)' },
    ]}
    format={formatEuro}
    formatAxis={formatCompactEuro}
    emptyText="Nothing was completed in this period"
    note="Repairs by their actual cost, trade-ins by their final value, in the month of their completion; the estimated one where there is no other."
  />
)
