import { onDemand } from '~/components/ui/on-demand'

export interface Series {
  label: string
  color: string
}

export interface MonthChartProps {
  /** Oldest first; `month` as '2026-07', values in the order of the series. */
  months: readonly { month: string; values: readonly number[] }[]
  series: readonly Series[]
  isStacked?: boolean
  format: (value: number) => string
  formatAxis: (value: number) => string
}

export interface NameChartProps {
  rows: readonly { name: string; values: readonly number[]; fill?: string }[]
  series: readonly Series[]
  format: (value: number) => string
  /** Pixels. */
  nameWidth?: number
}

// The chart library is larger than a whole screen, so it loads after it.
export const MonthChart = onDemand(() => import('./drawn-charts').then((module) => module.DrawnMonthChart))
export const NameChart = onDemand(() => import('./drawn-charts').then((module) => module.DrawnNameChart))
