import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { withoutScripts } from '~/content/products'
import { filterShopProducts } from '~/contracts/product-filters'
import { sortShopProducts } from '~/contracts/product-sorts'
import type { ShopAnswer } from '~/contracts/products'
import { ActiveFilters, activeFilters } from './active-filters'
import { FacetPanel } from './facet-panel'
import { facetsOf } from './facets'
import { formatCount } from './format-count'
import { NoProducts } from './no-products'
import { ProductGrid } from './product-grid'
import { ProductToolbar } from './product-toolbar'
import { filtersOf, plainView, writeView } from './product-view'
import { UnscriptedList } from './unscripted-list'
import { useProductView } from './use-product-view'

/** Cards at first, and with each 'Show more'. */
const STEP = 48

const counted = (matching: number, total: number) =>
  `${matching === total ? '' : `${formatCount(matching)} of `}${formatCount(total)} ${total === 1 ? 'product' : 'products'}`

/** The list with all that searches, filters and sorts it. */
export function ProductBrowser({ products, collections }: Pick<ShopAnswer, 'products' | 'collections'>) {
  const control = useProductView()
  const { view, choose } = control
  const [filtersOpen, setFiltersOpen] = useState(false)
  const panelId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // Controls answer at once; the list follows when the browser has the time.
  const wanted = useDeferredValue(view)
  const filters = useMemo(() => filtersOf(wanted, { collections }), [wanted, collections])
  const matching = useMemo(() => sortShopProducts(filterShopProducts(products, filters), wanted.sort), [products, filters, wanted.sort])
  const facets = useMemo(() => (filtersOpen ? facetsOf(products, filters) : undefined), [filtersOpen, products, filters])

  // Another view begins at its top again.
  const viewKey = writeView(wanted)
  const [steps, setSteps] = useState({ viewKey, count: 1 })
  const shown = STEP * (steps.viewKey === viewKey ? steps.count : 1)

  const active = activeFilters(view)
  /** Takes away what was pressed; the keyboard goes on at the list. */
  const release = (without: Partial<typeof view>) => {
    choose(without)
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <ProductToolbar
        control={control}
        collections={collections}
        filters={{ open: filtersOpen, toggle: () => setFiltersOpen(!filtersOpen), panelId, active: active.length }}
      />
      <noscript>
        <p className="rounded-lg border border-warn-line bg-warn-soft p-4 text-warn-ink">{withoutScripts}</p>
      </noscript>
      <div id={panelId}>{facets && <FacetPanel control={control} facets={facets} />}</div>
      <div className="mt-8 mb-5 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          List of products
        </h2>
        <p role="status" className="font-medium tabular-nums">
          {counted(matching.length, products.length)}
        </p>
        {active.length > 0 && (
          <ActiveFilters
            filters={active}
            onRemove={release}
            onReset={() => release({ ...plainView, search: view.search, category: view.category, sort: view.sort })}
          />
        )}
      </div>
      {matching.length === 0 ? (
        <NoProducts nothingListed={products.length === 0} onReset={() => release({ ...plainView, sort: view.sort })} />
      ) : (
        <ProductGrid products={matching} shown={shown} onShowMore={() => setSteps({ viewKey, count: shown / STEP + 1 })} />
      )}
      {matching.length > shown && (
        <noscript>
          <UnscriptedList products={matching.slice(shown)} />
        </noscript>
      )}
    </>
  )
}
