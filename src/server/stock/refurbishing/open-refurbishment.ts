import { usualSteps } from '~/contracts/stock/refurbishing'
import type { Unit } from '~/contracts/stock/units'
import type { Prisma } from '~/generated/prisma/client'

type Tx = Prisma.TransactionClient

export interface LatestRefurbishment {
  id: string
  caseId: string | null
  isOpen: boolean
}

export async function latestRefurbishment(tx: Pick<Tx, '$queryRaw'>, unitId: string): Promise<LatestRefurbishment | null> {
  const [found] = await tx.$queryRaw<LatestRefurbishment[]>`
    SELECT id::text, case_id::text AS "caseId", finished_at IS NULL AS "isOpen" FROM refurbishments
    WHERE unit_id IN (SELECT unit_family(${unitId}::uuid)) ORDER BY started_at DESC, id DESC LIMIT 1`
  return found ?? null
}

async function addSteps(tx: Tx, id: string, modelId: string | null): Promise<void> {
  const model = modelId === null ? null : await tx.deviceModel.findUnique({ where: { id: modelId }, select: { checklist: true } })
  const there = await tx.refurbishmentStep.findMany({ where: { refurbishmentId: id }, select: { position: true, label: true } })
  const wanted = [...new Set([...usualSteps, ...(model?.checklist ?? [])])]
  const added = wanted.filter((label) => label.trim() !== '' && !there.some((step) => step.label === label))
  const first = Math.max(-1, ...there.map(({ position }) => position)) + 1
  await tx.refurbishmentStep.createMany({ data: added.map((label, place) => ({ refurbishmentId: id, position: first + place, label })) })
}

/** Continues an open refurbishment, or the last one of a ready machine that returns to the bench. Needs the unit's lock. */
export async function openRefurbishment(
  tx: Tx,
  unit: Unit,
  { caseId, isBought }: { caseId: string | null; isBought: boolean },
): Promise<void> {
  const latest = await latestRefurbishment(tx, unit.id)
  const wasReady = unit.state === 'ready' || unit.state === 'listed'
  // Another purchase of the same machine starts again.
  const goesOn = latest !== null && (isBought ? latest.isOpen && latest.caseId === caseId : latest.isOpen || wasReady)
  if (!goesOn) {
    const { id } = await tx.refurbishment.create({ data: { unitId: unit.id, caseId }, select: { id: true } })
    await addSteps(tx, id, unit.modelId)
    return
  }
  if (!latest.isOpen)
    await tx.refurbishment.update({
      where: { id: latest.id },
      data: { finishedAt: null, finishedBy: null, readingId: null },
      select: { id: true },
    })
  await addSteps(tx, latest.id, unit.modelId)
}
