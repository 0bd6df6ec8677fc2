import { CircleCheck, Cpu, Plus, TrendingUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Selection } from '~/components/admin-list/selection'
import { StatusCounts } from '~/components/admin-list/status-counts'
import { useAddDialog } from '~/components/admin-list/use-add-dialog'
import { useDetails } from '~/components/admin-list/use-details'
import { serverMessage } from '~/components/form/server-errors'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import type { Machine } from '~/contracts/machines'
import { formatWholeEuro } from '~/lib/money'
import { ImportMachines } from './import-machines'
import { machineColumns } from './machine-columns'
import { MachineTable } from './machine-table'
import { machineWords } from './machine-words'
import { useMachineBulk } from './use-machine-bulk'
import { useMachineList } from './use-machine-list'

const AddMachineDialog = onDemand(() => import('./add-machine-dialog').then((module) => module.AddMachineDialog))
const EditMachineById = onDemand(() => import('./edit-machine-by-id').then((module) => module.EditMachineById))
const EditMachineDialog = onDemand(() => import('./edit-machine-dialog').then((module) => module.EditMachineDialog))

/** Machine Catalog (spec §2): what the trade-in programme takes, and for how much. */
export function MachinesScreen() {
  const { view, machines } = useMachineList()
  const [adding, setAdding] = useAddDialog()
  const { id: detailsId, close } = useDetails()
  const [edited, setEdited] = useState<Machine>()
  const columns = useMemo(() => machineColumns(setEdited), [])
  const { data } = machines
  const bulk = useMachineBulk(view, data)
  const unknown = machines.isError ? '–' : undefined
  const actions = (
    <div className="flex flex-wrap gap-2">
      <ImportMachines />
      <Button size="sm" onClick={() => setAdding(true)}>
        <Plus className="size-4" aria-hidden="true" />
        Add Machine
      </Button>
    </div>
  )

  return (
    <>
      <ScreenHeader title="Machine Catalog" subtitle="Trade-in machines and their values, as the public calculator offers them">
        {actions}
      </ScreenHeader>
      <StatusCounts
        label="Catalogue figures"
        items={[
          { label: 'Total Machines', value: data?.total ?? unknown, icon: Cpu },
          { label: 'Active', value: data?.counts.active ?? unknown, icon: CircleCheck },
          { label: 'Avg. Max Value', value: data ? formatWholeEuro(data.avgMaxValue) : unknown, icon: TrendingUp },
        ]}
      />
      {machines.isError && !data ? (
        <LoadFailure
          message={machineWords.loadFailed}
          reason={serverMessage(machines.error)}
          onRetry={() => void machines.refetch()}
          retrying={machines.isFetching}
        />
      ) : (
        <Selection value={bulk.selection}>
          <MachineTable view={view} list={data} columns={columns} loading={machines.isPlaceholderData} bar={bulk.bar} />
        </Selection>
      )}
      {bulk.dialog}
      {adding && <AddMachineDialog onClose={() => setAdding(false)} />}
      {detailsId !== undefined && <EditMachineById key={detailsId} id={detailsId} onClose={close} />}
      {edited && <EditMachineDialog machine={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
