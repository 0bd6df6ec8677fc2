import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterShopProducts, type ProductFilters } from '~/contracts/catalogue/product-filters'
import { sortShopProducts } from '~/contracts/catalogue/product-order'
import { productSortLabels, productSorts, type ProductSort } from '~/contracts/catalogue/product-sorts'
import { availabilities, failedShopAnswer, isPriceOnRequest, productFailures, type ShopProduct } from '~/contracts/catalogue/products'
import { priceText } from '~/features/catalogue/shop/product-card'

const product = (fields: Partial<ShopProduct>): ShopProduct => ({
  id: '1',
  slug: 'miner',
  name: 'Miner',
  description: '',
  image: '/products/four-fan-miner.svg',
  price: 100,
  availability: 'In Stock',
  condition: 'New',
  category: 'ASIC Miners',
  collections: ['asic-miners'],
  rating: null,
  shopUrl: 'https://shop.example/products/miner',
  manufacturer: 'Bitmain',
  hashrate: '',
  power: '',
  efficiency: '',
  ...fields,
})
const names = (products: readonly ShopProduct[]) => products.map(({ name }) => name).join(' ')
const sorted = (sort: ProductSort, products: readonly ShopProduct[]) => names(sortShopProducts(products, sort))

describe('constants of the requirements', () => {
  it('are these', () => {
    expect(availabilities).toEqual(['In Stock', 'Limited Stock', 'Pre-Order', 'Out of Stock'])
    expect(Object.values(productFailures)).toEqual(['Failed to load products', 'Failed to load products from Shopify'])
    expect(failedShopAnswer('Failed to load products')).toEqual({
      success: false,
      products: [],
      collections: [],
      error: 'Failed to load products',
    })
    expect(productSorts.map((sort) => productSortLabels[sort])).toEqual([
      'Featured',
      'Best-selling',
      'A-Z',
      'Z-A',
      'Price low to high',
      'Price high to low',
      'Date new',
      'Date old',
    ])
  })
})

describe('a price', () => {
  it('reads as an amount in euro, or as what to do where there is none', () => {
    expect([priceText(1300.5), priceText(3890), priceText(0)]).toEqual(['€1,300.50', '€3,890.00', 'Contact for Price'])
  })
  it('that is absent counts as 0', () => {
    expect([undefined, null, 0, -1, 0.01].map(isPriceOnRequest)).toEqual([true, true, true, true, false])
  })
})

describe('sorting (requirements §9)', () => {
  it('features pre-orders, then stock, then limited stock, then what is sold out', () => {
    const list = [
      product({ name: 'out', availability: 'Out of Stock' }),
      product({ name: 'limited', availability: 'Limited Stock' }),
      product({ name: 'in', availability: 'In Stock' }),
      product({ name: 'pre', availability: 'Pre-Order' }),
    ]
    expect(sorted('featured', list)).toBe('pre in limited out')
    expect(names(list)).toBe('out limited in pre')
  })

  it('takes the rating for best-selling, the unrated last', () => {
    const list = [product({ name: 'none' }), product({ name: 'low', rating: 0 }), product({ name: 'high', rating: 4.9 })]
    expect(sorted('best-selling', list)).toBe('high low none')
  })

  it('goes through the alphabet without regard to case, both ways', () => {
    const list = ['Whatsminer', 'antminer', 'Élan', 'Fan', 'Avalon'].map((name) => product({ name }))
    expect(sorted('a-z', list)).toBe('antminer Avalon Élan Fan Whatsminer')
    expect(sorted('z-a', list)).toBe('Whatsminer Fan Élan Avalon antminer')
  })

  it('puts prices on request last, whichever way prices are sorted', () => {
    const list = [0, 500, 59.9, 0, 1290].map((price) => product({ name: String(price), price }))
    expect(sorted('price-low-to-high', list)).toBe('59.9 500 1290 0 0')
    expect(sorted('price-high-to-low', list)).toBe('1290 500 59.9 0 0')
  })

  it('dates by id, old and new', () => {
    const byTime = ['01a1c5c6-ddd4-7e07-99ce-000000000000', '01a1fd1f-6203-764a-a3c7-000000000000', '01a20000-0000-7000-8000-000000000000']
    const list = [1, 2, 0].map((place) => product({ name: String(place), id: byTime[place] ?? '' }))
    expect(sorted('date-new', list)).toBe('2 1 0')
    expect(sorted('date-old', list)).toBe('0 1 2')
  })

  it('compares the serial numbers of a platform’s ids as numbers', () => {
    for (const prefix of ['', 'gid://shopify/Product/']) {
      const list = ['10', '9', '100'].map((id) => product({ name: id, id: prefix + id }))
      expect(sorted('date-old', list)).toBe('9 10 100')
      expect(sorted('date-new', list)).toBe('100 10 9')
    }
  })

  it.each(productSorts.filter((sort) => sort !== 'date-old'))('puts the newest first of what %s does not tell apart', (sort) => {
    const equals = ['3', '1', '10', '2'].map((id) => product({ id }))
    expect(sortShopProducts(equals, sort).map(({ id }) => id)).toEqual(['10', '3', '2', '1'])
  })

  it.each(productSorts)('%s is one order of any products, whatever their ids are', (sort) => {
    const id = fc.oneof(
      fc.nat(20).map(String),
      fc.nat(20).map((number) => `gid://shopify/Product/${number}`),
      fc.string({ maxLength: 3 }),
    )
    const some = fc.record({
      id,
      name: fc.constantFrom('a', 'A', 'á', 'b', ''),
      price: fc.constantFrom(0, 1, 2.5),
      availability: fc.constantFrom(...availabilities),
      rating: fc.constantFrom(null, 0, 4.5),
    })
    const many = fc.uniqueArray(some, { selector: (fields) => fields.id, maxLength: 12 }).map((list) => list.map(product))
    fc.assert(
      fc.property(many, fc.infiniteStream(fc.nat()), (list, places) => {
        const shuffled = list.map((each) => ({ each, place: places.next().value })).sort((a, b) => a.place - b.place)
        const other = shuffled.map(({ each }) => each)
        expect(sortShopProducts(other, sort).map((each) => each.id)).toEqual(sortShopProducts(list, sort).map((each) => each.id))
      }),
    )
  })
})

