import type { StatusEffect } from '~/server/platform/records/status-records'
import { lockCase, unitOfCase } from './find-unit'
import { followCases } from './follow-cases'
import { buyUnits, giveUnitsBack } from './purchases'

/** Moves machines as the statuses of their cases ask. Of many cases at once those without a unit get theirs in the background. */
const follow: StatusEffect = async (tx, { actor }, { ids }) => {
  const [only] = ids
  if (ids.length === 1 && only !== undefined && (await lockCase(tx, only)).unitId === null) await unitOfCase(tx, only, actor)
  await followCases(tx, actor, ids)
  return []
}

/** Of a repair: where its machine is. */
export const withUnitsOfRepairs =
  (effect: StatusEffect): StatusEffect =>
  async (tx, call, change) => [...(await effect(tx, call, change)), ...(await follow(tx, call, change))]

/** Of a trade-in: a completed one makes its machine the company's, and one that is set back gives it back. */
export const withUnitsOfTradeIns =
  (effect: StatusEffect): StatusEffect =>
  async (tx, call, change) => {
    const notices = await effect(tx, call, change)
    if (change.status === 'completed') return [...notices, ...(await buyUnits(tx, call.actor, change.ids))]
    const kept = await giveUnitsBack(tx, call.actor, change.ids)
    return [...notices, ...kept, ...(await follow(tx, call, change))]
  }
