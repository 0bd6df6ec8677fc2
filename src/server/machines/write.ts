import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Machine, MachineInput, updateMachineInput } from '~/contracts/machines'
import type { PrismaClient } from '~/generated/prisma/client'
import { toMachine } from './read'

const unknownMachine = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such machine.' })

/** @throws NOT_FOUND */
export async function machineById(prisma: PrismaClient, id: string): Promise<Machine> {
  const row = await prisma.tradeInMachine.findUnique({ where: { id } })
  if (!row) throw unknownMachine()
  return toMachine(row)
}

/** Adds a machine to the catalogue. */
export async function createMachine(prisma: PrismaClient, input: MachineInput): Promise<Machine> {
  return toMachine(await prisma.tradeInMachine.create({ data: input }))
}

/**
 * Changes a machine. With `version`, only if nobody has changed it since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateMachine(prisma: PrismaClient, input: z.output<typeof updateMachineInput>): Promise<Machine> {
  const { id, version, ...data } = input
  const where = version === undefined ? { id } : { id, version }
  const [row] = await prisma.tradeInMachine.updateManyAndReturn({ where, data })
  if (row) return toMachine(row)
  await machineById(prisma, id)
  throw new TRPCError({ code: 'CONFLICT', message: 'Someone else has changed this machine meanwhile.' })
}
