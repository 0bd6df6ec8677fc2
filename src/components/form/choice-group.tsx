import { clsx } from 'clsx/lite'
import { useId, type ReactNode } from 'react'

interface ChoiceGroupProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; detail?: ReactNode; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
}

export function ChoiceGroup<Value extends string>({ legend, options, value, onChange }: ChoiceGroupProps<Value>) {
  const name = useId()
  const isExplained = options.some(({ detail }) => detail !== undefined)
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink">{legend}</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong px-3 py-2 text-sm text-ink has-checked:border-focus has-checked:bg-surface-muted has-disabled:cursor-not-allowed has-disabled:text-ink-subtle',
              isExplained ? 'grow basis-56' : 'flex-auto',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              disabled={option.disabled}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">
              {option.label}
              {option.detail !== undefined && <span className="block text-ink-subtle">{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
