import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

/** Stands in the place of rows that are not there: the spec's words, and the next step as a button. */
export function EmptyList({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <SearchX className="size-8 text-ink-subtle" aria-hidden="true" />
      <p className="font-medium text-ink">{text}</p>
      {children}
    </div>
  )
}
