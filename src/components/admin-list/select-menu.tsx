import { clsx } from 'clsx/lite'
import { ChevronDown } from '~/components/icons/lucide'

interface SelectMenuProps<Value extends string> {
  /** The accessible name, for example 'Filter by status'. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A compact native selector for a list's toolbar. */
export function SelectMenu<Value extends string>({ label, options, value, onChange, className }: SelectMenuProps<Value>) {
  return (
    <div className={clsx('relative', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="field appearance-none truncate pr-9 sm:min-h-9 sm:py-1 sm:text-sm"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-subtle" aria-hidden="true" />
    </div>
  )
}

const ALL = ''

interface StatusFilterProps<Status extends string> {
  /** The accessible name, for example 'Filter by status'. */
  label: string
  /** The choice that filters nothing, for example 'All Statuses'. */
  allLabel: string
  options: readonly { value: Status; label: string }[]
  value: Status | undefined
  onChange: (value: Status | undefined) => void
}

/** Narrows a list to one status, role or flag. */
export function StatusFilter<Status extends string>({ label, allLabel, options, value, onChange }: StatusFilterProps<Status>) {
  return (
    <SelectMenu<Status | typeof ALL>
      label={label}
      options={[{ value: ALL, label: allLabel }, ...options]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : chosen)}
      className="w-36"
    />
  )
}
