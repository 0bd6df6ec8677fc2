import { clsx } from 'clsx'
import { CalendarClock, TriangleAlert } from 'lucide-react'
import { formatShortDay } from '~/lib/instant'
import { useToday } from './desk'

interface DueTextProps {
  /** As '2026-11-21'; null for no day. */
  day: string | null
  className?: string
}

/** The day by which something shall be done: 'Due 24 Nov 2026', 'Due today', 'Overdue since 18 Nov 2026'. */
export function DueText({ day, className }: DueTextProps) {
  const today = useToday()
  if (day === null) return null
  const isOverdue = day < today
  const Icon = isOverdue ? TriangleAlert : CalendarClock
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap',
        isOverdue ? 'font-semibold text-danger-ink' : day === today ? 'font-semibold text-warn-ink' : 'text-ink-muted',
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {day === today ? 'Due today' : `${isOverdue ? 'Overdue since' : 'Due'} ${formatShortDay(day)}`}
    </span>
  )
}
