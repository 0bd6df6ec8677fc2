import { ListToolbar } from '~/components/admin-list/list-panel'
import { SearchBar } from '~/components/admin-list/search-bar'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { StatusFilter } from '~/components/admin-list/status-filter'
import { productAdminSorts, productStatuses, type ProductList } from '~/contracts/product-admin'
import { productStatusLabels } from './product-words'
import type { ProductListView } from './use-product-list'

const statusOptions = productStatuses.map((value) => ({ value, label: productStatusLabels[value] }))

const sortLabels: Record<(typeof productAdminSorts)[number], string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  stock: 'Stock, low to high',
  '-stock': 'Stock, high to low',
}
const sortOptions = productAdminSorts.map((value) => ({ value, label: sortLabels[value] }))

interface ProductToolbarProps {
  view: ProductListView
  /** Those of the whole table; undefined while they are being loaded. */
  categories: ProductList['categories'] | undefined
}

/** Search, category, status and the sort: by age there is no column header to sort by. */
export function ProductToolbar({ view, categories = [] }: ProductToolbarProps) {
  const { category } = view.input
  const names = new Set(categories.map(({ name }) => name))
  // The address may name a category that has gone: the selector still says what is asked for.
  if (category !== undefined) names.add(category)
  return (
    <ListToolbar>
      <SearchBar label="Search products..." value={view.input.search ?? ''} onSearch={view.search} />
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
        value={view.input.status}
        onChange={(status) => view.show({ status })}
      />
      <SelectMenu
        label="Sort by"
        options={sortOptions}
        value={view.input.sort}
        onChange={(sort) => view.show({ sort })}
        className="flex-1 basis-40 @3xl:flex-none"
      />
    </ListToolbar>
  )
}
