import { useEffect, useMemo, useState } from 'react'
import type { ShopOverview } from '~/contracts/catalogue/products'
import { whenIdle } from '~/lib/page-lifecycle'
import { writeView, type ProductView } from './product-view'
import type { findInList, FoundProducts } from './whole-list'

/**
 * A view of a list that the browser has whole, searched, filtered and sorted here. The code for that is loaded when the page is
 * idle, or at once for a view that needs it; until then only the plain view is known, which is the list as it came.
 * @param overview null where the server has to be asked
 * @returns undefined while the view is not known
 */
export function useWholeList(overview: ShopOverview | null, view: ProductView): FoundProducts | undefined {
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
