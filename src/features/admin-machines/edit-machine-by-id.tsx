import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { trpc } from '~/trpc/client'
import { EditMachineDialog } from './edit-machine-dialog'
import { machineWords } from './machine-words'

/** The dialog of a machine that an address names, whatever rows the list shows. */
export function EditMachineById({ id, onClose }: { id: string; onClose: () => void }) {
  const machine = trpc.machines.byId.useQuery({ id })
  if (machine.data) return <EditMachineDialog machine={machine.data} onClose={onClose} />
  return (
    <DetailsDialog
      title="Edit Machine"
      record={machine}
      missing="There is no such machine."
      failed={machineWords.loadFailed}
      onClose={onClose}
    >
      {() => null}
    </DetailsDialog>
  )
}
