import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { defaultAssumptions, type ComparedMachine, type NetworkCoin, type NetworkFigures } from '~/contracts/catalogue/network'
import { failedOverview, type ShopOverview, type ShopProduct } from '~/contracts/catalogue/products'
import { CompareScreen } from '~/features/catalogue/earnings/compare-screen'
import { EarningsPanel } from '~/features/catalogue/earnings/earnings-panel'
import { ProductEarnings } from '~/features/catalogue/earnings/product-earnings'
import { storeConsent } from '~/features/site/cookie-consent/consent-store'
import { keepElectricityPrice } from '~/features/site/visitor/keep-for-visitor'
import { forgetPrice, keepPrice } from '~/lib/electricity-price'

const { compare, search, active, replace, router } = vi.hoisted(() => {
  const router = { asPath: '/compare' }
  return {
    router,
    compare: vi.fn<(input: { products: string[]; machines: string[] }) => Promise<{ machines: ComparedMachine[] }>>(),
    search: vi.fn<() => Promise<{ products: ShopProduct[] }>>(),
    active: vi.fn<() => Promise<ActiveMachine[]>>(),
    replace: vi.fn((href: string) => {
      router.asPath = href
      return Promise.resolve(true)
    }),
  }
})
vi.mock('~/trpc/vanilla-client', () => ({
  vanillaClient: {
    network: { compare: { query: compare } },
    products: { search: { query: search } },
    machines: { active: { query: active } },
  },
}))
vi.mock('next/router', () => ({ useRouter: () => ({ asPath: router.asPath, replace }) }))

const NOW = new Date('2026-11-28T12:00:00Z')
const bitcoin: NetworkCoin = {
  coin: 'BTC',
  name: 'Bitcoin',
  algorithm: 'SHA-256',
  networkHashrate: null,
  difficulty: '150000000000000',
  blockReward: '3.125',
  blockSeconds: '600',
  price: '80000',
  mergedWith: null,
  halvesOn: null,
  source: 'mempool.space',
  at: '2026-11-28T06:00:00.000Z',
}
const network: NetworkFigures = { coins: [bitcoin], assumptions: defaultAssumptions }
const s21 = { algorithm: 'SHA-256', hashrate: 200e12, watts: 3500, price: 2400 }
const panel = (figures = network) => <EarningsPanel machine={s21} slug="s21" network={figures} onPrice={keepElectricityPrice} />
const price = () => screen.getByRole<HTMLInputElement>('textbox', { name: /My electricity price/ })
const type = (text: string) => fireEvent.change(price(), { target: { value: text } })
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent ?? ''

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] })
  localStorage.clear()
  keepPrice(null, false)
  router.asPath = '/compare'
  for (const mock of [compare, search, active]) mock.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what a product earns', () => {
  it('is a range at the price that is typed, with what it takes for granted and where figures are from', () => {
    render(panel())
    expect(figure('Result a day')).toBe('Type your electricity price')
    expect(figure('Coins a day')).toMatch(/^0\.0000\d+ to 0\.0000\d+ BTC today 0\.0000\d+ BTC$/)
    type('0,05')
    expect(figure('Electricity a day')).toBe('€4.07')
    for (const name of ['Income a day', 'Result a day'])
      expect(figure(name), name).toMatch(/^-?€\d+\.\d\d to -?€\d+\.\d\d today -?€\d+\.\d\d$/)
    expect(figure('Pays for itself')).toMatch(/months/)
    screen.getByText(/estimate and no advice.*grows by 1% to 4% every 30 days.*€80,000\.00 for one BTC.*mempool\.space/)
    expect(screen.getByRole('link', { name: /Compare it/ }).getAttribute('href')).toBe('/compare?product=s21')
  })

  it('stays typed where it is no price, and says why when the field is left', () => {
    render(panel())
    type('28')
    fireEvent.blur(price())
    screen.getByText(/Enter what a kilowatt hour costs/)
    expect([price().value, price().getAttribute('aria-invalid')]).toEqual(['28', 'true'])
    expect(figure('Result a day')).toBe('Type your electricity price')
  })

  it('is none by figures of 48 hours, also where they get so old while the page is open', () => {
    vi.setSystemTime(new Date('2026-11-30T05:59:30Z'))
    render(panel())
    expect(figure('Coins a day')).toMatch(/BTC/)
    act(() => void vi.advanceTimersByTime(60_000))
    screen.getByText(/older than 48 hours, so we estimate nothing/)
    expect(document.body.textContent).not.toMatch(/€|BTC/)
  })

  it('says so where nobody knows the networks of its algorithm', () => {
    render(panel({ ...network, coins: [{ ...bitcoin, algorithm: 'Scrypt' }] }))
    screen.getByText('We have no current figures of SHA-256 networks, so we estimate nothing here.')
  })

  it('keeps the price in the tab alone, and in the browser with consent until that is withdrawn', () => {
    const { unmount } = render(panel())
    type('0.31')
    expect(localStorage.getItem('electricity-price')).toBeNull()
    unmount()
    const again = render(panel())
    expect(price().value).toBe('0.31')
    storeConsent({ essential: true, functional: true, analytics: false, marketing: false }, NOW)
    type('0.32')
    expect(localStorage.getItem('electricity-price')).toBe('0.32')
    type('')
    expect(localStorage.getItem('electricity-price')).toBeNull()
    type('0.33')
    forgetPrice()
    expect(localStorage.getItem('electricity-price')).toBeNull()
    again.unmount()
  })

  it('has its heading and a word about scripts in the HTML of the page', () => {
    const html = renderToString(<ProductEarnings machine={s21} slug="s21" network={network} onPrice={keepElectricityPrice} />)
    expect(html).toContain('What it earns at my price')
    expect(html).toContain('needs JavaScript')
  })
})

