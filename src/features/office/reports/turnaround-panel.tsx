import { NameChart } from '~/components/charts/charts'
import { ChartPanel } from '~/components/charts/chart-panel'
import type { Turnaround, TurnaroundReport } from '~/contracts/office/reports'
import { formatDays, formatNumber, formatOnTime, NO_FIGURE, promiseOf, serviceLabel, type ReportPart } from './report-figures'

const valuesOf = (taken: Turnaround, promise: string) => [
  formatNumber(taken.completed),
  formatDays(taken.median),
  formatDays(taken.percentile90),
  promise,
  formatOnTime(taken),
]

/** How long repairs have taken, and how many were on time, by service. */
export function TurnaroundPanel({ data, ...part }: ReportPart<TurnaroundReport>) {
  const services = data?.services ?? []
  return (
    <ChartPanel
      {...part}
      title="Turnaround by service"
      columns={['Service', 'Completed', 'Median', '90th percentile', 'Promised', 'On time']}
      rows={services.map(({ service, ...taken }) => ({ label: serviceLabel(service), values: valuesOf(taken, promiseOf(service)) }))}
      total={data && { label: 'All services', values: valuesOf(data.all, NO_FIGURE) }}
      emptyText={services.length === 0 ? 'No repairs were completed in this period' : undefined}
      note="Business days from arrival to completion, without weekends and UK bank holidays: half of the repairs took no longer than the median, nine in ten no longer than the 90th percentile. On time counts repairs with a due date."
      chart={
        <NameChart
          rows={services.map(({ service, median, percentile90 }) => ({
            name: serviceLabel(service),
            values: [median ?? 0, percentile90 ?? 0],
          }))}
          series={[
            { label: 'Median', color: 'var(--accent)' },
            { label: '90th percentile', color: 'var(--ink-subtle)' },
          ]}
          format={formatDays}
          nameWidth={124}
        />
      }
    />
  )
}
