import type * as z from 'zod'
import type { Machine, MachineInput, updateMachineInput } from '~/contracts/machines'
import { records } from '~/contracts/records'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { toMachine } from './read'

/** What the audit log tells of a machine: the fields that people edit. */
function audited({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...fields }: Machine): MachineInput {
  return fields
}

/** @throws NOT_FOUND */
export async function machineById(prisma: PrismaClient, id: string): Promise<Machine> {
  const row = await prisma.tradeInMachine.findUnique({ where: { id } })
  if (!row) throw notFound(records.machines)
  return toMachine(row)
}

/** Adds a machine to the catalogue, within a transaction. */
export async function createMachine(tx: Prisma.TransactionClient, actor: Actor, input: MachineInput): Promise<Machine> {
  const machine = toMachine(await tx.tradeInMachine.create({ data: input }))
  await recordAudit(tx, actor, { action: 'machine.created', subjectType: 'machine', subjectId: machine.id, after: audited(machine) })
  return machine
}

/**
 * Changes a machine. With `version`, only if nobody has changed it since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateMachine(
  prisma: PrismaClient,
  actor: Actor,
  { id, version, ...data }: z.output<typeof updateMachineInput>,
): Promise<Machine> {
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, records.machines, id, version)
    const was = toMachine(await tx.tradeInMachine.findUniqueOrThrow({ where: { id } }))
    const machine = toMachine(await tx.tradeInMachine.update({ where: { id }, data }))
    const changed = changedFields(audited(was), audited(machine))
    if (changed) await recordAudit(tx, actor, { action: 'machine.updated', subjectType: 'machine', subjectId: id, ...changed })
    return machine
  })
}
