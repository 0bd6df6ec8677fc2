import { OfficeButton } from '~/components/admin-list/office-link'
import { ForWriters } from '~/components/admin-list/for-writers'
import { CircleCheck, Cpu, Percent, Plus, TrendingUp } from '~/components/icons/lucide'
import { type ReactNode, useMemo, useState } from 'react'
import { BulkBar } from '~/components/admin-list/bulk-bar'
import { ExportSelected } from '~/components/admin-list/export-links'
import { useSelection } from '~/components/admin-list/selection'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import {
  type Machine,
  type MachineListInput,
  type MachineSort,
  machineListInput,
  machineName,
  machineStatuses,
} from '~/contracts/catalogue/machines'
import { type RouterOutputs, trpc } from '~/trpc/client'
import { keepPreviousData } from '@tanstack/react-query'
import { StatusCounts } from '~/components/admin-list/status-counts'
import { useAddDialog, useDetails } from '~/components/admin-list/use-dialogs'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { adminPaths } from '~/components/layouts/admin-nav'
import { capitalised } from '~/lib/text'
import { formatWholeEuro } from '~/lib/money'
import { machineColumns, machineMessages } from './machine-columns'

const AdjustValuesDialog = onDemand(() => import('./adjust-values-dialog').then((module) => module.AdjustValuesDialog))

function useMachineBulk({ search, status }: MachineListInput, list: RouterOutputs['machines']['list'] | undefined) {
  const utils = trpc.useUtils()
  const [adjusting, setAdjusting] = useState(false)
  const page = (list?.rows ?? []).map((machine) => ({ id: machine.id, version: machine.version, name: machineName(machine) }))
  const shown = { ...(search !== undefined && { search }), ...(status && { status }) }
  const { chosen, ...selection } = useSelection(page, shown)

  const bar = list && (
    <BulkBar noun="machines" matching={list.matching}>
      <Button size="sm" onClick={() => setAdjusting(true)}>
        <Percent className="size-4" aria-hidden="true" />
        Adjust values
      </Button>
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  const dialog = adjusting && (
    <AdjustValuesDialog
      chosen={chosen}
      onClose={() => setAdjusting(false)}
      onDone={() => {
        setAdjusting(false)
        selection.clear()
        void utils.machines.invalidate()
        void utils.audit.history.invalidate()
      }}
    />
  )
  return { selection, bar, dialog }
}

const AddMachineDialog = onDemand(() => import('./machine-dialogs').then((module) => module.AddMachineDialog))
const EditMachineById = onDemand(() => import('./machine-dialogs').then((module) => module.EditMachineById))
const EditMachineDialog = onDemand(() => import('./machine-dialogs').then((module) => module.EditMachineDialog))

const statusOptions = machineStatuses.map((value) => ({ value, label: capitalised(value) }))
const choices = [{ key: 'status', label: 'Filter by status', all: 'All Statuses', options: statusOptions }]
const sorts: Record<MachineSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  value: 'Value, low to high',
  '-value': 'Value, high to low',
}

/** (requirements §2 Machine Catalog) @param importing the import of a file */
export function MachinesScreen({ importing }: { importing?: ReactNode }) {
  const view = useAdminList(machineListInput)
  const machines = trpc.machines.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const [adding, setAdding] = useAddDialog()
  const details = useDetails()
  const [edited, setEdited] = useState<Machine>()
  const columns = useMemo(() => machineColumns(setEdited), [])
  const { data } = machines
  const bulk = useMachineBulk(view.input, data)
  const unknown = machines.isError ? '–' : undefined

  return (
    <>
      <ListScreen
        title="Machine Catalog"
        subtitle="Machines: models that we take in trade, and what the calculator offers for each grade"
        actions={
          <div className="flex flex-wrap gap-2">
            {importing}
            <OfficeButton href={adminPaths.models} variant="secondary" size="sm">
              Models
            </OfficeButton>
            <ForWriters of="machines">
              <Button size="sm" onClick={() => setAdding(true)}>
                <Plus className="size-4" aria-hidden="true" />
                Add Machine
              </Button>
            </ForWriters>
          </div>
        }
        noun="machines"
        messages={machineMessages}
        query={machines}
        view={view}
        sorts={sorts}
        choices={choices}
        selection={bulk.selection}
        bar={bulk.bar}
        columns={columns}
        list={data}
        firstStep="Add the first one with the button above."
      >
        <StatusCounts
          label="Catalogue figures"
          items={[
            { label: 'Total Machines', value: data?.total ?? unknown, icon: Cpu },
            { label: 'Active', value: data?.counts.active ?? unknown, icon: CircleCheck },
            { label: 'Avg. Max Value', value: data ? formatWholeEuro(data.avgMaxValue) : unknown, icon: TrendingUp },
          ]}
        />
      </ListScreen>
      {bulk.dialog}
      {adding && <AddMachineDialog onClose={() => setAdding(false)} />}
      {details.id !== undefined && <EditMachineById key={details.id} id={details.id} onClose={details.close} />}
      {edited && <EditMachineDialog machine={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
