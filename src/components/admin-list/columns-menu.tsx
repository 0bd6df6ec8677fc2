import { Columns3 } from 'lucide-react'
import { useContext } from 'react'
import { Columns } from './list-tools'
import { ToolPopover } from './tool-popover'

/** Chooses which columns a list shows. Cards, as narrow places have them, show everything. */
export function ColumnsMenu() {
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
