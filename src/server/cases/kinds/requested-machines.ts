import { TRPCError } from '@trpc/server'
import type { RequestTradeIns } from '~/contracts/cases/requests'
import { tradeInEstimate } from '~/contracts/cases/trade-in-estimate'
import type { Prisma } from '~/generated/prisma/client'
import type { QuotedMachine } from '~/server/cases/intake/details'
import { toMachine } from '~/server/catalogue/machines/read'
import { ErrorDetail } from '~/server/platform/errors'

/** The machines of a request for trade-ins. */

type Tx = Prisma.TransactionClient

/** A refusal with a sentence beside each row that is at fault. */
function rowFaults(faults: readonly { row: number; message: string }[]): TRPCError {
  const issues = faults.map(({ row, message }) => ({ path: ['machines', String(row), 'machineId'], message }))
  const message =
    faults.length === 1 ? (faults[0]?.message ?? '') : `${faults.length} machines cannot be taken. Look at the notes beside them.`
  return new TRPCError({ code: 'BAD_REQUEST', message, cause: new ErrorDetail('validation_failed', undefined, issues) })
}

/** The machines as the catalogue has them at this moment. @throws BAD_REQUEST with the rows that it does not offer (any more) */
export async function quotedMachines(tx: Tx, machines: RequestTradeIns['machines']): Promise<QuotedMachine[]> {
  const ids = machines.map(({ machineId }) => machineId)
  const rows = await tx.tradeInMachine.findMany({ where: { id: { in: ids } } })
  const known = new Map(rows.map((row) => [row.id, toMachine(row)]))
  const faults: { row: number; message: string }[] = []
  const quotes = machines.flatMap(({ machineId, grade, serialNumber }, row) => {
    const found = known.get(machineId.toLowerCase())
    const name = found ? `${found.manufacturer} ${found.model}` : 'This machine'
    if (!found?.isActive) {
      faults.push({ row, message: `${name} is not taken as a trade-in any more. Choose another machine, or remove it.` })
      return []
    }
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...machineSnapshot } = found
    const estimatedValue = tradeInEstimate(found, grade)
    if (estimatedValue <= 0) {
      faults.push({ row, message: `${name} has no value in this condition.` })
      return []
    }
    return [{ machineId: found.id, machineVersion: found.version, machineSnapshot, grade, serialNumber, estimatedValue }]
  })
  if (faults.length > 0) throw rowFaults(faults)
  return quotes
}
