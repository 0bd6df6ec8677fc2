import { sumOfLines, type EstimateLine } from '~/contracts/cases/estimates'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { fieldError } from '~/server/platform/errors'
import { acceptedTotal } from './read'

type Tx = Prisma.TransactionClient

/** The highest that the columns of costs take (EUR). */
const HIGHEST_COST = 9_999_999_999.99

/** @throws BAD_REQUEST where a sum would not fit into the repair's cost */
export function checkedCost(cost: number): number {
  if (cost > HIGHEST_COST) throw fieldError('validation_failed', 'lines', 'Too large an amount in all')
  return cost
}

/** A sum of amounts in EUR, without what binary fractions add. */
export const addEuro = (one: number, other: number): number => Math.round((one + other) * 100) / 100

/**
 * Work beyond what the customer has accepted needs another estimate, which they accept too. Where they have accepted
 * nothing there is no such limit.
 * @param cost EUR
 * @throws BAD_REQUEST for the field
 */
export async function checkAccepted(tx: Tx, repairId: string, cost: number, field: string): Promise<void> {
  const accepted = await acceptedTotal(tx, repairId)
  if (accepted === null || cost <= accepted) return
  const beyond = formatEuro(addEuro(cost, -accepted))
  throw fieldError(
    'validation_failed',
    field,
    `The customer has accepted ${formatEuro(accepted)}. Work beyond that needs another estimate: ${formatEuro(cost)} is ${beyond} more.`,
  )
}

/** The repair's actual cost is the sum of its lines; without lines it is open. */
export async function setActualCost(tx: Tx, repairId: string, lines: readonly EstimateLine[]): Promise<number | null> {
  const actualCost = lines.length === 0 ? null : checkedCost(sumOfLines(lines))
  await tx.repair.update({ where: { id: repairId }, data: { actualCost } })
  return actualCost
}

/**
 * The repair's estimated cost once an estimate has been answered or is over: what the customer has accepted in all. Before
 * they have accepted anything it stays what they were told last.
 */
export async function settleEstimatedCost(tx: Tx, repairId: string): Promise<void> {
  const accepted = await acceptedTotal(tx, repairId)
  if (accepted !== null) await tx.repair.update({ where: { id: repairId }, data: { estimatedCost: checkedCost(accepted) } })
}
