import type { ListColumn } from '~/components/admin-list/columns'
import { CustomerName } from '~/components/admin-list/customer-name'
import { InlineEdit } from '~/components/admin-list/inline-edit'
import { RowLink } from '~/components/admin-list/row-link'
import { createdColumn, numberColumn, ofOneLine } from '~/components/admin-list/status-columns'
import { Badge } from '~/components/ui/badge'
import { changeUnitsInput, type Unit, unitName, unitStateWords } from '~/contracts/stock/units'
import { unitTones, type UnitState } from '~/contracts/statuses'
import { unitPageOf } from '~/lib/records'

const UnitStateBadge = ({ state }: { state: UnitState }) => <Badge tone={unitTones[state]}>{unitStateWords[state].label}</Badge>

export function UnitOwner({ unit: { owner, userId, customer } }: { unit: Pick<Unit, 'owner' | 'userId' | 'customer'> }) {
  if (owner === 'company') return <span className="text-ink">The company</span>
  const name = customer.fullName || customer.email
  return (
    <CustomerName userId={userId} className={name ? 'text-ink' : 'text-ink-subtle'}>
      {name || (userId ? 'No name' : 'Not known')}
    </CustomerName>
  )
}

function checkLocation(typed: string): string | undefined {
  const parsed = changeUnitsInput.shape.location.safeParse(typed)
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}

/** @param onLocation false after a failure */
export const unitColumns = (onLocation: (unit: Unit, location: string) => Promise<boolean>): ListColumn<Unit>[] => [
  numberColumn(
    'Unit',
    ({ unitNumber }) => <RowLink href={unitPageOf(unitNumber)}>{unitNumber}</RowLink>,
    (unit) => <span className="wrap-anywhere text-ink-muted">{unitName(unit)}</span>,
  ),
  {
    id: 'serial',
    header: 'Serial number',
    card: 'half',
    cell: ({ serialNumber }) => (
      <span className={`${ofOneLine} ${serialNumber === null ? 'text-ink-subtle' : 'text-ink'}`} title={serialNumber ?? undefined}>
        {serialNumber ?? 'None'}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    card: 'half',
    brief: true,
    cell: ({ state, mergedInto }) => (mergedInto === null ? <UnitStateBadge state={state} /> : <Badge tone="neutral">Merged</Badge>),
  },
  {
    id: 'owner',
    header: 'Owner',
    card: 'half',
    cell: (unit) => (
      <span className={`${ofOneLine} @3xl:max-w-48`} title={unit.customer.fullName ?? undefined}>
        <UnitOwner unit={unit} />
      </span>
    ),
  },
  {
    id: 'location',
    header: 'Location',
    card: 'half',
    brief: true,
    cell: (unit) => (
      <InlineEdit
        of="units"
        label={`Location of ${unit.unitNumber}`}
        value={unit.location ?? ''}
        check={checkLocation}
        onSave={(location) => onLocation(unit, location)}
      >
        {unit.location ?? <span className="text-ink-subtle">Not set</span>}
      </InlineEdit>
    ),
  },
  createdColumn(),
]

export const unitMessages = {
  added: 'Unit added',
  updated: 'Unit saved',
  saveFailed: 'Failed to save unit',
  loadFailed: 'Failed to fetch units',
  noneMatch: 'No units match your search',
  none: 'No units found',
  missing: 'There is no such unit.',
} as const
