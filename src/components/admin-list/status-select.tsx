import { type LabelledStatus, statusLabels } from '~/lib/status-labels'
import { clsx } from 'clsx/lite'
import { ChevronDown } from '~/components/icons/lucide'
import { useEffect, useRef, useState } from 'react'

interface StatusSelectProps<Value extends LabelledStatus> {
  /** The accessible name, such as 'Status of ORD-1001'. */
  label: string
  values: readonly Value[]
  value: Value
  /** Called for another value than the one that is set. */
  onChange: (value: Value) => void
  /** The reason why it cannot be changed; null or absent if it can. */
  whyNot?: string | null
  className?: string
}

/** Milliseconds after the last key before a value chosen by key counts. */
const PAUSE = 600

/**
 * Sets the status or the role of a row, by the browser's own selector with their labels.
 * Arrow keys and letters run through the values of such a selector, each a change of its own: what is
 * passed over on the way is not set, only where the keys come to rest.
 */
export function StatusSelect<Value extends LabelledStatus>({
  label,
  values,
  value,
  onChange,
  whyNot = null,
  className,
}: StatusSelectProps<Value>) {
  const byKey = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [passing, setPassing] = useState<Value>()
  useEffect(() => () => clearTimeout(timer.current), [])

  const choose = (chosen: Value | undefined) => {
    clearTimeout(timer.current)
    setPassing(undefined)
    if (chosen !== undefined && chosen !== value) onChange(chosen)
  }

  return (
    <span className={clsx('relative inline-block w-full min-w-32 @3xl:w-auto', className)} title={whyNot ?? undefined}>
      <select
        aria-label={label}
        value={passing ?? value}
        disabled={whyNot !== null}
        aria-description={whyNot ?? undefined}
        onPointerDown={() => (byKey.current = false)}
        onKeyDown={({ key }) => {
          byKey.current = true
          if (key === 'Enter') choose(passing)
          if (key === 'Escape') choose(undefined)
        }}
        onBlur={() => choose(passing)}
        onChange={(event) => {
          const chosen = values.find((each) => each === event.target.value)
          if (!byKey.current) {
            choose(chosen)
            return
          }
          setPassing(chosen)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => choose(chosen), PAUSE)
        }}
        className="min-h-11 w-full cursor-pointer appearance-none rounded-md border border-line-strong bg-surface py-1 pr-8 pl-2.5 text-sm text-ink transition-colors hover:bg-surface-muted disabled:cursor-not-allowed disabled:opacity-60 sm:min-h-9 @3xl:min-h-8"
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {statusLabels[each]}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 z-1 size-4 -translate-y-1/2 text-ink-subtle"
        aria-hidden="true"
      />
    </span>
  )
}
