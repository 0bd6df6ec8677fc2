import { createContext, type ReactNode } from 'react'

/** What stands at the end of every list's toolbar, given from around the screens. */
export const ListTools = createContext<ReactNode>(null)

/** A column as people choose it. */
export interface ColumnChoice {
  id: string
  header: string
}

/** Which columns the list of a panel has, and which of them its reader has hidden. */
export interface ColumnState {
  choices: readonly ColumnChoice[]
  offer: (choices: readonly ColumnChoice[]) => void
  hidden: ReadonlySet<string>
  setHidden: (id: string, hidden: boolean) => void
}

export const Columns = createContext<ColumnState | null>(null)
