import { Bar, BarChart, CartesianGrid, LabelList, Rectangle, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { DashboardCharts } from '~/contracts/dashboard'
import { formatEuro } from '~/lib/money'
import type { statusTones } from '~/contracts/statuses'

/** What the charts share; loaded with them. */

/** Axis texts, in the page's colours. */
const axis = { axisLine: false, tickLine: false, tick: { fill: 'var(--ink-muted)', fontSize: 12 } } as const

interface ChartTipProps {
  active?: boolean
  payload?: readonly { value?: unknown }[]
  label?: unknown
  format: (value: number) => string
}

/** The figure under the pointer. */
function ChartTip({ active = false, payload = [], label, format }: ChartTipProps) {
  const value = payload[0]?.value
  if (!active || typeof value !== 'number') return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-raised">
      <p className="text-ink-muted">{String(label)}</p>
      <p className="font-semibold text-ink tabular-nums">{format(value)}</p>
    </div>
  )
}

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

interface Stage {
  label: string
  rows: number
  tone: (typeof statusTones)[keyof typeof statusTones]
}

const number = new Intl.NumberFormat('en-GB')

/** A bar for each status, in the colour of its badge. */
export function PipelineChart({ stages }: { stages: readonly Stage[] }) {
  const data = stages.map(({ tone, ...stage }) => ({ ...stage, fill: tone === 'accent' ? 'var(--accent)' : `var(--${tone}-ink)` }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} layout="vertical" accessibilityLayer={false} margin={{ top: 0, right: 44, bottom: 0, left: 0 }}>
        <XAxis type="number" hide />
        <YAxis type="category" dataKey="label" width={88} {...axis} interval={0} />
        <Tooltip
          cursor={{ fill: 'var(--surface-muted)' }}
          content={<ChartTip format={(value) => number.format(value)} />}
          isAnimationActive={false}
        />
        <Bar
          dataKey="rows"
          maxBarSize={20}
          isAnimationActive={false}
          shape={(props: object) => <Rectangle {...props} radius={[0, 4, 4, 0]} />}
        >
          <LabelList dataKey="rows" position="right" fill="var(--ink)" fontSize={12} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
