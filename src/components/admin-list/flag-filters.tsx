import { toolButton } from './tool-popover'
import type { ListFlag } from './status-records'

interface FlagFiltersProps {
  flags: readonly ListFlag[]
  /** The list's input. */
  view: object
  onShow: (changes: Record<string, string | undefined>) => void
}

/** Filters that are on or off. */
export function FlagFilters({ flags, view, onShow }: FlagFiltersProps) {
  const values = new Map<string, unknown>(Object.entries(view))
  return flags.map(({ key, value, label }) => {
    const isOn = values.get(key) === value
    return (
      <button
        key={key}
        type="button"
        aria-pressed={isOn}
        onClick={() => onShow({ [key]: isOn ? undefined : value })}
        className={`${toolButton} aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink`}
      >
        {label}
      </button>
    )
  })
}
