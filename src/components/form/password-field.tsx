import { Eye, EyeOff } from '~/components/icons/lucide'
import { useState, type ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { IconButton } from '~/components/ui/icon-button'
import { FieldFrame, type FieldProps, useField } from './field-frame'

type Extra = Pick<ComponentProps<'input'>, 'autoComplete' | 'required' | 'className'>

export function PasswordField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  className,
  ...extra
}: FieldProps<Input, Output> & Extra) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame} className={className}>
      <div className="relative">
        <input
          {...extra}
          {...attributes}
          {...field}
          value={field.value ?? ''}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className="field pr-12 sm:text-sm"
        />
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 text-ink-muted"
        >
          <Icon className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
    </FieldFrame>
  )
}
