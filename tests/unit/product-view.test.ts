import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchOf } from '~/features/catalogue/shop/fetch-products'
import { plainView, readView, writeView, type ProductView } from '~/features/catalogue/shop/product-view'
import { viewFilters } from '~/features/catalogue/shop/whole-list'
import { filterShopProducts } from '~/contracts/catalogue/product-filters'
import { productSearchInput } from '~/contracts/catalogue/product-search'
import { PRODUCTS_PER_PAGE, type ShopProduct } from '~/contracts/catalogue/products'

const queryOf = (text: string) => {
  const query: Record<string, string | string[]> = {}
  const params = new URLSearchParams(text)
  for (const name of params.keys()) {
    const values = params.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

describe('the address of a view', () => {
  it('is empty for the plain view, and the plain view for an empty address', () => {
    expect(writeView(plainView)).toBe('')
    expect(readView({})).toEqual(plainView)
  })

  it('says everything that can be asked for, and reads back the same', () => {
    const view: ProductView = {
      search: 'S21 & co?',
      category: 'best-sellers',
      sort: 'price-low-to-high',
      manufacturer: ['Bitmain', 'MicroBT'],
      availability: ['In Stock', 'Pre-Order'],
      condition: ['New'],
      min: '100',
      max: '2500.50',
    }
    expect(writeView(view)).toBe(
      'search=S21+%26+co%3F&category=best-sellers&manufacturer=Bitmain&manufacturer=MicroBT&availability=In+Stock&availability=Pre-Order&condition=New&min=100&max=2500.50&sort=price-low-to-high',
    )
    expect(readView(queryOf(writeView(view)))).toEqual(view)
  })

  it('falls back to the plain view where it makes no sense', () => {
    expect(readView(queryOf('sort=colour&availability=Soon&min=-5&max=1e9&search='))).toEqual(plainView)
    expect(readView({ search: ['first', 'second'], sort: undefined }).search).toBe('first')
    expect(readView({ search: 'x'.repeat(5_000) }).search).toHaveLength(200)
  })
})

describe('what is asked of the server', () => {
  it('is what it takes, whatever the address says', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ minLength: 201, maxLength: 300 }),
      fc.constantFrom('In Stock', '12.5', '999999999', '-1', 'z-a'),
    )
    const query = fc.record(
      Object.fromEntries(Object.keys(plainView).map((name) => [name, fc.oneof(value, fc.array(value, { maxLength: 60 }))])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(query, fc.nat(1_000), (asked, page) => {
        const search = searchOf(readView(asked), page * PRODUCTS_PER_PAGE, PRODUCTS_PER_PAGE)
        expect(productSearchInput.safeParse(search).error).toBeUndefined()
      }),
    )
  })
})

describe('the filters of a view', () => {
  const collections = [{ handle: 'asic-miners', name: 'ASIC Miners', products_count: 3 }]
  it('leave out a collection that the shop does not have, and a price that is none', () => {
    const filters = viewFilters({ ...plainView, category: 'gone', min: '1e3', max: '12.' }, collections)
    expect(filters).toMatchObject({ collection: 'all', lowestPrice: null, highestPrice: 12 })
    expect(viewFilters({ ...plainView, category: 'asic-miners' }, collections).collection).toBe('asic-miners')
  })

  it('count each facet under the others', () => {
    const of = (fields: Partial<ShopProduct>) => ({ name: '', collections: [], price: 1, manufacturer: '', ...fields }) as ShopProduct
    const products = [
      of({ manufacturer: 'MicroBT', availability: 'Out of Stock', condition: 'New' }),
      of({ manufacturer: 'Bitmain', availability: 'In Stock', condition: 'New' }),
      of({ manufacturer: 'Bitmain', availability: 'In Stock', condition: 'Refurbished' }),
      of({ availability: 'In Stock', condition: 'New' }),
    ]
    expect(filterShopProducts(products, viewFilters({ ...plainView, manufacturer: ['Bitmain'] }, [])).facets).toEqual({
      manufacturer: [
        { value: 'Bitmain', count: 2 },
        { value: 'MicroBT', count: 1 },
      ],
      availability: [
        { value: 'In Stock', count: 2 },
        { value: 'Out of Stock', count: 0 },
      ],
      condition: [
        { value: 'New', count: 1 },
        { value: 'Refurbished', count: 1 },
      ],
    })
  })
})
