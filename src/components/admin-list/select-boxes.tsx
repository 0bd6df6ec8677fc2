import { useContext } from 'react'
import { Checkbox } from '~/components/ui/checkbox'
import { Selection } from './selection'

/** Selects a row; nothing where the list's rows cannot be selected. */
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

/** Selects every row of the page. */
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
