import { caseDeviceDraft } from '~/contracts/cases/device'
import type { UnitState } from '~/contracts/statuses'
import { safeJson } from '~/server/platform/database/column-values'
import { minerData } from './data/miner-data'
import type { Factories } from './factories'
import type { UnitRow } from './factories/unit'
import type { RepairRow } from './factories/repair'

type Rows<Name extends 'tradeIn' | 'product'> = ReturnType<Factories[Name]>[]

interface Cases {
  factories: Factories
  repairs: RepairRow[]
  tradeIns: Rows<'tradeIn'>
  products: Rows<'product'>
}

const deviceOf = (info: unknown) => caseDeviceDraft(safeJson(info))

const stages: readonly { state: UnitState; location: string }[] = [
  { state: 'ready', location: 'Shelf B3' },
  { state: 'refurbishing', location: 'Bench 2' },
  { state: 'bought', location: 'Intake' },
]

/** An earlier repair, possibly another customer's, is over, and a new one is open. */
function broughtTwice({ factories, repairs }: Pick<Cases, 'factories' | 'repairs'>) {
  const now = repairs.findLast(({ status, userId }) => status === 'diagnosing' && userId !== null)
  const before = now && repairs.find(({ status, createdAt }) => status === 'shipped' && createdAt < now.createdAt)
  if (!now || !before) return undefined
  const { manufacturer, model } = deviceOf(now.deviceInfo)
  const unit = factories.unit({ manufacturer, model, userId: now.userId, state: 'quarantined', createdAt: before.createdAt })
  for (const each of [before, now]) each.deviceInfo = { manufacturer, model, serialNumber: unit.serialNumber }
  return { unit, cases: [before, now] }
}

/** Repaired twice, offered as refurbished, or bought by trade-ins. Loading makes the units of all other cases. */
export function makeUnits({ factories, repairs, tradeIns, products }: Cases) {
  const units: UnitRow[] = []
  const unitOfCases: { id: string; unitId: string }[] = []
  const add = (unit: UnitRow, cases: readonly { id: string }[]) => {
    units.push(unit)
    unitOfCases.push(...cases.map(({ id }) => ({ id, unitId: unit.id })))
  }
  const twice = broughtTwice({ factories, repairs })
  if (twice) add(twice.unit, twice.cases)
  const offered = products.find(({ name }) => /^(Antminer|Whatsminer).*, refurbished$/.test(name))
  const company = { owner: 'company', userId: null } as const
  if (offered) {
    const listed = { ...company, manufacturer: offered.manufacturer ?? '', model: offered.model ?? '', productId: offered.id } as const
    for (const location of ['Shelf B1', 'Shelf B2']) add(factories.unit({ ...listed, state: 'listed', location }), [])
  }
  // Nothing reads the boards of a rig.
  const bought = tradeIns.filter(
    ({ status, finalValue, userId, deviceInfo }) =>
      status === 'completed' && finalValue !== null && userId !== null && minerData(safeJson(deviceInfo), true) !== null,
  )
  for (const [place, { state, location }] of stages.entries()) {
    const tradeIn = bought[place]
    if (!tradeIn) break
    const { manufacturer, model } = deviceOf(tradeIn.deviceInfo)
    const { id, finalValue, completedAt, createdAt } = tradeIn
    const owned = { ...company, ownerCaseId: id, cost: finalValue, createdAt: completedAt ?? createdAt }
    const unit = factories.unit({ ...owned, manufacturer, model, state, location })
    tradeIn.deviceInfo = { manufacturer, model, serialNumber: unit.serialNumber }
    add(unit, [tradeIn])
  }
  const steps: Partial<Record<UnitState, number>> = { bought: 0, refurbishing: 2 }
  const work = units.filter(({ owner }) => owner === 'company').map((unit) => factories.refurbishment(unit, steps[unit.state]))
  return {
    units,
    unitOfCases,
    refurbishments: work.map(({ refurbishment }) => refurbishment),
    refurbishmentSteps: work.flatMap((each) => each.steps),
  }
}
