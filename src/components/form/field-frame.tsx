import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, get, useController, useFormState } from 'react-hook-form'
import { clsx } from 'clsx/lite'
import { CircleAlert } from '~/components/icons/lucide'

export interface FieldProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPath<Input>
  label: string
  hint?: string | undefined
}

/** A field's value, its message, and the attributes that tie label, hint and message to the control. */
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

interface FieldFrameProps {
  id: string
  label: string
  hint?: string | undefined
  hintId?: string | undefined
  message?: string | undefined
  messageId?: string | undefined
  className?: string | undefined
  children: ReactNode
}

export function FieldFrame({ id, label, hint, hintId, message, messageId, className, children }: FieldFrameProps) {
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {children}
      {message !== undefined && (
        <p id={messageId} className="flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {message}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-sm wrap-anywhere text-ink-subtle">
          {hint}
        </p>
      )}
    </div>
  )
}

export function ListFault<Input extends FieldValues, Output>({ control, name }: Pick<FieldProps<Input, Output>, 'control' | 'name'>) {
  const { errors } = useFormState({ control })
  const of: { message?: string; root?: { message?: string } } | undefined = get(errors, name)
  const message = of?.message ?? of?.root?.message
  if (message === undefined) return null
  return (
    <p role="alert" className="mt-2 text-sm text-danger-ink">
      {message}
    </p>
  )
}
