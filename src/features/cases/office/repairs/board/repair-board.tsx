import { ForWriters } from '~/components/admin-list/for-writers'
import { statusLabels } from '~/lib/status-labels'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject, useEffectEvent, useId } from 'react'
import type { StatusBoardProps } from '~/components/admin-list/status-records'
import type { Repair } from '~/contracts/cases/repairs'
import { repairStatuses, type RepairStatus, statusTones } from '~/contracts/statuses'
import { useRepairColumns, type BoardFilters, type BoardColumnData } from './use-repair-board'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { clsx } from 'clsx/lite'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { StatusBadge, useMay } from '~/components/admin-list/cells'
import { BoardCard } from './board-card'

interface BoardColumnProps {
  status: RepairStatus
  column: BoardColumnData
  rows: readonly Repair[] | undefined
  onMove: (id: string, status: RepairStatus, part?: string) => void
  onDetails: (row: Repair) => void
}

const number = new Intl.NumberFormat('en-GB')

/** Dropping a card sets its status. */
function BoardColumn({ status, column, rows, onMove, onDetails }: BoardColumnProps) {
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
          aria-label={`Show more of ${statusLabels[status]}`}
          className="mx-2 mb-2"
        >
          Show more
        </Button>
      )}
    </section>
  )
}

interface RepairBoardProps extends StatusBoardProps<Repair> {
  filters: BoardFilters
}

/** A moving repair, and the part of its card that had the focus. */
interface Moved {
  id: string
  part: string
}

/**
 * A column for each status; cards move by pointer, keys or selector. A move is the list's change of status, and is reverted if it fails.
 */
export function RepairBoard({ filters, shown, onStatus, onDetails }: RepairBoardProps) {
  const columns = useRepairColumns(filters)
  const board = useRef<HTMLDivElement>(null)
  const moved = useRef<Moved>(undefined)
  const [said, say] = useState('')

  const known = new Map(repairStatuses.flatMap((status) => columns[status].rows ?? []).map((row) => [row.id, row]))
  // A moved card stays on top of its new column until the server places it.
  const placed = (status: RepairStatus): Repair[] | undefined => {
    const { rows } = columns[status]
    if (!rows) return undefined
    const arriving = [...known.values()].filter((row) => row.status !== status && shown(row).status === status)
    return [...arriving, ...rows.filter((row) => shown(row).status === status)].map(shown)
  }

  const mayMove = useMay()('repairs', 'write')
  const move = (id: string, status: RepairStatus, part?: string) => {
    const row = known.get(id)
    if (!mayMove || !row || shown(row).status === status) return
    if (part !== undefined) moved.current = { id, part }
    say(`${row.repairNumber} moved from ${statusLabels[shown(row).status]} to ${statusLabels[status]}`)
    onStatus(row, status)
  }

  // A card that changes columns mounts again, so the focus follows it.
  useEffect(() => {
    const { id, part } = moved.current ?? {}
    if (id === undefined || document.activeElement !== document.body) return
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${id}"] [data-part="${part}"]`)
    card?.focus()
    if (card) moved.current = undefined
  })
  const onKeyDown = useBoardKeys(board, (id, by) => {
    const row = known.get(id)
    const next = row && repairStatuses[repairStatuses.indexOf(shown(row).status) + by]
    if (next) move(id, next, 'name')
  })

  return (
    <>
      <ForWriters of="repairs">
        <p id="board-keys" className="mt-4 mb-2 hidden text-sm text-ink-subtle lg:block">
          Drag a card to another column, or press Shift with the left or right arrow key on its number. Arrow keys alone go from card to
          card.
        </p>
      </ForWriters>
      <div
        ref={board}
        role="group"
        aria-label="Repairs by status"
        // Scrolled by keys while its cards are still loading, too.
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="relative mt-4 flex snap-x snap-mandatory scroll-px-1 gap-3 overflow-x-auto px-1 pb-3 md:snap-none lg:mt-0"
      >
        {repairStatuses.map((status) => (
          <BoardColumn key={status} status={status} column={columns[status]} rows={placed(status)} onMove={move} onDetails={onDetails} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

const steps: Partial<Record<string, { across: number; down: number }>> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
}

function useBoardKeys(board: RefObject<HTMLElement | null>, onMove: (id: string, by: number) => void) {
  return (event: KeyboardEvent) => {
    const step = steps[event.key]
    const name = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-part="name"]') : null
    const card = name?.closest<HTMLElement>('[data-card]')
    if (!step || !name || !card || !board.current || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.shiftKey) {
      if (step.across === 0) return
      event.preventDefault()
      onMove(card.dataset.card ?? '', step.across)
      return
    }
    event.preventDefault()
    const columns = [...board.current.querySelectorAll('[data-column]')].map((each) => [
      ...each.querySelectorAll<HTMLElement>('[data-part="name"]'),
    ])
    const column = columns.findIndex((names) => names.includes(name))
    const place = columns[column]?.indexOf(name) ?? 0
    const beside = step.across > 0 ? columns.slice(column + 1) : columns.slice(0, column).reverse()
    // Skips empty columns.
    const names = step.across === 0 ? columns[column] : beside.find((each) => each.length > 0)
    const next = names?.[step.across === 0 ? place + step.down : Math.min(place, names.length - 1)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}
