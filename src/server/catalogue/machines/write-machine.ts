import { createOnce, type Call, type CreatingCall } from '~/server/call'
import type { Services } from '~/server/services'
import type * as z from 'zod'
import type { createMachineInput, Machine, MachineInput, updateMachineInput } from '~/contracts/catalogue/machines'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { assignments, changeRow, typesOf } from '~/server/platform/audit/change-row'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { machineRow, toMachine } from './read-machines'

function audited({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...fields }: Machine): MachineInput {
  return fields
}

const columns = typesOf(machineFields)

/** @throws NOT_FOUND */
export async function machineById({ db: { prisma } }: Pick<Services, 'db'>, { id }: { id: string }): Promise<Machine> {
  const row = await prisma.tradeInMachine.findUnique({ where: { id } })
  if (!row) throw notFound(records.machines)
  return toMachine(row)
}

/** @throws CONFLICT for an idempotency key with another machine */
export async function createMachine(call: CreatingCall<'live'>, input: z.output<typeof createMachineInput>): Promise<Machine> {
  const machine = await createOnce(call, input, (tx, fields) => insertMachine(tx, call.actor, fields))
  call.live.values.machines.changed()
  return machine
}

async function insertMachine(tx: Prisma.TransactionClient, actor: Actor, input: MachineInput): Promise<Machine> {
  const machine = toMachine(await tx.tradeInMachine.create({ data: input }))
  await recordAudit(tx, actor, { action: 'machine.created', subjectType: 'machine', subjectId: machine.id, after: audited(machine) })
  return machine
}

/** @throws NOT_FOUND, CONFLICT for a stale `version` */
export async function updateMachine(
  { db, live, actor }: Call<'db' | 'live'>,
  { id, version, ...fields }: z.output<typeof updateMachineInput>,
): Promise<Machine> {
  const machine = await changeRow(db, actor, {
    record: records.machines,
    id,
    version,
    set: assignments(columns, fields),
    row: machineRow,
    action: 'machine.updated',
  })
  live.values.machines.changed()
  return machine
}
