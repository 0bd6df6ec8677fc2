import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productSearchInput } from '~/contracts/catalogue/product-search'
import { productSorts } from '~/contracts/catalogue/product-sorts'
import { availabilities, PRODUCTS_PER_PAGE, type ShopOverview, type ShopProduct } from '~/contracts/catalogue/products'
import { searchOf } from '~/features/catalogue/shop/fetch-products'
import { plainView, type ProductView } from '~/features/catalogue/shop/product-view'
import { findInList } from '~/features/catalogue/shop/whole-list'
import { Catalogue } from '~/server/catalogue/shop/catalogue'
import { collectionsOf, collectionsOfProducts } from '~/server/catalogue/shop/collections'

const words = fc.constantFrom('Antminer', 'antminer S21', 'Élan', 'ﬁn', 'FIN', 'Zürich ', '%', '_', '')

/** Few different values, so that products are alike in what is sorted and filtered by. */
const someProduct = (id: string): fc.Arbitrary<ShopProduct> =>
  fc.record({
    id: fc.constant(id),
    slug: fc.constant(`product-${id}`),
    name: words,
    description: fc.constant(''),
    image: fc.constant('/products/fan-kit.svg'),
    price: fc.constantFrom(0, 10, 10.5, 2_000),
    availability: fc.constantFrom(...availabilities),
    condition: fc.constantFrom('New', 'Used', ''),
    category: fc.constantFrom('GPU Rigs', 'gpu rigs', 'Parts'),
    collections: fc.subarray(['gpu-rigs', 'parts', 'sale']),
    rating: fc.constantFrom(null, 0, 4.5),
    shopUrl: fc.constant('https://shop.example/p'),
    manufacturer: fc.constantFrom('Bitmain', 'MicroBT', ''),
    hashrate: fc.constant(''),
    power: fc.constant(''),
    efficiency: fc.constant(''),
  })

const ids = Array.from({ length: 30 }, (_, index) => String(index + 1))
const someProducts = fc.subarray(ids).chain((chosen) => fc.tuple(...chosen.map(someProduct)))

const someView: fc.Arbitrary<ProductView> = fc.record({
  search: fc.constantFrom('', 'ant', 'FI', 'fin', 'é', 'zürich', '%', ' s21 '),
  category: fc.constantFrom('all', 'gpu-rigs', 'sale', 'gone'),
  sort: fc.constantFrom(...productSorts),
  manufacturer: fc.subarray(['Bitmain', 'MicroBT', 'Nobody']),
  availability: fc.subarray([...availabilities]),
  condition: fc.subarray(['New', 'Used']),
  min: fc.constantFrom('', '0', '10', '10.50'),
  max: fc.constantFrom('', '10', '2000'),
})

const overviewOf = (products: ShopProduct[]): ShopOverview => ({
  success: true,
  products,
  collections: collectionsOfProducts(products),
  error: null,
  total: products.length,
  facets: { manufacturer: [], availability: [], condition: [] },
  revision: '',
})
const catalogueOf = (products: ShopProduct[]) => Catalogue.of(products, collectionsOfProducts(products))

describe('the list, here and at the server', () => {
  it('is the same: products, their order, their number and the facets', async () => {
    await fc.assert(
      fc.asyncProperty(someProducts, someView, fc.nat(20), async (products, view, offset) => {
        const catalogue = await catalogueOf(products)
        const found = findInList(overviewOf(products), view)
        const page = await catalogue.search(productSearchInput.parse(searchOf(view, offset, 7)))
        expect(page).toMatchObject({ success: true, matching: found.matching, total: products.length })
        expect(page.products.map(({ id }) => id)).toEqual(found.products.slice(offset, offset + 7).map(({ id }) => id))
        expect(page.facets).toEqual(found.facets)
        const overview = catalogue.overview()
        const plain = findInList(overviewOf(products), plainView)
        expect(overview.products).toEqual(plain.products.slice(0, PRODUCTS_PER_PAGE))
        expect(overview.facets).toEqual(plain.facets)
      }),
    )
  })

  it('is the same after changes as if it had been made anew', async () => {
    const changes = fc.array(fc.tuple(fc.subarray(ids, { maxLength: 4 }), someProducts), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(someProducts, changes, someView, async (products, steps, view) => {
        const catalogue = await catalogueOf(products)
        let now = products
        for (const [changed, other] of steps) {
          const next = other.filter(({ id }) => changed.includes(id))
          now = [...now.filter(({ id }) => !changed.includes(id)), ...next]
          catalogue.update(changed, next, collectionsOf)
        }
        const anew = await catalogueOf(now)
        expect(catalogue.overview()).toEqual(anew.overview())
        expect(catalogue.products).toEqual(anew.products)
        const asked = productSearchInput.parse(searchOf(view, 0, 48))
        expect(await catalogue.search(asked)).toEqual(await anew.search(asked))
      }),
    )
  })

  it('has another revision when any product is another, and the same for the same products', async () => {
    await fc.assert(
      fc.asyncProperty(someProducts, someProducts, async (one, other) => {
        const [a, b] = [await catalogueOf(one), await catalogueOf(other)]
        const same = JSON.stringify(a.products) === JSON.stringify(b.products)
        expect(a.revision === b.revision).toBe(same)
        expect((await catalogueOf(one.toReversed())).revision).toBe(a.revision)
      }),
    )
  })
})

describe('a list of fifty thousand', () => {
  const many = fc.sample(someProduct('0'), 1).flatMap((sample) =>
    Array.from({ length: 50_000 }, (_, index) => ({
      ...sample,
      id: String(index),
      name: `Antminer S${index % 90} ${index}`,
      category: `Category ${index % 400}`,
      collections: [`category-${index % 400}`],
      price: (index * 7_919) % 9_001,
    })),
  )

  it('is as small a page as one of fifty, and others have their turn while it is made and searched', async () => {
    let turns = 0
    const watch = setInterval(() => (turns += 1), 1)
    const catalogue = await catalogueOf(many)
    const asked = productSearchInput.parse({ search: 'miner s8', sort: 'price-low-to-high', offset: 480 })
    const page = await catalogue.search(asked)
    clearInterval(watch)
    // Of each chunk and each slice one, if others want it.
    expect(turns).toBeGreaterThan(50)
    expect(page.products).toHaveLength(PRODUCTS_PER_PAGE)
    expect(page.products.map(({ price }) => price)).toEqual(page.products.map(({ price }) => price).toSorted((a, b) => a - b))
    expect(await catalogue.search({ ...asked })).toBe(page)

    const small = await catalogueOf(many.slice(0, 50))
    const bytes = (list: Catalogue) => JSON.stringify({ ...list.overview(), collections: [] }).length
    expect(bytes(catalogue) / bytes(small)).toBeLessThan(1.1)
    expect(catalogue.overview().collections).toHaveLength(200)
    expect(catalogue.collections).toHaveLength(400)
  })
})
