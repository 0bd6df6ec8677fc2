import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'

const over: readonly (RepairStatus | TradeInStatus)[] = ['completed', 'shipped', 'rejected']

/** Whether nothing more happens to a case of this status: nothing is answered, added or turned into something else. */
export const isOver = (status: RepairStatus | TradeInStatus): boolean => over.includes(status)
