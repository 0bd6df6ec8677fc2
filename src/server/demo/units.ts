import { caseDeviceDraft } from '~/contracts/cases/device'
import type { UnitState } from '~/contracts/statuses'
import { safeJson } from '~/server/platform/database/column-values'
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

/** Where the company's own machines are, as far as the shop has come with them, the first to the last. */
const stages: readonly { state: UnitState; location: string }[] = [
  { state: 'listed', location: 'Shelf B1' },
  { state: 'listed', location: 'Shelf B2' },
  { state: 'ready', location: 'Shelf B3' },
  { state: 'refurbishing', location: 'Bench 2' },
  { state: 'bought', location: 'Intake' },
]

/** A customer's machine that has been here twice: an earlier repair of it is over, and the other one is open. */
function broughtTwice({ factories, repairs }: Pick<Cases, 'factories' | 'repairs'>) {
  const isOver = ({ status }: RepairRow) => status === 'shipped'
  const now = repairs.find(
    (each) => !isOver(each) && each.userId !== null && repairs.some((other) => isOver(other) && other.userId === each.userId),
  )
  const before = now && repairs.find((each) => isOver(each) && each.userId === now.userId && each.createdAt < now.createdAt)
  if (!now || !before) return undefined
  const { manufacturer, model } = deviceOf(now.deviceInfo)
  const unit = factories.unit({ manufacturer, model, userId: now.userId, state: 'quarantined', createdAt: before.createdAt })
  for (const each of [before, now]) each.deviceInfo = { manufacturer, model, serialNumber: unit.serialNumber }
  return { unit, cases: [before, now] }
}

/**
 * The machines that have records of their own at once; the other cases get theirs in the background. One customer's that was here twice,
 * and those that the company has bought by trade-ins.
 */
export function makeUnits({ factories, repairs, tradeIns, products }: Cases) {
  const units: UnitRow[] = []
  const unitOfCases: { id: string; unitId: string }[] = []
  const add = (unit: UnitRow, cases: readonly { id: string }[]) => {
    units.push(unit)
    unitOfCases.push(...cases.map(({ id }) => ({ id, unitId: unit.id })))
  }
  const twice = broughtTwice({ factories, repairs })
  if (twice) add(twice.unit, twice.cases)
  const offered = products.find(({ name }) => name.endsWith(', refurbished'))
  const bought = tradeIns.filter(({ status, finalValue, userId }) => status === 'completed' && finalValue !== null && userId !== null)
  for (const [place, { state, location }] of stages.entries()) {
    const tradeIn = bought[place]
    if (!tradeIn) break
    const { manufacturer, model } = deviceOf(tradeIn.deviceInfo)
    const { id, finalValue, completedAt, createdAt } = tradeIn
    const productId = state === 'listed' ? (offered?.id ?? null) : null
    const owned = { owner: 'company', ownerCaseId: id, cost: finalValue } as const
    const boughtAt = completedAt instanceof Date ? completedAt : createdAt
    add(factories.unit({ ...owned, manufacturer, model, state, location, productId, createdAt: boughtAt }), [tradeIn])
  }
  return { units, unitOfCases }
}
