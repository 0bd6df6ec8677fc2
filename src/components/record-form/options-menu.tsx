import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { ChevronDown, Settings2 } from '~/components/icons/lucide'
import { useState, type ComponentType, type Ref } from 'react'
import { buttonStyles } from '~/components/ui/button-styles'

interface OptionsMenuProps<Option> {
  /** Makes the button 'Add preset' and the last entry 'Edit presets'. */
  label: string
  editLabel: string
  options: readonly Option[]
  detailOf: (option: Option) => string
  onAdd: (option: Option) => void
  Editor: ComponentType<{ onClose: () => void }>
  disabled?: boolean
  ref?: Ref<HTMLButtonElement> | undefined
}

const item = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm text-ink data-focus:bg-surface-muted'

/** Adds an option (options-dialog.tsx) by one choice, or opens the editor. */
export function OptionsMenu<Option extends { id: string; label: string }>({
  label,
  editLabel,
  options,
  detailOf,
  onAdd,
  Editor,
  disabled = false,
  ref = null,
}: OptionsMenuProps<Option>) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Menu>
        <MenuButton ref={ref} disabled={disabled} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          {label}
          <ChevronDown className="size-4" aria-hidden="true" />
        </MenuButton>
        <MenuItems
          modal={false}
          className="absolute top-full left-0 z-40 mt-1 max-h-96 w-80 max-w-full overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-raised outline-none"
        >
          {options.map((option) => (
            <MenuItem key={option.id}>
              <button type="button" className={item} onClick={() => onAdd(option)}>
                <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
                <span className="text-ink-muted tabular-nums">{detailOf(option)}</span>
              </button>
            </MenuItem>
          ))}
          <MenuItem>
            <button type="button" className={item} onClick={() => setEditing(true)}>
              <Settings2 className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
              {editLabel}
            </button>
          </MenuItem>
        </MenuItems>
      </Menu>
      {editing && <Editor onClose={() => setEditing(false)} />}
    </>
  )
}
