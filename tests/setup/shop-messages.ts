import { createHmac } from 'node:crypto'

/** Signed messages of the shop platform. */

export const WEBHOOK_SECRET = 'a-webhook-secret-of-the-test'

export const signed = (body: string | Buffer, secret: string = WEBHOOK_SECRET) => createHmac('sha256', secret).update(body).digest('base64')

/** The part of a real order's message that the shop reads, and some that it does not. */
export const order = (overrides: Record<string, unknown> = {}) => ({
  id: 5_432_109_876_543,
  admin_graphql_api_id: 'gid://shopify/Order/5432109876543',
  name: '#1001',
  email: 'buyer@example.com',
  created_at: '2026-11-19T10:00:00+01:00',
  updated_at: '2026-11-19T10:00:00+01:00',
  cancelled_at: null,
  financial_status: 'pending',
  fulfillment_status: null,
  currency: 'GBP',
  total_price: '90.00',
  total_price_set: { shop_money: { amount: '90.00', currency_code: 'GBP' }, presentment_money: { amount: '104.50', currency_code: 'EUR' } },
  line_items: [{ id: 1, title: 'Antminer S21', quantity: 1 }],
  ...overrides,
})
