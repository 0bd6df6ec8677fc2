import { boardsOfModel } from '~/contracts/stock/miners/models'
import { rateAndUnit } from '~/contracts/catalogue/models'
import type { Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

interface Sheet {
  manufacturer: string
  model: string
  category?: string | undefined
  hashrate?: string | null | undefined
  power?: string | null | undefined
  algorithm?: string | null | undefined
}

export function modelFactory(source: Source) {
  return (sheet: Sheet, overrides: Partial<Prisma.DeviceModelCreateManyInput> = {}): Prisma.DeviceModelCreateManyInput => {
    const { manufacturer, model, category, hashrate = null, power = null, algorithm = null } = sheet
    const id = source.faker.string.uuid()
    const watts = Number.parseInt(power ?? '', 10)
    const added = recentTime(source)
    const createdAt = overrides.createdAt ?? added
    return {
      id,
      manufacturer,
      name: model,
      ...(category !== undefined && { category }),
      algorithm,
      ...rateAndUnit(hashrate),
      powerWatts: Number.isNaN(watts) ? null : watts,
      boards: boardsOfModel(model),
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
