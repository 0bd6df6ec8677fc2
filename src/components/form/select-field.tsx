import type { FieldValues } from 'react-hook-form'
import { FieldFrame, useField, type FieldProps } from './field-frame'

interface SelectFieldProps {
  options: readonly { value: string; label: string }[]
  /** Label of the empty choice; without it a choice is required. */
  none?: string
  className?: string
}

export function SelectField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  options,
  none,
  className,
}: FieldProps<Input, Output> & SelectFieldProps) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  const value: unknown = field.value
  // A stored value that is no longer offered stays selected.
  const isUnlisted = typeof value === 'string' && value !== '' && !options.some((option) => option.value === value)
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame} className={className}>
      <select {...attributes} {...field} value={field.value ?? ''} className="field truncate sm:text-sm">
        {none !== undefined && <option value="">{none}</option>}
        {isUnlisted && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
