import { Bar, BarChart, LabelList, Rectangle, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { statusTones } from '~/contracts/statuses'
import { axis, ChartTip } from './chart-parts'

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
