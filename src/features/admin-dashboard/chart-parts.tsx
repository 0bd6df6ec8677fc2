/** What the charts share; loaded with them. */

/** Axis texts, in the page's colours. */
export const axis = { axisLine: false, tickLine: false, tick: { fill: 'var(--ink-muted)', fontSize: 12 } } as const

interface ChartTipProps {
  active?: boolean
  payload?: readonly { value?: unknown }[]
  label?: unknown
  format: (value: number) => string
}

/** The figure under the pointer. */
export function ChartTip({ active = false, payload = [], label, format }: ChartTipProps) {
  const value = payload[0]?.value
  if (!active || typeof value !== 'number') return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-raised">
      <p className="text-ink-muted">{String(label)}</p>
      <p className="font-semibold text-ink tabular-nums">{format(value)}</p>
    </div>
  )
}
