/** One tuple for each status and role; labels, filters, cards and badges derive from it (spec §4). */

export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled'] as const
export const repairStatuses = ['received', 'diagnosing', 'repairing', 'testing', 'completed', 'shipped'] as const
export const tradeInStatuses = ['submitted', 'evaluated', 'approved', 'rejected', 'completed'] as const
export const userRoles = ['customer', 'admin'] as const

export type OrderStatus = (typeof orderStatuses)[number]
export type RepairStatus = (typeof repairStatuses)[number]
export type TradeInStatus = (typeof tradeInStatuses)[number]
export type UserRole = (typeof userRoles)[number]
