import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TrackedOrder } from '~/contracts/stock/checkout'
import { FollowedOrder } from '~/features/stock/sale/tracked-order'
import { renderScreen } from './support/fake-api'

const order: TrackedOrder = {
  number: 'ORD-42',
  status: 'processing',
  standing: 'agreed',
  placedAt: new Date('2026-11-20T10:00:00Z'),
  heldUntil: null,
  lapsesAt: null,
  hasLapsed: false,
  payment: 'card',
  fullName: 'Ada Buyer',
  deliveryAddress: '1 High Street, Leeds',
  carrier: null,
  trackingNumber: null,
  lines: [],
  total: 240,
  paid: 240,
  credit: 0,
  ways: { card: false, transfer: null, amount: 0 },
}
const show = (more: Partial<TrackedOrder>) =>
  renderScreen(<FollowedOrder token="secret" linkForm={null} />, { 'orders.tracked': () => ({ ...order, ...more }) })

it('the page of an order says what was paid, and where its papers are', async () => {
  show({})
  expect((await screen.findByText('Paid')).nextSibling?.textContent).toBe('€240.00')
  expect(screen.getByText('The invoice and each receipt are attached to our emails, as PDF.')).toBeDefined()
})

it('an order by card that is not paid has no papers yet', async () => {
  show({ paid: 0, standing: 'held', ways: { card: true, transfer: null, amount: 240 } })
  expect(await screen.findByText('Pay €240.00 by card')).toBeDefined()
  expect(screen.queryByText('Paid')).toBeNull()
  expect(screen.queryByText(/attached to our emails/)).toBeNull()
})

it('an order that is on its way names its parcel, and leads to the carrier', async () => {
  show({ status: 'completed', carrier: 'DPD', trackingNumber: '15501234567890' })
  expect(await screen.findByText('Your order is on its way, or with you.')).toBeDefined()
  expect(screen.getByText(/Tracking number: 15501234567890/)).toBeDefined()
  expect(screen.getByRole('link', { name: /Track parcel/ }).getAttribute('href')).toBe(
    'https://track.dpd.co.uk/search?reference=15501234567890',
  )
})

it('an order that store credit has paid says so', async () => {
  show({ paid: 0, credit: 240, payment: 'transfer' })
  expect((await screen.findByText('Store credit')).nextSibling?.textContent).toBe('€240.00')
})
