import type { RepairStatus } from '~/contracts/statuses'

/** The words of Repair Management (spec §2, §8). */
export const repairWords = {
  statusUpdated: (status: RepairStatus) => `Repair status updated to ${status}`,
  statusFailed: 'Failed to update repair status',
  loadFailed: 'Failed to fetch repairs',
  noneMatch: 'No repairs match your filters',
  none: 'No repairs found',
  missing: 'There is no such repair.',
  unnoted: 'Nothing noted yet',
} as const
