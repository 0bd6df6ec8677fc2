import { X } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { formatEuro } from '~/lib/money'
import { amountOf, type ProductView } from './product-view'

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
  const [lowest, highest] = [amountOf(view.min), amountOf(view.max)]
  return [
    ...chosen,
    ...(lowest === null ? [] : [{ label: `From ${formatEuro(lowest)}`, without: { min: '' } }]),
    ...(highest === null ? [] : [{ label: `To ${formatEuro(highest)}`, without: { max: '' } }]),
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
              aria-label={`Remove filter: ${label}`}
              onClick={() => onRemove(without)}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-accent-line bg-accent-soft px-3 text-sm font-medium text-accent-ink tabular-nums"
            >
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
