import { StatusFilter } from '~/components/admin-list/status-filter'
import type { AdminListView } from '~/components/admin-list/use-admin-list'
import { productStatuses, type ProductList, type ProductListInput } from '~/contracts/product-admin'
import { capitalised } from '~/lib/capitalised'

const statusOptions = productStatuses.map((value) => ({ value, label: capitalised(value) }))

interface ProductFiltersProps {
  view: AdminListView & { input: ProductListInput }
  /** Those of the whole table; undefined while they are being loaded. */
  categories: ProductList['categories'] | undefined
}

/** The filters of Product Management: category and status. */
export function ProductFilters({ view, categories = [] }: ProductFiltersProps) {
  const { category, status } = view.input
  const names = new Set(categories.map(({ name }) => name))
  // The address may name a category that has gone: the selector still says what is asked for.
  if (category !== undefined) names.add(category)
  return (
    <>
      <StatusFilter
        label="Filter products"
        allLabel="All Categories"
        options={[...names].map((name) => ({ value: name, label: name }))}
        value={category}
        onChange={(chosen) => view.show({ category: chosen })}
      />
      <StatusFilter
        label="Filter by status"
        allLabel="All Statuses"
        options={statusOptions}
        value={status}
        onChange={(chosen) => view.show({ status: chosen })}
      />
    </>
  )
}
