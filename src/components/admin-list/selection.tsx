import { createContext, useContext, useState } from 'react'
import { Checkbox } from '~/components/ui/checkbox'

interface SelectableRow {
  id: string
  version: number
  /** The name that people know it by. */
  name: string
}

/** Rows that something is to be done with: named ones as they were when they were chosen, or all of the view. */
export type ChosenRows<View> = { ids: { id: string; version: number }[] } | { all: View; expected: number }

/** Which rows of a list are selected; they stay so while its pages are turned. */
export interface SelectionState {
  page: readonly SelectableRow[]
  isSelected: (id: string) => boolean
  count: number
  /** True where all rows of the view are selected, also those of other pages. */
  all: boolean
  toggle: (row: SelectableRow) => void
  /** Selects every row of the page, or none of them where all are selected. */
  togglePage: () => void
  /** @param matching how many rows the view shows */
  selectAll: (matching: number) => void
  clear: () => void
}

/** Null around a list whose rows cannot be selected. */
export const Selection = createContext<SelectionState | null>(null)

interface Selected {
  viewKey: string
  rows: ReadonlyMap<string, SelectableRow>
  /** The number of rows of the view where all are selected. */
  all: number | null
}

const nothing = (viewKey: string): Selected => ({ viewKey, rows: new Map(), all: null })

/**
 * The selection of a list's rows, and their names unless it is all of a view. Another search or filter begins a new one.
 * @param page the rows that are shown
 * @param view the list's search and filters
 */
export function useSelection<View extends object>(page: readonly SelectableRow[], view: View) {
  const viewKey = JSON.stringify(view)
  const [stored, setStored] = useState(() => nothing(viewKey))
  const selected = stored.viewKey === viewKey ? stored : nothing(viewKey)
  const { rows, all } = selected
  const set = (next: Iterable<SelectableRow>) => setStored({ viewKey, rows: new Map([...next].map((row) => [row.id, row])), all: null })
  // When all were selected and one is taken away, the rows of this page remain.
  const current = all === null ? [...rows.values()] : page

  const state: SelectionState = {
    page,
    isSelected: (id) => all !== null || rows.has(id),
    count: all ?? rows.size,
    all: all !== null,
    toggle: (row) => set(all !== null || rows.has(row.id) ? current.filter(({ id }) => id !== row.id) : [...current, row]),
    togglePage: () => {
      const others = all === null ? current.filter(({ id }) => !page.some((row) => row.id === id)) : []
      const whole = all !== null || page.every(({ id }) => rows.has(id))
      set(whole ? others : [...others, ...page])
    },
    selectAll: (matching) => setStored({ viewKey, rows: new Map(), all: matching }),
    clear: () => setStored(nothing(viewKey)),
  }
  // A row that is shown is meant as it is shown.
  const versions = new Map(page.map(({ id, version }) => [id, version]))
  const chosen: ChosenRows<View> =
    all === null
      ? { ids: [...rows.values()].map(({ id, version }) => ({ id, version: versions.get(id) ?? version })) }
      : { all: view, expected: all }
  return { ...state, chosen, names: [...rows.values()].map(({ name }) => name) }
}

export function SelectRow({ id }: { id: string }) {
  const selection = useContext(Selection)
  const row = selection?.page.find((each) => each.id === id)
  if (!selection || !row) return null
  return (
    <label className="relative -m-2 inline-flex p-2">
      <Checkbox aria-label={`Select ${row.name}`} checked={selection.isSelected(id)} onChange={() => selection.toggle(row)} />
    </label>
  )
}

export function SelectPage() {
  const selection = useContext(Selection)
  if (!selection || selection.page.length === 0) return null
  const selected = selection.page.filter(({ id }) => selection.isSelected(id)).length
  return (
    <label className="-m-2 inline-flex p-2">
      <Checkbox
        aria-label="Select all on this page"
        checked={selected === selection.page.length}
        indeterminate={selected > 0 && selected < selection.page.length}
        onChange={selection.togglePage}
      />
    </label>
  )
}
