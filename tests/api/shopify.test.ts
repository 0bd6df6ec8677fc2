import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { createLogger } from '~/server/platform/log'
import { DEFAULT_RETRIES } from '~/server/catalogue/shop/shopify/retry-policy'
import { platformShop } from '~/server/catalogue/shop/shopify/shop'
import { describeOnEngines, openOn, openTestDatabase } from '../setup/database'
import { openTestShop, TEST_NOW } from '../setup/shop'
import { playStorefront, type PlayedShop } from '../setup/storefront'

let db: Database
const running: (() => Promise<void>)[] = []
beforeAll(async () => {
  db = await openTestDatabase()
})
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop()
  await db.prisma.shopList.deleteMany()
})
afterAll(() => db.close())

/** A platform as the shop knows it, played on loopback; `later` moves the shop's clock. */
async function openPlatform(played: Partial<PlayedShop>, { database = db, token = 'public-token' } = {}) {
  const storefront = await playStorefront(played)
  let now = TEST_NOW
  const platform = platformShop({
    prisma: database.prisma,
    log: createLogger('silent'),
    now: () => now,
    address: storefront.address,
    token,
    shopUrl: 'https://shop.example',
    random: () => 0.5,
    retries: { ...DEFAULT_RETRIES, firstWaitMs: 5, longestWaitMs: 20, failuresToBreak: 50 },
    withinMs: 1_500,
  })
  running.push(async () => {
    await platform.refresher.stop()
    await storefront.stop()
  })
  const read = async () => {
    await platform.refresher.refresh()
    return platform.source.read()
  }
  return { storefront, platform, read, later: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

describeOnEngines('products.shop from Shopify on %s', (engine) => {
  it('maps all of 520 products over several pages, and their collections', async () => {
    const products = Array.from({ length: 520 }, (_, index) => ({
      title: `Miner ${index}`,
      collections: index % 2 === 0 ? ['asic-miners'] : ['asic-miners', 'odd'],
    }))
    const collections = [
      { handle: 'asic-miners', title: 'ASIC Miners' },
      { handle: 'odd', title: 'Odd ones' },
      ...Array.from({ length: 240 }, (_, index) => ({ handle: `empty-${index}`, title: `Empty ${index}` })),
    ]
    const database = await openOn(engine)
    running.push(() => database.close())
    const { read, storefront, platform } = await openPlatform({ products, collections }, { database })
    const answer = await read()
    expect(answer).toMatchObject({ success: true, error: null })
    expect(answer.products.map(({ name }) => name)).toEqual(products.map(({ title }) => title))
    expect(answer.collections).toHaveLength(242)
    expect(answer.collections.slice(0, 2)).toEqual([
      { handle: 'asic-miners', name: 'ASIC Miners', products_count: 520 },
      { handle: 'odd', name: 'Odd ones', products_count: 260 },
    ])
    const asked = storefront.asked.length
    await platform.source.read()
    expect(storefront.asked).toHaveLength(asked)
  })
})

describe('products.shop from Shopify', () => {
  it('gives every field of a product', async () => {
    const { read } = await openPlatform({
      products: [
        {
          id: 'gid://shopify/Product/812',
          handle: 's21',
          title: 'Antminer S21',
          description: 'Air-cooled.',
          vendor: 'Bitmain',
          productType: 'ASIC Miners',
          totalInventory: 3,
          onlineStoreUrl: 'https://miners.example/products/s21',
          picture: 'https://cdn.example/s21.png',
          price: '3890.50',
          collections: ['asic-miners'],
          metafields: {
            'mining.condition': 'Refurbished',
            'mining.hashrate': '200 TH/s',
            'mining.power': '3500W',
            'mining.efficiency': '17.5 J/TH',
            'reviews.rating': '{"value":"4.6","scale_min":"1.0","scale_max":"5.0"}',
          },
        },
      ],
      collections: [{ handle: 'asic-miners', title: 'ASIC Miners' }],
    })
    const { products } = await read()
    expect(products).toEqual([
      {
        id: 'gid://shopify/Product/812',
        slug: 's21',
        name: 'Antminer S21',
        description: 'Air-cooled.',
        image: 'https://cdn.example/s21.png',
        price: 3890.5,
        availability: 'Limited Stock',
        condition: 'Refurbished',
        category: 'ASIC Miners',
        collections: ['asic-miners'],
        rating: 4.6,
        shopUrl: 'https://miners.example/products/s21',
        manufacturer: 'Bitmain',
        hashrate: '200 TH/s',
        power: '3500W',
        efficiency: '17.5 J/TH',
        variantId: 'gid://shopify/ProductVariant/7000000',
      },
    ])
  })

  it('shows a product with nothing filled in, with plain values', async () => {
    const { read } = await openPlatform({ products: [{ title: 'Bare', handle: 'bare', price: '0.0' }] })
    const { products } = await read()
    expect(products).toMatchObject([
      {
        name: 'Bare',
        price: 0,
        condition: 'New',
        rating: null,
        hashrate: '',
        shopUrl: 'https://shop.example/products/bare',
        collections: [],
      },
    ])
    expect(products[0]?.image).toMatch(/^\/products\/.+\.svg$/)
  })

  it.each([
    ['Out of Stock', { availableForSale: false, totalInventory: 0 }],
    ['Out of Stock', { availableForSale: false, totalInventory: 9, tags: ['pre-order'] }],
    ['Pre-Order', { tags: ['Pre-Order'], totalInventory: 0 }],
    ['Pre-Order', { metafields: { 'mining.pre_order': 'true' } }],
    ['Limited Stock', { totalInventory: 5 }],
    ['In Stock', { totalInventory: 6 }],
    ['In Stock', { totalInventory: null }],
  ] as const)('is %s for %j', async (availability, product) => {
    const { read } = await openPlatform({ products: [{ title: 'One', ...product }] })
    expect((await read()).products[0]?.availability).toBe(availability)
  })

  it('offers nothing for the cart that cannot be bought', async () => {
    const { read } = await openPlatform({ products: [{ title: 'Gone', availableForSale: false }] })
    expect((await read()).products[0]).not.toHaveProperty('variantId')
  })

  it('does without quantities where the token may not see them', async () => {
    const { read, storefront } = await openPlatform({ products: [{ title: 'One', totalInventory: 1 }] })
    storefront.fault = (_req, res) => {
      if (storefront.asked.at(-1)?.variables.withQuantity !== true) return false
      res.setHeader('Content-Type', 'application/json')
      res.end(
        JSON.stringify({ data: null, errors: [{ message: 'Access denied for totalInventory', extensions: { code: 'ACCESS_DENIED' } }] }),
      )
      return true
    }
    expect((await read()).products).toMatchObject([{ name: 'One', availability: 'In Stock' }])
  })

  it.each([
    ['public-token', 'x-shopify-storefront-access-token'],
    ['shpat_private', 'shopify-storefront-private-token'],
  ])('sends the token %s as %s', async (token, header) => {
    const { read, storefront } = await openPlatform({ products: [{ title: 'One' }] }, { token })
    await read()
    expect(storefront.asked[0]?.headers[header]).toBe(token)
  })

  it('shows news in every process after a refresh, and only then', async () => {
    const { storefront, platform, later } = await openPlatform({ products: [{ title: 'Before' }] })
    const shop = await openTestShop({ db: { ...db, close: () => Promise.resolve() }, shop: { products: platform.source, platform } })
    running.push(() => shop.close())
    const names = async () => (await shop.visitor.products.shop()).products.map(({ name }) => name)
    await vi.waitFor(async () => expect(await names()).toEqual(['Before']), 10_000)
    storefront.shop.products = [{ title: 'After' }]
    expect(await names()).toEqual(['Before'])
    later(1_000)
    await platform.refresher.want()
    await vi.waitFor(async () => expect(await names()).toEqual(['After']), 10_000)
    await vi.waitFor(async () => expect((await platform.state()).wantedAt).toBeNull(), 10_000)
  })

  it('is read by one process at a time', async () => {
    const { storefront, platform } = await openPlatform({ products: [{ title: 'One' }] })
    const other = platformShop({
      prisma: db.prisma,
      log: createLogger('silent'),
      now: () => TEST_NOW,
      address: storefront.address,
      token: 'token',
      shopUrl: 'https://shop.example',
    })
    const refreshed = await Promise.all([platform.refresher.refresh(), other.refresher.refresh()])
    expect(refreshed.toSorted()).toEqual([false, true])
    expect(storefront.asked).toHaveLength(2)
  })
})
