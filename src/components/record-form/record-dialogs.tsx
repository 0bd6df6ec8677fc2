import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useMay } from '~/components/admin-list/cells'
import { DisabledForReaders } from '~/components/admin-list/for-writers'
import { DetailsDialog, type DetailsQuery } from '~/components/admin-list/details-dialog'
import { Modal } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { capitalised } from '~/lib/text'
import { LoadingPart } from '~/components/ui/on-demand'
import { RecordForm, type RecordFormDefinition } from './record-form'
import { flushSync } from 'react-dom'
import { type ConflictField, type Stored, conflictRows, useVersionedSave } from '~/components/form/conflict'
import { useDiscardGuard } from '~/components/form/dirty-state'
import { ConflictView } from '~/components/form/conflict-view'

export interface RecordDefinition<Row extends { version: number }, Draft extends FieldValues, Values> extends RecordFormDefinition<
  Draft,
  Values
> {
  one: string
  /** The router that changes it. */
  of: string
  draft: Draft
  toDraft: (values: Values) => Draft
  valuesOf: (row: Row) => Values
  compared: readonly ConflictField<Values>[]
  messages: { added: string; updated: string; missing: string; loadFailed: string }
}

interface AddRecordDialogProps<Row extends { version: number }, Draft extends FieldValues, Values> {
  definition: RecordDefinition<Row, Draft, Values>
  onSave: (values: Values) => Promise<void>
  saving: boolean
  onClose: () => void
  children?: ReactNode
}

export function AddRecordDialog<Row extends { version: number }, Draft extends FieldValues, Values>({
  definition,
  onSave,
  saving,
  onClose,
  children,
}: AddRecordDialogProps<Row, Draft, Values>) {
  const { one, draft, messages } = definition
  const guard = useDiscardGuard(onClose)
  const save = async (values: Values) => {
    await onSave(values)
    notifySuccess(messages.added)
    onClose()
  }
  return (
    <Modal title={`Add ${capitalised(one)}`} onClose={guard.close} className="max-w-2xl">
      <RecordForm definition={definition} values={draft} onSave={save} onDirty={guard.setDirty} onCancel={guard.close} saving={saving}>
        {children}
      </RecordForm>
      {guard.question}
    </Modal>
  )
}

interface EditRecordDialogProps<Row extends { version: number }, Draft extends FieldValues, Values extends object> {
  definition: RecordDefinition<Row, Draft, Values>
  row: Row
  actions: {
    save: (values: Values, version: number) => Promise<Row>
    reload: () => Promise<Row>
    onStored: () => void
    saving: boolean
  }
  onClose: () => void
  children?: ReactNode
}

/** The form of a stored record, and the comparison after a conflict. */
export function EditRecordDialog<Row extends { version: number }, Draft extends FieldValues, Values extends object>({
  definition,
  row,
  actions: { save, reload, onStored, saving },
  onClose,
  children,
}: EditRecordDialogProps<Row, Draft, Values>) {
  const { one, of, toDraft, valuesOf, compared, messages } = definition
  const mayChange = useMay()(of, 'write')
  const toStored = (now: Row): Stored<Values> => ({ values: valuesOf(now), version: now.version })
  const guard = useDiscardGuard(onClose)
  const [base, setBase] = useState(() => toStored(row))
  const draft = useMemo(() => toDraft(base.values), [base, toDraft])
  const { saveOver, conflict, keepMine, useTheirs, dismiss } = useVersionedSave<Values>({
    save: async (values, version) => toStored(await save(values, version)),
    reload: async () => toStored(await reload()),
    onStored: (now, how) => {
      onStored()
      if (how === 'taken over') {
        setBase(now)
        return
      }
      notifySuccess(messages.updated)
      onClose()
    },
  })

  /** Gets the focus after the comparison. */
  const form = useRef<HTMLDivElement>(null)
  const backBy = (leave: () => void) => () => {
    flushSync(leave)
    form.current?.focus()
  }

  return (
    <Modal
      title={mayChange ? `Edit ${capitalised(one)}` : capitalised(one)}
      onClose={conflict ? backBy(dismiss) : guard.close}
      className="max-w-2xl"
    >
      <div ref={form} tabIndex={-1} hidden={conflict !== undefined} className="outline-none">
        <DisabledForReaders of={of}>
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
        </DisabledForReaders>
      </div>
      {conflict && (
        <ConflictView
          subject={`this ${one}`}
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

interface EditRecordByIdProps<Row extends { version: number }, Draft extends FieldValues, Values> {
  definition: RecordDefinition<Row, Draft, Values>
  query: DetailsQuery<Row>
  onClose: () => void
  children: (row: Row) => ReactNode
}

export function EditRecordById<Row extends { version: number }, Draft extends FieldValues, Values>({
  definition: { one, messages },
  query,
  onClose,
  children,
}: EditRecordByIdProps<Row, Draft, Values>) {
  if (query.data !== undefined) return children(query.data)
  // No dialog while it loads: where one takes another's place, Headless UI leaves the page behind it reachable.
  if (query.error === null) return <LoadingPart>Opening the {one} …</LoadingPart>
  return (
    <DetailsDialog
      title={`Edit ${capitalised(one)}`}
      record={query}
      missing={messages.missing}
      failed={messages.loadFailed}
      onClose={onClose}
    >
      {() => null}
    </DetailsDialog>
  )
}
