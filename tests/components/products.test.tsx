import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { useSyncExternalStore } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  failedOverview,
  noFacets,
  PRODUCTS_PER_PAGE,
  type ProductPage,
  type ShopOverview,
  type ShopProduct,
} from '~/contracts/catalogue/products'
import { productSearchInput } from '~/contracts/catalogue/product-search'
import { SUBSCRIBE_ANSWER } from '~/contracts/site/newsletter'
import { ProductsScreen } from '~/features/catalogue/shop/products-screen'
import { Catalogue } from '~/server/catalogue/shop/catalogue'
import { routerAt } from '../setup/router'
import { enterText } from './support/enter-text'

const { ask, askPage, subscribed } = vi.hoisted(() => ({
  ask: vi.fn<() => Promise<ShopOverview>>(),
  subscribed: vi.fn<(input: unknown) => Promise<{ message: string }>>(),
  askPage: vi.fn<(input: unknown) => Promise<ProductPage>>(),
}))
vi.mock('~/trpc/vanilla-client', () => ({
  vanillaClient: { products: { overview: { query: ask }, search: { query: askPage } }, newsletter: { subscribe: { mutate: subscribed } } },
}))

const product = (fields: Partial<ShopProduct>): ShopProduct => ({
  id: fields.name ?? '1',
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
  shopUrl: `https://shop.example/products/${encodeURIComponent(fields.name ?? '')}`,
  manufacturer: 'Bitmain',
  hashrate: '',
  power: '',
  efficiency: '',
  ...fields,
})
const answerOf = (products: ShopProduct[]): ShopOverview => ({
  success: true,
  products,
  total: products.length,
  facets: noFacets,
  revision: 'one',
  collections: [
    { handle: 'asic-miners', name: 'ASIC Miners', products_count: 2 },
    { handle: 'accessories', name: 'Accessories', products_count: 1 },
  ],
  error: null,
})
const s21 = product({
  slug: 'antminer-s21',
  name: 'Antminer S21',
  price: 3890,
  rating: 4.9,
  ratingCount: 37,
  hashrate: '200 TH/s',
  power: '3500W',
  efficiency: '17.5 J/TH',
})
const m60 = product({ name: 'Whatsminer M60', price: 0, manufacturer: 'MicroBT', availability: 'Limited Stock' })
const fan = product({ name: 'Fan kit', price: 59.9, collections: ['accessories'], availability: 'Out of Stock' })
/** Featured, as the server sends them. */
const three = answerOf([s21, m60, fan])

/** A browser's history under the page, as Next's router keeps it. */
function history(start = '/products') {
  const entries = [start]
  let place = 0
  let handlePop: Parameters<NextRouter['beforePopState']>[0] = () => true
  const listeners = new Set<() => void>()
  const changed = () => listeners.forEach((listener) => listener())
  const queryOf = (address: string) => {
    const params = new URL(address, 'http://site').searchParams
    return Object.fromEntries(
      [...params.keys()].map((name) => [name, params.getAll(name).length > 1 ? params.getAll(name) : (params.get(name) ?? '')]),
    )
  }
  const calls: { how: string; address: unknown; options: unknown }[] = []
  let slow = false
  const arrivals: (() => void)[] = []
  const go = (how: 'push' | 'replace') => async (address: unknown, _as?: unknown, options?: unknown) => {
    calls.push({ how, address, options })
    await (slow ? new Promise<void>((arrive) => arrivals.push(arrive)) : Promise.resolve())
    entries.splice(how === 'push' ? ++place : place, how === 'push' ? entries.length : 1, String(address))
    act(changed)
    return true
  }
  const routers = new Map<string, NextRouter>()
  const router = () => {
    const address = entries[place] ?? ''
    const known = routers.get(address) ?? {
      ...routerAt('/products'),
      asPath: address,
      query: queryOf(address),
      push: go('push'),
      replace: go('replace'),
      beforePopState: (callback: typeof handlePop) => {
        handlePop = callback
      },
    }
    routers.set(address, known)
    return known
  }
  return {
    calls,
    entries,
    address: () => entries[place],
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    router,
    /** From now on each change of the address waits until it is let in: the browser is busy. */
    slowDown: () => {
      slow = true
    },
    letIn: () =>
      act(async () => {
        arrivals.shift()?.()
        await Promise.resolve()
      }),
    back: async () => {
      place--
      const as = entries[place] ?? ''
      await act(async () => {
        expect(handlePop({ url: as, as, options: {} })).toBe(false)
        await Promise.resolve()
      })
    },
  }
}

