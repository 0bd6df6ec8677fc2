import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import type { ProductView } from './product-view'
import { activeFilters } from './view-filters'

interface ActiveFiltersProps {
  view: ProductView
  onRemove: (without: Partial<ProductView>) => void
  onReset: () => void
}

export function ActiveFilters({ view, onRemove, onReset }: ActiveFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label="Active filters" className="contents">
        {activeFilters(view).map(({ label, without }) => (
          <li key={label}>
            <button
              type="button"
              aria-label={`Remove filter: ${label}`}
              onClick={() => onRemove(without)}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-accent-line bg-accent-soft px-3 text-sm font-medium text-accent-ink tabular-nums"
            >
              {label}
              <Icon name="x" className="size-4" />
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
