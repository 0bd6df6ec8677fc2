import { onDemand } from '~/components/ui/on-demand'

export interface Series {
  label: string
  /** A colour of CSS. */
  color: string
}

export interface MonthChartProps {
  /** Oldest first; `month` for example '2026-07', the values in the order of the series. */
  months: readonly { month: string; values: readonly number[] }[]
  series: readonly Series[]
  isStacked?: boolean
  format: (value: number) => string
  /** The same, shorter. */
  formatAxis: (value: number) => string
}

export interface NameChartProps {
  rows: readonly { name: string; values: readonly number[]; fill?: string }[]
  series: readonly Series[]
  format: (value: number) => string
  /** Room for the names, in px. */
  nameWidth?: number
}

// The charts' library is larger than a whole screen: it comes after it.
export const MonthChart = onDemand(() => import('./drawn-charts').then((module) => module.DrawnMonthChart))
export const NameChart = onDemand(() => import('./drawn-charts').then((module) => module.DrawnNameChart))
