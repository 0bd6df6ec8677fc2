import { X } from '~/components/icons/lucide'
import { type ReactNode, useContext, useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { notifyError } from '~/components/ui/notify'
import { SelectPage, Selection } from './selection'

/** Counts the rows of a bulk call by outcome. */
interface Counts {
  changed: number
  unchanged: number
  conflict: number
  missing: number
}

/** '12 changed, 1 had been changed by somebody else' @param done what was done with those that it is about */
export function outcomeText({ changed, unchanged, conflict, missing }: Counts, done = 'changed'): string {
  const parts = [`${number.format(changed)} ${done}`]
  if (unchanged > 0) parts.push(`${number.format(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`)
  if (conflict > 0) parts.push(`${number.format(conflict)} had been changed by somebody else`)
  if (missing > 0) parts.push(`${number.format(missing)} ${missing === 1 ? 'is' : 'are'} no longer there`)
  return parts.join(', ')
}

interface BulkBarProps {
  noun: string
  /** The number of rows in the view; `matchingIsLeast` if there are more. */
  matching: number
  matchingIsLeast?: boolean | undefined
  /** Counts them exactly. */
  count?: (() => Promise<number>) | undefined
  /** Actions on the selected rows. */
  children: ReactNode
}

const number = new Intl.NumberFormat('en-GB')

/** Says how many rows of a list are selected, selects the rest of the view, and holds what can be done with them. */
export function BulkBar({ noun, matching, matchingIsLeast = false, count, children }: BulkBarProps) {
  const selection = useContext(Selection)
  const [counting, setCounting] = useState(false)
  if (!selection || selection.page.length === 0) return null
  const wholePage = selection.page.every(({ id }) => selection.isSelected(id))
  const offerAll = wholePage && !selection.all && (matching > selection.count || matchingIsLeast)

  const selectAll = async () => {
    if (!matchingIsLeast || !count) {
      selection.selectAll(matching)
      return
    }
    setCounting(true)
    try {
      selection.selectAll(await count())
    } catch (error) {
      notifyError(serverMessage(error) ?? `The ${noun} could not be counted`, error)
    } finally {
      setCounting(false)
    }
  }

  return (
    <>
      {/* Cards have no header row for its checkbox. */}
      <div className="flex items-center gap-3 border-b border-line px-4 py-1.5 text-sm text-ink-muted @3xl:hidden">
        <SelectPage />
        <span aria-hidden="true">Select all on this page</span>
      </div>
      <p className="sr-only" role="status">
        {selection.count > 0 && `${number.format(selection.count)} ${noun} selected`}
      </p>
      {selection.count > 0 && (
        <section
          aria-label="Selected rows"
          className="flex flex-wrap items-center gap-2 border-b border-accent-line bg-accent-soft px-4 py-2.5 text-sm text-ink"
        >
          <p className="mr-2 font-semibold tabular-nums">
            {selection.all ? 'All ' : ''}
            {number.format(selection.count)} selected
          </p>
          {offerAll && (
            <Button variant="secondary" size="sm" busy={counting} onClick={() => void selectAll()}>
              Select all {matchingIsLeast ? '' : `${number.format(matching)} `}that match
            </Button>
          )}
          {children}
          <Button variant="ghost" size="sm" onClick={selection.clear} className="ml-auto">
            <X className="size-4" aria-hidden="true" />
            Clear selection
          </Button>
        </section>
      )}
    </>
  )
}
