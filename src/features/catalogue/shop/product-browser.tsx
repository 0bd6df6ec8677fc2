import Link from 'next/link'
import { useCallback, useDeferredValue, useId, useMemo, useRef, useState, useEffect } from 'react'
import { LoadingPart, onDemand } from '~/components/ui/on-demand'
import { withoutScripts } from '~/content/products'
import { PRODUCTS_PER_PAGE, type ShopOverview } from '~/contracts/catalogue/products'
import { comparePath } from '~/lib/compare-path'
import { whenIdle } from '~/lib/page-lifecycle'
import { productPageOf } from '~/lib/paths'
import { formatCount } from './product-card'
import { ProductGrid } from './product-grid'
import { ProductToolbar } from './product-toolbar'
import { countActive, plainView, writeView, type ProductView } from './product-view'
import { ProductsFailure } from './products-failure'
import { CardsSkeleton, LOADING } from './products-skeleton'
import { useProductList } from './use-product-list'
import { useProductView } from './use-product-view'
import type { findInList, FoundProducts } from './whole-list'

const ActiveFilters = onDemand(() => import('./active-filters').then((module) => module.ActiveFilters))
const NoProducts = onDemand(() => import('./no-products').then((module) => module.NoProducts))
const FacetPanel = onDemand(() => import('./facet-panel').then((module) => module.FacetPanel), LoadingPart)

const counted = (matching: number, total: number) =>
  `${matching === total ? '' : `${formatCount(matching)} of `}${formatCount(total)} ${total === 1 ? 'product' : 'products'}`

/** Searches, filters and sorts: in the browser if it has all products, otherwise on the server. */
export function ProductBrowser({ overview }: { overview: ShopOverview }) {
  const { collections, total } = overview
  const control = useProductView()
  const { view, choose } = control
  const [filtersOpen, setFiltersOpen] = useState(false)
  const panelId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // Controls respond at once; the list follows when the browser is idle.
  const wanted = useDeferredValue(view)
  // Another view starts at the top.
  const viewKey = writeView(wanted)
  const [steps, setSteps] = useState({ viewKey, count: 1 })
  const count = PRODUCTS_PER_PAGE * (steps.viewKey === viewKey ? steps.count : 1)
  const showMore = useCallback(() => setSteps({ viewKey, count: count / PRODUCTS_PER_PAGE + 1 }), [viewKey, count])

  const whole = overview.products.length >= total
  const here = useWholeList(whole ? overview : null, wanted)
  const { page, busy, failed, retry } = useProductList(whole ? null : overview, wanted, count)
  const found = here ?? page
  const cards = useMemo(() => found?.products.slice(0, count) ?? [], [found?.products, count])
  const facets = useLast(found?.facets) ?? overview.facets

  const active = countActive(view)
  /** The filter's button disappears, so the focus moves to the list. */
  const release = (without: Partial<typeof view>) => {
    choose(without)
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <ProductToolbar
        control={control}
        collections={collections}
        filters={{ open: filtersOpen, toggle: () => setFiltersOpen(!filtersOpen), panelId, active }}
      />
      {/* The server writes the noscript, and React leaves it untouched, so that browsers do not load it. */}
      <noscript>
        {typeof window === 'undefined' && (
          <p className="rounded-lg border border-warn-line bg-warn-soft p-4 text-warn-ink">{withoutScripts}</p>
        )}
      </noscript>
      <div id={panelId}>{filtersOpen && <FacetPanel control={control} facets={facets} />}</div>
      <div className="mt-5 mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          List of products
        </h2>
        <p role="status" className="font-medium tabular-nums">
          {found ? counted(found.matching, total) : failed === undefined && LOADING}
        </p>
        <Link href={comparePath} prefetch={false} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Compare what machines earn
        </Link>
        {active > 0 && (
          <ActiveFilters
            view={view}
            onRemove={release}
            onReset={() => release({ ...plainView, search: view.search, category: view.category, sort: view.sort })}
          />
        )}
      </div>
      <div aria-busy={busy}>
        {!found ? (
          failed === undefined ? (
            <CardsSkeleton />
          ) : (
            <ProductsFailure message={failed} onRetry={retry} />
          )
        ) : found.matching === 0 ? (
          <NoProducts nothingListed={total === 0} onReset={() => release({ ...plainView, sort: view.sort })} />
        ) : (
          <ProductGrid
            products={cards}
            matching={found.matching}
            loading={busy}
            failure={failed}
            onShowMore={failed === undefined ? showMore : retry}
          />
        )}
      </div>
      {!whole && (
        <noscript>
          {typeof window === 'undefined' && (
            <p className="mt-8">
              <a href={productPageOf(2)} className="text-lg font-medium underline underline-offset-4">
                More products
              </a>
            </p>
          )}
        </noscript>
      )}
    </>
  )
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/**
 * A view of a list that the browser has whole. The code for it loads when the page is idle, or at once if the view needs it; until then
 * only the plain view is known, which is the list as received.
 * @param overview null if the server has to be asked
 * @returns undefined while unknown
 */
function useWholeList(overview: ShopOverview | null, view: ProductView): FoundProducts | undefined {
  const [find, setFind] = useState<typeof findInList>()
  const isPlain = writeView(view) === ''
  const isLoaded = find !== undefined

  useEffect(() => {
    if (isLoaded) return undefined
    const load = () => {
      import('./whole-list').then(
        (module) => setFind(() => module.findInList),
        (error: unknown) => console.error('The search of the products could not be loaded', error),
      )
    }
    if (isPlain) return whenIdle(load)
    load()
    return undefined
  }, [isPlain, isLoaded])

  return useMemo(() => {
    if (!overview) return undefined
    if (find) return find(overview, view)
    return isPlain ? { ...overview, matching: overview.total } : undefined
  }, [find, isPlain, overview, view])
}
