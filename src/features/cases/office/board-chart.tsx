import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ReadingPhase } from '~/contracts/stock/readings'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { boardPairs, type ReadPair } from './board-pairs'

const axis = { axisLine: false, tickLine: false, tick: { fill: 'var(--ink-muted)', fontSize: 12 } } as const
const colours: Readonly<Record<ReadingPhase, string>> = { before: 'var(--ink-subtle)', after: 'var(--accent)' }

export function BoardChart({ pair, phases }: { pair: ReadPair; phases: Readonly<Record<ReadingPhase, string>> }) {
  const data = boardPairs(pair).map(({ label, before, after }) => ({
    name: `Board ${label}`,
    before: before?.hashrate ?? 0,
    after: after?.hashrate ?? 0,
  }))
  const shown = (['before', 'after'] as const).filter((phase) => pair[phase])
  return (
    <div className="flex h-full flex-col gap-2">
      <ul className="flex flex-wrap justify-end gap-x-4 gap-y-1 text-xs text-ink-muted">
        {shown.map((phase) => (
          <li key={phase} className="flex items-center gap-1.5">
            <span className="size-2.5 rounded-sm" style={{ background: colours[phase] }} />
            {phases[phase]}
          </li>
        ))}
      </ul>
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" {...axis} />
            <YAxis {...axis} width={72} tickFormatter={(rate: number) => hashrateText(rate)} />
            <Tooltip
              cursor={{ fill: 'var(--surface-muted)' }}
              formatter={(rate) => (typeof rate === 'number' ? hashrateText(rate) : '')}
              contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 8 }}
              isAnimationActive={false}
            />
            {shown.map((phase) => (
              <Bar
                key={phase}
                dataKey={phase}
                name={phases[phase]}
                fill={colours[phase]}
                radius={[4, 4, 0, 0]}
                maxBarSize={36}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}
