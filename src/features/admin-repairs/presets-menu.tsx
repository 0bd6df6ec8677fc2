import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { ChevronDown, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { buttonStyles } from '~/components/ui/button-styles'
import { onDemand } from '~/components/ui/on-demand'
import type { EstimateLine, Preset } from '~/contracts/estimates'
import type { RepairServiceId } from '~/contracts/repair-services'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const PresetsDialog = onDemand(() => import('./presets-dialog').then((module) => module.PresetsDialog))

interface PresetsMenuProps {
  /** Its presets stand first, and those of other services are left out; null: all of them. */
  service: RepairServiceId | null
  onAdd: (line: EstimateLine) => void
}

const offered = (presets: readonly Preset[], service: RepairServiceId | null) => {
  const fitting = presets.filter((preset) => preset.isActive && (service === null || preset.service === null || preset.service === service))
  return [...fitting.filter((preset) => preset.service !== null), ...fitting.filter((preset) => preset.service === null)]
}

const item = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm text-ink data-focus:bg-surface-muted'

/** Lines that are often needed, to add with one choice; and the way to edit them. */
export function PresetsMenu({ service, onAdd }: PresetsMenuProps) {
  const presets = trpc.repairs.presets.useQuery()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Menu>
        <MenuButton className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          Add Preset
          <ChevronDown className="size-4" aria-hidden="true" />
        </MenuButton>
        <MenuItems
          modal={false}
          className="absolute top-full left-0 z-40 mt-1 max-h-96 w-72 max-w-full overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-raised outline-none"
        >
          {offered(presets.data ?? [], service).map(({ id, kind, label, quantity, price }) => (
            <MenuItem key={id}>
              <button type="button" className={item} onClick={() => onAdd({ kind, label, quantity, price })}>
                <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                <span className="text-ink-muted tabular-nums">{formatEuro(price)}</span>
              </button>
            </MenuItem>
          ))}
          <MenuItem>
            <button type="button" className={item} onClick={() => setEditing(true)}>
              <Settings2 className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
              Edit presets
            </button>
          </MenuItem>
        </MenuItems>
      </Menu>
      {editing && <PresetsDialog onClose={() => setEditing(false)} />}
    </>
  )
}
