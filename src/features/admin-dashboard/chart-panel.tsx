import { clsx } from 'clsx'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Skeleton } from '~/components/ui/skeleton'
import { Panel, Remark, dashboardMessages } from './panel'

interface Figure {
  label: string
  value: string
}

export type PanelState = 'loading' | 'failed' | 'ready'

interface ChartPanelProps {
  title: string
  state: PanelState
  /** The headings of the figures' table. */
  columns: readonly [string, string]
  rows: readonly Figure[]
  /** Said instead, where there is nothing to draw. */
  emptyText: string | undefined
  chart: ReactNode
}

/** Figures as a chart or as a table, as one likes; assistive tools always get the table. */
export function ChartPanel({ title, state, columns, rows, emptyText, chart }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const hasFigures = state === 'ready' && emptyText === undefined
  const Icon = asTable ? ChartColumn : Table2
  const toggle = (heading: string) =>
    hasFigures && (
      <button
        type="button"
        aria-describedby={heading}
        onClick={() => setAsTable(!asTable)}
        className="-my-1 inline-flex min-h-8 items-center gap-1.5 rounded-md text-sm text-ink-muted hover:text-ink hover:underline"
      >
        <Icon className="size-4" aria-hidden="true" />
        {asTable ? 'Show as chart' : 'Show as table'}
      </button>
    )
  return (
    <Panel title={title} action={toggle}>
      <Content title={title} state={state} columns={columns} rows={rows} emptyText={emptyText} chart={asTable ? null : chart} />
    </Panel>
  )
}

function Content({ title, state, columns, rows, emptyText, chart }: ChartPanelProps) {
  if (state === 'loading') return <Skeleton className="m-5 h-56" />
  if (state === 'failed') return <Remark>{dashboardMessages.unavailable}</Remark>
  if (emptyText !== undefined) return <Remark>{emptyText}</Remark>
  return (
    <div className="relative px-3 py-4 sm:px-5">
      {chart && (
        <div aria-hidden="true" className="h-56 text-xs">
          {chart}
        </div>
      )}
      <FigureTable title={title} columns={columns} rows={rows} hidden={chart !== null} />
    </div>
  )
}

function FigureTable({
  title,
  columns,
  rows,
  hidden,
}: {
  title: string
  columns: readonly string[]
  rows: readonly Figure[]
  hidden: boolean
}) {
  const [first, second] = columns
  return (
    <table aria-label={title} className={clsx('w-full text-sm', hidden && 'sr-only')}>
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-muted">
          <th scope="col" className="py-1.5 font-semibold">
            {first}
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            {second}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row" className="py-1.5 text-left font-normal text-ink">
              {label}
            </th>
            <td className="py-1.5 text-right text-ink tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
