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
 * Until the transaction ends nobody else merges units or takes them apart: the unit that is kept of a machine stays the one. It comes
 * before every other lock of units.
 * @param isMerge for a merge, which waits until nobody looks for a unit
 */
export async function holdMerges(tx: Tx, isMerge = false): Promise<void> {
  const lock = Prisma.raw(isMerge ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.$queryRaw`SELECT ${lock}(hashtext('merges of units'))::text`
}

/** Fields of a unit that may be written; those left out stay as they are. `cost` is in EUR. */
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

/** 'quarantined', as a sentence has it. */
export const stateInWords = (state: UnitState) => unitStateWords[state].label.toLowerCase()

/** Writes a unit with its audit entry, whatever its state. @returns the unit as it is now @throws NOT_FOUND, CONFLICT for a stale version */
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

/** A new owner has got it in another way than the one before, unless somebody says how. */
const waysOf = (unit: Unit, { owner = unit.owner, userId = unit.userId, ownerCaseId = null, ownerLineId = null }: UnitChange) =>
  owner === unit.owner && userId === unit.userId ? {} : { ownerCaseId, ownerLineId }

/**
 * Keeps the refurbishment of a machine in step with a move: a purchase, and a move to the bench, open its checklist; a unit is not
 * ready before the list is complete. A unit that was offered was ready.
 */
async function refurbish(tx: Tx, unit: Unit, state: UnitState, { owner = unit.owner, ownerCaseId = null }: UnitChange, actor: Actor) {
  const isBought = state === 'bought' && owner !== unit.owner
  if (isBought) await openRefurbishment(tx, unit, { caseId: ownerCaseId, isBought })
  if (state === unit.state) return
  if (state === 'refurbishing') await openRefurbishment(tx, unit, { caseId: null, isBought: false })
  if (state === 'ready' && unit.state !== 'listed') await finishRefurbishment(tx, unit, actor)
  if (state === 'listed') await mustBeAnswered(tx, unit)
}

/**
 * Moves a locked unit to a state, an owner or a place, with its audit entry: every change of a state goes through here. The company's own
 * machine has no customer, and what is not listed or sold keeps the product that it was offered under.
 * @returns the unit as it is now
 * @throws CONFLICT for a move that `unitMoves` does not have, for one of a merged unit, for stock that is not the company's, and for a
 * machine that lacks something before it can be ready
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
