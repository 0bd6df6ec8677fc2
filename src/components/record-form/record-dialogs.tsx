import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Modal } from '~/components/ui/modal'
import { RecordForm, type RecordFormDefinition } from './record-form'
import { flushSync } from 'react-dom'
import { type ConflictField, type Stored, conflictRows, useVersionedSave } from '~/components/form/conflict'
import { useDiscardGuard } from '~/components/form/dirty-state'
import { ConflictView } from '~/components/form/conflict-view'

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

interface EditRecordDialogProps<Draft extends FieldValues, Values extends object> {
  /** For example 'Edit Machine', and 'this machine'. */
  title: string
  subject: string
  definition: RecordFormDefinition<Draft, Values>
  /** The record as it was when the dialog opened. */
  stored: Stored<Values>
  /** What the form starts with over a record. A constant. */
  toDraft: (values: Values) => Draft
  /** The fields as the comparison of two versions shows them. */
  compared: readonly ConflictField<Values>[]
  /** Saves over a version; throws CONFLICT when the record has a newer one. */
  save: (values: Values, version: number) => Promise<Stored<Values>>
  /** Reads what is stored now. */
  reload: () => Promise<Stored<Values>>
  /** Called when what is stored has become known, whoever saved it. */
  onStored: () => void
  /** Called when what was typed here is saved. */
  onSaved: () => void
  saving: boolean
  onClose: () => void
  /** What stands between the fields and the buttons. */
  children?: ReactNode
}

/** The dialog of a known record: its form, and the comparison where somebody else was first. */
export function EditRecordDialog<Draft extends FieldValues, Values extends object>({
  title,
  subject,
  definition,
  stored,
  toDraft,
  compared,
  save,
  reload,
  onStored,
  onSaved,
  saving,
  onClose,
  children,
}: EditRecordDialogProps<Draft, Values>) {
  const guard = useDiscardGuard(onClose)
  const [base, setBase] = useState(stored)
  const draft = useMemo(() => toDraft(base.values), [base, toDraft])
  const { saveOver, conflict, keepMine, useTheirs, dismiss } = useVersionedSave<Values>({
    save,
    reload,
    onStored: (now, how) => {
      onStored()
      if (how === 'taken over') {
        setBase(now)
        return
      }
      onSaved()
      onClose()
    },
  })

  /** From the comparison back to the form, which takes the focus. */
  const form = useRef<HTMLDivElement>(null)
  const backBy = (leave: () => void) => () => {
    flushSync(leave)
    form.current?.focus()
  }

  return (
    <Modal title={title} onClose={conflict ? backBy(dismiss) : guard.close} className="max-w-2xl">
      {/* The form stays mounted behind the comparison: closing that leads back to what was typed. */}
      <div ref={form} tabIndex={-1} hidden={conflict !== undefined} className="outline-none">
        <RecordForm
          definition={definition}
          values={draft}
          onSave={(values) => saveOver(values, base)}
          onDirty={guard.setDirty}
          onCancel={guard.close}
          saving={saving}
        >
          {children}
        </RecordForm>
      </div>
      {conflict && (
        <ConflictView
          subject={subject}
          rows={conflictRows(conflict, compared)}
          onKeepMine={() => void keepMine().catch(definition.sayFailure)}
          onUseTheirs={backBy(useTheirs)}
          saving={saving}
        />
      )}
      {guard.question}
    </Modal>
  )
}
