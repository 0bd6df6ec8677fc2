import type { Prisma, UnitOwner, UnitState } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

/** The cost is in EUR. */
export interface UnitRow extends Prisma.UnitCreateManyInput {
  id: string
  manufacturer: string
  model: string
  serialNumber: string | null
  owner: UnitOwner
  state: UnitState
  createdAt: Date
}

/** Customers' machines, with them unless an override says otherwise. */
export function unitFactory(source: Source, anyMachine: () => { manufacturer?: string; model?: string }) {
  const { faker } = source
  return (overrides: Partial<UnitRow> = {}): UnitRow => {
    const { manufacturer = '', model = '' } = anyMachine()
    const id = faker.string.uuid()
    const serialNumber = faker.string.alphanumeric({ length: 14, casing: 'upper', exclude: ['I', 'O'] })
    const createdAt = recentTime(source)
    return { id, manufacturer, model, serialNumber, owner: 'customer', state: 'with_customer', createdAt, ...overrides }
  }
}
