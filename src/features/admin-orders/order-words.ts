import type { OrderStatus } from '~/contracts/statuses'

/** The words of Order Management (spec §2, §8). */
export const orderWords = {
  statusUpdated: (status: OrderStatus) => `Order status updated to ${status}`,
  statusFailed: 'Failed to update order status',
  loadFailed: 'Failed to fetch orders',
  noneMatch: 'No orders match your filters',
  none: 'No orders found',
  missing: 'There is no such order.',
} as const
