import type { ConflictField } from '~/components/form/conflict'
import type { MachineInput } from '~/contracts/machines'
import { formatEuro } from '~/lib/money'
import { machineStatusLabels } from './machine-words'

/** The fields of a machine as the comparison of two versions shows them. */
export const machineComparison: readonly ConflictField<MachineInput>[] = [
  { label: 'Manufacturer', write: (machine) => machine.manufacturer },
  { label: 'Model', write: (machine) => machine.model },
  { label: 'Category', write: (machine) => machine.category },
  { label: 'Hashrate', write: (machine) => machine.hashrate },
  { label: 'Power consumption', write: (machine) => machine.powerConsumption },
  { label: 'Excellent value', write: (machine) => formatEuro(machine.baseValueExcellent) },
  { label: 'Good value', write: (machine) => formatEuro(machine.baseValueGood) },
  { label: 'Fair value', write: (machine) => formatEuro(machine.baseValueFair) },
  { label: 'Poor value', write: (machine) => formatEuro(machine.baseValuePoor) },
  { label: 'Status', write: ({ isActive }) => (isActive ? machineStatusLabels.active : machineStatusLabels.inactive) },
  { label: 'Notes', write: (machine) => machine.notes ?? '' },
]
