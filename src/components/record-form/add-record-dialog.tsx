import type { FieldValues } from 'react-hook-form'
import { useDiscardGuard } from '~/components/form/use-discard-guard'
import { Modal } from '~/components/ui/modal'
import { RecordForm, type RecordFormDefinition } from './record-form'

interface AddRecordDialogProps<Draft extends FieldValues, Values> {
  /** For example 'Add Machine'. */
  title: string
  definition: RecordFormDefinition<Draft, Values>
  /** What the form starts with. A constant. */
  draft: Draft
  onSave: (values: Values) => Promise<void>
  saving: boolean
  onClose: () => void
}

/** The dialog for a new record. */
export function AddRecordDialog<Draft extends FieldValues, Values>({
  title,
  definition,
  draft,
  onSave,
  saving,
  onClose,
}: AddRecordDialogProps<Draft, Values>) {
  const guard = useDiscardGuard(onClose)
  return (
    <Modal title={title} onClose={guard.close} className="max-w-2xl">
      <RecordForm definition={definition} values={draft} onSave={onSave} onDirty={guard.setDirty} onCancel={guard.close} saving={saving} />
      {guard.question}
    </Modal>
  )
}
