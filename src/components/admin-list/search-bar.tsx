import { Search } from '~/components/icons/lucide'
import { useEffect, useEffectEvent, useState } from 'react'
import { useExternalChange } from '~/lib/use-external-change'

/** Milliseconds after the last key before a search runs. */
const PAUSE = 250

interface SearchBarProps {
  /** The placeholder and the accessible name, for example 'Search machines...'. */
  label: string
  value: string
  /** Resolves once the list shows it. */
  onSearch: (text: string) => Promise<unknown>
}

/** A search box that searches by itself, a moment after the last key or at once with Enter. */
export function SearchBar({ label, value, onSearch }: SearchBarProps) {
  const [typed, setTyped] = useState(value)
  const ask = useExternalChange(value, () => setTyped(value))
  const send = () => {
    const text = typed.trim()
    ask(text, () => onSearch(text))
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendLater(), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <div className="relative min-w-0 flex-1 basis-full @3xl:basis-44">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-subtle" aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send()
        }}
        className="field pl-9 sm:min-h-9 sm:py-1 sm:text-sm"
      />
    </div>
  )
}