describe('the comparison of machines', () => {
  const compared = (key: string, over: Partial<ComparedMachine> = {}): ComparedMachine => ({
    key,
    kind: 'product',
    name: `Miner ${key}`,
    href: `/products/${key}`,
    hashrate: '200 TH/s',
    power: '3500W',
    efficiency: '',
    price: 2400,
    earning: s21,
    ...over,
  })
  const offered = (slug: string) => ({ slug, name: `Miner ${slug}`, hashrate: '200 TH/s', power: '3500W' }) as ShopProduct
  const products: ShopOverview = { ...failedOverview(''), products: ['a', 'b', 'c', 'd', 'e'].map(offered), revision: '1' }
  const show = async () => {
    const shown = render(<CompareScreen network={network} products={products} onPrice={keepElectricityPrice} />)
    await act(async () => undefined)
    return shown
  }

  beforeEach(() => {
    compare.mockImplementation(({ products: slugs, machines }) =>
      Promise.resolve({
        machines: [
          ...slugs.map((slug) => compared(slug)),
          ...machines.map((id) =>
            compared(id, { kind: 'trade-in', name: 'Old miner', href: null, price: 0, earning: { ...s21, price: 0 } }),
          ),
        ],
      }),
    )
  })

  it('has the machines of its address beside each other, and takes one out of it', async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    router.asPath = `/compare?product=a&product=b&product=a&machine=${id}&machine=nonsense`
    await show()
    expect(compare).toHaveBeenLastCalledWith({ products: ['a', 'b'], machines: [id] }, expect.anything())
    const rows = within(screen.getByRole('table', { name: 'What machines earn' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      expect.stringContaining('Miner a'),
      expect.stringContaining('Miner b'),
      expect.stringContaining('we take it in'),
    ])
    type('0.05')
    expect(rows[2]?.textContent).toContain('We do not know its price')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Miner a' }))
    expect(replace).toHaveBeenLastCalledWith(`/compare?product=b&machine=${id}`, undefined, expect.anything())
  })

  it('offers machines with hashrate and power, finds others by their names, and takes four', async () => {
    router.asPath = '/compare?product=a'
    const { rerender } = await show()
    const offers = () =>
      within(screen.getByRole('list', { name: 'Machines to add' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    expect(offers()).toHaveLength(4)
    search.mockResolvedValue({ products: [offered('z')] })
    active.mockResolvedValue([
      { id: 'm', manufacturer: 'Zeus', model: 'Z9', hashrate: '40 kSol/s', powerConsumption: '1150W' } as ActiveMachine,
    ])
    fireEvent.change(screen.getByRole('searchbox', { name: 'Add a machine' }), { target: { value: 'z' } })
    await vi.waitFor(() => expect(offers()).toEqual([expect.stringContaining('Miner z'), expect.stringContaining('Zeus Z9')]))
    fireEvent.click(screen.getByRole('button', { name: /Add Miner z/ }))
    expect(replace).toHaveBeenLastCalledWith('/compare?product=a&product=z', undefined, expect.anything())
    router.asPath = '/compare?product=a&product=b&product=c&product=d'
    rerender(<CompareScreen network={network} products={products} onPrice={keepElectricityPrice} />)
    await act(async () => undefined)
    screen.getByText(/4 machines are compared at most/)
  })

  it('says of each why there is no figure', async () => {
    compare.mockResolvedValue({
      machines: [compared('a', { earning: null }), compared('b', { earning: { ...s21, algorithm: 'Blake3' } })],
    })
    router.asPath = '/compare?product=a&product=b'
    await show()
    screen.getByText('We do not know its hashrate, its power or its algorithm.')
    screen.getByText(/no current figures of Blake3 networks/)
    expect(document.body.textContent).not.toMatch(/BTC|today/)
  })

  it('says so where the machines could not be read', async () => {
    compare.mockRejectedValue(new Error('away'))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    router.asPath = '/compare?product=a'
    await show()
    screen.getByRole('alert')
  })
})
