import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { RequestTradeIns } from '~/contracts/cases/requests'
import { tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import type { Machine } from '~/contracts/catalogue/machines'
import type { Prisma } from '~/generated/prisma/client'
import type { QuotedMachine, tradeInDetails } from '~/server/cases/intake/request-details'
import { toMachine } from '~/server/catalogue/machines/read-machines'
import { ErrorDetail } from '~/server/platform/errors'

type Tx = Prisma.TransactionClient

function rowFaults(faults: readonly { row: number; message: string }[]): TRPCError {
  const issues = faults.map(({ row, message }) => ({ path: ['machines', String(row), 'machineId'], message }))
  const message =
    faults.length === 1 ? (faults[0]?.message ?? '') : `${faults.length} machines cannot be taken. Look at the notes beside them.`
  return new TRPCError({ code: 'BAD_REQUEST', message, cause: new ErrorDetail('validation_failed', undefined, issues) })
}

type Row = RequestTradeIns['machines'][number]

/** Or a sentence why it cannot be taken. */
function quoteOf({ device, grade, serialNumber }: Row, found: Machine | undefined): QuotedMachine | string {
  if (device) return { machineId: null, machineVersion: null, machineSnapshot: null, device, grade, serialNumber, estimatedValue: null }
  const name = found ? `${found.manufacturer} ${found.model}` : 'This machine'
  if (!found?.isActive) return `${name} is no longer accepted as a trade-in. Choose another machine, or remove it.`
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...machineSnapshot } = found
  const estimatedValue = tradeInEstimate(found, grade)
  if (estimatedValue <= 0) return `${name} has no value in this condition.`
  return { machineId: found.id, machineVersion: found.version, machineSnapshot, grade, serialNumber, estimatedValue }
}

/** @throws BAD_REQUEST for rows that the catalogue does not offer */
export async function quotedMachines(
  tx: Tx,
  { machines, files }: Pick<RequestTradeIns, 'machines' | 'files'>,
): Promise<Pick<z.output<typeof tradeInDetails>, 'machines' | 'files'>> {
  const ids = machines.flatMap(({ machineId }) => machineId ?? [])
  const rows = await tx.tradeInMachine.findMany({ where: { id: { in: ids } } })
  const known = new Map(rows.map((row) => [row.id, toMachine(row)]))
  const faults: { row: number; message: string }[] = []
  const quoted: QuotedMachine[] = []
  const firstOf: number[] = []
  for (const [row, machine] of machines.entries()) {
    const quote = quoteOf(machine, known.get(machine.machineId?.toLowerCase() ?? ''))
    firstOf.push(quoted.length)
    if (typeof quote === 'string') faults.push({ row, message: quote })
    else quoted.push(...Array.from({ length: machine.quantity }, () => quote))
  }
  if (faults.length > 0) throw rowFaults(faults)
  return { machines: quoted, files: files.map(({ id, machine }) => ({ id, machine: firstOf[machine] ?? 0 })) }
}
