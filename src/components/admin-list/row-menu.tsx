import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { EllipsisVertical, type LucideIcon } from '~/components/icons/lucide'

export interface RowAction {
  label: string
  icon: LucideIcon
  onChoose: () => void
  /** The reason why it is disabled; null or absent if it is not. */
  whyNot?: string | null
}

interface RowMenuProps {
  /** The accessible name: 'More actions for ada@example.com'. */
  label: string
  actions: readonly RowAction[]
}

/** Holds a row's actions besides its status: seldom needed, so behind a button. */
export function RowMenu({ label, actions }: RowMenuProps) {
  return (
    <Menu>
      <MenuButton
        aria-label={label}
        title={label}
        className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-surface-muted sm:size-9"
      >
        <EllipsisVertical className="size-5" aria-hidden="true" />
      </MenuButton>
      <MenuItems
        modal={false}
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        className="z-40 w-60 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-raised outline-none"
      >
        {actions.map(({ label: words, icon: Icon, onChoose, whyNot = null }) => (
          <MenuItem key={words} disabled={whyNot !== null}>
            <button
              type="button"
              onClick={onChoose}
              disabled={whyNot !== null}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 py-1 text-left text-sm text-ink disabled:text-ink-muted data-focus:bg-surface-muted"
            >
              <Icon className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
              {whyNot === null ? (
                words
              ) : (
                <span>
                  {words}
                  <span className="block text-xs text-ink-muted">{whyNot}</span>
                </span>
              )}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
