import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { DirtyReport } from '~/components/form/dirty-report'
import { Form } from '~/components/form/form'
import { ResetTo } from '~/components/form/reset-to'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError } from '~/components/ui/notify'
import { machineInput, type MachineInput } from '~/contracts/machines'
import { MachineFields, type MachineControl, type MachineDraft } from './machine-fields'
import { machineWords } from './machine-words'

/** A failed save shows the server's own message (spec §8). */
export function sayMachineFailure(error: unknown) {
  notifyError(serverMessage(error) ?? machineWords.saveFailed, error)
}

interface MachineFormProps {
  /** An object held in state or a constant; a new one replaces what the form holds. */
  values: MachineDraft
  onSave: (machine: MachineInput) => Promise<void>
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  saving: boolean
  /** What stands between the fields and the buttons. */
  children?: ReactNode
}

/** The form of the machine dialogs (spec §5 Machine form). */
export function MachineForm({ values, onSave, onDirty, onCancel, saving, children }: MachineFormProps) {
  return (
    <Form schema={machineInput} defaultValues={values} onSubmit={onSave} onFailure={sayMachineFailure}>
      {(form) => (
        <>
          <ResetTo form={form} values={values} typed="dropped" />
          <DirtyReport control={form.control} onChange={onDirty} />
          <ModalBody>
            <MachineFields control={form.control} />
          </ModalBody>
          {children}
          <ModalFooter>
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <SaveButton control={form.control} saving={saving} />
          </ModalFooter>
        </>
      )}
    </Form>
  )
}

/** Disabled until manufacturer and model are both filled. */
function SaveButton({ control, saving }: { control: MachineControl; saving: boolean }) {
  const filled = useWatch({ control, name: ['manufacturer', 'model'] }).every((text) => text.trim() !== '')
  return (
    <Button type="submit" disabled={!filled} busy={saving}>
      Save
    </Button>
  )
}
