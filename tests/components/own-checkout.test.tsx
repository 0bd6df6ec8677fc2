import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { CartQuote, PlacedOrder } from '~/contracts/stock/checkout'
import { CartPanel } from '~/features/catalogue/cart/cart-panel'
import { addToCart } from '~/features/catalogue/cart/cart-store'
import { CheckoutScreen } from '~/features/catalogue/cart/checkout-screen'

const { quote, checkout, balance, profile } = vi.hoisted(() => ({
  profile: vi.fn<() => Promise<{ fullName: string | null; phone: string | null }>>(),
  balance: vi.fn<() => Promise<{ balance: number }>>(),
  quote: vi.fn<(input: { lines: { productId: string; quantity: number }[] }) => Promise<CartQuote>>(),
  checkout: vi.fn<(input: object) => Promise<PlacedOrder>>(),
}))
vi.mock('~/trpc/vanilla-client', () => ({
  vanillaClient: {
    orders: { quote: { query: quote }, checkout: { mutate: checkout } },
    credit: { balance: { query: balance } },
    account: { profile: { query: profile } },
  },
}))

const productId = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d01'
const name = 'Antminer S21'
let price = 100
let free = 2
let delivery = ''
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  localStorage.clear()
  vi.clearAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('location', { href: 'http://localhost:3000/checkout', assign })
  price = 100
  free = 2
  delivery = ''
  balance.mockResolvedValue({ balance: 0 })
  profile.mockResolvedValue({ fullName: null, phone: null })
  quote.mockImplementation(({ lines }) => {
    const rows = lines.map(({ productId: id, quantity }) => ({
      ...{ productId: id, name, quantity, price, total: price * quantity, free },
      problem: quantity > free ? ('too_few' as const) : null,
    }))
    return Promise.resolve({
      lines: rows,
      total: rows.reduce((sum, row) => sum + row.total, 0),
      vat: 0,
      delivery,
      ways: ['card', 'transfer'],
    })
  })
  addToCart({ variantId: productId, name, image: '/products/four-fan-miner.svg', price: 100 })
})

it('the cart of the own catalogue is bounded by stock, has the server’s prices and leads to the checkout', async () => {
  price = 110
  render(<CartPanel shopUrl="https://shop.example" onClose={() => undefined} />)
  expect(await screen.findByText('A price has changed since you put this into your cart. The prices above count.')).toBeTruthy()
  expect(screen.getAllByText('€110.00')).toHaveLength(2)
  const more = screen.getByRole('button', { name: `One more of ${name}` })
  await userEvent.click(more)
  await waitFor(() => expect(more.hasAttribute('disabled')).toBe(true))
  expect(screen.getByRole('link', { name: 'Go to checkout' }).getAttribute('href')).toBe('/checkout#checkout')
  free = 1
  await userEvent.click(screen.getByRole('button', { name: `One less of ${name}` }))
  await userEvent.click(screen.getByRole('button', { name: `One more of ${name}` }))
  expect(await screen.findByText('Only 1 is in stock.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Go to checkout' }).hasAttribute('disabled')).toBe(true)
})

const fill = async () => {
  await userEvent.type(await screen.findByLabelText('Name'), 'Walter Grey')
  await userEvent.type(screen.getByLabelText('Email'), 'walter@example.com')
  await userEvent.type(screen.getByLabelText('Delivery address'), '12 Foundry Lane, Leeds')
}

it('the checkout sends products, pieces and the total that it shows, and goes to pay', async () => {
  checkout.mockResolvedValue({ number: 'ORD-10001', page: '/order/secret', url: 'https://checkout.stripe.example/1' })
  render(<CheckoutScreen email={null} />)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Order and pay €100.00' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.stripe.example/1'))
  expect(checkout.mock.calls[0]?.[0]).toMatchObject({
    ...{ fullName: 'Walter Grey', email: 'walter@example.com', deliveryAddress: '12 Foundry Lane, Leeds', payment: 'card' },
    ...{ lines: [{ productId, quantity: 1 }], total: 100, idempotencyKey: expect.stringMatching(/^\w{32}$/) as string },
  })
  expect(localStorage.getItem('cart')).toBe('[]')
  // The pressed button is gone: what came in its place has the focus, and leads on where the next page does not come.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'We have your order ORD-10001' }))
  expect(screen.getByRole('link', { name: 'Pay it' }).getAttribute('href')).toBe('https://checkout.stripe.example/1')
  expect(screen.queryByText('Your cart is empty.')).toBeNull()
})

