import type { Services } from '~/server/services'
import { createOnce, type Call, type CreatingCall } from '~/server/auth/call'
import type * as z from 'zod'
import type { createMachineInput, Machine, MachineInput, updateMachineInput } from '~/contracts/machines'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { toMachine } from './read'

/** What the audit log tells of a machine: the fields that people edit. */
function audited({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...fields }: Machine): MachineInput {
  return fields
}

/** @throws NOT_FOUND */
export async function machineById({ db: { prisma } }: Pick<Services, 'db'>, { id }: { id: string }): Promise<Machine> {
  const row = await prisma.tradeInMachine.findUnique({ where: { id } })
  if (!row) throw notFound(records.machines)
  return toMachine(row)
}

/** Adds a machine to the catalogue. @throws CONFLICT for an idempotency key that was sent with another machine */
export async function createMachine(call: CreatingCall<'live'>, input: z.output<typeof createMachineInput>): Promise<Machine> {
  const machine = await createOnce(call, input, (tx, fields) => insertMachine(tx, call.actor, fields))
  await call.live.values.machines.catchUp()
  return machine
}

async function insertMachine(tx: Prisma.TransactionClient, actor: Actor, input: MachineInput): Promise<Machine> {
  const machine = toMachine(await tx.tradeInMachine.create({ data: input }))
  await recordAudit(tx, actor, { action: 'machine.created', subjectType: 'machine', subjectId: machine.id, after: audited(machine) })
  return machine
}

/**
 * Changes a machine. With `version`, only if nobody has changed it since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateMachine(
  { db, live, actor }: Call<'db' | 'live'>,
  { id, version, ...data }: z.output<typeof updateMachineInput>,
): Promise<Machine> {
  const changedMachine = await db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.machines, id, version)
    const was = toMachine(await tx.tradeInMachine.findUniqueOrThrow({ where: { id } }))
    const machine = toMachine(await tx.tradeInMachine.update({ where: { id }, data }))
    const changed = changedFields(audited(was), audited(machine))
    if (changed) await recordAudit(tx, actor, { action: 'machine.updated', subjectType: 'machine', subjectId: id, ...changed })
    return machine
  })
  await live.values.machines.catchUp()
  return changedMachine
}