function show(answer: ShopOverview, at = history()) {
  function Page({ products }: { products: ShopOverview }) {
    const router = useSyncExternalStore(at.subscribe, at.router)
    return (
      <RouterContext.Provider value={router}>
        <ProductsScreen products={products} shopUrl="https://shop.example" contactEmail="desk@example.com" />
      </RouterContext.Provider>
    )
  }
  const view = render(<Page products={answer} />)
  return { at, change: (next: ShopOverview) => view.rerender(<Page products={next} />) }
}

const cards = () => screen.queryAllByRole('article')
function inCard(place: number) {
  const card = cards()[place]
  if (!card) throw new Error(`There is no card ${place}`)
  return within(card)
}
const names = () => cards().map((card) => within(card).getByRole('heading').querySelector('a')?.firstChild?.textContent)
/** The same of a page of many cards, where looking for roles takes long. */
const titles = () => [...document.querySelectorAll('article h3 a')].map((link) => link.firstChild?.textContent)
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search products' })
const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' })
const sort = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
const filters = () => screen.getByRole('button', { name: 'Filters' })
const count = () => screen.getByRole('status').textContent

describe('a product card', () => {
  it('says what the requirements ask for, leads to its page, and opens the shop safely in a new tab', () => {
    show(three)
    const card = inCard(0)
    card.getByText('€3,890.00')
    card.getByText('In Stock')
    card.getByText('Rated 4.9 out of 5')
    card.getByText('4.9 (37)')
    expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Hashrate', 'Power', 'Efficiency'])
    expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['200 TH/s', '3500W', '17.5 J/TH'])
    const picture = card.getByRole<HTMLImageElement>('img', { name: 'Antminer S21' })
    expect([picture.width, picture.height]).toEqual([480, 360])

    const links = card.getAllByRole<HTMLAnchorElement>('link')
    expect(links.map((link) => link.textContent)).toEqual(['Antminer S21', 'View in Shop: Antminer S21 (opens in a new tab)'])
    expect([links[0]?.getAttribute('href'), links[0]?.target]).toEqual(['/products/antminer-s21', ''])
    expect(links[1]).toMatchObject({ href: 'https://shop.example/products/Antminer%20S21', target: '_blank', rel: 'noopener noreferrer' })
  })

  it('shows no figure that is not there, and says what to do without a price', () => {
    show(answerOf([m60]))
    const card = inCard(0)
    expect(card.getByRole<HTMLAnchorElement>('link', { name: 'Contact for Price' }).getAttribute('href')).toBe(
      '/contact?inquiryType=Product+Information&product=Whatsminer%20M60#write-to-us',
    )
    expect(card.queryByRole('term')).toBeNull()
    expect(card.queryByText(/Rated/)).toBeNull()
  })

  it('shows no rating of which nobody knows how many have given it', () => {
    const { ratingCount: _ratingCount, ...uncounted } = s21
    show(answerOf([uncounted]))
    expect(inCard(0).queryByText(/Rated/)).toBeNull()
  })

  it('loads the pictures of the first row at once and the others late', () => {
    show(answerOf(Array.from({ length: 9 }, (_, index) => product({ name: `Miner ${index}` }))))
    expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('loading'))).toEqual([
      ...Array<string>(4).fill('eager'),
      ...Array<string>(5).fill('lazy'),
    ])
  })

  it('stands beside the way to the full shop', () => {
    show(three)
    expect(screen.getByRole('link', { name: /^Visit Full Shop/ })).toMatchObject({
      href: 'https://shop.example/',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
  })
})

