import type { RepairEstimates } from '~/contracts/cases/estimates'
import { gradeValues } from '~/contracts/catalogue/trade-in-estimate'
import type { Comparison } from '~/contracts/cases/tracking'
import type { Prisma } from '~/generated/prisma/client'
import type { DeviceInfo } from '~/contracts/device-info'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { toMachine } from '~/server/catalogue/machines/read-machines'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw' | 'tradeInMachine'>

/** Matches an active machine by maker and model, ignoring case. */
export async function machineOfDevice(tx: Tx, device: DeviceInfo) {
  const { manufacturer, model } = caseDeviceDraft(device)
  if (manufacturer === '' || model === '') return null
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM trade_in_machines
    WHERE is_active AND lower(trim(manufacturer)) = lower(${manufacturer}) AND lower(trim(model)) = lower(${model})
    ORDER BY created_at, id LIMIT 1`
  const row = found && (await tx.tradeInMachine.findUnique({ where: { id: found.id } }))
  return row ? toMachine(row) : null
}

const isAccepted = ({ estimates }: RepairEstimates) => estimates.some(({ state }) => state === 'accepted')

export const canConvert = (of: RepairEstimates, isClosed: boolean): boolean =>
  !isClosed && !isAccepted(of) && of.estimates.some(({ state }) => state !== 'draft')

/** A machine before repair counts as 'poor', a repaired one as 'fair', or 'good' with minor wear. Null without an estimate that is sent. */
export async function readComparison(
  tx: Tx,
  of: RepairEstimates,
  { device, warrantyDays }: { device: DeviceInfo; warrantyDays: number },
  isClosed: boolean,
): Promise<Comparison | null> {
  const latest = of.estimates.find(({ state }) => state !== 'draft')
  if (!latest || !canConvert(of, isClosed)) return null
  const machine = await machineOfDevice(tx, device)
  const values = machine && gradeValues(machine)
  return {
    isOpen: latest.state === 'sent',
    repairCost: latest.total,
    warrantyDays,
    values: values && { asItIs: values.poor, repaired: { fair: values.fair, good: values.good } },
  }
}
