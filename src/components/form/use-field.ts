import { useId } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

export interface FieldProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPath<Input>
  /** The visible label, which is the accessible name. */
  label: string
  /** A line below the field: an example or a limit. */
  hint?: string | undefined
}

/** One field's value, its message, and the attributes that tie label, hint and message to the control. */
export function useField<Input extends FieldValues, Output>({ control, name, hint }: Omit<FieldProps<Input, Output>, 'label'>) {
  const { field, fieldState } = useController<Input, FieldPath<Input>, Output>({ control, name })
  const id = useId()
  const message = fieldState.error?.message
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const messageId = message === undefined ? undefined : `${id}-message`
  return {
    field,
    message,
    hintId,
    messageId,
    attributes: {
      id,
      'aria-invalid': fieldState.invalid,
      'aria-describedby': [messageId, hintId].filter((part) => part !== undefined).join(' ') || undefined,
    },
  }
}
