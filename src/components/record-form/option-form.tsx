import type { ReactNode } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { capitalised } from '~/lib/text'

export interface OptionFormDefinition<Option, Draft extends FieldValues, Values> {
  /** Singular, such as 'preset'. */
  one: string
  schema: z.ZodType<Values, Draft>
  /** Initial values of a new option. */
  blank: Draft
  toDraft: (option: Option) => Draft
  /** The form's fields, in a grid of two columns. */
  Fields: (props: { control: Control<Draft, unknown, Values> }) => ReactNode
}

/** Saves over a version, or adds; throws CONFLICT where somebody else was first. */
export type SaveOption<Values> = (values: Values, known: { id?: string; version?: number }) => Promise<unknown>

interface OptionFormProps<Option, Draft extends FieldValues, Values> {
  definition: OptionFormDefinition<Option, Draft, Values>
  /** Undefined for a new one. */
  option: Option | undefined
  save: SaveOption<Values>
  onDone: () => void
}

/** The form of one option (options-dialog.tsx), in the place of their list. */
export function OptionForm<Option extends { id: string; version: number }, Draft extends FieldValues, Values>({
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
