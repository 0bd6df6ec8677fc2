import { X } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { formatEuro } from '~/lib/money'
import type { ProductView } from './product-view'

interface ActiveFilter {
  label: string
  /** What takes the filter away. */
  without: Partial<ProductView>
}

const lists = ['manufacturer', 'availability', 'condition'] as const

/** The facets that restrict the list, each with what takes it away. */
export function activeFilters(view: ProductView): ActiveFilter[] {
  const chosen = lists.flatMap((key) =>
    view[key].map((value) => ({ label: value, without: { [key]: view[key].filter((other) => other !== value) } })),
  )
  return [
    ...chosen,
    ...(view.min === '' ? [] : [{ label: `From ${formatEuro(Number(view.min))}`, without: { min: '' } }]),
    ...(view.max === '' ? [] : [{ label: `To ${formatEuro(Number(view.max))}`, without: { max: '' } }]),
  ]
}

interface ActiveFiltersProps {
  filters: readonly ActiveFilter[]
  onRemove: (without: Partial<ProductView>) => void
  onReset: () => void
}

/** What restricts the list, to be taken away one by one or all together. */
export function ActiveFilters({ filters, onRemove, onReset }: ActiveFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label="Active filters" className="contents">
        {filters.map(({ label, without }) => (
          <li key={label}>
            <button
              type="button"
              onClick={() => onRemove(without)}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-accent-line bg-accent-soft px-3 text-sm font-medium text-accent-ink tabular-nums"
            >
              <span className="sr-only">Remove filter: </span>
              {label}
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={onReset}>
        Clear all
      </Button>
    </div>
  )
}
