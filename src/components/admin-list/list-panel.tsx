import { Columns3 } from '~/components/icons/lucide'
import { type ReactNode, type Ref, useContext } from 'react'
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

/**
 * The card that holds a list: toolbar, rows, pages. Its content is laid out by this card's width.
 * @param panel for a list that takes the focus
 */
export function ListPanel({ panel, children }: { panel?: Ref<HTMLDivElement> | undefined; children: ReactNode }) {
  return (
    <Columns value={useColumnState()}>
      <div
        ref={panel}
        tabIndex={panel ? -1 : undefined}
        className="@container overflow-hidden rounded-card border border-line bg-surface shadow-card focus:outline-none"
      >
        {children}
      </div>
    </Columns>
  )
}

interface ListToolbarProps {
  search: ReactNode
  children?: ReactNode
  /** Filters that are on or off, in a line of their own where there is room. */
  chips?: ReactNode
}

/** Search, filters and sort of a list, above its rows; then what every list has. In a narrow place all but the search is one line that scrolls. */
export function ListToolbar({ search, children, chips }: ListToolbarProps) {
  const tools = useContext(ListTools)
  return (
    <div role="search" className="flex flex-wrap gap-2 border-b border-line p-2 @3xl:gap-y-1 @3xl:p-1.5">
      {search}
      <div className="relative flex w-full gap-2 overflow-x-auto *:shrink-0 @3xl:contents @3xl:*:shrink">
        {children}
        {chips && (
          <div role="group" aria-label="Filters" className="flex gap-1.5 @3xl:order-last @3xl:basis-full @3xl:flex-wrap">
            {chips}
          </div>
        )}
        {tools}
        <ColumnsMenu />
      </div>
    </div>
  )
}
