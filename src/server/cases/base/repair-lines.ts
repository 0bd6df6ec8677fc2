import { MOST_ACTUAL_LINES, MOST_LINES, stateAt, sumOfLines, type EstimateLine, type RepairEstimates } from '~/contracts/cases/estimates'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { repairServiceIds } from '~/contracts/repair-services'
import type { Prisma, RepairLine } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { rowsOfPresent, type CustomerCase } from '~/server/cases/base/customer-case'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { ofCase, people, toQuote } from './read-quotes'

type Tx = Prisma.TransactionClient

const byPosition: Prisma.RepairLineOrderByWithRelationInput[] = [{ position: 'asc' }, { id: 'asc' }]
/** One more than allowed, so that a form reports an excess. */
const ofEstimate = { orderBy: byPosition, take: MOST_LINES + 1 }
const ofRepair = { where: { estimateId: null }, orderBy: byPosition, take: MOST_ACTUAL_LINES + 1 }

/** Tolerates values that plain SQL may have left. */
const toPublicLine = ({ kind, label, quantity, price }: RepairLine): EstimateLine => ({
  kind,
  label: shownLine(label),
  quantity: toAmount(quantity),
  price: toAmount(price),
})

const toLine = (line: RepairLine): EstimateLine => ({
  ...toPublicLine(line),
  ...(line.partTypeId !== null && { partTypeId: line.partTypeId }),
})

export const linesOfEstimate = async (tx: Pick<Tx, 'repairLine'>, estimateId: string): Promise<EstimateLine[]> =>
  (await tx.repairLine.findMany({ where: { estimateId }, ...ofEstimate })).map(toLine)

export const linesOfRepair = async (tx: Tx, repairId: string): Promise<EstimateLine[]> =>
  (await tx.repairLine.findMany({ ...ofRepair, where: { ...ofRepair.where, repairId } })).map(toLine)

/** An estimate, or null for the repair's actual cost. */
interface LinesOf {
  repairId: string
  estimateId: string | null
}

export async function addLines(tx: Tx, of: LinesOf, lines: readonly EstimateLine[], from = 0): Promise<void> {
  await tx.repairLine.createMany({
    data: lines.map(({ kind, label, quantity, price, partTypeId = null }, index) => ({
      ...of,
      kind,
      label,
      quantity,
      price,
      partTypeId,
      position: from + index,
    })),
  })
}

/** @throws BAD_REQUEST for a line with parts of an unknown type */
export async function checkPartTypes(tx: Tx, lines: readonly EstimateLine[]): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ partTypeId }) => partTypeId?.toLowerCase() ?? []))]
  if (ids.length === 0) return
  const known = await tx.partType.count({ where: { id: { in: ids } } })
  if (known < ids.length) throw fieldError('validation_failed', 'lines', 'A part of these lines is of a type that is no longer there')
}

export async function replaceLines(tx: Tx, of: LinesOf, lines: readonly EstimateLine[]): Promise<void> {
  await tx.repairLine.deleteMany({ where: of })
  await addLines(tx, of, lines)
}

/** EUR; null if the present customer has accepted nothing. */
export async function acceptedTotal(tx: Pick<Tx, 'caseQuote' | '$queryRaw'>, repairId: string): Promise<number | null> {
  const theirs = await rowsOfPresent(tx, { noun: 'repairs', id: repairId })
  const accepted = await tx.caseQuote.findMany({ where: { caseId: repairId, state: 'accepted', ...theirs }, select: { total: true } })
  return accepted.length === 0 ? null : accepted.reduce((cents, { total }) => cents + Math.round(toAmount(total) * 100), 0) / 100
}

/** Largest value of the cost columns (EUR). */
const HIGHEST_COST = 9_999_999_999.99

/** @throws BAD_REQUEST if the sum exceeds the column */
export function checkedCost(cost: number): number {
  if (cost > HIGHEST_COST) throw fieldError('validation_failed', 'lines', 'Too large an amount in all')
  return cost
}

/** EUR, without binary rounding errors. */
export const addEuro = (one: number, other: number): number => Math.round((one + other) * 100) / 100

/** Work beyond an accepted estimate needs another one. @param cost EUR @throws BAD_REQUEST for the field */
export async function checkAccepted(tx: Tx, repairId: string, cost: number, field: string): Promise<void> {
  const accepted = await acceptedTotal(tx, repairId)
  if (accepted === null || cost <= accepted) return
  const beyond = formatEuro(addEuro(cost, -accepted))
  throw fieldError(
    'validation_failed',
    field,
    `The customer has accepted ${formatEuro(accepted)}. Work beyond that needs another estimate: ${formatEuro(cost)} is ${beyond} more.`,
  )
}

/** Without lines the cost is open. */
export async function setActualCost(tx: Tx, repairId: string, lines: readonly EstimateLine[]): Promise<number | null> {
  const actualCost = lines.length === 0 ? null : checkedCost(sumOfLines(lines))
  await tx.repair.update({ where: { id: repairId }, data: { actualCost } })
  return actualCost
}

const EXPEDITED = 'Expedited service'

/** The preset fee named 'expedited', or a fee without a price. */
async function expeditedFee(prisma: Pick<Tx, 'repairPreset'>): Promise<RepairEstimates['expedited']> {
  const where = { isActive: true, kind: 'fee', label: { contains: 'expedited', mode: 'insensitive' } } as const
  const preset = await prisma.repairPreset.findFirst({ where, orderBy: [{ position: 'asc' }, { id: 'asc' }] })
  return preset ? { label: preset.label, price: toAmount(preset.price) } : { label: EXPEDITED, price: null }
}

/** @throws NOT_FOUND */
export async function readEstimates(
  prisma: Pick<Tx, 'caseQuote' | 'repair' | 'repairPreset' | '$queryRaw'>,
  id: string,
  now: Date,
  theirs?: CustomerCase,
): Promise<RepairEstimates> {
  const select = {
    version: true,
    service: true,
    isExpedited: true,
    actualCost: true,
    user: { select: { email: true } },
    lines: ofRepair,
  } as const
  const repair = await prisma.repair.findUnique({ where: { id }, select })
  if (!repair) throw notFound(records.repairs)
  const readLine = theirs ? toPublicLine : toLine
  const estimates = await prisma.caseQuote.findMany({ ...ofCase(id, theirs), include: { ...people, lines: ofEstimate } })
  return {
    version: repair.version,
    service: repairServiceIds.find((service) => service === repair.service) ?? null,
    expedited: repair.isExpedited && !theirs && estimates.length === 0 ? await expeditedFee(prisma) : null,
    estimates: estimates.map((row) => {
      const state = stateAt(row, now)
      // The database refuses a disputed estimate.
      return {
        ...toQuote(row),
        state: state === 'disputed' ? 'declined' : state,
        lines: row.lines.map(readLine),
        total: toAmount(row.total),
      }
    }),
    accepted: await acceptedTotal(prisma, id),
    actual: { lines: repair.lines.map(readLine), cost: toAmountOrNull(repair.actualCost) },
    recipient: repair.user?.email ?? null,
  }
}
