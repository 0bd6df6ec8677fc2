import { tradeInStatuses } from '~/contracts/statuses'
import {
  conditionGrades,
  conditionLabels,
  conditionNotes,
  tradeInEstimate,
  type ConditionGrade,
} from '~/contracts/catalogue/trade-in-estimate'
import type { Prisma, TradeInStatus } from '~/generated/prisma/client'
import type { MachineRow } from './machine'
import { drawDeviceInfo } from './repair'
import { maybe, recentTime, workedUntil, type Source } from './source'

/** Values are EUR of store credit. */
export interface TradeInRow extends Prisma.TradeInCreateManyInput {
  id: string
  userId: string | null
  status: TradeInStatus
  conditionAssessment: string | null
  evaluationNotes: string | null
  estimatedValue: number | null
  finalValue: number | null
  completedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const remarks: Record<ConditionGrade, string> = {
  excellent: 'Clean, original packaging, no marks on the case.',
  good: 'Light scratches on the case, runs at full speed.',
  fair: 'Dusty heat sinks and one noisy fan; runs within its rating.',
  poor: 'Does not reach its rating: one board or card is dead.',
}

const verdicts: Record<TradeInStatus, string | null> = {
  submitted: null,
  evaluated: 'Ran for two hours on the test bench; figures are with the customer.',
  approved: 'The customer has accepted the value; store credit is due on booking in.',
  rejected: 'The serial numbers of case and boards do not match, so the unit goes back to the customer.',
  completed: 'Tested, wiped and booked in. Store credit has been issued.',
}

/** Values follow the machine and its grade (requirements §4): an estimate first, a final value once approved. */
export function tradeInFactory(source: Source, anyMachine: () => MachineRow) {
  const { faker } = source
  return ({ machine, grade, ...overrides }: Partial<TradeInRow> & { machine?: MachineRow; grade?: ConditionGrade } = {}): TradeInRow => {
    const drawn = anyMachine()
    const id = faker.string.uuid()
    const tradeInNumber = `TRD-${source.nextNumber()}`
    const anyGrade = faker.helpers.arrayElement(conditionGrades)
    const anyStatus = faker.helpers.arrayElement(tradeInStatuses)
    const correction = faker.helpers.arrayElement([0.8, 0.9, 1, 1, 1.05])
    const arrived = recentTime(source)

    const device = machine ?? drawn
    const condition = grade ?? anyGrade
    const status = overrides.status ?? anyStatus
    const createdAt = overrides.createdAt ?? arrived
    const estimate = tradeInEstimate(device, condition)
    const earlyEstimate = maybe(source, 0.6, estimate)
    return {
      id,
      tradeInNumber,
      userId: null,
      status,
      deviceInfo: drawDeviceInfo(source, device),
      grade: condition,
      conditionAssessment: `${conditionLabels[condition]} (${conditionNotes[condition]}). ${remarks[condition]}`,
      evaluationNotes: verdicts[status],
      estimatedValue: status === 'submitted' ? earlyEstimate : estimate,
      finalValue: status === 'approved' || status === 'completed' ? Math.round(estimate * correction) : null,
      completedAt: status === 'completed' ? workedUntil(source, createdAt) : null,
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
