import { repairStatuses } from '~/contracts/statuses'
import type { Prisma, RepairStatus } from '~/generated/prisma/client'
import type { MachineRow } from './machine'
import { repairFaults } from './repair-faults'
import { maybe, recentTime, type Source } from './source'

export interface DeviceInfo {
  manufacturer: string
  model: string
  serialNumber?: string
}

/** A row of repairs; the costs are in EUR. */
export interface RepairRow extends Prisma.RepairCreateManyInput {
  id: string
  userId: string | null
  status: RepairStatus
  problemDescription: string | null
  diagnosis: string | null
  repairNotes: string | null
  estimatedCost: number | null
  actualCost: number | null
  createdAt: Date
  updatedAt: Date
}

type Device = Pick<MachineRow, 'manufacturer' | 'model'>

/** What a device is known by; not every customer sends the serial number. */
export function drawDeviceInfo(source: Source, { manufacturer, model }: Device): DeviceInfo & Prisma.InputJsonObject {
  const serialNumber = maybe(source, 0.6, source.faker.string.alphanumeric({ length: 14, casing: 'upper', exclude: ['I', 'O'] }))
  return { manufacturer, model, ...(serialNumber === null ? {} : { serialNumber }) }
}

/** Builds repairs that know as much about the fault as their status says: no diagnosis yet when received, a bill at the end. */
export function repairFactory(source: Source, anyMachine: () => MachineRow) {
  const { faker } = source
  return ({ machine, ...overrides }: Partial<RepairRow> & { machine?: Device } = {}): RepairRow => {
    const drawn = anyMachine()
    const id = faker.string.uuid()
    const repairNumber = `REP-${source.nextNumber()}`
    const fault = faker.helpers.arrayElement(repairFaults)
    const earlyEstimate = maybe(source, 0.5, fault.cost)
    const difference = faker.helpers.arrayElement([-15, 0, 0, 10, 25])
    const anyStatus = faker.helpers.arrayElement(repairStatuses)
    const arrived = recentTime(source)

    const status = overrides.status ?? anyStatus
    const createdAt = overrides.createdAt ?? arrived
    const stage = repairStatuses.indexOf(status)
    const since = (first: RepairStatus) => stage >= repairStatuses.indexOf(first)
    return {
      id,
      repairNumber,
      userId: null,
      status,
      deviceInfo: drawDeviceInfo(source, machine ?? drawn),
      problemDescription: fault.problem,
      diagnosis: since('repairing') ? fault.diagnosis : null,
      repairNotes: since('testing') ? fault.notes : null,
      estimatedCost: since('repairing') ? fault.cost : earlyEstimate,
      actualCost: since('completed') ? fault.cost + difference : null,
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
