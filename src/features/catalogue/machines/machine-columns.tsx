import { ForWriters } from '~/components/admin-list/for-writers'
import { Pencil } from '~/components/icons/lucide'
import type { ListColumn } from '~/components/admin-list/columns'
import { DetailsLink } from '~/components/admin-list/row-link'
import { Badge } from '~/components/ui/badge'
import { IconButton } from '~/components/ui/icon-button'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import { machineName, type Machine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels, gradeValues } from '~/contracts/catalogue/trade-in-estimate'
import { writtenValue } from '~/lib/field-values'
import { formatEuro } from '~/lib/money'

/** The procedure sorts by the best grade. */
const gradeColumns = conditionGrades.map((grade): ListColumn<Machine> => {
  const common = {
    header: conditionLabels[grade],
    align: 'end',
    cell: (machine: Machine) => formatEuro(gradeValues(machine)[grade]),
  } as const
  return grade === 'excellent' ? { ...common, id: 'value', sort: 'descending' } : { ...common, id: grade }
})

/** (requirements §2 Machine Catalog); keys 'name' and 'value' are the procedure's sorts. */
export const machineColumns = (onEdit: (machine: Machine) => void): ListColumn<Machine>[] => [
  {
    id: 'name',
    header: 'Machine',
    sort: 'ascending',
    card: 'title',
    cell: (machine) => (
      <>
        <span className="block">
          <DetailsLink id={machine.id} onOpen={() => onEdit(machine)}>
            {machineName(machine)}
          </DetailsLink>
        </span>
        <span className="block text-xs text-ink-subtle">{machine.category}</span>
      </>
    ),
  },
  {
    id: 'specs',
    header: 'Specs',
    card: 'half',
    brief: true,
    cell: ({ hashrate, powerConsumption }) =>
      hashrate === '' && powerConsumption === '' ? (
        <span className="text-ink-subtle">Not given</span>
      ) : (
        <span className="flex gap-x-3 whitespace-nowrap @3xl:flex-col">
          <span className="text-ink">{hashrate}</span>
          <span className="text-ink-muted @3xl:text-xs">{powerConsumption}</span>
        </span>
      ),
  },
  ...gradeColumns,
  {
    id: 'status',
    header: 'Status',
    card: 'half',
    brief: true,
    cell: ({ isActive }) => <Badge tone={isActive ? 'success' : 'neutral'}>{writtenValue(machineFields.isActive, isActive)}</Badge>,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'corner',
    cell: (machine) => (
      <ForWriters of="machines">
        <IconButton
          label={`Edit ${machineName(machine)}`}
          onClick={() => onEdit(machine)}
          className="-my-1.5 text-ink-muted hover:text-ink"
        >
          <Pencil className="size-4" aria-hidden="true" />
        </IconButton>
      </ForWriters>
    ),
  },
]

export const machineMessages = {
  added: 'Machine added successfully',
  updated: 'Machine updated successfully',
  saveFailed: 'Failed to save machine',
  loadFailed: 'Failed to fetch machines catalog',
  noneMatch: 'No machines match your search',
  none: 'No machines found',
  missing: 'There is no such machine.',
} as const