it('the checkout that the cart leads to begins at its heading', async () => {
  vi.stubGlobal('location', { href: 'http://localhost:3000/checkout#checkout', hash: '#checkout', assign })
  render(<CheckoutScreen email={null} />)
  expect(document.activeElement?.textContent).toBe('Checkout')
  await screen.findByLabelText('Name')
})

it('a price that has changed is said before anything is paid, and nothing typed is lost', async () => {
  const { TRPCClientError } = await import('@trpc/client')
  const refusal = new TRPCClientError('The price has changed: it is €120.00 now. Nothing was ordered yet.')
  Object.assign(refusal, { data: { code: 'CONFLICT' } })
  checkout.mockRejectedValueOnce(refusal)
  checkout.mockResolvedValue({ number: 'ORD-10001', page: '/order/secret', url: null })
  render(<CheckoutScreen email={null} />)
  await fill()
  await userEvent.click(screen.getByRole('radio', { name: /Bank transfer/ }))
  price = 120
  await userEvent.click(screen.getByRole('button', { name: 'Order for €100.00' }))
  expect(await screen.findByText('The price has changed: it is €120.00 now. Nothing was ordered yet.')).toBeTruthy()
  const again = await screen.findByRole('button', { name: 'Order for €120.00' })
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Walter Grey')
  await userEvent.click(again)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/order/secret#order'))
  expect(checkout.mock.calls[1]?.[0]).toMatchObject({ total: 120, payment: 'transfer' })
})

it('the checkout asks for what is missing, and says what is out of stock', async () => {
  free = 0
  render(<CheckoutScreen email="ada@example.com" />)
  const order = within(await screen.findByRole('region', { name: 'Your order' }))
  expect(await order.findByText(/This is out of stock/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Order and pay/ }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  // On a phone what is ordered stands before the form.
  expect(order.getByText('Total').compareDocumentPosition(screen.getByLabelText('Email'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(order.getByRole('button', { name: 'Remove it' }))
  expect(await screen.findByText('Your cart is empty.')).toBeTruthy()
})

it('what is said about delivery is true where the shop has words of its own about it, and where it has none', async () => {
  const { unmount } = render(<CheckoutScreen email={null} />)
  expect(await screen.findByText('Delivery is included; duties and taxes of other countries are not.')).toBeTruthy()
  unmount()
  delivery = 'Free in the UK, €30 to the EU.'
  render(<CheckoutScreen email={null} />)
  expect(await screen.findByText(delivery)).toBeTruthy()
  expect(screen.getByText('We add no charge for delivery here; duties and taxes of other countries are not included.')).toBeTruthy()
  expect(screen.queryByText(/Delivery is included/)).toBeNull()
})

it('the checkout tells customers with store credit, and nobody else, how to pay with it', async () => {
  const { unmount } = render(<CheckoutScreen email="walter@example.com" />)
  await waitFor(() => expect(balance).toHaveBeenCalledOnce())
  expect(screen.queryByText(/of store credit/)).toBeNull()
  unmount()
  balance.mockResolvedValueOnce({ balance: 250 })
  render(<CheckoutScreen email="walter@example.com" />)
  expect((await screen.findByText(/You have €250\.00 of store credit/)).textContent).toContain(
    'choose bank transfer, and then ‘Pay with store credit’ on the order in your account',
  )
})

it('the checkout knows the name and phone number of a signed-in customer, and asks for nobody else’s', async () => {
  profile.mockResolvedValue({ fullName: 'Walter Grey', phone: '+44 113 496 0000' })
  const { unmount } = render(<CheckoutScreen email={null} />)
  await screen.findByLabelText('Name')
  expect(profile).not.toHaveBeenCalled()
  unmount()
  render(<CheckoutScreen email="walter@example.com" />)
  expect(await screen.findByDisplayValue('Walter Grey')).toBe(screen.getByLabelText('Name'))
  expect(screen.getByDisplayValue('+44 113 496 0000')).toBe(screen.getByLabelText('Phone'))
})

it('an empty cart names an external shop only where there is one', () => {
  localStorage.clear()
  const { unmount } = render(<CartPanel shopUrl={null} onClose={() => undefined} />)
  expect(screen.getByText('Your cart is empty.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View products' }).getAttribute('href')).toBe('/products')
  unmount()
  render(<CartPanel shopUrl="https://shop.example" onClose={() => undefined} />)
  expect(screen.getByText(/on its own site: shop\.example/)).toBeTruthy()
})
