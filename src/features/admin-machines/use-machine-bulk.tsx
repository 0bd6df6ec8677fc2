import { Percent } from 'lucide-react'
import { useState } from 'react'
import { BulkBar } from '~/components/admin-list/bulk-bar'
import { ExportSelected } from '~/components/admin-list/export-links'
import { useSelection } from '~/components/admin-list/selection'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { machineName, type MachineListInput } from '~/contracts/machines'
import { trpc, type RouterOutputs } from '~/trpc/client'

const AdjustValuesDialog = onDemand(() => import('./adjust-values-dialog').then((module) => module.AdjustValuesDialog))

/** Work on many machines at once: which are selected, the bar that says what can be done with them, and the dialog for that. */
export function useMachineBulk({ search, status }: MachineListInput, list: RouterOutputs['machines']['list'] | undefined) {
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
