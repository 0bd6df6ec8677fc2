import { type LabelledStatus, statusLabels } from '~/lib/status-labels'
import { useSyncExternalStore, createContext, useContext } from 'react'
import { Badge, type Tone } from '~/components/ui/badge'
import { formatDateTime, formatRelative, formatShortDate } from '~/lib/date-text'
import { calendarDay, formatShortDay } from '~/lib/instant'
import { clsx } from 'clsx/lite'
import { CalendarClock, TriangleAlert } from '~/components/icons/lucide'

/** The status of a row; contracts/statuses has the tones. */
export const StatusBadge = ({ status, tone }: { status: LabelledStatus; tone: Tone }) => <Badge tone={tone}>{statusLabels[status]}</Badge>

const MINUTE = 60_000

/** The time as the page knows it: read when something begins to show it, then every minute. */
let now = Date.now()
const everyMinute = (onTick: () => void) => {
  const tick = () => {
    now = Date.now()
    onTick()
  }
  tick()
  const timer = setInterval(tick, MINUTE)
  return () => clearInterval(timer)
}
const read = () => now

/** The time, kept up to date. */
export const useNow = (): Date => new Date(useSyncExternalStore(everyMinute, read, read))

/** '3 hours ago', kept up to date; the exact time is its tooltip and is read out by assistive tools. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  const known = useNow()
  const exact = formatDateTime(at)
  return (
    <time dateTime={at.toISOString()} title={exact} className={className}>
      <span aria-hidden="true">{formatRelative(at, new Date(Math.max(known.getTime(), at.getTime())))}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}

/** '21 Nov 2026', in one line; the time of day is its tooltip. */
export function DateText({ at, className }: { at: Date; className?: string }) {
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at)} className={clsx('whitespace-nowrap', className)}>
      {formatShortDate(at)}
    </time>
  )
}

interface Viewer {
  /** The viewer; null where nobody has said so. */
  userId: string | null
  /** The shop's time zone (IANA name), in which its days begin; the reader's own without it. */
  timeZone: string | undefined
  /** They may read or write a part of the back office, named by its router; the server refuses the rest. */
  may: (router: string, access: 'read' | 'write') => boolean
  /** The administrator's access is limited to parts of the back office. */
  isLimited: boolean
}

/** Tells the screens of the back office about their viewer. */
export const ViewerContext = createContext<Viewer>({ userId: null, timeZone: undefined, may: () => true, isLimited: false })

/** Says what the viewer may do. */
export const useMay = (): Viewer['may'] => useContext(ViewerContext).may

/** The shop's day, '2026-11-21', kept up to date. */
function useToday(): string {
  const now = useNow()
  return calendarDay(now, useContext(ViewerContext).timeZone)
}

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
