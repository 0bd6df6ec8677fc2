import { NameChart } from '~/components/charts/charts'
import { ChartPanel } from '~/components/charts/chart-panel'
import type { QuotedFigures, QuotedReport } from '~/contracts/office/reports'
import { formatEuro, formatWholeEuro } from '~/lib/money'
import { formatDifference, formatNumber, NOT_STATED, type ReportPart } from './report-figures'

/** Rows in the chart; the table has all. */
const CHARTED = 6

interface QuotedPanelProps extends ReportPart<QuotedReport> {
  title: string
  columns: readonly [string, string]
  others: string
  emptyText: string
  note: string
}

const valuesOf = (of: QuotedFigures) => [formatNumber(of.tradeIns), formatEuro(of.quoted), formatEuro(of.final), formatDifference(of)]

function QuotedPanel({ data, title, columns, others, emptyText, note, ...part }: QuotedPanelProps) {
  const rows = data?.rows ?? []
  const mean = (amount: number, of: QuotedFigures) => amount / of.tradeIns
  return (
    <ChartPanel
      {...part}
      title={title}
      columns={[...columns, 'Quoted', 'Final', 'Difference']}
      rows={[
        ...rows.map(({ name, ...of }) => ({ label: name ?? NOT_STATED, values: valuesOf(of) })),
        ...(data?.others ? [{ label: others, values: valuesOf(data.others) }] : []),
      ]}
      total={data && { label: 'All trade-ins', values: valuesOf(data.all) }}
      emptyText={rows.length === 0 ? emptyText : undefined}
      note={note}
      chart={
        <NameChart
          rows={rows
            .slice(0, CHARTED)
            .map((row) => ({ name: row.name ?? NOT_STATED, values: [mean(row.quoted, row), mean(row.final, row)] }))}
          series={[
            { label: 'Quoted, mean', color: 'var(--ink-subtle)' },
            { label: 'Final, mean', color: 'var(--accent)' },
          ]}
          format={formatWholeEuro}
          nameWidth={132}
        />
      }
    />
  )
}

export const MachinesPanel = (part: ReportPart<QuotedReport>) => (
  <QuotedPanel
    {...part}
    title="Quoted and final value by machine"
    columns={['Machine', 'Trade-ins']}
    others="Other machines"
    emptyText="No trade-ins with both values were completed in this period"
    note="Completed trade-ins that have an estimated and a final value."
  />
)

export const ReasonsPanel = (part: ReportPart<QuotedReport>) => (
  <QuotedPanel
    {...part}
    title="Quoted and final value by deduction"
    columns={['Reason', 'Deductions']}
    others="Other reasons"
    emptyText="No completed trade-in of this period has a deduction"
    note="The values are those of the whole trade-ins: one with several deductions counts for each of them. All trade-ins count once, also those without."
  />
)
