import type { TradeInStatus } from '~/contracts/statuses'

/** The words of Trade-in Management (spec §2, §8). */
export const tradeInWords = {
  statusUpdated: (status: TradeInStatus) => `Trade-in status updated to ${status}`,
  statusFailed: 'Failed to update trade-in status',
  loadFailed: 'Failed to fetch trade-ins',
  noneMatch: 'No trade-ins match your filters',
  none: 'No trade-ins found',
  missing: 'There is no such trade-in.',
  unnoted: 'Nothing noted yet',
} as const
