import { isTrackedEnvelope } from '@trpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { productSorts } from '~/contracts/catalogue/product-sorts'
import { PRODUCTS_PER_PAGE, type ShopAnswer } from '~/contracts/catalogue/products'
import { searchOf } from '~/features/catalogue/shop/fetch-products'
import { plainView } from '~/features/catalogue/shop/product-view'
import { findInList } from '~/features/catalogue/shop/whole-list'
import { createServices } from '~/server/create-services'
import { createLogger } from '~/server/platform/log'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createCaller } from '~/server/api/root'
import { makeDemoShop } from '~/server/demo/shop'
import { describeOnEngines, openOn, openTestDatabase } from '../setup/database'
import { openTestShop, TEST_NOW, TEST_SECRET, type TestShop } from '../setup/shop'

const TIMEOUT_MS = 5_000

describeOnEngines('products.shop on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
  })
  afterEach(async () => {
    await shop.db.prisma.product.deleteMany()
    await current((answer) => expect(answer.products).toEqual([]))
  })
  afterAll(() => shop.close())

  /** Waits until visitors get the right answer: changes arrive over the feed. */
  const current = async (isRight: (answer: ShopAnswer) => void) => {
    await vi.waitFor(async () => isRight(await shop.visitor.products.shop()), TIMEOUT_MS)
    return shop.visitor.products.shop()
  }
  const list = async (rows: Parameters<TestShop['factories']['product']>[0][]) => {
    await shop.db.prisma.product.createMany({ data: rows.map((row) => shop.factories.product(row)) })
    return current((answer) => expect(answer.products).toHaveLength(rows.filter((row) => row?.isActive !== false).length))
  }
  const byName = ({ products }: ShopAnswer) => Object.fromEntries(products.map((product) => [product.name, product]))

  it('has every availability, several collections and prices on request in the demo shop', async () => {
    await shop.db.prisma.product.createMany({ data: makeDemoShop({ seed: 1, now: TEST_NOW }).products })
    const { products, collections } = await current((answer) => expect(answer.products).not.toEqual([]))
    expect(new Set(products.map(({ availability }) => availability))).toEqual(
      new Set(['In Stock', 'Limited Stock', 'Pre-Order', 'Out of Stock']),
    )
    expect(collections.length).toBeGreaterThan(4)
    expect(products.some(({ price }) => price === 0)).toBe(true)
    expect(new Set(products.map(({ shopUrl }) => shopUrl)).size).toBe(products.length)
  })

  it('answers an empty catalogue with success', async () => {
    expect(await shop.visitor.products.shop()).toEqual({ success: true, products: [], collections: [], error: null })
  })

  it('tells all of one product that is for sale, whatever plain SQL has put there, and nothing of another', async () => {
    const description = 'word '.repeat(300).trim()
    await list([
      { name: 'One', description, warranty: 'x'.repeat(5_000), noise: null, rating: 4.5, ratingCount: 12 },
      { name: 'Uncounted', rating: 4.5 },
      { name: 'Gone', isActive: false },
    ])
    const products = byName(await shop.visitor.products.shop())
    expect([products.One?.ratingCount, products.Uncounted?.ratingCount]).toEqual([12, undefined])
    const details = await shop.visitor.products.details({ id: products.One?.id ?? '' })
    expect(details).toMatchObject({ description, algorithm: 'SHA-256', noise: '', delivery: '3-5 working days in the UK, insured' })
    expect(details.warranty).toHaveLength(200)
    const gone = await shop.db.prisma.product.findFirstOrThrow({ where: { name: 'Gone' } })
    for (const id of [gone.id, 'no id', '']) {
      await expect(shop.visitor.products.details({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('gives every field of a product', async () => {
    const { products, collections } = await list([
      {
        name: 'Antminer S21 Pro 234T',
        category: 'ASIC Miners',
        manufacturer: 'Bitmain',
        price: 3890.5,
        stockQuantity: 14,
        description: 'Air-cooled.',
        imageUrl: '/products/four-fan-miner.svg',
        condition: 'New',
        collections: ['best-sellers', 'gpu-and-asic'],
        rating: 4.9,
        hashrate: '234 TH/s',
        power: '3510W',
        efficiency: '15.0 J/TH',
      },
    ])
    expect(products).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        slug: expect.stringMatching(/^antminer-s21-pro-234t(?:-[0-9a-f]+)?$/) as string,
        name: 'Antminer S21 Pro 234T',
        description: 'Air-cooled.',
        image: '/products/four-fan-miner.svg',
        price: 3890.5,
        availability: 'In Stock',
        condition: 'New',
        category: 'ASIC Miners',
        collections: ['asic-miners', 'best-sellers', 'gpu-and-asic'],
        rating: 4.9,
        shopUrl: 'https://shop.ohmfield.example/products/antminer-s21-pro-234t',
        manufacturer: 'Bitmain',
        hashrate: '234 TH/s',
        power: '3510W',
        efficiency: '15.0 J/TH',
        // No shop platform is configured: the cart is paid here.
        variantId: products[0]?.id,
      },
    ])
    expect(collections).toEqual([
      { handle: 'asic-miners', name: 'ASIC Miners', products_count: 1 },
      { handle: 'best-sellers', name: 'Best Sellers', products_count: 1 },
      { handle: 'gpu-and-asic', name: 'GPU And ASIC', products_count: 1 },
    ])
  })

  it('takes the availability from stock and pre-order', async () => {
    const answer = await list([
      { name: 'six', stockQuantity: 6 },
      { name: 'six to come', stockQuantity: 6, isPreOrder: true },
      { name: 'five', stockQuantity: 5 },
      { name: 'one', stockQuantity: 1, isPreOrder: true },
      { name: 'none to come', stockQuantity: 0, isPreOrder: true },
      { name: 'none', stockQuantity: 0 },
      { name: 'owed', stockQuantity: -2 },
    ])
    expect(Object.fromEntries(answer.products.map(({ name, availability }) => [name, availability]))).toEqual({
      six: 'In Stock',
      'six to come': 'In Stock',
      five: 'Limited Stock',
      one: 'Limited Stock',
      'none to come': 'Pre-Order',
      none: 'Out of Stock',
      owed: 'Out of Stock',
    })
  })

  it('counts collections, each product once, and leaves out what is not active', async () => {
    const { collections, products } = await list([
      { name: 'one', category: 'GPU Rigs', collections: ['Best Sellers', 'best-sellers', ' '] },
      { name: 'two', category: 'GPU Rigs', collections: ['gpu-rigs'] },
      { name: 'three', category: 'Water-cooled & quiet', collections: ['best-sellers'] },
      { name: 'gone', category: 'Relics', isActive: false },
    ])
    expect(collections).toEqual([
      { handle: 'best-sellers', name: 'Best Sellers', products_count: 2 },
      { handle: 'gpu-rigs', name: 'GPU Rigs', products_count: 2 },
      { handle: 'water-cooled-quiet', name: 'Water-cooled & quiet', products_count: 1 },
    ])
    expect(products.map(({ name }) => name)).not.toContain('gone')
  })

  it('fills in what a row made by plain SQL does not say', async () => {
    await shop.db.prisma
      .$executeRaw`INSERT INTO products (name, category) VALUES ('Hashboard for S19', 'Spare Parts'), ('Miner', 'Anything')`
    const answer = byName(await current(({ products }) => expect(products).toHaveLength(2)))
    expect(answer['Hashboard for S19']).toMatchObject({
      description: '',
      image: '/products/hashboard.svg',
      price: 0,
      availability: 'Out of Stock',
      condition: 'New',
      collections: ['spare-parts'],
      rating: null,
      manufacturer: '',
      hashrate: '',
      power: '',
      efficiency: '',
    })
    expect(answer.Miner?.image).toBe('/products/four-fan-miner.svg')
  })

  it('links only to addresses of the web, and shortens long descriptions', async () => {
    const answer = byName(
      await list([
        { name: 'elsewhere', shopUrl: 'https://other.example/p/1', imageUrl: 'https://cdn.example/p.jpg' },
        { name: 'script', shopUrl: 'javascript:alert(1)', imageUrl: 'javascript:alert(1)', category: 'GPU Rigs' },
        { name: 'host', imageUrl: '//evil.example/p.jpg', category: 'GPU Rigs' },
        { name: '★', description: 'word '.repeat(1_000) },
      ]),
    )
    expect(answer.elsewhere).toMatchObject({ shopUrl: 'https://other.example/p/1', image: 'https://cdn.example/p.jpg' })
    expect(answer.script).toMatchObject({ shopUrl: 'https://shop.ohmfield.example/products/script', image: '/products/gpu-rig.svg' })
    expect(answer.host?.image).toBe('/products/gpu-rig.svg')
    expect(answer['★']?.shopUrl).toBe(`https://shop.ohmfield.example/products/${answer['★']?.id ?? ''}`)
    expect(answer['★']?.description).toMatch(/^(word )+word…$/)
    expect(answer['★']?.description.length).toBeLessThanOrEqual(501)
  })

  it('answers all of a catalogue of more than 5,000, reads it once per change, and of one change one row', async () => {
    await shop.db.prisma
      .$executeRaw`INSERT INTO products (name, category, stock_quantity) SELECT 'Fan ' || n, 'Accessories', 9 FROM generate_series(1, 5001) AS n`
    const first = await current(({ products }) => expect(products).toHaveLength(5_001))
    expect(await shop.visitor.products.shop()).toBe(first)
    expect(first.collections).toEqual([{ handle: 'accessories', name: 'Accessories', products_count: 5_001 }])

    const read = vi.spyOn(shop.db.prisma.product, 'findMany')
    const [{ id }] = await shop.db.prisma.$queryRaw<
      [{ id: string }]
    >`UPDATE products SET price = 7.5, category = 'Offers' WHERE name = 'Fan 4321' RETURNING id::text`
    const second = await current(({ collections }) => expect(collections).toHaveLength(2))
    expect(second.products.find((product) => product.id === id)).toMatchObject({ name: 'Fan 4321', price: 7.5 })
    expect(second.products.map((product) => product.id)).toEqual(first.products.map((product) => product.id))
    expect(read.mock.calls.map(([asked]) => asked?.where)).toEqual([{ id: { in: [id] }, isActive: true }])
    await shop.db.prisma.$executeRaw`DELETE FROM products WHERE id = ${id}::uuid`
    await current(({ products }) => expect(products).toHaveLength(5_000))
    read.mockRestore()

    const overview = await shop.visitor.products.overview()
    expect(overview).toMatchObject({ success: true, total: 5_000, error: null })
    expect(overview.products).toHaveLength(PRODUCTS_PER_PAGE)
    expect(overview.facets.availability).toEqual([{ value: 'In Stock', count: 5_000 }])
  })

  it('searches, filters, sorts and pages as the page of a visitor who has all products would', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      name: `${index % 3 === 0 ? 'Antminer' : 'Whatsminer'} ${index}`,
      category: index % 2 === 0 ? 'GPU Rigs' : 'Parts',
      manufacturer: index % 3 === 0 ? 'Bitmain' : null,
      price: index % 7 === 0 ? null : index,
      stockQuantity: index % 4 === 0 ? 0 : 7,
      rating: index % 5 === 0 ? null : (index % 50) / 10,
    }))
    const { products, collections } = await list(rows)
    for (const sort of productSorts) {
      const view = {
        ...plainView,
        sort,
        search: 'MINER',
        category: 'gpu-rigs',
        availability: ['In Stock', 'Out of Stock'] as const,
        max: '100',
      }
      const here = findInList({ ...(await shop.visitor.products.overview()), products, collections, total: products.length }, view)
      const parts = [0, 20, 40].map((offset) => shop.visitor.products.search(searchOf(view, offset, 20)))
      const found = await Promise.all(parts)
      expect(found.flatMap((part) => part.products)).toEqual(here.products.slice(0, 60))
      for (const { matching, total, facets } of found)
        expect({ matching, total, facets }).toEqual({ matching: here.matching, total: 120, facets: here.facets })
    }
    expect(await shop.visitor.products.search({ category: 'gone', offset: 119 })).toMatchObject({ matching: 120, products: { length: 1 } })
    expect((await shop.visitor.products.search()).products).toEqual((await shop.visitor.products.overview()).products)
    expect(await shop.visitor.products.search({ offset: 5_000_000 })).toMatchObject({ products: [], matching: 120 })
  })

  it('refuses a search that is out of bounds', async () => {
    const faults = [
      { search: 'x'.repeat(201) },
      { manufacturer: Array.from({ length: 51 }, String) },
      { condition: ['x'.repeat(201)] },
      { limit: 481 },
      { limit: 0 },
      { offset: -1 },
      { min: -1 },
      { max: Number.NaN },
      { offset: 0.5 },
    ]
    for (const fault of faults)
      await expect(shop.visitor.products.search(fault), JSON.stringify(fault)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('tells an open page of a change of any product, also of one that the page does not show', async () => {
    await shop.db.prisma.$executeRaw`INSERT INTO products (name, category) SELECT 'Rig ' || n, 'Rigs' FROM generate_series(1, 60) AS n`
    await current(({ products }) => expect(products).toHaveLength(60))
    const before = await shop.visitor.products.overview()
    const { products } = await shop.visitor.products.search({ offset: PRODUCTS_PER_PAGE })
    const hidden = products.at(-1)
    await shop.db.prisma.product.update({ where: { id: hidden?.id ?? '' }, data: { price: 12 } })
    await vi.waitFor(async () => expect((await shop.visitor.products.overview()).revision).not.toBe(before.revision), TIMEOUT_MS)
    const after = await shop.visitor.products.overview()
    expect(after.products).toEqual(before.products)
    const again = await shop.visitor.products.search({ offset: PRODUCTS_PER_PAGE })
    expect(again.revision).toBe(after.revision)
    expect(again.products.find(({ id }) => id === hidden?.id)?.price).toBe(12)
  })

  it('follows a change live', async () => {
    const stream = await shop.visitor.settings.onSettingsChange({ topics: ['products'] })
    const iterator = stream[Symbol.asyncIterator]()
    const next = async () => {
      const { value } = await iterator.next()
      return isTrackedEnvelope(value) ? value[1] : undefined
    }
    expect(await next()).toMatchObject({ products: { success: true, products: [] } })
    await shop.db.prisma.product.create({ data: shop.factories.product({ name: 'New arrival', price: null }) })
    expect(await next()).toMatchObject({ products: { products: [{ name: 'New arrival', price: 0 }] } })
    await shop.db.prisma.$executeRaw`UPDATE products SET stock_quantity = 3`
    expect(await next()).toMatchObject({ products: { products: [{ availability: 'Limited Stock' }] } })
    await iterator.return?.()
  })
})

describe('when the list cannot be read', () => {
  const failed = { success: false, products: [], collections: [], error: 'Failed to load products' }

  it('answers so, and heals by itself when the database does', async () => {
    const db = await openTestDatabase()
    await db.prisma.$executeRaw`ALTER TABLE products RENAME TO mislaid`
    const shop = await openTestShop({ db })
    expect(await shop.visitor.products.shop()).toEqual(failed)
    expect(await shop.visitor.products.search()).toMatchObject({ success: false, products: [], error: 'Failed to load products' })
    expect(await shop.visitor.products.overview()).toMatchObject({ ...failed, total: 0 })

    await db.prisma.$executeRaw`ALTER TABLE mislaid RENAME TO products`
    await vi.waitFor(async () => expect(await shop.visitor.products.shop()).toMatchObject({ success: true, error: null }), TIMEOUT_MS)
    await shop.close()
  })

  it('says why by the source, logs the reason, and serves the last list rather than none', async () => {
    const db = await openTestDatabase()
    const log = createLogger('silent')
    const error = vi.spyOn(log, 'error')
    const list: ShopAnswer = { success: true, products: [], collections: [{ handle: 'a', name: 'A', products_count: 0 }], error: null }
    const read = vi.fn<() => Promise<ShopAnswer>>().mockRejectedValue(new Error('refused'))
    const services = await createServices({
      db,
      log,
      secret: TEST_SECRET,
      products: { read, failure: 'Failed to load products from Shopify' },
    })
    const visitor = createCaller(createInnerTRPCContext({ services }))

    expect(await visitor.products.shop()).toMatchObject({ success: false, error: 'Failed to load products from Shopify' })
    expect(error).toHaveBeenCalledWith({ err: new Error('refused') }, 'Failed to load products from Shopify')

    read.mockResolvedValue(list)
    await vi.waitFor(async () => expect(await visitor.products.shop()).toEqual(list), TIMEOUT_MS)

    read.mockRejectedValue(new Error('refused again'))
    services.live.values.products.changed()
    await expect(services.live.values.products.refresh()).rejects.toThrow('refused again')
    expect(await visitor.products.shop()).toEqual(list)
    await services.hub.stop()
    expect(await visitor.products.shop()).toEqual(list)
    await db.close()
  })
})
