import { machineSnapshot, type MachineSnapshot } from '~/contracts/cases/trade-in-inputs'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { toMachine } from '~/server/catalogue/machines/read-machines'
import { safeJson } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'

export const quoteSelect = {
  machineSnapshot: true,
  machine: true,
  quotedUntil: true,
  sentInAt: true,
  arrivedAt: true,
} as const satisfies Prisma.TradeInSelect

type Quoted = Prisma.TradeInGetPayload<{ select: typeof quoteSelect }>

const better = (one: NonNullable<MachineSnapshot>, other: NonNullable<MachineSnapshot>): MachineSnapshot => ({
  ...one,
  baseValueExcellent: Math.max(one.baseValueExcellent, other.baseValueExcellent),
  baseValueGood: Math.max(one.baseValueGood, other.baseValueGood),
  baseValueFair: Math.max(one.baseValueFair, other.baseValueFair),
  baseValuePoor: Math.max(one.baseValuePoor, other.baseValuePoor),
})

/**
 * The values that a trade-in is evaluated by. One opened by staff keeps its quote. An online quote is valid for some days for sending or
 * arrival, within which the better of quote and catalogue counts for each grade; later the catalogue counts, or the quote for a machine
 * outside it.
 */
export function quotedMachine({ machineSnapshot: stored, machine, quotedUntil, sentInAt, arrivedAt }: Quoted, now: Date): MachineSnapshot {
  const quoted = machineSnapshot.parse(safeJson(stored))
  if (quotedUntil === null || quoted === null || !machine?.isActive) return quoted
  const current = machineSnapshot.parse(toMachine(machine))
  if (current === null) return quoted
  return (sentInAt ?? arrivedAt ?? now) <= quotedUntil ? better(quoted, current) : { ...quoted, ...current }
}

/** A copy with its version. @throws NOT_FOUND */
export async function copyOfMachine(tx: Prisma.TransactionClient, machineId: string) {
  const row = await tx.tradeInMachine.findUnique({ where: { id: machineId } })
  if (!row) throw notFound(records.machines)
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...machine } = toMachine(row)
  return { machineId: machine.id, machineVersion: machine.version, machineSnapshot: machine }
}
