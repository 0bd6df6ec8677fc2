import { Columns3 } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Columns, ListTools, useColumnState } from './columns'
import { ToolPopover } from './tool-popover'

/** Chooses which columns a list shows. Cards, as narrow places have them, show everything. */
function ColumnsMenu() {
  const state = useContext(Columns)
  if (!state || state.choices.length === 0) return null
  const { choices, hidden, setHidden } = state
  return (
    <ToolPopover label="Columns" icon={Columns3} className="hidden @3xl:block">
      {() =>
        choices.map(({ id, header }) => (
          <label
            key={id}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 text-sm text-ink hover:bg-surface-muted"
          >
            <input
              type="checkbox"
              checked={!hidden.has(id)}
              onChange={(event) => setHidden(id, !event.target.checked)}
              className="size-4 accent-(--accent)"
            />
            {header}
          </label>
        ))
      }
    </ToolPopover>
  )
}

/** The card that holds a list: toolbar, rows, pages. What is inside lays itself out by this card's width. */
export function ListPanel({ children }: { children: ReactNode }) {
  return (
    <Columns value={useColumnState()}>
      <div className="@container overflow-hidden rounded-card border border-line bg-surface shadow-card">{children}</div>
    </Columns>
  )
}

/** Search, filters and sort of a list, above its rows; then what every list has. */
export function ListToolbar({ children }: { children: ReactNode }) {
  const tools = useContext(ListTools)
  return (
    <div role="search" className="flex flex-wrap gap-2 border-b border-line p-3">
      {children}
      {tools}
      <ColumnsMenu />
    </div>
  )
}
