import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { PAGE_SIZE, type ListPage } from '~/contracts/list'

interface PaginationProps {
  /** What is counted, for example 'machines'. */
  noun: string
  page: number
  list: Pick<ListPage<unknown, unknown>, 'rows' | 'nextCursor' | 'matching' | 'matchingIsLeast' | 'total'>
  /** False where the way back is unknown: the button then leads to the first page. */
  previousKnown: boolean
  onPrevious: () => void
  onNext: (cursor: string) => void
}

const number = new Intl.NumberFormat('en-GB')

/** Which rows are shown of how many, and the ways to the others. */
export function Pagination({ noun, page, list, previousKnown, onPrevious, onNext }: PaginationProps) {
  const first = (page - 1) * PAGE_SIZE + 1
  const last = first + list.rows.length - 1
  const { nextCursor } = list
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm">
      <p aria-live="polite" className="text-ink-muted tabular-nums">
        {number.format(first)}–{number.format(last)} of {list.matchingIsLeast && 'more than '}
        {number.format(list.matching)} {noun}
        {list.matching < list.total && <span className="text-ink-subtle"> ({number.format(list.total)} in all)</span>}
      </p>
      {(page > 1 || nextCursor !== null) && (
        <nav aria-label="Pages" className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={onPrevious} disabled={page === 1}>
            <ChevronLeft className="size-4" aria-hidden="true" />
            {previousKnown || page === 1 ? 'Previous' : 'First page'}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={nextCursor === null}
            onClick={() => {
              if (nextCursor !== null) onNext(nextCursor)
            }}
          >
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </Button>
        </nav>
      )}
    </div>
  )
}
