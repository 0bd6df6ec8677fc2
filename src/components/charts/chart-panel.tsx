import { ChartColumn, Download, Table2 } from '~/components/icons/lucide'
import { useState, type ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/loading'
import { FigureTable, type Figure } from './figure-table'
import { Panel, Remark } from './panel'

export type PanelState = 'loading' | 'failed' | 'ready'

interface ChartPanelProps {
  title: string
  state: PanelState
  columns: readonly string[]
  rows: readonly Figure[]
  total?: Figure | undefined
  emptyText: string | undefined
  chart: ReactNode
  note?: ReactNode
  file?: string
  onRetry?: () => void
}

const tool = '-my-1 inline-flex min-h-8 items-center gap-1.5 rounded-md text-sm text-ink-muted hover:text-ink hover:underline'

export function ChartPanel(props: ChartPanelProps) {
  const { title, state, emptyText, chart, file } = props
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? ChartColumn : Table2
  const tools = (heading: string) =>
    state === 'ready' &&
    emptyText === undefined && (
      <div className="flex gap-4">
        {file !== undefined && (
          <a href={file} download aria-describedby={heading} className={tool}>
            <Download className="size-4" aria-hidden="true" />
            Export CSV
          </a>
        )}
        <button type="button" aria-describedby={heading} onClick={() => setAsTable(!asTable)} className={tool}>
          <Icon className="size-4" aria-hidden="true" />
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
    )
  return (
    <Panel title={title} action={tools}>
      <Content {...props} chart={asTable ? null : chart} />
    </Panel>
  )
}

function Content({ title, state, columns, rows, total, emptyText, chart, note, onRetry }: ChartPanelProps) {
  if (state === 'loading') return <Skeleton className="m-5 h-56" />
  if (state === 'failed')
    return (
      <Remark>
        <p>Not available at the moment</p>
        {onRetry && (
          <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Remark>
    )
  if (emptyText !== undefined) return <Remark>{emptyText}</Remark>
  return (
    <div className="relative flex grow flex-col px-3 py-4 sm:px-5">
      {chart && (
        <div aria-hidden="true" className="flex min-h-56 grow flex-col overflow-x-clip text-xs">
          {chart}
        </div>
      )}
      <div
        {...(chart
          ? { className: 'sr-only' }
          : { className: 'overflow-x-auto', role: 'region', 'aria-label': `${title} table`, tabIndex: 0 })}
      >
        <FigureTable title={title} columns={columns} rows={rows} total={total} />
      </div>
      {note && <p className="mt-3 px-2 text-xs text-ink-muted sm:px-0">{note}</p>}
    </div>
  )
}
