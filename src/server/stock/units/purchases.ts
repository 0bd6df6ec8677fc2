import { isStock, type Unit } from '~/contracts/stock/units'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { lockUnit, unitOfCase } from './find-unit'
import { moveUnit, stateInWords } from './move-unit'

type Tx = Prisma.TransactionClient

interface Purchase {
  id: string
  userId: string | null
  finalValue: number | null
}

const bought = (unit: Unit) => `${unit.unitNumber} was the company’s already (${stateInWords(unit.state)}), and has been bought again.`

/** At the trade-in's final value; every purchase goes through here. */
async function buyUnit(tx: Tx, actor: Actor, { id, userId, finalValue }: Purchase): Promise<string[]> {
  const unit = await unitOfCase(tx, id, actor)
  const isBought = unit.owner === 'company' && unit.ownerCaseId === id
  if (isBought) {
    if (unit.cost !== finalValue) await moveUnit(tx, unit, { cost: finalValue }, actor)
    return []
  }
  const isAgain = unit.owner === 'company'
  // It had an unknown owner in between: each purchase needs an owner before it.
  const theirs = isAgain
    ? await moveUnit(tx, unit, { owner: 'customer', userId, state: 'quarantined', ownerCaseId: id, productId: null, cost: null }, actor)
    : unit
  await moveUnit(tx, theirs, { owner: 'company', state: 'bought', cost: finalValue, ownerCaseId: id }, actor)
  return isAgain ? [bought(unit)] : []
}

/** Idempotent; a repeat corrects the cost. @returns sentences for the administrator */
export async function buyUnits(tx: Tx, actor: Actor, caseIds: readonly string[]): Promise<string[]> {
  const notices: string[] = []
  const rows = await tx.tradeIn.findMany({
    where: { id: { in: [...caseIds] }, status: 'completed' },
    select: { id: true, userId: true, finalValue: true },
    orderBy: { id: 'asc' },
  })
  for (const row of rows) notices.push(...(await buyUnit(tx, actor, { ...row, finalValue: toAmountOrNull(row.finalValue) })))
  return notices
}

/**
 * Returns machines of trade-ins that are no longer completed, unless they were sold or scrapped since. @returns sentences for the
 * administrator
 */
export async function giveUnitsBack(tx: Tx, actor: Actor, caseIds: readonly string[]): Promise<string[]> {
  const purchases = await tx.unitOwnership.findMany({
    where: { caseId: { in: [...caseIds] }, owner: 'company' },
    select: { unitId: true, caseId: true },
    orderBy: [{ unitId: 'asc' }, { startedAt: 'desc' }],
    distinct: ['unitId', 'caseId'],
  })
  const notices: string[] = []
  for (const { unitId, caseId } of purchases) {
    const unit = await lockUnit(tx, unitId)
    if (caseId === null || unit.ownerCaseId !== caseId) continue
    if (unit.owner !== 'company' || !isStock(unit.state)) {
      if (unit.owner === 'company') notices.push(`${unit.unitNumber} is ${stateInWords(unit.state)} and stays the company’s.`)
      continue
    }
    const tradeIn = await tx.tradeIn.findUnique({ where: { id: caseId }, select: { userId: true } })
    const back = {
      owner: 'customer',
      userId: tradeIn?.userId ?? null,
      state: 'quarantined',
      cost: null,
      productId: null,
      ownerCaseId: caseId,
    } as const
    await moveUnit(tx, unit, back, actor)
  }
  return notices
}
