import type { PanelState } from '~/components/charts/chart-panel'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { share, type QuotedFigures, type ReportDays, type Turnaround } from '~/contracts/office/reports'
import { formatDay } from '~/lib/instant'

/** Common props of the panels. */
export interface ReportPart<Report> {
  data: Report | undefined
  state: PanelState
  file: string
  onRetry: () => void
}

const number = new Intl.NumberFormat('en-GB')
const percent = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, style: 'percent' })
const change = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, style: 'percent', signDisplay: 'exceptZero' })

export const formatNumber = (value: number) => number.format(value)

export const NO_FIGURE = '–'
export const NOT_STATED = 'Not stated'

/** '91.7%' */
export function formatShare(part: number, whole: number): string {
  const of = share(part, whole)
  return of === null ? NO_FIGURE : percent.format(of / 100)
}

/** Business days: '1 day', '3 days'. */
export const formatDays = (days: number | null): string =>
  days === null ? NO_FIGURE : `${number.format(days)} ${days === 1 ? 'day' : 'days'}`

/** Difference of final from quoted values: '-6.3%'. */
export function formatDifference({ quoted, final }: QuotedFigures): string {
  const of = share(final - quoted, quoted)
  return of === null ? NO_FIGURE : change.format(of / 100)
}

/** '9 of 10 (90%)' of the repairs with a due date. */
export const formatOnTime = ({ onTime, due }: Turnaround): string =>
  due === 0 ? NO_FIGURE : `${number.format(onTime)} of ${number.format(due)} (${formatShare(onTime, due)})`

const serviceOf = (service: string | null) => repairServiceIds.find((id) => id === service)

export function serviceLabel(service: string | null): string {
  const known = serviceOf(service)
  return known ? repairServices[known].label : (service ?? NOT_STATED)
}

/** The site's promise: '3–5 days'. */
export function promiseOf(service: string | null): string {
  const known = serviceOf(service)
  if (!known) return NO_FIGURE
  const { min, max } = repairServices[known].turnaround
  return `${min}–${max} days`
}

export const formatPeriod = ({ from, to }: ReportDays): string => (from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`)
