import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { defaultSettings } from '~/contracts/site/settings'
import { drawingNames } from '~/server/catalogue/shop/drawings'
import { drawingCardOf, drawingOfCard } from '~/lib/drawing-card'
import { pageOfCard, publicPages, socialCardOf } from '~/lib/paths'
import { breadcrumbData, businessData, ownProductData, productListData, websiteData } from '~/lib/structured-data'

const SITE = 'https://shop.example'

const product = (overrides: Partial<ShopProduct>): ShopProduct => ({
  id: '1',
  slug: 'antminer-s21',
  name: 'Antminer S21',
  description: 'A miner',
  image: '/products/s21.svg',
  price: 2500,
  availability: 'In Stock',
  condition: 'New',
  category: 'ASIC Miners',
  collections: ['asic-miners'],
  rating: 4.5,
  shopUrl: 'https://external.example/s21',
  manufacturer: 'Bitmain',
  hashrate: '200 TH/s',
  power: '3500W',
  efficiency: '17.5 J/TH',
  ...overrides,
})

describe('the business', () => {
  it('has the address, the office hours and the profiles that are addresses', () => {
    const data = businessData({ ...defaultSettings, social_twitter: 'https://x.example/shop', social_facebook: 'not one' }, SITE)
    expect(data).toMatchObject({
      '@type': 'LocalBusiness',
      name: defaultSettings.company_name,
      address: { streetAddress: 'Unit 4, Foundry Yard', addressLocality: 'London E16 2QU, United Kingdom', addressCountry: 'GB' },
      sameAs: ['https://x.example/shop'],
      openingHoursSpecification: [
        { opens: '09:00', closes: '18:00' },
        { dayOfWeek: 'Saturday', opens: '10:00', closes: '16:00' },
      ],
    })
    expect(businessData({ ...defaultSettings, company_address: '1 High Street' }, SITE)).toMatchObject({
      address: { streetAddress: '1 High Street' },
    })
  })
})

describe('the site', () => {
  it('is searched where the products are', () => {
    expect(websiteData(defaultSettings, SITE)).toMatchObject({
      potentialAction: { target: { urlTemplate: 'https://shop.example/products?search={search_term_string}' } },
    })
  })

  it('says where a page stands', () => {
    expect(breadcrumbData(SITE, { name: 'Repair', path: '/repair' })).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://shop.example/' },
        { position: 2, name: 'Repair', item: 'https://shop.example/repair' },
      ],
    })
    expect(breadcrumbData(SITE, { name: 'Home', path: '/' }).itemListElement).toHaveLength(1)
    expect(breadcrumbData(SITE, { name: 'Antminer S21', path: '/products/antminer-s21' })).toMatchObject({
      itemListElement: [{ name: 'Home' }, { name: 'Products', item: 'https://shop.example/products' }, { name: 'Antminer S21' }],
    })
  })
})

describe('products', () => {
  it('are five at most, with offers, those with a price first', () => {
    const products = [product({ name: 'On request', price: 0 }), ...[1, 2, 3, 4].map((n) => product({ name: `P${n}` }))]
    const list = productListData([...products, product({ name: 'P5', availability: 'Out of Stock', condition: 'Refurbished' })], SITE)
    expect(list.itemListElement).toHaveLength(5)
    expect(JSON.stringify(list)).not.toContain('On request')
    expect(list).toMatchObject({
      itemListElement: [
        {
          item: {
            '@type': 'Product',
            name: 'P1',
            image: 'https://shop.example/products/s21.svg',
            offers: { price: '2500.00', priceCurrency: 'EUR' },
          },
        },
        {},
        {},
        {},
        { item: { offers: { availability: 'https://schema.org/OutOfStock', itemCondition: 'https://schema.org/RefurbishedCondition' } } },
      ],
    })
  })

  it('say what they are rated where the page does, and where their pages are', () => {
    expect(
      ownProductData({ ...product({ ratingCount: 12 }), pictures: [{ full: '/api/product-pictures/1/full.webp' }] }, SITE),
    ).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      image: ['https://shop.example/api/product-pictures/1/full.webp', 'https://shop.example/products/s21.svg'],
      aggregateRating: { ratingValue: 4.5, ratingCount: 12, bestRating: 5 },
      offers: { url: 'https://shop.example/products/antminer-s21' },
    })
    // Nobody knows how many have given it, so the page does not show it.
    expect(ownProductData(product({}), SITE)).not.toHaveProperty('aggregateRating')
    expect(ownProductData(product({ rating: null, ratingCount: 3 }), SITE)).not.toHaveProperty('aggregateRating')
  })

  it.each([
    ['New', 'https://schema.org/NewCondition'],
    ['used', 'https://schema.org/UsedCondition'],
    ['Open box', undefined],
  ])('say of the condition %s only what is known', (condition, itemCondition) => {
    const [, said] = /"itemCondition":"([^"]+)"/.exec(JSON.stringify(ownProductData(product({ condition }), SITE))) ?? []
    expect(said).toBe(itemCondition)
  })

  it('have no offer where the price is on request', () => {
    const data = ownProductData(product({ price: 0 }), SITE)
    expect(data).toMatchObject({ '@type': 'Product', name: 'Antminer S21' })
    expect(data).not.toHaveProperty('offers')
    expect(JSON.stringify(productListData([product({ price: 0 })], SITE))).not.toContain('"price"')
  })
})

describe('social cards', () => {
  it('have one address for each public page, and back', () => {
    const cards = publicPages.map(socialCardOf)
    expect(new Set(cards).size).toBe(publicPages.length)
    expect(cards).toContain('/social/home.png')
    expect(cards.map((card) => pageOfCard(card.slice('/social/'.length)))).toEqual([...publicPages])
    expect(pageOfCard('admin.png')).toBeUndefined()
  })

  it('have one for each drawing of a product too', () => {
    const files = readdirSync('public/products').map((file) => file.replace('.svg', ''))
    expect([...drawingNames].toSorted()).toEqual(files.toSorted())
    for (const name of drawingNames) {
      const card = drawingCardOf(`/products/${name}.svg`) ?? ''
      expect(drawingOfCard(card.slice('/social/'.length))).toBe(name)
    }
    expect(drawingCardOf('/api/product-pictures/1/card.webp')).toBeNull()
    expect([drawingOfCard('home.png'), drawingOfCard('drawing-../secret.png')]).toEqual([undefined, undefined])
  })
})
