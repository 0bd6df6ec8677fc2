import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { clsx } from 'clsx/lite'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { Repair } from '~/contracts/cases/repairs'
import type { RepairStatus } from '~/contracts/statuses'
import { StatusBadge } from '~/components/admin-list/cells'
import { statusTones } from '~/contracts/statuses'
import { capitalised } from '~/lib/text'
import type { BoardColumnData } from './use-repair-board'
import { BoardCard } from './board-card'

interface BoardColumnProps {
  status: RepairStatus
  column: BoardColumnData
  /** As they are shown; undefined while the first page is being loaded. */
  rows: readonly Repair[] | undefined
  /** @param part which part of the card keeps the focus */
  onMove: (id: string, status: RepairStatus, part?: string) => void
  onDetails: (row: Repair) => void
}

const number = new Intl.NumberFormat('en-GB')

/** The repairs of one status; a card that is dropped here gets it. */
export function BoardColumn({ status, column, rows, onMove, onDetails }: BoardColumnProps) {
  const heading = useId()
  const [isOver, setOver] = useState(false)
  const place = useRef<HTMLElement>(null)
  const drop = useEffectEvent((id: unknown) => {
    if (typeof id === 'string') onMove(id, status)
  })
  useEffect(() => {
    if (!place.current) return
    return dropTargetForElements({
      element: place.current,
      canDrop: ({ source }) => source.data.repair !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        drop(source.data.repair)
      },
    })
  }, [])

  return (
    <section
      ref={place}
      data-column={status}
      aria-labelledby={heading}
      className={clsx(
        'flex w-[85%] shrink-0 grow snap-start flex-col rounded-card border bg-surface-muted sm:w-60',
        isOver ? 'border-accent outline-2 outline-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-12 items-center justify-between gap-2 px-3">
        <h2 id={heading} className="text-sm font-semibold text-ink">
          <StatusBadge status={status} tone={statusTones[status]} />
        </h2>
        <p className="text-sm text-ink-muted tabular-nums">
          <span className="sr-only">Repairs: </span>
          {column.matching === undefined ? '–' : `${number.format(column.matching)}${column.matchingIsLeast ? '+' : ''}`}
        </p>
      </div>
      <ul aria-labelledby={heading} className="relative flex min-h-24 flex-col gap-2 px-2 pb-2 md:max-h-[70dvh] md:overflow-y-auto">
        {rows?.map((repair) => (
          <BoardCard key={repair.id} repair={repair} onMove={onMove} onDetails={onDetails} />
        ))}
        {!rows && !column.error && [0, 1, 2].map((each) => <Skeleton key={each} className="h-28 rounded-lg" />)}
      </ul>
      {column.error && (
        <div className="px-2 pb-2">
          <LoadFailure message="Failed to fetch repairs" query={{ ...column, isFetching: false }} />
        </div>
      )}
      {rows?.length === 0 && <p className="px-3 pb-4 text-sm text-ink-subtle">No repairs here</p>}
      {column.onMore && (
        <Button
          variant="ghost"
          size="sm"
          busy={column.loadingMore}
          onClick={column.onMore}
          aria-label={`Show more of ${capitalised(status)}`}
          className="mx-2 mb-2"
        >
          Show more
        </Button>
      )}
    </section>
  )
}
