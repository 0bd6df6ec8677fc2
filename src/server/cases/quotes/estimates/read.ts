import { MOST_ACTUAL_LINES, MOST_LINES, stateAt, type Estimate, type EstimateLine, type RepairEstimates } from '~/contracts/cases/estimates'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { repairServiceIds } from '~/contracts/cases/repair-services'
import type { Prisma } from '~/generated/prisma/client'
import { rowsOf, rowsOfPresent, type CustomerCase } from '~/server/cases/customer-case'
import { toQuote } from '~/server/cases/quote'
import type { Services } from '~/server/services'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'

/** So many estimates of a repair are shown, the newest first. */
const SHOWN = 50

const byPosition: Prisma.RepairLineOrderByWithRelationInput[] = [{ position: 'asc' }, { id: 'asc' }]
/** One line more than there may be, so that a form says that there are too many. */
const ofEstimate = { orderBy: byPosition, take: MOST_LINES + 1 }
const ofRepair = { where: { estimateId: null }, orderBy: byPosition, take: MOST_ACTUAL_LINES + 1 }

const select = {
  version: true,
  service: true,
  actualCost: true,
  user: { select: { email: true } },
  lines: ofRepair,
  estimates: {
    orderBy: { number: 'desc' },
    take: SHOWN,
    include: { lines: ofEstimate, answerer: { select: { email: true } }, creator: { select: { email: true } } },
  },
} as const satisfies Prisma.RepairSelect

type Row = Prisma.RepairGetPayload<{ select: typeof select }>

/** A line as it goes over the wire, whatever plain SQL has made of it. */
const toLine = ({ kind, label, quantity, price }: Row['lines'][number]): EstimateLine => ({
  kind,
  label: shownLine(label),
  quantity: toAmount(quantity),
  price: toAmount(price),
})

const toEstimate = (row: Row['estimates'][number], now: Date): Estimate => ({
  ...toQuote(row),
  state: stateAt(row, now),
  lines: row.lines.map(toLine),
  total: toAmount(row.total),
})

/** The lines of an estimate. */
export const linesOfEstimate = async (tx: Prisma.TransactionClient, estimateId: string): Promise<EstimateLine[]> =>
  (await tx.repairLine.findMany({ where: { estimateId }, ...ofEstimate })).map(toLine)

/** The lines of what a repair has really cost. */
export const linesOfRepair = async (tx: Prisma.TransactionClient, repairId: string): Promise<EstimateLine[]> =>
  (await tx.repairLine.findMany({ ...ofRepair, where: { ...ofRepair.where, repairId } })).map(toLine)

/** EUR that whoever has the repair has accepted in all; null where they have accepted nothing. */
export async function acceptedTotal(
  tx: Pick<Prisma.TransactionClient, '$queryRaw' | 'repairEstimate'>,
  repairId: string,
): Promise<number | null> {
  const theirs = await rowsOfPresent(tx, { noun: 'repairs', id: repairId })
  const accepted = await tx.repairEstimate.findMany({ where: { repairId, state: 'accepted', ...theirs }, select: { total: true } })
  return accepted.length === 0 ? null : accepted.reduce((cents, { total }) => cents + Math.round(toAmount(total) * 100), 0) / 100
}

/** A repair's estimates and the lines of its actual cost. @param theirs of which customer; all without one @throws NOT_FOUND */
export async function readEstimates(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw' | 'repair' | 'repairEstimate'>,
  id: string,
  now: Date,
  theirs?: CustomerCase,
): Promise<RepairEstimates> {
  const estimates = { ...select.estimates, ...(theirs && { where: rowsOf(theirs) }) }
  const repair = await prisma.repair.findUnique({ where: { id }, select: { ...select, estimates } })
  if (!repair) throw notFound(records.repairs)
  return {
    version: repair.version,
    service: repairServiceIds.find((service) => service === repair.service) ?? null,
    estimates: repair.estimates.map((estimate) => toEstimate(estimate, now)),
    accepted: await acceptedTotal(prisma, id),
    actual: { lines: repair.lines.map(toLine), cost: toAmountOrNull(repair.actualCost) },
    recipient: repair.user?.email ?? null,
  }
}

/** The same for a call. @throws NOT_FOUND */
export const estimatesOf = ({ db, now }: Pick<Services, 'db' | 'now'>, { id }: { id: string }): Promise<RepairEstimates> =>
  readEstimates(db.prisma, id, now())
