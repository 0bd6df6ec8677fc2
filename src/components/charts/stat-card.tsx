import { clsx } from 'clsx/lite'
import type { LucideIcon } from '~/components/icons/lucide'
import Link from 'next/link'
import { useId, type ReactNode } from 'react'
import { Skeleton } from '~/components/ui/loading'

const card = 'min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5'

interface StatCardProps {
  label: string
  /** The list of what is counted, where there is one. */
  href?: string | undefined
  icon: LucideIcon
  value: string
  children?: ReactNode
}

export function StatCard({ label, href, icon: Icon, value, children }: StatCardProps) {
  const name = useId()
  return (
    <div className={clsx(card, href !== undefined && 'relative transition-colors hover:bg-surface-muted')}>
      <dt id={name} className="flex items-start justify-between gap-2 text-sm font-medium text-ink-muted">
        {label}
        <Icon className="mt-0.5 hidden size-4 shrink-0 text-ink-subtle sm:block" aria-hidden="true" />
      </dt>
      <dd className="mt-2 text-xl font-semibold tracking-tight wrap-anywhere text-ink tabular-nums sm:text-3xl">
        {value}
        {href !== undefined && (
          <Link href={href} prefetch={false} aria-label="Show the list" aria-describedby={name} className="absolute inset-0 rounded-card" />
        )}
      </dd>
      {children}
    </div>
  )
}

export const StatLine = ({ children }: { children: ReactNode }) => <dd className="mt-1.5 text-sm text-ink-muted">{children}</dd>

export function StatCardSkeleton() {
  return (
    <div className={card}>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-3.5 h-7 w-20" />
      <Skeleton className="mt-3 h-4 w-full max-w-32" />
    </div>
  )
}
