import type { Ref } from 'react'
import { OptionsMenu } from '~/components/record-form/options-menu'
import { onDemand } from '~/components/ui/on-demand'
import type { EstimateLine, Preset } from '~/contracts/cases/estimates'
import type { RepairServiceId } from '~/contracts/repair-services'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const PresetsDialog = onDemand(() => import('./presets-dialog').then((module) => module.PresetsDialog))

interface PresetsMenuProps {
  ref?: Ref<HTMLButtonElement>
  /** The service's presets come first, without those of other services; null for all. */
  service: RepairServiceId | null
  onAdd: (line: EstimateLine) => void
}

const offered = (presets: readonly Preset[], service: RepairServiceId | null) => {
  const fitting = presets.filter((preset) => preset.isActive && (service === null || preset.service === null || preset.service === service))
  return [...fitting.filter((preset) => preset.service !== null), ...fitting.filter((preset) => preset.service === null)]
}

/** Frequent lines, and a way to edit them. */
export function PresetsMenu({ ref, service, onAdd }: PresetsMenuProps) {
  const presets = trpc.repairs.presets.useQuery()
  return (
    <OptionsMenu
      ref={ref}
      label="Add preset"
      editLabel="Edit presets"
      options={offered(presets.data ?? [], service)}
      detailOf={({ price }) => formatEuro(price)}
      onAdd={({ kind, label, quantity, price }) => onAdd({ kind, label, quantity, price })}
      Editor={PresetsDialog}
    />
  )
}
