import type { OrderStatus, RepairStatus, TradeInStatus } from '~/generated/prisma/client'

/** The work of four months, newest first: work in hand, then work done. */

const times = <Status>(count: number, ...statuses: Status[]): Status[] => Array.from({ length: count }, () => statuses).flat()

export const orderStatusesByAge: OrderStatus[] = [
  ...times<OrderStatus>(2, 'pending', 'pending', 'processing', 'pending', 'processing', 'completed'),
  ...times<OrderStatus>(2, 'processing', 'completed', 'cancelled', 'completed'),
  ...times<OrderStatus>(5, ...times<OrderStatus>(7, 'completed'), 'cancelled'),
]

export const repairStatusesByAge: RepairStatus[] = [
  ...times<RepairStatus>(1, 'received', 'received', 'diagnosing', 'received', 'repairing', 'diagnosing'),
  ...times<RepairStatus>(2, 'repairing', 'testing', 'completed'),
  ...times<RepairStatus>(3, 'shipped', 'completed', 'shipped', 'shipped'),
]

export const tradeInStatusesByAge: TradeInStatus[] = [
  ...times<TradeInStatus>(1, 'submitted', 'submitted', 'evaluated', 'submitted', 'submitted', 'evaluated'),
  ...times<TradeInStatus>(2, 'approved', 'completed', 'rejected'),
  ...times<TradeInStatus>(3, 'completed', 'completed', 'rejected', 'completed'),
]
