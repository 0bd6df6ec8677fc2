import { Description, Field, Label } from '@headlessui/react'
import type { FieldValues } from 'react-hook-form'
import { Toggle } from '~/components/ui/toggle'
import { useField, type FieldProps } from './use-field'

/** A yes or no that takes effect with the form's save. */
export function SwitchField<Input extends FieldValues, Output>({ control, name, label, hint }: FieldProps<Input, Output>) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useField({ control, name, hint })
  return (
    <Field className="flex items-center justify-between gap-4">
      <div>
        <Label className="text-sm font-medium text-ink">{label}</Label>
        {hint !== undefined && <Description className="text-sm text-ink-subtle">{hint}</Description>}
      </div>
      <Toggle ref={ref} checked={value === true} onChange={onChange} onBlur={onBlur} />
    </Field>
  )
}
