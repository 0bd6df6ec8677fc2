import type { ReactNode } from 'react'

/** The card that holds a list: toolbar, rows, pages. What is inside lays itself out by this card's width. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className="@container overflow-hidden rounded-card border border-line bg-surface shadow-card">{children}</div>
}

/** Search, filters and sort of a list, above its rows. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return (
    <div role="search" className="flex flex-wrap gap-2 border-b border-line p-3">
      {children}
    </div>
  )
}
