import { statusNames, type OrderStatus, type RepairStatus, type TradeInStatus, type UserRole } from '~/contracts/statuses'
import type { QuoteState } from '~/contracts/status-inputs'

/** Statuses, states of estimates and offers, and roles as people read them. */
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

/** A status of a stored version: '' for none, and as it is for one of another time. */
export const storedStatusLabel = (value: unknown): string => {
  if (typeof value !== 'string') return ''
  return isLabelled(value) ? statusLabels[value] : value
}
