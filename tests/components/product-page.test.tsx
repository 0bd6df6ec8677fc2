import { render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChargesVat } from '~/components/ui/charges-vat'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { noNetwork } from '~/contracts/catalogue/network'
import { featured, type ProductPageContent, type ShopProduct } from '~/contracts/catalogue/products'
import { productHead } from '~/features/catalogue/shop/product-head'
import { ProductScreen } from '~/features/catalogue/shop/product-screen'
import { forgetChoice, keepChoice } from '~/lib/trade-in-choice'
import '~/features/catalogue/shop/chosen-miner'

const { machines } = vi.hoisted(() => ({ machines: vi.fn<() => Promise<ActiveMachine[]>>() }))
vi.mock('~/trpc/vanilla-client', () => ({ vanillaClient: { machines: { active: { query: machines } } } }))

const s21: ShopProduct = {
  id: 'a',
  slug: 'antminer-s21',
  name: 'Antminer S21',
  description: 'The beginning…',
  image: '/products/four-fan-miner.svg',
  price: 2400,
  availability: 'Limited Stock',
  condition: 'Refurbished',
  category: 'ASIC Miners',
  collections: [],
  rating: 4.5,
  ratingCount: 12,
  shopUrl: 'https://shop.example/s21',
  manufacturer: 'Bitmain',
  hashrate: '200 TH/s',
  power: '3500W',
  efficiency: '17.5 J/TH',
  measured: '201.3 TH/s, 3,480 W',
}
const content = (product: Partial<ShopProduct> = {}): ProductPageContent => ({
  product: { ...s21, ...product },
  details: {
    description: 'Air-cooled.\n\nNeeds a circuit of its own.',
    algorithm: 'SHA-256',
    voltage: '',
    noise: '75 dB',
    warranty: '12 months',
    delivery: '2 to 4 days',
    pictures: [],
  },
  earning: null,
  related: [featured({ ...s21, id: 'b', slug: 'antminer-s19', name: 'Antminer S19', price: 0 })],
})
const vat = { percent: 20, net: 2000 }
const shown = (of: ProductPageContent, charges: boolean | null = true) => (
  <ChargesVat value={charges}>
    <ProductScreen content={of} vat={vat} network={noNetwork} onPrice={() => undefined} />
  </ChargesVat>
)

const s19: ActiveMachine = {
  id: 'm',
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  category: 'ASIC Miner',
  hashrate: '95 TH/s',
  powerConsumption: '3250W',
  baseValueExcellent: 400,
  baseValueGood: 300,
  baseValueFair: 200,
  baseValuePoor: 0,
}

