import { LONGEST_QUERY_TEXT, MOST_CHOSEN } from '~/contracts/public-limits'
import { productSorts, type ProductSort } from '~/contracts/catalogue/product-sorts'
import { ALL_COLLECTIONS, availabilities, type Availability } from '~/contracts/catalogue/products'

export interface ProductView {
  search: string
  /** `ALL_COLLECTIONS` or a handle. */
  category: string
  sort: ProductSort
  manufacturer: readonly string[]
  availability: readonly Availability[]
  condition: readonly string[]
  /** EUR, as typed; '' for no limit. */
  min: string
  max: string
}

export const plainView: ProductView = {
  search: '',
  category: ALL_COLLECTIONS,
  sort: 'featured',
  manufacturer: [],
  availability: [],
  condition: [],
  min: '',
  max: '',
}

type Query = Record<string, string | string[] | undefined>

const all = (value: string | string[] | undefined): string[] => (value === undefined ? [] : typeof value === 'string' ? [value] : value)
const one = (value: string | string[] | undefined): string => (all(value)[0] ?? '').slice(0, LONGEST_QUERY_TEXT)
const several = (value: string | string[] | undefined): string[] =>
  [...new Set(all(value))].filter((text) => text.length <= LONGEST_QUERY_TEXT).slice(0, MOST_CHOSEN)

const amountPattern = /^\d{1,9}(\.\d{0,2})?$/
/** '' for a text that is no amount. */
export const amountText = (text: string): string => (amountPattern.test(text) ? text : '')

/** Ignores parts of the address that make no sense, since people type addresses. */
export function readView(query: Query): ProductView {
  const availability = all(query.availability)
  return {
    search: one(query.search),
    category: one(query.category) || ALL_COLLECTIONS,
    sort: productSorts.find((sort) => sort === one(query.sort)) ?? 'featured',
    manufacturer: several(query.manufacturer),
    availability: availabilities.filter((known) => availability.includes(known)),
    condition: several(query.condition),
    min: amountText(one(query.min)),
    max: amountText(one(query.max)),
  }
}

export function writeView(view: ProductView): string {
  const query = new URLSearchParams()
  const say = (name: keyof ProductView, value: string) => {
    if (value !== '' && value !== plainView[name]) query.append(name, value)
  }
  say('search', view.search.trim())
  say('category', view.category)
  for (const name of listFacets) for (const value of view[name]) say(name, value)
  say('min', amountText(view.min))
  say('max', amountText(view.max))
  say('sort', view.sort)
  return query.toString()
}

/** Facets with several values at a time. */
export const listFacets = ['manufacturer', 'availability', 'condition'] as const

/** Facets that restrict the list. */
export const countActive = (view: ProductView): number =>
  listFacets.reduce((sum, key) => sum + view[key].length, 0) + [view.min, view.max].filter((typed) => amountText(typed) !== '').length
