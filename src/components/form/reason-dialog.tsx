import type { ReactNode } from 'react'
import type * as z from 'zod'
import { FormDialog } from './form-dialog'
import { TextField } from './text-field'

interface Reason {
  note: string
}

interface ReasonDialogProps {
  title: string
  message: ReactNode
  schema: z.ZodType<Reason, Reason>
  hint: string
  submitLabel: string
  onSubmit: (note: string) => Promise<void>
  onFailure: (error: unknown) => void
  onClose: () => void
}

export const ReasonDialog = ({ title, message, schema, hint, submitLabel, onSubmit, onFailure, onClose }: ReasonDialogProps) => (
  <FormDialog
    title={title}
    className="max-w-md"
    bodyClassName="flex flex-col gap-4"
    schema={schema}
    defaultValues={{ note: '' }}
    onSubmit={({ note }) => onSubmit(note)}
    onFailure={onFailure}
    onClose={onClose}
    submitLabel={submitLabel}
  >
    {({ control }) => (
      <>
        <div className="text-ink-muted">{message}</div>
        <TextField control={control} name="note" label="Reason" hint={hint} required autoComplete="off" />
      </>
    )}
  </FormDialog>
)
