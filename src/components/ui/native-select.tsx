import { useId, type ReactNode } from 'react'
import { Icon } from './icon'

interface NativeSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  children: ReactNode
}

export function NativeSelect({ label, value, onChange, disabled, children }: NativeSelectProps) {
  const id = useId()
  return (
    // Without scripts a choice has no effect.
    <div className="no-script:hidden">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className="field appearance-none truncate pr-10"
        >
          {children}
        </select>
        <Icon name="chevron-down" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-subtle" />
      </div>
    </div>
  )
}
