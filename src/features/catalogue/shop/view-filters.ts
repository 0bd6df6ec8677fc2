import { formatEuro } from '~/lib/money'
import { amountText, listFacets, type ProductView } from './product-view'

/** A typed amount in EUR; null where nothing or no amount has been typed. */
const amountOf = (typed: string): number | null => (amountText(typed) === '' ? null : Number(typed))

export const searchInputOf = ({ min, max, ...view }: ProductView) => ({ ...view, min: amountOf(min), max: amountOf(max) })

/** A facet that restricts the list. */
export interface ActiveFilter {
  label: string
  /** Changes the view so that the filter is gone. */
  without: Partial<ProductView>
}

/** The facets that restrict the list, each with what takes it away. */
export function activeFilters(view: ProductView): ActiveFilter[] {
  const chosen = listFacets.flatMap((key) =>
    view[key].map((value) => ({ label: value, without: { [key]: view[key].filter((other) => other !== value) } })),
  )
  const [lowest, highest] = [amountOf(view.min), amountOf(view.max)]
  return [
    ...chosen,
    ...(lowest === null ? [] : [{ label: `From ${formatEuro(lowest)}`, without: { min: '' } }]),
    ...(highest === null ? [] : [{ label: `To ${formatEuro(highest)}`, without: { max: '' } }]),
  ]
}
