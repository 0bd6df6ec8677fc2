import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './field-frame'

type Extra = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'required' | 'autoFocus' | 'spellCheck' | 'className'
>

export function TextField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  className,
  type = 'text',
  ...extra
}: FieldProps<Input, Output> & Extra) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame} className={className}>
      <input {...extra} {...attributes} {...field} value={field.value ?? ''} type={type} className="field sm:text-sm" />
    </FieldFrame>
  )
}
