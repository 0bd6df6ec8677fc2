import { statusNames, type OrderStatus, type RepairStatus, type TradeInStatus, type UserRole } from '~/contracts/statuses'
import type { QuoteState } from '~/contracts/status-inputs'

export const statusLabels = {
  ...statusNames,
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  disputed: 'Disputed',
  expired: 'Expired',
  customer: 'Customer',
  admin: 'Admin',
} as const satisfies Record<OrderStatus | RepairStatus | TradeInStatus | QuoteState | UserRole, string>

export type LabelledStatus = keyof typeof statusLabels

const isLabelled = (value: string): value is LabelledStatus => Object.hasOwn(statusLabels, value)

/** '' without a status; a status that no longer exists is shown as stored. */
export const storedStatusLabel = (value: unknown): string => {
  if (typeof value !== 'string') return ''
  return isLabelled(value) ? statusLabels[value] : value
}