describe('filtering', () => {
  const everything: ProductFilters = {
    search: '',
    collection: 'all',
    manufacturers: [],
    availabilities: [],
    conditions: [],
    lowestPrice: null,
    highestPrice: null,
  }
  const list = [
    product({ name: 'Antminer S21', price: 3890, collections: ['asic-miners', 'best-sellers'] }),
    product({ name: 'Whatsminer M60S', price: 2350, manufacturer: 'MicroBT', availability: 'Limited Stock' }),
    product({ name: 'Fan kit', price: 59.9, manufacturer: '', collections: ['accessories'], description: 'For Antminer models' }),
    product({ name: 'Antminer S19, refurbished', price: 0, condition: 'Refurbished', availability: 'Out of Stock' }),
  ]
  const found = (filters: Partial<ProductFilters>) => names(filterShopProducts(list, { ...everything, ...filters }).matching)
  const antminers = 'Antminer S21 Antminer S19, refurbished'

  it('leaves everything where nothing is asked for', () => {
    expect(found({})).toBe(names(list))
    expect(found({ search: '  ' })).toBe(names(list))
  })

  it('searches the name alone, in any case', () => {
    expect(found({ search: 'aNTMINER' })).toBe(antminers)
    expect(found({ search: ' miner m60 ' })).toBe('Whatsminer M60S')
    expect(found({ search: 'models' })).toBe('')
    expect(found({ search: '.*' })).toBe('')
  })

  it('keeps to a collection', () => {
    expect(found({ collection: 'best-sellers' })).toBe('Antminer S21')
    expect(found({ collection: 'accessories' })).toBe('Fan kit')
    expect(found({ collection: 'none-such' })).toBe('')
  })

  it('takes several values of a facet as alternatives, several facets together', () => {
    expect(found({ manufacturers: ['MicroBT'] })).toBe('Whatsminer M60S')
    expect(found({ availabilities: ['Limited Stock', 'Out of Stock'] })).toBe('Whatsminer M60S Antminer S19, refurbished')
    expect(found({ availabilities: ['Limited Stock', 'Out of Stock'], conditions: ['Refurbished'] })).toBe('Antminer S19, refurbished')
  })

  it('includes both ends of a price range, and no price on request', () => {
    expect(found({ lowestPrice: 59.9, highestPrice: 2350 })).toBe('Whatsminer M60S Fan kit')
    expect(found({ highestPrice: 100 })).toBe('Fan kit')
    expect(found({ lowestPrice: 0 })).toBe('Antminer S21 Whatsminer M60S Fan kit')
  })

  it('counts what a facet could choose under the other filters', () => {
    const { facets } = filterShopProducts(list, { ...everything, search: 'antminer', conditions: ['Refurbished'] })
    expect(facets).toEqual({
      manufacturer: [
        { value: 'Bitmain', count: 1 },
        { value: 'MicroBT', count: 0 },
      ],
      availability: [
        { value: 'In Stock', count: 0 },
        { value: 'Limited Stock', count: 0 },
        { value: 'Out of Stock', count: 1 },
      ],
      condition: [
        { value: 'New', count: 1 },
        { value: 'Refurbished', count: 1 },
      ],
    })
  })

  it('lists no more values of a facet than people look through: the most frequent, and what is chosen', () => {
    const many = Array.from({ length: 900 }, (_, index) => product({ manufacturer: `Maker ${index % 300}` }))
    const common = [
      ...many,
      product({ manufacturer: 'x'.repeat(201) }),
      ...Array.from({ length: 5 }, () => product({ manufacturer: 'Common' })),
    ]
    const values = filterShopProducts(common, { ...everything, manufacturers: ['Maker 299'] }).facets.manufacturer.map(({ value }) => value)
    expect(values).toHaveLength(200)
    expect(values).toEqual(expect.arrayContaining(['Common', 'Maker 299']))
    expect(values).toEqual(values.toSorted((a, b) => a.localeCompare(b, 'en-GB')))
  })

  it('is quick with two thousand products', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => product({ id: String(index), name: `Miner ${index % 97} of ${index}` }))
    const started = performance.now()
    for (const sort of productSorts) sortShopProducts(filterShopProducts(many, { ...everything, search: 'miner' }).matching, sort)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
