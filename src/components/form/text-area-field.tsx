import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FieldFrame } from './field-frame'
import { useField, type FieldProps } from './use-field'

type Extra = Pick<ComponentProps<'textarea'>, 'rows' | 'placeholder' | 'required' | 'className'>

/** Several lines of text, 3 rows high unless it says otherwise (spec §2: 3 to 4). */
export function TextAreaField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  className,
  rows = 3,
  ...extra
}: FieldProps<Input, Output> & Extra) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame} className={className}>
      <textarea {...extra} {...attributes} {...field} value={field.value ?? ''} rows={rows} className="field resize-y sm:text-sm" />
    </FieldFrame>
  )
}