describe('searching, filtering and sorting', () => {
  it('starts with everything, featured', () => {
    show(three)
    expect(names()).toEqual(['Antminer S21', 'Whatsminer M60', 'Fan kit'])
    expect(count()).toBe('3 products')
  })

  it('searches the name while it is typed, and the address follows without a new entry', async () => {
    const { at } = show(three)
    await enterText(search(), 'MINER')
    // A busy machine draws the list a moment after the field.
    await waitFor(() => expect(names()).toEqual(['Antminer S21', 'Whatsminer M60']))
    expect(count()).toBe('2 of 3 products')
    await waitFor(() => expect(at.entries).toEqual(['/products?search=MINER']))
    expect(at.calls).toEqual([{ how: 'replace', address: '/products?search=MINER', options: { shallow: true, scroll: false } }])
    expect(search().value).toBe('MINER')
  })

  it('keeps what was typed since, when the address follows late', async () => {
    const { at } = show(three)
    at.slowDown()
    await userEvent.type(search(), 'a')
    await waitFor(() => expect(at.calls).toHaveLength(1))
    await userEvent.type(search(), 'n')
    await waitFor(() => expect(at.calls).toHaveLength(2))
    await userEvent.type(search(), 't')
    await at.letIn()
    expect(at.address()).toBe('/products?search=a')
    expect([search().value, names()]).toEqual(['ant', ['Antminer S21']])
    await at.letIn()
    expect(at.address()).toBe('/products?search=an')
    expect(search().value).toBe('ant')
    await waitFor(() => expect(at.calls).toHaveLength(3))
    await at.letIn()
    expect(at.address()).toBe('/products?search=ant')
    expect(search().value).toBe('ant')
  })

  it('keeps what was chosen last, when the address follows late', async () => {
    const { at } = show(three)
    at.slowDown()
    await userEvent.selectOptions(category(), 'ASIC Miners')
    await userEvent.selectOptions(category(), 'Accessories')
    await at.letIn()
    expect([category().value, names()]).toEqual(['accessories', ['Fan kit']])
    await at.letIn()
    expect(at.entries).toEqual(['/products', '/products?category=asic-miners', '/products?category=accessories'])
    expect(category().value).toBe('accessories')
  })

  it('keeps what is chosen in the history, and goes back through it', async () => {
    const { at } = show(three)
    await userEvent.selectOptions(category(), 'ASIC Miners')
    await userEvent.selectOptions(sort(), 'Z-A')
    expect(names()).toEqual(['Whatsminer M60', 'Antminer S21'])
    await waitFor(() =>
      expect(at.entries).toEqual(['/products', '/products?category=asic-miners', '/products?category=asic-miners&sort=z-a']),
    )

    await at.back()
    expect([sort().value, category().value]).toEqual(['featured', 'asic-miners'])
    expect(names()).toEqual(['Antminer S21', 'Whatsminer M60'])
    await at.back()
    expect(category().value).toBe('all')
    expect(names()).toHaveLength(3)
    expect(at.address()).toBe('/products')
  })

  it('shows what a shared address asks for', async () => {
    show(three, history('/products?search=miner&manufacturer=MicroBT&sort=a-z&category=gone'))
    await waitFor(() => expect(names()).toEqual(['Whatsminer M60']))
    expect([search().value, sort().value, category().value]).toEqual(['miner', 'a-z', 'all'])
    await screen.findByRole('button', { name: 'Remove filter: MicroBT' })
  })

  it('opens further facets with the Filters toggle', async () => {
    const { at } = show(three)
    expect(filters().getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('checkbox')).toBeNull()
    await userEvent.click(filters())
    expect(filters().getAttribute('aria-expanded')).toBe('true')
    const controlled = document.getElementById(filters().getAttribute('aria-controls') ?? '')
    await screen.findByRole('checkbox', { name: 'Out of Stock' })
    const boxes = screen.getAllByRole('checkbox')
    expect(boxes.every((box) => controlled?.contains(box))).toBe(true)
    expect(boxes.map((box) => box.closest('li')?.querySelector('label')?.textContent)).toEqual([
      'Bitmain',
      'MicroBT',
      'In Stock',
      'Limited Stock',
      'Out of Stock',
      'New',
    ])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Out of Stock' }))
    expect(names()).toEqual(['Fan kit'])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Limited Stock' }))
    expect(names()).toEqual(['Whatsminer M60', 'Fan kit'])
    await userEvent.type(screen.getByRole('spinbutton', { name: 'To (€)' }), '60')
    expect(names()).toEqual(['Fan kit'])
    await waitFor(() => expect(at.address()).toBe('/products?availability=Limited+Stock&availability=Out+of+Stock&max=60'))

    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: To €60.00' }))
    expect(names()).toEqual(['Whatsminer M60', 'Fan kit'])
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(names()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: /Remove filter/ })).toBeNull()
    expect(document.activeElement?.textContent).toBe('List of products')
  })

  it('says so when nothing matches, and leads back', async () => {
    show(three)
    await enterText(search(), 'no such thing')
    expect(count()).toBe('0 of 3 products')
    screen.getByText('No products match your search')
    await userEvent.click(screen.getByRole('button', { name: 'Show all products' }))
    expect(names()).toHaveLength(3)
    expect(search().value).toBe('')
  })

  it('says so when the shop lists nothing', () => {
    show(answerOf([]))
    screen.getByText('No products found')
  })

  it('keeps the view when a product changes live', async () => {
    const { change } = show(three)
    await enterText(search(), 'antminer')
    change(answerOf([{ ...s21, price: 3500 }, m60, fan]))
    expect(names()).toEqual(['Antminer S21'])
    screen.getByText('€3,500.00')
  })
})

