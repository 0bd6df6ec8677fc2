import { OfficeLink } from '~/components/admin-list/office-link'
import { ForWriters } from '~/components/admin-list/for-writers'
import { PackageCheck, Pencil, Trash2 } from '~/components/icons/lucide'
import { DateText } from '~/components/admin-list/cells'
import type { ListColumn } from '~/components/admin-list/columns'
import { LazyRowMenu } from '~/components/admin-list/lazy-row-menu'
import type { RowAction } from '~/components/admin-list/row-menu'
import { DetailsLink } from '~/components/admin-list/row-link'
import { Badge } from '~/components/ui/badge'
import type { Part } from '~/contracts/stock/parts'
import { partKindLabels } from '~/contracts/stock/part-types'
import { slotLabel } from '~/contracts/stock/slots'
import { partStateLabels, partTones } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import { casePageOf } from '~/lib/records'

const link = 'relative z-1 font-medium wrap-anywhere text-ink underline underline-offset-4'

/** A machine's slot, the repair that reserves it, or a shelf. */
export function PartPlaceText({
  part: { installedIn, reservedFor, location },
}: {
  part: Pick<Part, 'installedIn' | 'reservedFor' | 'location'>
}) {
  if (installedIn) {
    return (
      <>
        <OfficeLink href={`/admin/units/${encodeURIComponent(installedIn.unitNumber)}`} className={link}>
          {installedIn.unitNumber}
        </OfficeLink>
        <span className="text-ink-muted">, {slotLabel(installedIn.slot).toLowerCase()}</span>
      </>
    )
  }
  return (
    <span className="wrap-anywhere">
      {location ?? <span className="text-ink-subtle">No place</span>}
      {reservedFor && (
        <>
          {' for '}
          <OfficeLink href={casePageOf('repairs', reservedFor.number)} className={link}>
            {reservedFor.number}
          </OfficeLink>
        </>
      )}
    </span>
  )
}

export interface PartActions {
  onOpen: (id: string) => void
  onEdit: (part: Part) => void
  onWriteOff: (part: Part) => void
  onRestock: (part: Part) => void
}

/** By the part's state. */
export const actionsOf = (part: Part, { onEdit, onWriteOff, onRestock }: PartActions): RowAction[] => [
  { label: 'Edit or move', icon: Pencil, onChoose: () => onEdit(part) },
  ...(part.state === 'taken_out' || part.state === 'scrapped' || part.state === 'sold'
    ? [{ label: 'Put back into stock', icon: PackageCheck, onChoose: () => onRestock(part) }]
    : []),
  ...(part.state === 'installed' || part.state === 'scrapped' || part.state === 'sold'
    ? []
    : [{ label: 'Write off', icon: Trash2, onChoose: () => onWriteOff(part) }]),
]

export const partColumns = (actions: PartActions): ListColumn<Part>[] => [
  {
    id: 'number',
    header: 'Part',
    card: 'title',
    cell: (part) => (
      <>
        <span className="block pr-11 @3xl:pr-0">
          <DetailsLink id={part.id} onOpen={() => actions.onOpen(part.id)}>
            {part.partNumber}
          </DetailsLink>
        </span>
        <span className="block text-xs wrap-anywhere text-ink-subtle">{part.typeName}</span>
      </>
    ),
  },
  { id: 'kind', header: 'Kind', card: 'half', cell: ({ kind }) => partKindLabels[kind] },
  {
    id: 'serial',
    header: 'Serial number',
    card: 'half',
    cell: ({ serialNumber }) => <span className="wrap-anywhere">{serialNumber || <span className="text-ink-subtle">None</span>}</span>,
  },
  {
    id: 'state',
    header: 'State',
    card: 'half',
    brief: true,
    cell: ({ state }) => <Badge tone={partTones[state]}>{partStateLabels[state]}</Badge>,
  },
  { id: 'place', header: 'Place', card: 'half', brief: true, cell: (part) => <PartPlaceText part={part} /> },
  { id: 'cost', header: 'Cost', align: 'end', card: 'half', cell: ({ cost }) => (cost === null ? '' : formatEuro(cost)) },
  { id: 'created', header: 'Received', sort: 'descending', card: 'half', cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'corner',
    cell: (part) => (
      <ForWriters of="parts">
        <LazyRowMenu label={`More actions for ${part.partNumber}`} actions={actionsOf(part, actions)} />
      </ForWriters>
    ),
  },
]
