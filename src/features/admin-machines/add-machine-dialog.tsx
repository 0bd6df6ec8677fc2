import { useDiscardGuard } from '~/components/form/use-discard-guard'
import { Modal } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { DEFAULT_MACHINE_CATEGORY } from '~/contracts/machines'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import type { MachineDraft } from './machine-fields'
import { MachineForm } from './machine-form'
import { machineWords } from './machine-words'

const newMachine: MachineDraft = {
  manufacturer: '',
  model: '',
  category: DEFAULT_MACHINE_CATEGORY,
  hashrate: '',
  powerConsumption: '',
  baseValueExcellent: '',
  baseValueGood: '',
  baseValueFair: '',
  baseValuePoor: '',
  isActive: true,
  notes: '',
}

/** The dialog behind 'Add Machine'. */
export function AddMachineDialog({ onClose }: { onClose: () => void }) {
  const guard = useDiscardGuard(onClose)
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const create = trpc.machines.create.useMutation({
    onSuccess: () => {
      void utils.machines.list.invalidate()
      notifySuccess(machineWords.added)
      onClose()
    },
  })

  return (
    <Modal title="Add Machine" onClose={guard.close} className="max-w-2xl">
      <MachineForm
        values={newMachine}
        onSave={async (machine) => {
          await submit((idempotencyKey) => create.mutateAsync({ ...machine, idempotencyKey }))
        }}
        onDirty={guard.setDirty}
        onCancel={guard.close}
        saving={create.isPending}
      />
      {guard.question}
    </Modal>
  )
}