describe('a list that is longer than the page', () => {
  const many = Array.from({ length: 600 }, (_, index) =>
    product({ id: String(index), name: `Miner ${index}`, price: index + 1, availability: index < 100 ? 'Pre-Order' : 'In Stock' }),
  )

  /** The server, with the rules of the real one. */
  async function serve(list = many, revision = 'one') {
    const catalogue = await Catalogue.of(list, answerOf([]).collections)
    const overview = { ...catalogue.overview(), revision }
    const answers = (input: unknown) => catalogue.search(productSearchInput.parse(input)).then((page) => ({ ...page, revision }))
    askPage.mockReset().mockImplementation((input) => answers(input))
    return { overview, answers }
  }
  const asked = () => askPage.mock.calls.map(([input]) => input)

  beforeEach(() => vi.spyOn(Math, 'random').mockReturnValue(0))

  it('begins with what the page was made with, and asks for nothing', async () => {
    const { overview } = await serve()
    show(overview)
    expect(titles()).toEqual(Array.from({ length: PRODUCTS_PER_PAGE }, (_, index) => `Miner ${99 - index}`))
    expect(count()).toBe('600 products')
    await userEvent.click(filters())
    expect(screen.getByRole('checkbox', { name: 'Pre-Order' }).closest('li')?.textContent).toContain('100')
    expect(asked()).toEqual([])
  })

  it('asks once for what was typed, sorted and filtered as it says, with the shape of the list meanwhile', async () => {
    const { overview } = await serve()
    const { at } = show(overview)
    await enterText(search(), 'miner 12')
    await waitFor(() => expect(count()).toBe('Loading products…'))
    expect(titles()).toEqual([])
    await waitFor(() => expect(count()).toBe('16 of 600 products'))
    expect(asked()).toMatchObject([{ search: 'miner 12', offset: 0, limit: PRODUCTS_PER_PAGE }])
    await userEvent.selectOptions(sort(), 'Price high to low')
    await waitFor(() => expect(titles()[0]).toBe('Miner 512'))
    await userEvent.click(filters())
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Pre-Order' }))
    await waitFor(() => expect(titles()).toEqual(['Miner 12']))
    expect(screen.getByRole('checkbox', { name: 'In Stock' }).closest('li')?.textContent).toContain('15')
    await waitFor(() => expect(at.address()).toBe('/products?search=miner+12&availability=Pre-Order&sort=price-high-to-low'))
  })

  it('shows what a shared address asks for, goes back, and says so when nothing matches', async () => {
    const { overview } = await serve()
    const { at } = show(overview, history('/products?sort=price-high-to-low'))
    await waitFor(() => expect(titles()[0]).toBe('Miner 599'))
    await userEvent.selectOptions(sort(), 'Price low to high')
    await waitFor(() => expect(titles()[0]).toBe('Miner 0'))
    await at.back()
    await waitFor(() => expect(titles()[0]).toBe('Miner 599'))
    await enterText(search(), 'no such thing')
    await screen.findByText('No products match your search')
    await userEvent.click(screen.getByRole('button', { name: 'Show all products' }))
    await waitFor(() => expect(titles()[0]).toBe('Miner 599'))
  })

  it('has further pages, of which each is asked for by itself, and the keyboard goes on at the first new card', async () => {
    const { overview } = await serve()
    show(overview)
    screen.getByText(`${PRODUCTS_PER_PAGE} of 600 shown`)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(titles()).toHaveLength(2 * PRODUCTS_PER_PAGE))
    expect(document.activeElement).toBe(document.querySelectorAll('article a')[2 * PRODUCTS_PER_PAGE])
    expect(new Set(titles()).size).toBe(2 * PRODUCTS_PER_PAGE)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(titles()).toHaveLength(3 * PRODUCTS_PER_PAGE))
    expect(asked()).toMatchObject([
      { offset: PRODUCTS_PER_PAGE, limit: PRODUCTS_PER_PAGE },
      { offset: 2 * PRODUCTS_PER_PAGE, limit: PRODUCTS_PER_PAGE },
    ])
    await userEvent.selectOptions(sort(), 'Z-A')
    await waitFor(() => expect(titles()).toHaveLength(PRODUCTS_PER_PAGE))
  })

  it('keeps what was chosen when the server does not answer, says why, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { overview, answers } = await serve()
    const { at } = show(overview)
    askPage.mockRejectedValueOnce(new Error('Failed to fetch'))
    await userEvent.selectOptions(sort(), 'Price high to low')
    const panel = await screen.findByRole('alert')
    within(panel).getByRole('heading', { name: 'Error Loading Products' })
    within(panel).getByText('Failed to load products')
    expect([sort().value, at.address()]).toEqual(['price-high-to-low', '/products?sort=price-high-to-low'])

    askPage.mockImplementationOnce(() => Promise.resolve({ ...failedOverview('Failed to load products from Shopify'), matching: 0 }))
    await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
    await screen.findByText('Failed to load products from Shopify')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(titles()[0]).toBe('Miner 599'))

    askPage.mockRejectedValueOnce(new Error('Failed to fetch'))
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByRole('alert')
    expect(titles()).toHaveLength(PRODUCTS_PER_PAGE)
    askPage.mockImplementation((input) => answers(input))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(titles()).toHaveLength(2 * PRODUCTS_PER_PAGE))
  })

  it('does not show an answer to an earlier question', async () => {
    const { overview, answers } = await serve()
    show(overview)
    let late: () => void = () => undefined
    const held = new Promise<void>((resolve) => (late = resolve))
    askPage.mockImplementationOnce(async (input) => {
      await held
      return answers(input)
    })
    await userEvent.selectOptions(sort(), 'Price high to low')
    await waitFor(() => expect(asked()).toHaveLength(1))
    await userEvent.selectOptions(sort(), 'Price low to high')
    await waitFor(() => expect(titles()[0]).toBe('Miner 0'))
    await act(async () => {
      late()
      await held
    })
    expect(titles()[0]).toBe('Miner 0')
  })

  it('follows a change of any product, on a further page and in a search', async () => {
    const { overview } = await serve()
    const { change } = show(overview, history('/products?search=miner&sort=price-low-to-high'))
    await waitFor(() => expect(titles()[0]).toBe('Miner 0'))
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(titles()).toHaveLength(2 * PRODUCTS_PER_PAGE))

    const cheaper = many.map((each) => (each.id === '90' ? { ...each, price: 1.5 } : each))
    const changed = await serve(cheaper, 'two')
    change(changed.overview)
    expect(titles()).toHaveLength(2 * PRODUCTS_PER_PAGE)
    await waitFor(() => expect(titles()[1]).toBe('Miner 90'))
    expect(titles()).toHaveLength(2 * PRODUCTS_PER_PAGE)
    expect(asked()).toMatchObject([{ offset: 0, limit: 2 * PRODUCTS_PER_PAGE }])
  })

  it('asks once more where the answer is of another list than the page was told of', async () => {
    const { overview } = await serve()
    show(overview)
    const { answers } = await serve()
    askPage.mockImplementationOnce(() => Promise.resolve({ ...overview, products: [fan], matching: 1, revision: 'older' }))
    await userEvent.selectOptions(sort(), 'Price high to low')
    await waitFor(() => expect(titles()).toEqual(['Fan kit']))
    askPage.mockImplementation((input) => answers(input))
    await waitFor(() => expect(titles()[0]).toBe('Miner 599'), { timeout: 3_000 })
  })

  it('leads to further pages without scripts', async () => {
    const { overview } = await serve()
    // As the server does, which has no window.
    vi.stubGlobal('window', undefined)
    const html = renderToString(<ProductsScreen products={overview} shopUrl="https://shop.example" contactEmail="desk@example.com" />)
    vi.unstubAllGlobals()
    expect(html).toContain('https://shop.example/products/Miner%2099"')
    expect(html).toMatch(/<noscript>.*need JavaScript/)
    expect(html).toMatch(/<noscript>.*href="\/products\/page\/2"/)
  })
})

