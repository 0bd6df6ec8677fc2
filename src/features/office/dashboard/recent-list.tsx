import { ChevronRight } from '~/components/icons/lucide'
import { formatShortDate } from '~/lib/date-text'
import Link from 'next/link'
import { StatusBadge } from '~/components/admin-list/cells'
import { Skeleton } from '~/components/ui/loading'
import { RECENT_ROWS } from '~/contracts/office/dashboard'
import { statusTones } from '~/contracts/statuses'
import { Panel, Remark } from '~/components/charts/panel'
import { dashboardMessages } from './messages'

export interface RecentRow {
  id: string
  number: string
  status: keyof typeof statusTones
  createdAt: Date
  /** Address of its page or details. */
  to: string
}

interface RecentListProps {
  title: string
  /** The screen that has all of them. */
  href: string
  /** Undefined while they are on their way, null where they could not be read. */
  rows: RecentRow[] | null | undefined
  emptyText: string
}

export function RecentList({ title, href, rows, emptyText }: RecentListProps) {
  return (
    <Panel title={title} action={(heading) => <ViewAll href={href} describedBy={heading} />}>
      {rows === undefined ? <RecentSkeleton /> : <RecentRows rows={rows} emptyText={emptyText} />}
    </Panel>
  )
}

const ViewAll = ({ href, describedBy }: { href: string; describedBy: string }) => (
  <Link
    href={href}
    aria-describedby={describedBy}
    className="-my-1 inline-flex min-h-8 items-center gap-0.5 rounded-md text-sm text-ink-muted hover:text-ink hover:underline"
  >
    View all
    <ChevronRight className="size-4" aria-hidden="true" />
  </Link>
)

function RecentRows({ rows, emptyText }: { rows: RecentRow[] | null; emptyText: string }) {
  if (rows === null) return <Remark>{dashboardMessages.unavailable}</Remark>
  if (rows.length === 0) return <Remark>{emptyText}</Remark>
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ id, number, status, createdAt, to }) => (
        <li key={id} className="relative flex min-h-15 items-center justify-between gap-3 px-5 py-2.5 hover:bg-surface-muted">
          <span className="min-w-0">
            <Link
              href={to}
              prefetch={false}
              className="block truncate font-medium text-ink tabular-nums underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {number}
            </Link>
            <time dateTime={createdAt.toISOString()} className="block text-xs text-ink-subtle">
              {formatShortDate(createdAt)}
            </time>
          </span>
          <StatusBadge status={status} tone={statusTones[status]} />
        </li>
      ))}
    </ul>
  )
}

const RecentSkeleton = () => (
  <div aria-hidden="true" className="divide-y divide-line">
    {Array.from({ length: RECENT_ROWS }, (_, index) => (
      <div key={index} className="flex min-h-15 items-center justify-between px-5">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
    ))}
  </div>
)
