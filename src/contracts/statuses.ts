export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled'] as const
export const repairStatuses = ['received', 'diagnosing', 'repairing', 'testing', 'completed', 'shipped'] as const
export const tradeInStatuses = ['submitted', 'evaluated', 'approved', 'rejected', 'completed'] as const
/** In a machine, outside of one, or gone. */
export const partStates = ['in_stock', 'reserved', 'installed', 'taken_out', 'scrapped', 'sold'] as const
export const userRoles = ['customer', 'admin'] as const
/** Stages of a machine; not a free status (contracts/stock/units.ts has the moves). */
export const unitStates = [
  'with_customer',
  'awaited',
  'quarantined',
  'bought',
  'refurbishing',
  'ready',
  'listed',
  'sold',
  'returned',
  'scrapped',
] as const

export type OrderStatus = (typeof orderStatuses)[number]
export type RepairStatus = (typeof repairStatuses)[number]
export type TradeInStatus = (typeof tradeInStatuses)[number]
export type PartState = (typeof partStates)[number]
export type UserRole = (typeof userRoles)[number]
export type UnitState = (typeof unitStates)[number]

/** Neither completed nor shipped: 'Active Repairs' of the dashboard and the repair screen (requirements §4). */
export const activeRepairStatuses = ['received', 'diagnosing', 'repairing', 'testing'] as const satisfies RepairStatus[]

/** 'Pending Trade-ins' and 'Pending Evaluation' (requirements §4). */
export const pendingTradeInStatuses = ['submitted', 'evaluated'] as const satisfies TradeInStatus[]

export const openTradeInStatuses = ['submitted', 'evaluated', 'approved'] as const satisfies TradeInStatus[]

/** Waits for staff, in work, ready for the next step, done, or without result. Record types share it: a shared name means the same. */
export const statusTones = {
  pending: 'warn',
  received: 'warn',
  submitted: 'warn',
  processing: 'info',
  diagnosing: 'info',
  repairing: 'info',
  evaluated: 'info',
  testing: 'accent',
  approved: 'accent',
  completed: 'success',
  shipped: 'success',
  cancelled: 'danger',
  rejected: 'danger',
} as const satisfies Record<OrderStatus | RepairStatus | TradeInStatus, string>

/** As people read them. */
export const statusNames = {
  pending: 'Pending',
  processing: 'Processing',
  received: 'Received',
  diagnosing: 'Diagnosing',
  repairing: 'Repairing',
  testing: 'Testing',
  shipped: 'Shipped',
  submitted: 'Submitted',
  evaluated: 'Evaluated',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus | RepairStatus | TradeInStatus, string>

export const unitTones = {
  with_customer: 'neutral',
  awaited: 'warn',
  quarantined: 'warn',
  bought: 'info',
  refurbishing: 'info',
  ready: 'accent',
  listed: 'accent',
  sold: 'success',
  returned: 'warn',
  scrapped: 'danger',
} as const satisfies Record<UnitState, string>
export const partStateLabels: Record<PartState, string> = {
  in_stock: 'In stock',
  reserved: 'Reserved',
  installed: 'Installed',
  taken_out: 'Taken out',
  scrapped: 'Written off',
  sold: 'Sold',
}
export const partTones = {
  in_stock: 'success',
  reserved: 'accent',
  installed: 'info',
  taken_out: 'warn',
  scrapped: 'danger',
  sold: 'neutral',
} as const satisfies Record<PartState, string>

const finalStatuses = ['completed', 'shipped', 'rejected'] as const satisfies (RepairStatus | TradeInStatus)[]
type FinalStatus = (typeof finalStatuses)[number]

/** Closed cases take no answers, additions or conversions. */
export const isFinalStatus = (status: RepairStatus | TradeInStatus): status is FinalStatus =>
  finalStatuses.some((final) => final === status)
