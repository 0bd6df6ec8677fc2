import { useId } from 'react'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { NativeSelect } from '~/components/ui/native-select'
import { productSortLabels, productSorts } from '~/contracts/catalogue/product-sorts'
import { ALL_COLLECTIONS, type ShopCollection } from '~/contracts/catalogue/products'
import type { ProductView } from './product-view'
import type { useProductView } from './use-product-view'

interface ProductToolbarProps {
  control: ReturnType<typeof useProductView>
  collections: readonly ShopCollection[]
  filters: { open: boolean; toggle: () => void; panelId: string; active: number }
}

function SearchBox({ value, onType }: { value: string; onType: (text: string) => void }) {
  const id = useId()
  return (
    <div className="col-span-full lg:col-span-1">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Search products
      </label>
      <div className="relative">
        <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-subtle" />
        <input
          id={id}
          type="search"
          maxLength={200}
          autoComplete="off"
          placeholder="Name of the product"
          value={value}
          onChange={(event) => onType(event.target.value)}
          className="field pl-10"
        />
      </div>
    </div>
  )
}

export function ProductToolbar({ control: { view, type, choose }, collections, filters }: ProductToolbarProps) {
  const activeId = useId()
  const category: ProductView['category'] = collections.some(({ handle }) => handle === view.category) ? view.category : ALL_COLLECTIONS
  return (
    <search className="grid grid-cols-2 items-end gap-4 sm:grid-cols-[1fr_1fr_9rem] lg:grid-cols-[1fr_14rem_14rem_9rem] no-script:hidden">
      <SearchBox value={view.search} onType={(search) => type({ search })} />
      <NativeSelect label="Category" value={category} onChange={(handle) => choose({ category: handle })}>
        <option value={ALL_COLLECTIONS}>All Categories</option>
        {collections.map(({ handle, name }) => (
          <option key={handle} value={handle}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label="Sort by"
        value={view.sort}
        onChange={(chosen) => choose({ sort: productSorts.find((sort) => sort === chosen) ?? 'featured' })}
      >
        {productSorts.map((sort) => (
          <option key={sort} value={sort}>
            {productSortLabels[sort]}
          </option>
        ))}
      </NativeSelect>
      <Button
        variant="secondary"
        aria-expanded={filters.open}
        aria-controls={filters.panelId}
        aria-describedby={filters.active > 0 ? activeId : undefined}
        onClick={filters.toggle}
        className="col-span-full sm:col-span-1"
      >
        <Icon name="sliders-horizontal" className="size-4.5" />
        Filters
        {filters.active > 0 && (
          <span
            aria-hidden="true"
            className="grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-sm text-on-accent tabular-nums"
          >
            {filters.active}
          </span>
        )}
      </Button>
      {filters.active > 0 && (
        <span id={activeId} hidden>
          {filters.active} active
        </span>
      )}
    </search>
  )
}
