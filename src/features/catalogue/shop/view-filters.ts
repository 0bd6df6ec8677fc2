import { formatEuro } from '~/lib/money'
import { amountText, listFacets, type ProductView } from './product-view'

/** Null without a valid amount in EUR. */
const amountOf = (typed: string): number | null => (amountText(typed) === '' ? null : Number(typed))

export const searchInputOf = ({ min, max, ...view }: ProductView) => ({ ...view, min: amountOf(min), max: amountOf(max) })

export interface ActiveFilter {
  label: string
  without: Partial<ProductView>
}

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