describe('when there is no list', () => {
  const failed = failedOverview('Failed to load products')

  it('says why, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { change } = show(failed)
    const panel = screen.getByRole('alert')
    within(panel).getByRole('heading', { name: 'Error Loading Products' })
    within(panel).getByText('Failed to load products')
    expect(screen.queryByRole('searchbox')).toBeNull()

    let refuse: (reason: Error) => void = () => undefined
    ask.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('status').textContent).toBe('Loading products…')
    expect(screen.queryByRole('alert')).toBeNull()
    refuse(new Error('offline'))
    await screen.findByText('Failed to load products')

    ask.mockResolvedValueOnce(failedOverview('Failed to load products from Shopify'))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Failed to load products from Shopify')

    change(three)
    expect(names()).toHaveLength(3)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps a list that is on the screen', () => {
    const { change } = show(three)
    change(failed)
    expect(names()).toHaveLength(3)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the newsletter box', () => {
  const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const subscribe = () => userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))

  it('refuses what is no address, and keeps what was typed', async () => {
    show(three)
    await subscribe()
    await screen.findByText('Email is required')
    expect(document.activeElement).toBe(email())
    await enterText(email(), 'nobody@nowhere')
    expect(screen.queryByText('Email is required')).toBeNull()
    await subscribe()
    await screen.findByText(/Enter a valid email address/)
    expect(email().value).toBe('nobody@nowhere')
    expect(email().getAttribute('aria-invalid')).toBe('true')
  })

  it('has the shop ask for a confirmation, says so, and stores nothing here', async () => {
    subscribed.mockResolvedValue({ message: SUBSCRIBE_ANSWER })
    show(three)
    await enterText(email(), ' ada@example.com ')
    await subscribe()
    await screen.findByText(SUBSCRIBE_ANSWER)
    expect(subscribed).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com', website: '' })
    expect(localStorage.length).toBe(0)
  })
})
