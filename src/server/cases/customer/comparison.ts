import type { RepairEstimates } from '~/contracts/cases/estimates'
import { gradeValues } from '~/contracts/catalogue/trade-in-estimate'
import type { Comparison } from '~/contracts/cases/tracking'
import type { Prisma } from '~/generated/prisma/client'
import type { DeviceInfo } from '~/contracts/device-info'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { toMachine } from '~/server/catalogue/machines/read-machines'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw' | 'tradeInMachine'>

/** The active machine of the catalogue that a device is, by maker and model in whatever case; null where there is none. */
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

/** True once an estimate is accepted: from then on the work is done, and the machine no longer traded in as it is. */
const isAccepted = ({ estimates }: RepairEstimates) => estimates.some(({ state }) => state === 'accepted')

/** True if a repair can be turned into a trade-in: it is open, an estimate was sent, and none accepted. */
export const canConvert = (of: RepairEstimates, isClosed: boolean): boolean =>
  !isClosed && !isAccepted(of) && of.estimates.some(({ state }) => state !== 'draft')

/**
 * Repair, trade in as it is, or repair and trade in then: what each comes to. A machine that waits for its repair counts as
 * 'poor' (not functional), a repaired one as 'fair' (functional with wear), and as 'good' where the inspection finds no more than
 * minor wear. Null where there is no estimate to decide about.
 */
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
    repairCost: latest.total,
    warrantyDays,
    values: values && { asItIs: values.poor, repaired: { fair: values.fair, good: values.good } },
  }
}