describe('the page of a product', () => {
  beforeEach(() => {
    forgetChoice()
    machines.mockReset().mockResolvedValue([s19])
  })

  it('says without scripts what it is, what it costs with VAT and without, and how to get it', () => {
    const container = document.createElement('div')
    container.innerHTML = renderToString(shown(content()))
    const page = within(container)
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Antminer S21')
    for (const text of ['€2,400.00', 'with 20% VAT · €2,000.00 without VAT', 'Limited Stock', 'Rated 4.5 out of 5', /Needs a circuit/])
      page.getByText(text)
    const data = page.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(Object.fromEntries(data)).toEqual({
      Manufacturer: 'Bitmain',
      Condition: 'Refurbished',
      Warranty: '12 months',
      Algorithm: 'SHA-256',
      Hashrate: '200 TH/s',
      Power: '3500W',
      Efficiency: '17.5 J/TH',
      Noise: '75 dB',
      Delivery: '2 to 4 days',
      VAT: 'Included in the price',
    })
    page.getByText(/Measured here: 201\.3 TH\/s/)
    expect(page.getByRole('link', { name: 'check a passport' }).getAttribute('href')).toBe('/passport/verify')
    const shop = page.getByRole<HTMLAnchorElement>('link', { name: /^View in Shop: Antminer S21 \(opens in a new tab\)/ })
    expect([shop.href, shop.target, shop.rel]).toEqual(['https://shop.example/s21', '_blank', 'noopener noreferrer'])
    expect(page.getByRole('link', { name: 'Antminer S19' }).getAttribute('href')).toBe('/products/antminer-s19')
    expect(page.getByRole('link', { name: 'see what it takes off' }).getAttribute('href')).toBe('/trade-in')
  })

  it('asks for a price that is on request, and says where no VAT is charged', () => {
    const { rerender } = render(shown(content({ price: 0 })))
    screen.getAllByText('Contact for Price')
    expect(screen.getByRole('link', { name: 'Ask for the price' }).getAttribute('href')).toBe(
      '/contact?inquiryType=Product+Information&product=Antminer+S21',
    )
    expect(screen.queryByText(/without VAT/)).toBeNull()
    rerender(shown(content(), false))
    screen.getByText('No VAT is charged')
  })

  it('takes off what the machine of the calculator is worth now', async () => {
    keepChoice({ machineId: 'm', grade: 'good' }, true)
    render(shown(content()))
    await screen.findByText('€300.00')
    const said = screen.getByText('€300.00').closest('span')?.textContent
    expect(said).toBe(
      'Your old Bitmain Antminer S19 (Good) takes €300.00 off: €2,100.00 is left to pay. Trade it in or compare what both earn.',
    )
    expect(screen.getByRole('link', { name: 'Trade it in' }).getAttribute('href')).toBe('/trade-in?machine=m&grade=good')
    expect(screen.getByRole('link', { name: 'compare what both earn' }).getAttribute('href')).toBe(
      '/compare?product=antminer-s21&machine=m',
    )
  })

  it('never takes off more than the price, and says nothing of a machine without a value', async () => {
    keepChoice({ machineId: 'm', grade: 'good' }, false)
    const { unmount } = render(shown(content({ price: 120 })))
    await screen.findByText('€0.00')
    unmount()
    keepChoice({ machineId: 'm', grade: 'poor' }, false)
    render(shown(content()))
    await vi.waitFor(() => expect(machines).toHaveBeenCalledTimes(2))
    screen.getByRole('link', { name: 'see what it takes off' })
  })
})

describe('what social networks show of a product', () => {
  const SITE = 'https://shop.example'
  const tagsOf = (of: ProductPageContent) => {
    // In the browser React moves such elements to the head.
    const page = new DOMParser().parseFromString(renderToString(productHead(of, SITE)), 'text/html')
    return Object.fromEntries(
      [...page.querySelectorAll('meta')].map((tag) => [tag.getAttribute('property') ?? tag.name, tag.content] as const),
    )
  }
  const picture = {
    card: '/api/product-pictures/1/card.webp',
    full: '/api/product-pictures/1/full.webp',
    alt: 'The front',
    width: 1600,
    height: 1200,
  }

  it('is its own first picture, at its whole address', () => {
    const own = content()
    expect(tagsOf({ ...own, details: { ...own.details, pictures: [picture] } })).toEqual({
      'og:type': 'product',
      'og:image': `${SITE}${picture.full}`,
      'og:image:type': 'image/webp',
      'og:image:width': '1600',
      'og:image:height': '1200',
      'og:image:alt': 'The front',
      'product:price:amount': '2400.00',
      'product:price:currency': 'EUR',
      'twitter:image': `${SITE}${picture.full}`,
      'twitter:image:alt': 'The front',
    })
  })

  it('is a card of its drawing where there is none, and no price that is on request', () => {
    const tags = tagsOf(content({ price: 0 }))
    expect(tags).toMatchObject({ 'og:image': `${SITE}/social/drawing-four-fan-miner.png`, 'og:image:alt': 'Drawing of Antminer S21' })
    expect(tags).not.toHaveProperty('product:price:amount')
  })

  it('is the picture of another site as it is, of which the size is not known', () => {
    const tags = tagsOf(content({ image: 'https://cdn.example/s21', imageAlt: 'S21' }))
    expect(tags).toMatchObject({ 'og:image': 'https://cdn.example/s21', 'twitter:image': 'https://cdn.example/s21', 'og:image:alt': 'S21' })
    expect(tags).not.toHaveProperty('og:image:width')
    expect(Object.values(tags)).not.toContain('')
    expect(tagsOf(content({ image: 'https://[' }))['og:image']).toBe(`${SITE}/social/home.png`)
  })
})
