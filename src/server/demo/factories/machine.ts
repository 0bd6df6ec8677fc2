import { DEFAULT_MACHINE_CATEGORY } from '~/contracts/catalogue/machines'
import type { Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

/** Base values are EUR of store credit. */
export interface MachineRow extends Prisma.TradeInMachineCreateManyInput {
  id: string
  category: string
  hashrate: string
  powerConsumption: string
  baseValueExcellent: number
  baseValueGood: number
  baseValueFair: number
  baseValuePoor: number
  isActive: boolean
  notes: string | null
  createdAt: Date
  updatedAt: Date
}

const lines = [
  { manufacturer: 'Bitmain', line: 'Antminer S' },
  { manufacturer: 'MicroBT', line: 'Whatsminer M' },
  { manufacturer: 'Canaan', line: 'Avalon A' },
]

const shares = { good: 0.84, fair: 0.6, poor: 0.2 }
const wholeTens = (amount: number) => Math.round(amount / 10) * 10

/** Active air-cooled miners of made-up models (requirements §3 trade_in_machines). */
export function machineFactory(source: Source) {
  const { faker } = source
  return (overrides: Partial<MachineRow> = {}): MachineRow => {
    const { manufacturer, line } = faker.helpers.arrayElement(lines)
    const model = `${line}${faker.number.int({ min: 30, max: 99 })}`
    const terahashes = faker.number.int({ min: 90, max: 280 })
    const wattsPerTerahash = faker.number.float({ min: 14, max: 31, fractionDigits: 1 })
    const excellent = wholeTens(faker.number.int({ min: 200, max: 3000 }))
    const id = faker.string.uuid()
    const added = recentTime(source)
    const createdAt = overrides.createdAt ?? added
    return {
      id,
      manufacturer,
      model,
      category: DEFAULT_MACHINE_CATEGORY,
      hashrate: `${terahashes} TH/s`,
      powerConsumption: `${Math.round(terahashes * wattsPerTerahash)}W`,
      baseValueExcellent: excellent,
      baseValueGood: wholeTens(excellent * shares.good),
      baseValueFair: wholeTens(excellent * shares.fair),
      baseValuePoor: wholeTens(excellent * shares.poor),
      isActive: true,
      notes: null,
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
