import { CircleCheck, FlaskConical, Inbox, Stethoscope, Truck, Wrench, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { HeaderFigures } from '~/components/admin-list/header-figures'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import { Selection } from '~/components/admin-list/selection'
import { StatusCounts } from '~/components/admin-list/status-counts'
import { useDetails } from '~/components/admin-list/use-details'
import { serverMessage } from '~/components/form/server-errors'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import { repairStatuses, type RepairStatus } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import { repairColumns } from './repair-columns'
import { RepairToolbar } from './repair-toolbar'
import { repairWords } from './repair-words'
import { useRepairBulk } from './use-repair-bulk'
import { useRepairList } from './use-repair-list'
import { useRepairStatus } from './use-repair-status'

const RepairDetails = onDemand(() => import('./repair-details').then((module) => module.RepairDetails))

const icons: Record<RepairStatus, LucideIcon> = {
  received: Inbox,
  diagnosing: Stethoscope,
  repairing: Wrench,
  testing: FlaskConical,
  completed: CircleCheck,
  shipped: Truck,
}

/** Repair Management (spec §2). */
export function RepairsScreen() {
  const { view, repairs } = useRepairList()
  const { shown, change, dialog } = useRepairStatus()
  const { id, open, close } = useDetails()
  const columns = useMemo(() => repairColumns({ onStatus: change, onDetails: (repair) => open(repair.id) }), [change, open])
  const { data } = repairs
  const { selection, bar } = useRepairBulk(view, data)
  const unknown = repairs.isError ? '–' : undefined

  return (
    <>
      <ScreenHeader title="Repair Management" subtitle="What is on the bench, for whom, and at what cost">
        <HeaderFigures
          label="Repair figures"
          items={[
            { label: 'Active Repairs', value: data?.active ?? unknown },
            { label: 'Total Repairs', value: data?.total ?? unknown },
          ]}
        />
      </ScreenHeader>
      <StatusCounts
        label="Repairs by status"
        items={repairStatuses.map((status) => ({
          label: capitalised(status),
          value: data?.counts[status] ?? unknown,
          icon: icons[status],
        }))}
      />
      {repairs.isError && !data ? (
        <LoadFailure
          message={repairWords.loadFailed}
          reason={serverMessage(repairs.error)}
          onRetry={() => void repairs.refetch()}
          retrying={repairs.isFetching}
        />
      ) : (
        <Selection value={selection}>
          <ListPanel>
            <RepairToolbar view={view} />
            {bar}
            <ListRows
              noun="repairs"
              columns={columns}
              view={view}
              sort={view.input.sort}
              list={data && { ...data, rows: data.rows.map(shown) }}
              loading={repairs.isPlaceholderData}
              none={repairWords.none}
              noneMatch={repairWords.noneMatch}
              onShowAll={() => view.show({ search: undefined, status: undefined })}
            />
          </ListPanel>
        </Selection>
      )}
      {id !== undefined && <RepairDetails id={id} known={data?.rows.find((repair) => repair.id === id)} onClose={close} />}
      {dialog}
    </>
  )
}
