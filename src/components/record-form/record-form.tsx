import type { ReactNode } from 'react'
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { DirtyReport, ResetTo } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'

export interface RecordFormDefinition<Draft extends FieldValues, Values> {
  schema: z.ZodType<Values, Draft>
  Fields: (props: { control: Control<Draft, unknown, Values> }) => ReactNode
  /** 'Save' is disabled until these are filled. */
  saveNeeds?: readonly FieldPath<Draft>[]
  /** Shows the toast for a failed save (requirements §8). */
  sayFailure: (error: unknown) => void
}

interface RecordFormProps<Draft extends FieldValues, Values> {
  definition: RecordFormDefinition<Draft, Values>
  /** Held in state or constant: each new object resets the form. */
  values: Draft
  onSave: (values: Values) => Promise<void>
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  saving: boolean
  children?: ReactNode
}

export function RecordForm<Draft extends FieldValues, Values>({
  definition: { schema, Fields, saveNeeds = [], sayFailure },
  values,
  onSave,
  onDirty,
  onCancel,
  saving,
  children,
}: RecordFormProps<Draft, Values>) {
  return (
    <Form schema={schema} defaultValues={values} onSubmit={onSave} onFailure={sayFailure}>
      {(form) => (
        <>
          <ResetTo form={form} values={values} typed="dropped" />
          <DirtyReport control={form.control} onChange={onDirty} />
          <ModalBody>
            <Fields control={form.control} />
          </ModalBody>
          {children}
          <ModalFooter>
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <SaveButton control={form.control} needs={saveNeeds} saving={saving} />
          </ModalFooter>
        </>
      )}
    </Form>
  )
}

interface SaveButtonProps<Draft extends FieldValues, Values> {
  control: Control<Draft, unknown, Values>
  needs: readonly FieldPath<Draft>[]
  saving: boolean
}

function SaveButton<Draft extends FieldValues, Values>({ control, needs, saving }: SaveButtonProps<Draft, Values>) {
  const texts: unknown[] = useWatch({ control, name: needs })
  const filled = texts.every((text) => typeof text === 'string' && text.trim() !== '')
  return (
    <Button type="submit" disabled={!filled} busy={saving}>
      Save
    </Button>
  )
}
