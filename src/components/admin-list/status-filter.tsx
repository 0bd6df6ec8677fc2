import { SelectMenu } from './select-menu'

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
      className="flex-1 basis-40 @3xl:flex-none"
    />
  )
}
