import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterEach, expect, it, vi } from 'vitest'
import { ProductGrid } from '~/features/products/product-grid'
import { PRODUCTS_PER_PAGE, type ShopProduct } from '~/contracts/products'

/** The server draws a page's cards in turns between which it answers, and the page is the same as drawn in one go. */

const CARDS = PRODUCTS_PER_PAGE

afterEach(() => {
  vi.unstubAllGlobals()
})

const grid = (products: ShopProduct[]) =>
  createElement(ProductGrid, { products, matching: CARDS, loading: false, failure: undefined, onShowMore: () => undefined })

const product = (index: number): ShopProduct => ({
  id: String(index),
  name: `Miner ${index}`,
  description: 'Air-cooled & tested.',
  image: '/miner.svg',
  price: index * 100,
  availability: 'In Stock',
  condition: 'New',
  category: 'Miners',
  collections: [],
  rating: index % 2 ? 4.5 : null,
  shopUrl: `https://shop.example/${index}`,
  manufacturer: '',
  hashrate: index % 3 ? '200 TH/s' : '',
  power: '',
  efficiency: '',
})

it('draws a page of products in twelve turns, as it is drawn in one', async () => {
  let turn = 0
  let over = false
  const count = () => {
    turn += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  /** In which turn the picture of each card was drawn. */
  const drawnIn: number[] = []
  const products = Array.from({ length: CARDS }, (_, index) => {
    const image = () => {
      drawnIn[index] = turn
      return '/miner.svg'
    }
    return Object.defineProperty(product(index), 'image', { get: image })
  })
  const stream = await renderToReadableStream(grid(products))
  await stream.allReady
  const drawn = await new Response(stream).text()
  over = true
  const turns = [...new Set(drawnIn)]
  expect(turns).toHaveLength(12)
  for (const each of turns) expect(drawnIn.filter((one) => one === each)).toHaveLength(2)

  // As browsers do.
  vi.stubGlobal('window', {})
  expect(drawn).toBe(renderToString(grid(Array.from({ length: CARDS }, (_, index) => product(index)))))
})
