import { Eye } from 'lucide-react'
import { CustomerCell } from '~/components/admin-list/customer-cell'
import type { ListColumn } from '~/components/admin-list/list-column'
import { DateText } from '~/components/admin-list/relative-time'
import { StatusBadge } from '~/components/admin-list/status-badge'
import { StatusSelect } from '~/components/admin-list/status-select'
import { IconButton } from '~/components/ui/icon-button'
import type { Repair } from '~/contracts/repairs'
import { repairStatuses, statusTones, type RepairStatus } from '~/contracts/statuses'
import { deviceName } from '~/lib/device-text'
import { formatSettled } from '~/lib/money'

interface RepairActions {
  onStatus: (repair: Repair, status: RepairStatus) => void
  onDetails: (repair: Repair) => void
}

/** The columns of Repair Management (spec §2); 'created' is what the procedure sorts by. */
export const repairColumns = ({ onStatus, onDetails }: RepairActions): ListColumn<Repair>[] => [
  {
    id: 'number',
    header: 'Repair #',
    card: 'title',
    cell: ({ repairNumber }) => <span className="font-medium wrap-anywhere text-ink @3xl:whitespace-nowrap">{repairNumber}</span>,
  },
  { id: 'customer', header: 'Customer', card: 'half', cell: ({ customer }) => <CustomerCell {...customer} /> },
  {
    id: 'device',
    header: 'Device',
    card: 'half',
    cell: ({ deviceInfo }) => <span className="wrap-anywhere">{deviceName(deviceInfo)}</span>,
  },
  { id: 'status', header: 'Status', card: 'half', cell: ({ status }) => <StatusBadge status={status} tone={statusTones[status]} /> },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    card: 'half',
    cell: ({ actualCost, estimatedCost }) => <span className="whitespace-nowrap text-ink">{formatSettled(actualCost, estimatedCost)}</span>,
  },
  {
    id: 'created',
    header: 'Date',
    sort: 'descending',
    card: 'half',
    cell: ({ createdAt }) => <DateText at={createdAt} className="whitespace-nowrap text-ink-muted" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'foot',
    cell: (repair) => (
      <span className="flex items-center gap-2 @3xl:justify-end">
        <StatusSelect
          label={`Status of ${repair.repairNumber}`}
          values={repairStatuses}
          value={repair.status}
          onChange={(status) => onStatus(repair, status)}
        />
        <IconButton
          label={`View details of ${repair.repairNumber}`}
          onClick={() => onDetails(repair)}
          className="text-ink-muted hover:text-ink"
        >
          <Eye className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
    ),
  },
]
