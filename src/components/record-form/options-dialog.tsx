import { Pencil, Plus, Trash2 } from '~/components/icons/lucide'
import { useState, type ReactNode } from 'react'
import type { FieldValues, Control } from 'react-hook-form'
import type { DetailsQuery } from '~/components/admin-list/details-dialog'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { sayOutcome } from '~/components/form/use-action'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { IconButton } from '~/components/ui/icon-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { Skeleton } from '~/components/ui/loading'
import { capitalised } from '~/lib/text'
import type * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'

interface OptionFormDefinition<Option, Draft extends FieldValues, Values> {
  /** Singular: 'preset'. */
  one: string
  schema: z.ZodType<Values, Draft>
  blank: Draft
  toDraft: (option: Option) => Draft
  Fields: (props: { control: Control<Draft, unknown, Values> }) => ReactNode
}

/** Saves over a version, or adds. @throws CONFLICT for a newer version */
type SaveOption<Values> = (values: Values, known: { id?: string; version?: number }) => Promise<unknown>

interface OptionFormProps<Option, Draft extends FieldValues, Values> {
  definition: OptionFormDefinition<Option, Draft, Values>
  option: Option | undefined
  save: SaveOption<Values>
  onDone: () => void
}

function OptionForm<Option extends { id: string; version: number }, Draft extends FieldValues, Values>({
  definition: { one, schema, blank, toDraft, Fields },
  option,
  save,
  onDone,
}: OptionFormProps<Option, Draft, Values>) {
  const onFailure = (error: unknown) => {
    const changed = `Someone else has changed this ${one} in the meantime. Go back to see the new version.`
    notifyError(`Failed to save ${one}`, error, option && isConflict(error) ? changed : serverMessage(error))
  }
  return (
    <FormDialog
      title={`${option ? 'Edit' : 'Add'} ${one}`}
      className="max-w-2xl"
      bodyClassName="grid gap-5 sm:grid-cols-2"
      schema={schema}
      defaultValues={option ? toDraft(option) : blank}
      onSubmit={async (values) => {
        await save(values, option ? { id: option.id, version: option.version } : {})
        notifySuccess(`${capitalised(one)} saved successfully`)
        onDone()
      }}
      onFailure={onFailure}
      onClose={onDone}
      submitLabel="Save"
      cancelLabel="Back"
    >
      {({ control }) => <Fields control={control} />}
    </FormDialog>
  )
}

/** An option of forms, edited by administrators. A withdrawn one stays on the records that have it. */
interface EditableOption {
  id: string
  version: number
  label: string
  isActive: boolean
}

export interface OptionsDefinition<Option extends EditableOption, Draft extends FieldValues, Values> extends OptionFormDefinition<
  Option,
  Draft,
  Values
> {
  title: string
  /** Plural: 'presets'. */
  many: string
  /** Shown before one is deleted. */
  kept: string
  describe: (option: Option) => ReactNode
}

interface OptionsDialogProps<Option extends EditableOption, Draft extends FieldValues, Values> {
  definition: OptionsDefinition<Option, Draft, Values>
  options: DetailsQuery<readonly Option[]>
  save: SaveOption<Values>
  remove: (known: { id: string; version: number }) => Promise<unknown>
  onClose: () => void
}

export function OptionsDialog<Option extends EditableOption, Draft extends FieldValues, Values>(
  props: OptionsDialogProps<Option, Draft, Values>,
) {
  const [edited, setEdited] = useState<Option | 'new'>()
  if (edited === undefined) return <OptionList {...props} onEdit={setEdited} />
  const option = edited === 'new' ? undefined : edited
  return <OptionForm definition={props.definition} option={option} save={props.save} onDone={() => setEdited(undefined)} />
}

interface OptionListProps<Option extends EditableOption, Draft extends FieldValues, Values> extends Omit<
  OptionsDialogProps<Option, Draft, Values>,
  'save'
> {
  onEdit: (option: Option | 'new') => void
}

function OptionList<Option extends EditableOption, Draft extends FieldValues, Values>({
  definition: { title, one, many, kept, describe },
  options,
  remove,
  onEdit,
  onClose,
}: OptionListProps<Option, Draft, Values>) {
  const [removing, setRemoving] = useState<Option>()
  const [busy, setBusy] = useState(false)
  const { data, error } = options
  const failed = error !== null && error !== undefined

  async function confirmRemoval({ id, version }: Option) {
    setBusy(true)
    await sayOutcome(remove({ id, version }), { done: `${capitalised(one)} removed successfully`, failed: `Failed to remove ${one}` })
    setBusy(false)
    setRemoving(undefined)
  }

  return (
    <Modal title={title} onClose={onClose} className="max-w-2xl">
      <ModalBody>
        {data === undefined && !failed && <Skeleton className="h-40" />}
        {failed && <LoadFailure message={`Failed to fetch ${many}`} query={options} />}
        <ul aria-label={capitalised(many)} className="divide-y divide-line">
          {data?.map((option) => (
            <li key={option.id} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="font-medium wrap-anywhere text-ink">{option.label}</span>
                <span className="block text-sm text-ink-muted">{describe(option)}</span>
              </span>
              {!option.isActive && <Badge>Not offered</Badge>}
              <IconButton label={`Edit ${option.label}`} onClick={() => onEdit(option)}>
                <Pencil className="size-4" aria-hidden="true" />
              </IconButton>
              <IconButton label={`Delete ${option.label}`} onClick={() => setRemoving(option)}>
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {data?.length === 0 && <p className="text-ink-muted">No {many} found</p>}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => onEdit('new')}>
          <Plus className="size-4" aria-hidden="true" />
          Add {one}
        </Button>
      </ModalFooter>
      {removing && (
        <ConfirmDialog
          title={`Delete ${one}?`}
          message={`${removing.label} is no longer offered. ${kept}`}
          confirmLabel="Delete"
          cancelLabel="Cancel"
          busy={busy}
          onConfirm={() => void confirmRemoval(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </Modal>
  )
}
