import { Skeleton } from '~/components/ui/loading'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'

interface Figure {
  label: string
  /** Undefined while it is being loaded. */
  value: string | number | undefined
}

/** A screen's totals, at the end of its title's row. */
export function HeaderFigures({ label, items }: { label: string; items: readonly Figure[] }) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-8 gap-y-2">
      {items.map(({ label: name, value }) => (
        <div key={name}>
          <dt className="text-xs font-medium text-ink-muted">{name}</dt>
          <dd className="min-h-7 text-lg font-semibold text-ink tabular-nums">{value ?? <Skeleton className="mt-1 h-5 w-16" />}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Count {
  label: string
  /** Undefined while it is being loaded. */
  value: string | number | undefined
  icon: LucideIcon
}

/** A row of cards, each a figure and what it counts. */
export function StatusCounts({ label, items }: { label: string; items: readonly Count[] }) {
  return (
    <dl
      aria-label={label}
      className={clsx(
        'mb-6 grid gap-2 md:gap-4',
        // Not three and one below.
        items.length === 4
          ? 'grid-cols-2 sm:grid-cols-4'
          : 'grid-cols-[repeat(auto-fit,minmax(6.75rem,1fr))] sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]',
      )}
    >
      {items.map(({ label: name, value, icon: Icon }) => (
        <div key={name} className="rounded-card border border-line bg-surface p-3 shadow-card sm:p-4">
          <dt className="flex items-center justify-between gap-2 text-xs font-medium text-ink-muted sm:text-sm">
            {name}
            <Icon className="hidden size-4 shrink-0 text-ink-subtle lg:block" aria-hidden="true" />
          </dt>
          <dd className="mt-1 min-h-8 text-xl font-semibold text-ink tabular-nums sm:text-2xl">
            {value ?? <Skeleton className="mt-1.5 h-6 w-20" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
