import { keepPreviousData } from '@tanstack/react-query'
import type { PanelState } from '~/components/charts/chart-panel'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { useFailureNotice } from '~/components/ui/notify'
import type { ReportName } from '~/contracts/office/reports'
import { trpc } from '~/trpc/client'
import { EstimatesPanel, OffersPanel } from './answer-panels'
import { HeadlineFigures } from './headline-figures'
import { RepairsByMonth, ValueByMonth } from './month-panels'
import { PeriodPicker } from './period-picker'
import { MachinesPanel, ReasonsPanel } from './quoted-panels'
import { formatPeriod, type ReportPart } from './report-figures'
import { TurnaroundPanel } from './turnaround-panel'
import { reportFile, useReportPeriod } from './use-report-period'

interface ReportQuery<Report> {
  data: Report | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** A report that could not be read may be tried again; while that goes on it is on its way. */
const stateOf = ({ data, isFetching, error }: ReportQuery<unknown>): PanelState =>
  error && !isFetching && data === undefined ? 'failed' : data === undefined ? 'loading' : 'ready'

/** What the desk learns: turnaround, answers and values of any period. Each report is read by itself. */
export function ReportsScreen() {
  const { period, show } = useReportPeriod()
  const kept = { placeholderData: keepPreviousData }
  const turnaround = trpc.reports.turnaround.useQuery(period, kept)
  const months = trpc.reports.months.useQuery(period, kept)
  const estimates = trpc.reports.estimates.useQuery(period, kept)
  const offers = trpc.reports.offers.useQuery(period, kept)
  const machines = trpc.reports.machines.useQuery(period, kept)
  const reasons = trpc.reports.reasons.useQuery(period, kept)
  const all = [turnaround, months, estimates, offers, machines, reasons]
  const error = all.find((query) => query.error !== null)?.error
  useFailureNotice(error, 'Failed to fetch reports')

  const partOf = <Report,>(name: ReportName, query: ReportQuery<Report>): ReportPart<Report> => ({
    data: query.data,
    state: stateOf(query),
    file: reportFile(name, period),
    onRetry: () => void query.refetch(),
  })
  const days = all.find(({ data }) => data !== undefined)?.data?.days
  return (
    <>
      <ScreenHeader title="Reports" subtitle={days ? formatPeriod(days) : 'What the desk learns'} />
      <PeriodPicker period={period} days={days} onChange={(next) => void show(next)} />
      <div aria-busy={all.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)}>
        <HeadlineFigures
          turnaround={turnaround.data}
          estimates={estimates.data}
          machines={machines.data}
          isLoading={turnaround.isPending || estimates.isPending || machines.isPending}
        />
        <div className="mt-4 grid grid-cols-1 gap-4 *:min-w-0 xl:grid-cols-2">
          <div className="xl:col-span-2">
            <TurnaroundPanel {...partOf('turnaround', turnaround)} />
          </div>
          <EstimatesPanel {...partOf('estimates', estimates)} />
          <OffersPanel {...partOf('offers', offers)} />
          <RepairsByMonth {...partOf('months', months)} />
          <ValueByMonth {...partOf('months', months)} />
          <MachinesPanel {...partOf('machines', machines)} />
          <ReasonsPanel {...partOf('reasons', reasons)} />
        </div>
      </div>
    </>
  )
}
