import { ESTIMATE_DAYS, stateAt, sumOfLines, type EstimateLine, type EstimateState } from '~/contracts/cases/estimates'
import { repairServices } from '~/contracts/repair-services'
import { repairStatuses } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import type { RepairRow } from './repair'
import { daysBefore, maybe, type Source } from './source'

/** The repair's costs are the sums of its estimates. */
export interface EstimatedRepair {
  repair: RepairRow
  estimates: Prisma.CaseQuoteCreateManyInput[]
  lines: Prisma.RepairLineCreateManyInput[]
}

const services = [repairServices.hashboard, repairServices.control_board, repairServices.power_supply]

/** The work at the site's price, and the rest as parts (EUR). */
function linesFor(diagnosis: string | null | undefined, cost: number): EstimateLine[] {
  const [part = ''] = (diagnosis ?? '').split(/[\d:]/)
  const service = services.find(({ label }) => label.startsWith(part.trim()) && part !== '')
  const work = Math.min(service?.fromPrice ?? 60, cost)
  return [
    { kind: 'labour', label: service?.label ?? 'Inspection and repair', quantity: 1, price: work },
    ...(cost > work ? [{ kind: 'part', label: 'Replacement parts', quantity: 1, price: cost - work } as const] : []),
  ]
}

/** Drafts or sent ones during the diagnosis, an accepted one later, and a second if the bill exceeds the first. */
export function estimateFactory(source: Source) {
  const { faker, now } = source
  const until = (time: Date) => new Date(Math.min(time.getTime(), now.getTime()))

  return (repair: RepairRow): EstimatedRepair => {
    const { id: repairId, createdAt, diagnosis, estimatedCost } = repair
    const isWorkedOn = repairStatuses.indexOf(repair.status) >= repairStatuses.indexOf('repairing')
    const wasDeclined = maybe(source, 0.3, true) ?? false
    const hours = faker.number.float({ min: 2, max: 20 }) / 24
    const estimates: EstimatedRepair['estimates'] = []
    const lines: EstimatedRepair['lines'] = []

    const addLines = (estimateId: string | null, added: readonly EstimateLine[]) => {
      for (const { partTypeId = null, ...line } of added) {
        lines.push({ id: faker.string.uuid(), repairId, estimateId, position: lines.length, partTypeId, ...line })
      }
    }
    const add = (state: EstimateState, of: readonly EstimateLine[]) => {
      const number = estimates.length + 1
      const id = faker.string.uuid()
      const sentAt = until(daysBefore(createdAt, -hours * (2 * number - 1)))
      const answeredAt = until(daysBefore(createdAt, -hours * 2 * number))
      const isSent = state !== 'draft'
      const isAnswered = state === 'accepted' || state === 'declined'
      const nextSentAt = until(daysBefore(createdAt, -hours * (2 * number + 1)))
      const expiresAt = state === 'expired' ? nextSentAt : daysBefore(sentAt, -ESTIMATE_DAYS)
      estimates.push({
        id,
        caseId: repairId,
        number,
        state: stateAt({ state, expiresAt }, now),
        total: sumOfLines(of),
        sentAt: isSent ? sentAt : null,
        expiresAt: isSent ? expiresAt : null,
        answeredAt: isAnswered ? answeredAt : null,
        answerVia: isAnswered ? 'telephone' : null,
        createdAt: sentAt,
        updatedAt: isAnswered ? answeredAt : sentAt,
      })
      addLines(id, of)
    }

    if (estimatedCost === null) {
      if (repair.status === 'diagnosing') add('draft', linesFor('Hashboard', services[0]?.fromPrice ?? 0))
      return { repair, estimates, lines }
    }
    const first = linesFor(diagnosis, estimatedCost)
    const dear = linesFor(diagnosis, estimatedCost + 60)
    if (isWorkedOn && wasDeclined) add('declined', dear)
    if (!isWorkedOn) {
      // A later estimate replaces a waiting one.
      add('expired', dear)
      add('sent', first)
      return { repair, estimates, lines }
    }
    add('accepted', first)
    const actualCost = repair.actualCost ?? estimatedCost
    const more = actualCost - estimatedCost
    const further: EstimateLine[] =
      more > 0 ? [{ kind: 'part', label: 'Further parts found during the work', quantity: 1, price: more }] : []
    if (more > 0) add('accepted', further)
    addLines(null, more < 0 ? linesFor(diagnosis, actualCost) : [...first, ...further])
    return { repair: { ...repair, estimatedCost: Math.max(estimatedCost, actualCost), actualCost }, estimates, lines }
  }
}
