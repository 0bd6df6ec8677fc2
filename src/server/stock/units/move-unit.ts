import { TRPCError } from '@trpc/server'
import { isStock, mayMove, unitStateWords, type Unit, type UnitOwner } from '~/contracts/stock/units'
import { records } from '~/contracts/records'
import type { UnitState } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { openRefurbishment } from '~/server/stock/refurbishing/open-refurbishment'
import { finishRefurbishment, mustBeAnswered } from '~/server/stock/refurbishing/finish-refurbishment'
import { assignments, changeRow } from '~/server/platform/audit/change-row'
import type { Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { unitAudited, unitRow } from './unit-rows'

type Tx = Prisma.TransactionClient

/**
 * Keeps others from merging units until the transaction ends; before every other lock of units. @param isMerge waits until nobody looks for
 * a unit
 */
export async function holdMerges(tx: Tx, isMerge = false): Promise<void> {
  const lock = Prisma.raw(isMerge ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.$queryRaw`SELECT ${lock}(hashtext('merges of units'))::text`
}

/** Absent fields keep their values. `cost` is in EUR. */
export type UnitChange = { [Field in keyof typeof columns]?: Unit[Field] | undefined }

const columns = {
  manufacturer: 'text',
  model: 'text',
  serialNumber: 'text',
  modelId: 'uuid',
  owner: 'unit_owner',
  userId: 'uuid',
  ownerCaseId: 'uuid',
  ownerLineId: 'uuid',
  state: 'unit_state',
  location: 'text',
  cost: 'numeric',
  productId: 'uuid',
  notes: 'text',
  mergedInto: 'uuid',
} as const satisfies Partial<Record<keyof Unit, string>>

export const stateInWords = (state: UnitState) => unitStateWords[state].label.toLowerCase()

/** @throws NOT_FOUND, CONFLICT for a stale version */
export function writeUnit(
  tx: Tx,
  { id }: Pick<Unit, 'id'>,
  change: UnitChange,
  actor: Actor,
  action = 'unit.updated',
  version?: number,
): Promise<Unit> {
  return changeRow({ readJson: readJsonWithin(tx) }, actor, {
    record: records.units,
    id,
    version,
    set: assignments(columns, change),
    row: unitRow,
    action,
    audited: unitAudited,
  })
}

const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** A new owner's origin is open unless it is given. */
const waysOf = (unit: Unit, { owner = unit.owner, userId = unit.userId, ownerCaseId = null, ownerLineId = null }: UnitChange) =>
  owner === unit.owner && userId === unit.userId ? {} : { ownerCaseId, ownerLineId }

/** A purchase, or a move to the bench, opens the checklist; a unit is ready only when it is complete. A unit that was offered was ready. */
async function refurbish(tx: Tx, unit: Unit, state: UnitState, { owner = unit.owner, ownerCaseId = null }: UnitChange, actor: Actor) {
  const isBought = state === 'bought' && owner !== unit.owner
  if (isBought) await openRefurbishment(tx, unit, { caseId: ownerCaseId, isBought })
  if (state === unit.state) return
  if (state === 'refurbishing') await openRefurbishment(tx, unit, { caseId: null, isBought: false })
  if (state === 'ready' && unit.state !== 'listed') await finishRefurbishment(tx, unit, actor)
  if (state === 'listed') await mustBeAnswered(tx, unit)
}

/**
 * Every change of state goes through here. The company's machine has no customer; one that is not listed or sold keeps its former product.
 * @throws CONFLICT for a move outside `unitMoves`, a merged unit, stock that is not the company's, and a machine that is not ready
 */
export async function moveUnit(tx: Tx, unit: Unit, change: UnitChange, actor: Actor, version?: number): Promise<Unit> {
  const { unitNumber, mergedInto } = unit
  const state = change.state ?? unit.state
  const owner: UnitOwner = change.owner ?? unit.owner
  if (mergedInto !== null) throw refused(`${unitNumber} was merged into another machine. Change that one.`)
  if (!mayMove(unit.state, state))
    throw refused(`${unitNumber} is ${stateInWords(unit.state)}, from where it cannot become ${stateInWords(state)}.`)
  if (owner === 'customer' && isStock(state)) throw refused(`${unitNumber} is not the company’s, so it cannot be ${stateInWords(state)}.`)
  await refurbish(tx, unit, state, change, actor)
  const userId = owner === 'company' ? null : change.userId
  const whole = { ...change, userId, ...waysOf(unit, { ...change, userId }) }
  const isSaid = Object.values(whole).some((value) => value !== undefined)
  return isSaid ? writeUnit(tx, unit, whole, actor, state === unit.state ? 'unit.updated' : 'unit.moved', version) : unit
}
