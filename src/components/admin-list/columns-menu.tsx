import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Columns3 } from 'lucide-react'
import { useContext } from 'react'
import { toolButton, toolPanel } from './tool-styles'
import { Columns } from './list-tools'

/** Chooses which columns a list shows. */
export function ColumnsMenu() {
  const state = useContext(Columns)
  if (!state || state.choices.length === 0) return null
  const { choices, hidden, setHidden } = state
  return (
    // Cards, as narrow screens have them, show everything.
    <Popover className="hidden @3xl:block">
      <PopoverButton className={toolButton} title="Columns">
        <Columns3 className="size-4" aria-hidden="true" />
        <span className="sr-only @2xl:not-sr-only">Columns</span>
      </PopoverButton>
      <PopoverPanel anchor={{ to: 'bottom end', gap: 4, padding: 8 }} className={toolPanel}>
        <fieldset>
          <legend className="px-2 py-1 text-xs font-semibold text-ink-subtle">Columns</legend>
          {choices.map(({ id, header }) => (
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
          ))}
        </fieldset>
      </PopoverPanel>
    </Popover>
  )
}
