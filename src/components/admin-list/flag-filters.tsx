import { StatusFilter } from './select-menu'

/** A filter of a list that is on or off. `key` and `value` are of the list's input. */
export interface ListFlag {
  key: string
  value: string
  label: string
}

/** A filter of a list with several values: a text of the list's input. */
export interface ListChoice {
  key: string
  /** Its accessible name, and the choice that filters nothing. */
  label: string
  all: string
  options: readonly { value: string; label: string }[]
}

interface FiltersProps {
  /** The list's input. */
  view: object
  onShow: (changes: Record<string, string | undefined>) => void
}

const valuesOf = (view: object) => new Map<string, unknown>(Object.entries(view))

/** Filters that are on or off. */
export function FlagFilters({ flags, view, onShow }: FiltersProps & { flags: readonly ListFlag[] }) {
  const values = valuesOf(view)
  return flags.map(({ key, value, label }) => {
    const isOn = String(values.get(key)) === value
    return (
      <button
        key={label}
        type="button"
        aria-pressed={isOn}
        onClick={() => onShow({ [key]: isOn ? undefined : value })}
        className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-3 text-sm whitespace-nowrap text-ink transition-colors hover:bg-surface-muted aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink sm:min-h-7 sm:text-xs"
      >
        {label}
      </button>
    )
  })
}

/** Filters of which one value can be chosen. */
export function ChoiceFilters({ choices, view, onShow }: FiltersProps & { choices: readonly ListChoice[] }) {
  const values = valuesOf(view)
  return choices.map(({ key, label, all, options }) => {
    const value = values.get(key)
    return (
      <StatusFilter<string>
        key={key}
        label={label}
        allLabel={all}
        options={options}
        value={typeof value === 'string' ? value : undefined}
        onChange={(chosen) => onShow({ [key]: chosen })}
      />
    )
  })
}
