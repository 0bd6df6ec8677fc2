import { OfficeLink } from '~/components/admin-list/office-link'
import { ForWriters } from '~/components/admin-list/for-writers'
import { CustomerName } from '~/components/admin-list/customer-name'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { clsx } from 'clsx/lite'
import { Eye, MapPin, UserRound, UserRoundCheck, UserRoundX } from '~/components/icons/lucide'
import { memo, useContext, useEffect, useRef, useState } from 'react'
import { DueText, RelativeTime, useMay, ViewerContext } from '~/components/admin-list/cells'
import { failureToast } from '~/components/form/use-action'
import { UnreadLink } from '~/components/ui/unread-mark'
import { RowMenu, type RowAction } from '~/components/admin-list/row-menu'
import { isConflict } from '~/components/form/server-errors'
import { notifySuccess } from '~/components/ui/notify'
import { StatusSelect } from '~/components/admin-list/status-select'
import type { Repair } from '~/contracts/cases/repairs'
import { activeRepairStatuses, repairStatuses, type RepairStatus } from '~/contracts/statuses'
import { estimateTones } from '~/contracts/cases/estimates'
import { Badge } from '~/components/ui/badge'
import { openDueOn, personName, quoteWords } from '~/contracts/cases/lists'
import { casePageOf } from '~/lib/records'
import { deviceName } from '~/contracts/cases/device'
import { trpc } from '~/trpc/client'
import { useAdministrators, useCaseChanged } from '~/features/cases/office/use-case'

interface BoardCardProps {
  repair: Repair
  onMove: (id: string, status: RepairStatus, part?: string) => void
  onDetails: (row: Repair) => void
}

export const BoardCard = memo(function BoardCard({ repair, onMove, onDetails }: BoardCardProps) {
  const { id, repairNumber, status, customer, assignee } = repair
  const card = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const mayMove = useMay()('repairs', 'write')
  useEffect(() => {
    if (!card.current || !mayMove) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ repair: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, mayMove])

  return (
    <li
      ref={card}
      data-card={id}
      className={clsx(
        'relative rounded-lg border border-line bg-surface p-3 shadow-card',
        mayMove && 'md:cursor-grab',
        isDragged && 'opacity-50',
      )}
    >
      <div className="flex items-start justify-between gap-1">
        <OfficeLink
          href={casePageOf('repairs', repairNumber)}
          draggable={false}
          data-part="name"
          aria-describedby="board-keys"
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
          className="min-w-0 py-1 font-medium wrap-anywhere text-ink underline-offset-4 hover:underline"
        >
          {repairNumber}
        </OfficeLink>
        <span className="-mt-1.5 -mr-2 shrink-0">
          <CardMenu repair={repair} onDetails={onDetails} />
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-ink">{deviceName(repair.deviceInfo)}</p>
      <p className="text-sm wrap-anywhere text-ink-muted">
        <CustomerName userId={repair.userId} draggable={false}>
          {customer.fullName || customer.email || 'No name'}
        </CustomerName>
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-ink-muted">
        <span>
          <span className="sr-only">Received </span>
          <RelativeTime at={repair.createdAt} />
        </span>
        <DueText day={openDueOn(repair, activeRepairStatuses)} />
        {repair.location !== null && (
          <span className="inline-flex items-center gap-1 wrap-anywhere">
            <MapPin className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="sr-only">Place: </span>
            {repair.location}
          </span>
        )}
      </p>
      {(repair.isExpedited || repair.quoteState !== null) && (
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {repair.isExpedited && (
            <Badge tone="warn" size="sm">
              Expedited
            </Badge>
          )}
          {repair.quoteState !== null && (
            <Badge tone={estimateTones[repair.quoteState === 'disputed' ? 'declined' : repair.quoteState]} size="sm">
              {quoteWords('Estimate')[repair.quoteState]}
            </Badge>
          )}
        </p>
      )}
      {repair.unreadMessages > 0 && (
        <p className="mt-1.5">
          <UnreadLink count={repair.unreadMessages} href={casePageOf('repairs', repairNumber)} draggable={false} />
        </p>
      )}
      {assignee && (
        <p className="mt-1 flex items-center gap-1 text-xs text-ink-muted">
          <UserRound className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">Assigned to </span>
          <span className="min-w-0 wrap-anywhere">{personName(assignee)}</span>
        </p>
      )}
      <div className="mt-2">
        <ForWriters of="repairs">
          <StatusSelect<RepairStatus>
            label={`Status of ${repairNumber}`}
            values={repairStatuses}
            value={status}
            onChange={(chosen) => onMove(id, chosen, 'name')}
            className="w-full"
          />
        </ForWriters>
      </div>
    </li>
  )
})

interface CardMenuProps {
  repair: Repair
  onDetails: (row: Repair) => void
}

/** Details, and assigning the repair. */
function CardMenu({ repair, onDetails }: CardMenuProps) {
  const { userId } = useContext(ViewerContext)
  const administrators = useAdministrators()
  const { mutateAsync: update } = trpc.repairs.update.useMutation()
  const changed = useCaseChanged('repairs')
  const { id, version, repairNumber, assignedTo } = repair

  const assign = async (to: string | null, who: string) => {
    try {
      await update({ id, version, assignedTo: to })
      notifySuccess(`${repairNumber} assigned to ${who}`)
    } catch (error) {
      failureToast('Failed to save repair')(error)
      // The current card appears instead.
      if (!isConflict(error)) return
    }
    changed()
  }
  const others = administrators.filter((each) => each.userId !== userId && each.userId !== assignedTo)
  const actions: RowAction[] = [
    { label: 'View details', icon: Eye, onChoose: () => onDetails(repair) },
    ...(userId !== null && assignedTo !== userId
      ? [{ label: 'Assign to me', icon: UserRoundCheck, onChoose: () => void assign(userId, 'you') }]
      : []),
    ...others.map((each) => ({
      label: `Assign to ${personName(each)}`,
      icon: UserRound,
      onChoose: () => void assign(each.userId, personName(each)),
    })),
    ...(assignedTo === null ? [] : [{ label: 'Assign to nobody', icon: UserRoundX, onChoose: () => void assign(null, 'nobody') }]),
  ]
  return <RowMenu label={`More actions for ${repairNumber}`} actions={actions} />
}
