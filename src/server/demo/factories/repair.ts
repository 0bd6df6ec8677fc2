import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { repairStatuses } from '~/contracts/statuses'
import type { Prisma, RepairStatus } from '~/generated/prisma/client'
import type { MachineRow } from './machine'
import { repairDueOn } from '~/server/cases/deadlines'
import { type Source, maybe, recentTime, workedUntil } from './source'

/** `cost` is the usual price in EUR (requirements §9: from 150 / 100 / 80). */
const repairFaults = [
  {
    problem: 'One of three hashboards is not detected after a power cut. The other two run at full speed.',
    diagnosis: 'Hashboard 2: the 12 V boost converter is shorted and two ASIC chips in domain 7 do not answer.',
    notes: 'Replaced the boost converter and both chips, renewed the thermal paste and balanced the domains.',
    cost: 190,
  },
  {
    problem: 'The miner starts, then restarts every ten minutes. The log shows temperature sensor errors.',
    diagnosis: 'Hashboard 1: a temperature sensor has come off its pads; the firmware shuts the board down to protect it.',
    notes: 'Resoldered the sensor and cleaned the heat sinks. Ran at full load for four hours without a restart.',
    cost: 150,
  },
  {
    problem: 'No lights and no network link. The fans run at full speed as soon as power is connected.',
    diagnosis: 'Control board: the flash memory is corrupt and does not boot; the SD card recovery fails as well.',
    notes: 'Replaced the flash chip, wrote the manufacturer’s current firmware and restored the network settings.',
    cost: 120,
  },
  {
    problem: 'The network port works only when the cable is held to one side.',
    diagnosis: 'Control board: the Ethernet jack is torn from the board on one side.',
    notes: 'Fitted a new jack and checked the link at 100 Mbit/s over a 30 m cable.',
    cost: 100,
  },
  {
    problem: 'The unit trips the breaker when it is switched on.',
    diagnosis: 'Power supply: a shorted rectifier and a blown fuse on the input side.',
    notes: 'Replaced rectifier, fuse and inrush relay. Insulation test passed.',
    cost: 110,
  },
  {
    problem: 'Hash rate is 30 per cent below its rating since the summer, with a burnt smell near the plug.',
    diagnosis: 'Power supply: the output sags under load; an output connector is charred.',
    notes: 'Replaced the output capacitors and the connector. The voltage stays within one per cent at full load.',
    cost: 95,
  },
  {
    problem: 'Loud grinding from the intake side, and the miner reports a lost fan.',
    diagnosis: 'Both intake fans have worn bearings; one reports no speed.',
    notes: 'Fitted two new 120 mm fans and removed dust from all heat sinks.',
    cost: 80,
  },
  {
    problem: 'The miner was dropped in transport. It runs, but one board shows many hardware errors.',
    diagnosis: 'Hashboard 3: several heat sinks are loose and a chip is cracked.',
    notes: 'Replaced the chip and bonded eleven heat sinks again. The error rate is below 0.1 per cent.',
    cost: 240,
  },
]

/** A diagnosis begins like 'Hashboard 2: …'. */
const serviceOf = (diagnosis: string) =>
  repairServiceIds.find((id) => diagnosis.startsWith(repairServices[id].label.replace(/ repair$/, ''))) ?? 'other'

interface DeviceInfo {
  manufacturer: string
  model: string
  serialNumber?: string
}

/** The costs are in EUR. */
export interface RepairRow extends Prisma.RepairCreateManyInput {
  id: string
  userId: string | null
  status: RepairStatus
  problemDescription: string | null
  diagnosis: string | null
  repairNotes: string | null
  estimatedCost: number | null
  actualCost: number | null
  completedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

type Device = Pick<MachineRow, 'manufacturer' | 'model'>

export function drawDeviceInfo(source: Source, { manufacturer, model }: Device): DeviceInfo & Prisma.InputJsonObject {
  const serialNumber = maybe(source, 0.6, source.faker.string.alphanumeric({ length: 14, casing: 'upper', exclude: ['I', 'O'] }))
  return { manufacturer, model, ...(serialNumber === null ? {} : { serialNumber }) }
}

/** Repairs whose data follow their status: no diagnosis when received, a bill at the end. */
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
    const done = workedUntil(source, overrides.createdAt ?? arrived)

    const status = overrides.status ?? anyStatus
    const createdAt = overrides.createdAt ?? arrived
    const stage = repairStatuses.indexOf(status)
    const since = (first: RepairStatus) => stage >= repairStatuses.indexOf(first)
    const service = since('repairing') ? serviceOf(fault.diagnosis) : null
    const due = repairDueOn(createdAt, service, 'Europe/London')
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
      service,
      dueOn: due === null ? null : new Date(`${due}T00:00:00Z`),
      completedAt: since('completed') ? done : null,
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
