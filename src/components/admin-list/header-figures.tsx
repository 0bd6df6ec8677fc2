import { Skeleton } from '~/components/ui/skeleton'

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
