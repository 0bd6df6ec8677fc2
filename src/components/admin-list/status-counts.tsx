import { Skeleton } from '~/components/ui/loading'
import { clsx } from 'clsx/lite'
import type { LucideIcon } from '~/components/icons/lucide'
import { toneInks, type Tone } from '~/components/ui/badge'
import Link from 'next/link'
import { useId } from 'react'

interface Figure {
  label: string
  /** Undefined while it is being loaded. */
  value: string | number | undefined
}

/** A screen's totals, at the end of its title's row. */
export function HeaderFigures({ label, items }: { label: string; items: readonly Figure[] }) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-5 gap-y-0.5 text-sm max-sm:order-2 max-sm:gap-x-3 max-sm:text-xs">
      {items.map(({ label: name, value }) => (
        <div key={name} className="flex items-center gap-x-1.5">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="font-semibold text-ink tabular-nums">{value ?? <Skeleton className="h-4 w-10" />}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Count extends Figure {
  icon: LucideIcon
  /** Of the status, as its badge has it. */
  tone?: Tone | undefined
  href?: string | undefined
  /** The list shows these now. */
  isShown?: boolean
}

/** A row of small cards, each a figure and what it counts; one with an address leads to what it counts. */
export function StatusCounts({ label, items }: { label: string; items: readonly Count[] }) {
  // On a phone the row scrolls, by keyboard too where no card is a link.
  const tabIndex = items.some(({ href }) => href !== undefined) ? undefined : 0
  return (
    <dl aria-label={label} tabIndex={tabIndex} className="relative -mx-4 mb-1 flex gap-2 overflow-x-auto px-4 pb-0.5 md:mx-0 md:px-0">
      {items.map((item) => (
        <CountCard key={item.label} {...item} />
      ))}
    </dl>
  )
}

function CountCard({ label, value, icon: Icon, tone = 'neutral', href, isShown = false }: Count) {
  const name = useId()
  return (
    <div
      className={clsx(
        'relative flex min-h-10 shrink-0 xl:min-h-8 items-center gap-3 rounded-card border px-3 shadow-card has-[a:focus-visible]:outline-2 xl:min-w-0 xl:flex-1 xl:shrink',
        isShown ? 'border-accent-line bg-accent-soft' : 'border-line bg-surface',
        href !== undefined && 'hover:bg-surface-muted',
      )}
    >
      <dt id={name} className="min-w-0 truncate text-sm font-medium text-ink-muted xl:flex-1">
        <Icon className={clsx('mr-2 hidden size-4 align-[-0.2em] xl:inline', toneInks[tone])} aria-hidden="true" />
        {label}
      </dt>
      <dd className="text-lg font-semibold text-ink tabular-nums">
        {value ?? <Skeleton className="h-5 w-8" />}
        {href !== undefined && (
          <Link
            href={href}
            prefetch={false}
            scroll={false}
            shallow
            aria-label={isShown ? 'Show all' : 'Show these'}
            aria-describedby={name}
            aria-current={isShown ? 'true' : undefined}
            className="absolute inset-0 rounded-card"
          />
        )}
      </dd>
    </div>
  )
}
