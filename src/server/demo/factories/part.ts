import type { Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

interface PartTypeRow extends Prisma.PartTypeCreateManyInput {
  id: string
  cost: number
}

const kinds = ['hashboard', 'control_board', 'psu', 'fan'] as const
const names = { hashboard: 'Hashboard', control_board: 'Control board', psu: 'Power supply', fan: 'Fan' }

export function partTypeFactory(source: Source) {
  const { faker } = source
  return (overrides: Partial<PartTypeRow> = {}): PartTypeRow => {
    const kind = faker.helpers.arrayElement(kinds)
    const cost = faker.number.int({ min: 12, max: 240 })
    const added = recentTime(source)
    const createdAt = overrides.createdAt ?? added
    return {
      id: faker.string.uuid(),
      name: `${names[kind]} for Antminer S${faker.number.int({ min: 30, max: 99 })}`,
      kind,
      sku: faker.string.alphanumeric({ length: 8, casing: 'upper' }),
      fits: [],
      cost,
      price: Math.round(cost * 1.6),
      reorderPoint: 2,
      stockLevel: 6,
      isActive: true,
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}

interface PartRow extends Prisma.PartCreateManyInput {
  id: string
}

export function partFactory(source: Source) {
  const { faker } = source
  return (type: PartTypeRow, overrides: Partial<PartRow> = {}): PartRow => {
    const received = recentTime(source)
    const createdAt = overrides.createdAt ?? received
    return {
      id: faker.string.uuid(),
      partNumber: `P-${source.nextNumber()}`,
      typeId: type.id,
      serialNumber: type.kind === 'fan' ? null : faker.string.alphanumeric({ length: 14, casing: 'upper' }),
      state: 'in_stock',
      location: `Shelf ${faker.number.int({ min: 1, max: 6 })}`,
      cost: type.cost,
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
