import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { DashboardCharts } from '~/contracts/dashboard'
import { formatEuro } from '~/lib/money'
import { axis, ChartTip } from './chart-parts'

const compactEuro = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', notation: 'compact', maximumFractionDigits: 1 })
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })
const nameOf = (month: string) => shortMonth.format(new Date(`${month}-01T00:00:00Z`))

/** A bar for each month. */
export function RevenueChart({ months }: { months: DashboardCharts['revenue'] }) {
  const data = months.map(({ month, amount }) => ({ name: nameOf(month), amount }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="name" {...axis} interval="preserveStartEnd" minTickGap={12} />
        <YAxis {...axis} width={56} tickFormatter={(value: number) => compactEuro.format(value)} />
        <Tooltip cursor={{ fill: 'var(--surface-muted)' }} content={<ChartTip format={formatEuro} />} isAnimationActive={false} />
        <Bar dataKey="amount" fill="var(--accent)" radius={[4, 4, 0, 0]} maxBarSize={36} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
