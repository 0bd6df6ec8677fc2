import { useContext, type ReactNode } from 'react'
import { ColumnsMenu } from './columns-menu'
import { Columns, ListTools } from './list-tools'
import { useColumnState } from './use-columns'

/** The card that holds a list: toolbar, rows, pages. What is inside lays itself out by this card's width. */
export function ListPanel({ children }: { children: ReactNode }) {
  return (
    <Columns value={useColumnState()}>
      <div className="@container overflow-hidden rounded-card border border-line bg-surface shadow-card">{children}</div>
    </Columns>
  )
}

/** Search, filters and sort of a list, above its rows; then what every list has. */
export function ListToolbar({ children }: { children: ReactNode }) {
  const tools = useContext(ListTools)
  return (
    <div role="search" className="flex flex-wrap gap-2 border-b border-line p-3">
      {children}
      {tools}
      <ColumnsMenu />
    </div>
  )
}
