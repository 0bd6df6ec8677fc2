import { Eye } from 'lucide-react'
import { CustomerCell } from '~/components/admin-list/customer-cell'
import type { ListColumn } from '~/components/admin-list/list-column'
import { DateText } from '~/components/admin-list/relative-time'
import { StatusBadge } from '~/components/admin-list/status-badge'
import { StatusSelect } from '~/components/admin-list/status-select'
import { IconButton } from '~/components/ui/icon-button'
import type { TradeIn } from '~/contracts/trade-ins'
import { tradeInStatuses, statusTones, type TradeInStatus } from '~/contracts/statuses'
import { deviceName } from '~/lib/device-text'
import { formatSettled } from '~/lib/money'

interface TradeInActions {
  onStatus: (tradeIn: TradeIn, status: TradeInStatus) => void
  onDetails: (tradeIn: TradeIn) => void
}

/** The columns of Trade-in Management (spec §2); 'created' is what the procedure sorts by. */
export const tradeInColumns = ({ onStatus, onDetails }: TradeInActions): ListColumn<TradeIn>[] => [
  {
    id: 'number',
    header: 'Trade-in #',
    card: 'title',
    cell: ({ tradeInNumber }) => <span className="font-medium wrap-anywhere text-ink @3xl:whitespace-nowrap">{tradeInNumber}</span>,
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
    id: 'value',
    header: 'Value',
    align: 'end',
    card: 'half',
    cell: ({ finalValue, estimatedValue }) => (
      <span className="whitespace-nowrap text-ink">{formatSettled(finalValue, estimatedValue)}</span>
    ),
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
    cell: (tradeIn) => (
      <span className="flex items-center gap-2 @3xl:justify-end">
        <StatusSelect
          label={`Status of ${tradeIn.tradeInNumber}`}
          values={tradeInStatuses}
          value={tradeIn.status}
          onChange={(status) => onStatus(tradeIn, status)}
        />
        <IconButton
          label={`View details of ${tradeIn.tradeInNumber}`}
          onClick={() => onDetails(tradeIn)}
          className="text-ink-muted hover:text-ink"
        >
          <Eye className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
    ),
  },
]
