import { createElement, type ReactElement, useId } from 'react'
import { renderToString } from 'react-dom/server'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterEach, expect, it, vi } from 'vitest'
import { SiteLayout } from '~/components/layouts/site-layout'
import { ProductGrid } from '~/features/products/product-grid'
import { PRODUCTS_PER_PAGE, type ShopProduct } from '~/contracts/products'

/** The server draws the parts of a page in turns between which it answers, and the page is the same as drawn in one go. */

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

/**
 * Draws as the server does.
 * @param draw gets what each part calls with its name when it is drawn
 * @returns what is sent, and for each turn in which something was drawn the parts' names
 */
async function drawInTurns(draw: (drawn: (part: string) => void) => ReactElement): Promise<{ html: string; turns: string[][] }> {
  let turn = 0
  let over = false
  const count = () => {
    turn += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const drawnIn = new Map<number, string[]>()
  const stream = await renderToReadableStream(draw((part) => drawnIn.set(turn, [...(drawnIn.get(turn) ?? []), part])))
  await stream.allReady
  over = true
  return { html: await new Response(stream).text(), turns: [...drawnIn.values()] }
}

/** As browsers do. */
function drawAtOnce(element: ReactElement): string {
  vi.stubGlobal('window', {})
  return renderToString(element)
}

it('draws a page of products in twelve turns, as it is drawn in one', async () => {
  const products = Array.from({ length: CARDS }, (_, index) => product(index))
  const { html, turns } = await drawInTurns((drawn) => {
    const image = (index: number) => () => {
      drawn(String(index))
      return '/miner.svg'
    }
    return grid(products.map((each, index) => Object.defineProperty({ ...each }, 'image', { get: image(index) })))
  })
  expect(turns.map((parts) => new Set(parts).size)).toEqual(Array(12).fill(2))
  expect(html).toBe(drawAtOnce(grid(products)))
})

it('draws the header and the footer of a page in turns of their own, as they are drawn in one', async () => {
  const page = (drawn: (part: string) => void) => {
    const Part = ({ name }: { name: string }) => {
      drawn(name)
      return createElement('p', { id: useId() }, name)
    }
    const part = (name: string) => createElement(Part, { name })
    return createElement(SiteLayout, {
      header: part('header'),
      footer: part('footer'),
      consent: part('consent'),
      children: part('content'),
    })
  }
  const { html, turns } = await drawInTurns(page)
  expect(turns).toEqual([['consent', 'content'], ['header'], ['footer']])
  expect(html).toBe(drawAtOnce(page(() => undefined)))
})
