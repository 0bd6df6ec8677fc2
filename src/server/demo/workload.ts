import { conditionGrades } from '~/contracts/trade-in-estimate'
import { DEFAULT_MACHINE_CATEGORY } from '~/contracts/machines'
import type { OrderStatus, RepairStatus, TradeInStatus } from '~/generated/prisma/client'
import type { Factories } from './factories/factories'
import type { MachineRow } from './factories/machine'
import type { Person } from './factories/person'
import type { ProductRow } from './factories/product'
import { maybe, type Source } from './factories/source'
import { spreadOver } from './timeline'

/** What a shop has to do: its orders, repairs and trade-ins of four months, oldest first. */

const FOUR_MONTHS = 122
const FROM_A_CUSTOMER = 0.95

const times = <T>(count: number, status: T): T[] => Array.from({ length: count }, () => status)

/** Work done long ago, then work in hand: sixty orders, twenty-four repairs and as many trade-ins. */
const orderHistory: OrderStatus[] = [
  ...[...times(9, 'completed' as const), 'cancelled' as const],
]
