import { Bar, BarChart, CartesianGrid, LabelList, Rectangle, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatShortMonth } from '~/lib/instant'
import type { MonthChartProps, NameChartProps, Series } from './charts'

const axis = { axisLine: false, tickLine: false, tick: { fill: 'var(--ink-muted)', fontSize: 12 } } as const

interface Bars {
  name: string
  values: readonly number[]
  fill?: string | undefined
}

interface ChartTipProps {
  active?: boolean
  payload?: readonly { value?: unknown }[]
  label?: unknown
  series: readonly Series[]
  format: (value: number) => string
}

function ChartTip({ active = false, payload = [], label, series, format }: ChartTipProps) {
  const values = payload.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
  if (!active || values.length === 0) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-raised">
      <p className="text-ink-muted">{String(label)}</p>
      {values.map((value, index) => (
        <p key={index} className="flex justify-between gap-4 text-ink tabular-nums">
          {values.length > 1 && <span>{series[index]?.label}</span>}
          <span className="font-semibold">{format(value)}</span>
        </p>
      ))}
    </div>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 px-2 text-xs text-ink-muted">
      {series.map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-xs" style={{ backgroundColor: color }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

const valueAt = (index: number) => (bars: Bars) => bars.values[index] ?? 0

export function DrawnMonthChart({ months, series, isStacked = false, format, formatAxis }: MonthChartProps) {
  const data: Bars[] = months.map(({ month, values }) => ({ name: formatShortMonth(month), values }))
  return (
    <>
      <Legend series={series} />
      <div className="relative min-h-56 grow">
        <ResponsiveContainer width="100%" height="100%" className="absolute inset-0">
          <BarChart data={data} accessibilityLayer={false} barGap={2} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" {...axis} interval="preserveStartEnd" minTickGap={12} />
            <YAxis {...axis} width={56} allowDecimals={false} tickFormatter={formatAxis} />
            <Tooltip
              cursor={{ fill: 'var(--surface-muted)' }}
              content={<ChartTip series={series} format={format} />}
              isAnimationActive={false}
            />
            {series.map(({ label, color }, index) => (
              <Bar
                key={label}
                dataKey={valueAt(index)}
                {...(isStacked && { stackId: 'all' })}
                fill={color}
                radius={isStacked ? 0 : [4, 4, 0, 0]}
                maxBarSize={36}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}

const BAR = 20
const ROOM = 16
const SHORTEST = 224

export function DrawnNameChart({ rows, series, format, nameWidth = 88 }: NameChartProps) {
  const letters = Math.floor(nameWidth / 6.5)
  const short = (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name)
  const data: Bars[] = rows.map((row) => ({ ...row }))
  return (
    <>
      <Legend series={series} />
      <div style={{ height: Math.max(SHORTEST, rows.length * (series.length * BAR + ROOM)) }}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={data} layout="vertical" accessibilityLayer={false} barGap={2} margin={{ top: 0, right: 64, bottom: 0, left: 0 }}>
            <XAxis type="number" hide />
            <YAxis type="category" dataKey="name" width={nameWidth} {...axis} interval={0} tickFormatter={short} />
            <Tooltip
              cursor={{ fill: 'var(--surface-muted)' }}
              content={<ChartTip series={series} format={format} />}
              isAnimationActive={false}
            />
            {series.map(({ label, color }, index) => (
              <Bar
                key={label}
                dataKey={valueAt(index)}
                fill={color}
                maxBarSize={BAR}
                isAnimationActive={false}
                shape={(props: object) => <Rectangle {...props} radius={[0, 4, 4, 0]} />}
              >
                <LabelList
                  dataKey={valueAt(index)}
                  position="right"
                  fill="var(--ink)"
                  fontSize={12}
                  formatter={(value) => (typeof value === 'number' ? format(value) : '')}
                />
              </Bar>
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}
