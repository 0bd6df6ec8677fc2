import type { FieldValues } from 'react-hook-form'
import { FieldFrame } from './field-frame'
import { useField, type FieldProps } from './use-field'

/** A code of six digits from an app or a message; phones offer to fill it in by themselves. */
export function CodeField<Input extends FieldValues, Output>({ control, name, label, hint }: FieldProps<Input, Output>) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame}>
      <input
        {...attributes}
        {...field}
        value={field.value ?? ''}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        className="field font-mono text-lg tracking-[0.3em] tabular-nums"
      />
    </FieldFrame>
  )
}
