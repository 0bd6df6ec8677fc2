import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Checkout } from '~/contracts/catalogue/cart'
import { CartPanel } from '~/features/catalogue/cart/cart-panel'
import { addToCart } from '~/features/catalogue/cart/cart-store'

const { checkout } = vi.hoisted(() => ({ checkout: vi.fn<() => Promise<Checkout>>() }))
vi.mock('~/trpc/vanilla-client', () => ({ vanillaClient: { cart: { checkout: { mutate: checkout } } } }))

beforeEach(() => localStorage.clear())

it('says what the checkout has changed of which product, and leads there only then', async () => {
  addToCart({ variantId: 'v1', name: 'Antminer S21', image: '/products/four-fan-miner.svg', price: 100 })
  checkout.mockResolvedValue({
    checkoutUrl: 'https://checkout.example/cart/1',
    warnings: [{ variantId: 'v1', text: 'There are fewer left than you want.' }],
  })
  render(<CartPanel shopUrl="https://shop.example" onClose={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(await screen.findByText('Antminer S21: There are fewer left than you want.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Continue to checkout' }).getAttribute('href')).toBe('https://checkout.example/cart/1')
  // A changed cart needs a new checkout.
  await userEvent.click(screen.getByRole('button', { name: 'One more of Antminer S21' }))
  expect(screen.queryByRole('link', { name: 'Continue to checkout' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeDefined()
})
