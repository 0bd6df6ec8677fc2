import { ForWriters } from '~/components/admin-list/for-writers'
import { Combine, Pencil, Trash2 } from '~/components/icons/lucide'
import type { ListColumn } from '~/components/admin-list/columns'
import { DetailsLink } from '~/components/admin-list/row-link'
import { Badge } from '~/components/ui/badge'
import { IconButton } from '~/components/ui/icon-button'
import { machineName } from '~/contracts/catalogue/machines'
import { modelFields } from '~/contracts/catalogue/model-fields'
import type { Model } from '~/contracts/catalogue/models'
import { writtenValue } from '~/lib/field-values'

/** '3 × 114 chips' */
function writtenBoards({ boards, chipsPerBoard }: Model): string {
  if (boards === null) return chipsPerBoard === null ? '' : `${chipsPerBoard} chips each`
  return chipsPerBoard === null ? String(boards) : `${boards} × ${chipsPerBoard} chips`
}

const known = (text: string | null) => text || <span className="text-ink-subtle">Not known</span>

interface ModelActions {
  onEdit: (model: Model) => void
  onMerge: (model: Model) => void
  onDelete: (model: Model) => void
}

export const modelColumns = ({ onEdit, onMerge, onDelete }: ModelActions): ListColumn<Model>[] => [
  {
    id: 'name',
    header: 'Model',
    sort: 'ascending',
    card: 'title',
    cell: (model) => (
      <>
        <span className="block">
          <DetailsLink id={model.id} onOpen={() => onEdit(model)}>
            {machineName(model)}
          </DetailsLink>
        </span>
        <span className="block text-xs text-ink-subtle">{model.category}</span>
      </>
    ),
  },
  { id: 'algorithm', header: 'Algorithm', card: 'half', cell: ({ algorithm }) => known(algorithm) },
  { id: 'hashrate', header: 'Hashrate', card: 'half', brief: 'named', cell: ({ hashrate }) => known(hashrate) },
  {
    id: 'power',
    header: 'Power',
    card: 'half',
    cell: ({ powerWatts }) => known(powerWatts === null ? null : writtenValue(modelFields.powerWatts, powerWatts)),
  },
  { id: 'boards', header: 'Boards', card: 'half', cell: (model) => known(writtenBoards(model)) },
  {
    id: 'status',
    header: 'Status',
    card: 'half',
    brief: true,
    cell: ({ isActive }) => <Badge tone={isActive ? 'success' : 'neutral'}>{writtenValue(modelFields.isActive, isActive)}</Badge>,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'corner',
    cell: (model) => (
      <ForWriters of="models">
        <span className="flex justify-end">
          <IconButton label={`Edit ${machineName(model)}`} onClick={() => onEdit(model)} className="-my-1.5 text-ink-muted hover:text-ink">
            <Pencil className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`Merge ${machineName(model)}`}
            onClick={() => onMerge(model)}
            className="-my-1.5 text-ink-muted hover:text-ink"
          >
            <Combine className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`Delete ${machineName(model)}`}
            onClick={() => onDelete(model)}
            className="-my-1.5 text-ink-muted hover:text-danger-ink"
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        </span>
      </ForWriters>
    ),
  },
]

export const modelMessages = {
  added: 'Model added successfully',
  updated: 'Model updated successfully',
  deleted: 'Model deleted successfully',
  saveFailed: 'Failed to save model',
  deleteFailed: 'Failed to delete model',
  mergeFailed: 'Failed to merge the models',
  loadFailed: 'Failed to fetch models',
  noneMatch: 'No models match your search',
  none: 'No models found',
  missing: 'There is no such model.',
} as const
