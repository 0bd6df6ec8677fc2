import { keepPreviousData } from '@tanstack/react-query'
import { ArrowLeftRight, CalendarCheck, Hourglass, ReceiptText, Wrench } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { ChartPanel, type PanelState } from '~/components/charts/chart-panel'
import { NameChart } from '~/components/charts/charts'
import { StatCard, StatCardSkeleton, StatLine } from '~/components/charts/stat-card'
import { adminPaths } from '~/components/layouts/admin-nav'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { useFailureNotice } from '~/components/ui/notify'
import { unrepairedReasonLabels } from '~/contracts/repair-outcomes'
import {
  type AnswersReport,
  type QuotedReport,
  type ReportName,
  type ReportPeriod,
  reportPeriodInput,
  type SentState,
  type Turnaround,
  type TurnaroundReport,
  type UnrepairedReport,
} from '~/contracts/office/reports'
import { changeQuery } from '~/lib/change-query'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { acceptedOf, EstimatesPanel, OffersPanel } from './answer-panels'
import { RepairsByMonth, ValueByMonth } from './month-panels'
import { PeriodPicker } from './period-picker'
import { MachinesPanel, ReasonsPanel } from './quoted-panels'
import {
  formatDays,
  formatDifference,
  formatNumber,
  formatOnTime,
  formatPeriod,
  formatShare,
  NO_FIGURE,
  promiseOf,
  type ReportPart,
  serviceLabel,
} from './report-figures'

const unrepairedOf = ({ repairs, fees }: UnrepairedReport['all']) => [formatNumber(repairs), formatEuro(fees)]

function UnrepairedPanel({ data, ...part }: ReportPart<UnrepairedReport>) {
  const rows = (data?.reasons ?? []).map(({ reason, ...of }) => ({ ...of, name: unrepairedReasonLabels[reason] }))
  return (
    <ChartPanel
      {...part}
      title="Returned unrepaired"
      columns={['Reason', 'Repairs', 'Fees']}
      rows={rows.map((row) => ({ label: row.name, values: unrepairedOf(row) }))}
      total={data && { label: 'All reasons', values: unrepairedOf(data.all) }}
      emptyText={data?.all.repairs === 0 ? 'No device was returned unrepaired in this period' : undefined}
      note="Repairs that were completed in the period. Fees are what was charged for the inspection."
      chart={
        <NameChart
          rows={rows.map(({ name, repairs }) => ({ name, values: [repairs] }))}
          series={[{ label: 'Repairs', color: 'var(--accent)' }]}
          format={formatNumber}
          nameWidth={148}
        />
      }
    />
  )
}

interface ReportQuery<Report> {
  data: Report | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** A failed report counts as loading while it is retried. */
const stateOf = ({ data, isFetching, error }: ReportQuery<unknown>): PanelState =>
  error && !isFetching && data === undefined ? 'failed' : data === undefined ? 'loading' : 'ready'

/** Each report loads by itself. */
export function ReportsScreen() {
  const { period, show } = useReportPeriod()
  const kept = { placeholderData: keepPreviousData }
  const turnaround = trpc.reports.turnaround.useQuery(period, kept)
  const months = trpc.reports.months.useQuery(period, kept)
  const estimates = trpc.reports.estimates.useQuery(period, kept)
  const offers = trpc.reports.offers.useQuery(period, kept)
  const machines = trpc.reports.machines.useQuery(period, kept)
  const reasons = trpc.reports.reasons.useQuery(period, kept)
  const unrepaired = trpc.reports.unrepaired.useQuery(period, kept)
  const all = [turnaround, months, estimates, offers, machines, reasons, unrepaired]
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
          <UnrepairedPanel {...partOf('unrepaired', unrepaired)} />
        </div>
      </div>
    </>
  )
}

/** Kept in the address, so that a report can be shared; an invalid period is the default. */
function useReportPeriod() {
  const router = useRouter()
  const { preset, from, to } = router.query
  const named = Object.fromEntries(Object.entries({ preset, from, to }).filter(([, value]) => typeof value === 'string' && value !== ''))
  const period: ReportPeriod = reportPeriodInput.safeParse(named).data ?? {}
  return {
    period,
    show: (next: ReportPeriod) =>
      changeQuery(router, 'push', ({ preset: _preset, from: _from, to: _to, ...others }) => ({ ...others, ...next })),
  }
}

const reportFile = (report: string, period: ReportPeriod): string => {
  const query = new URLSearchParams(
    Object.entries(period).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString()
  return `/api/export/report-${report}.csv${query === '' ? '' : `?${query}`}`
}

interface HeadlineFiguresProps {
  /** Undefined while loading and after a failure. */
  turnaround: TurnaroundReport | undefined
  estimates: AnswersReport<SentState> | undefined
  machines: QuotedReport | undefined
  isLoading: boolean
}

const grid = 'mt-4 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-5'
const CARDS = 5

function HeadlineFigures({ turnaround, estimates, machines, isLoading }: HeadlineFiguresProps) {
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
      <StatCard
        label="Repairs completed"
        href={`${adminPaths.repairs}?status=completed`}
        icon={Wrench}
        value={all ? formatNumber(all.completed) : NO_FIGURE}
      />
      <StatCard label="Median turnaround" icon={Hourglass} value={formatDays(all?.median ?? null)}>
        <StatLine>Nine in ten: {formatDays(all?.percentile90 ?? null)}</StatLine>
      </StatCard>
      <StatCard label="On time" icon={CalendarCheck} value={all ? formatShare(all.onTime, all.due) : NO_FIGURE}>
        {all && all.due > 0 && <StatLine>{`${formatNumber(all.onTime)} of ${formatNumber(all.due)} with a due date`}</StatLine>}
      </StatCard>
      <StatCard
        label="Estimates accepted"
        href={`${adminPaths.repairs}?quote=accepted`}
        icon={ReceiptText}
        value={answers ? formatShare(answers.accepted, answers.over) : NO_FIGURE}
      >
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

const valuesOf = (taken: Turnaround, promise: string) => [
  formatNumber(taken.completed),
  formatDays(taken.median),
  formatDays(taken.percentile90),
  promise,
  formatOnTime(taken),
]

function TurnaroundPanel({ data, ...part }: ReportPart<TurnaroundReport>) {
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
