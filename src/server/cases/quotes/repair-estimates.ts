import type * as z from 'zod'
import {
  estimateAnswers,
  estimateLines,
  lineTotal,
  sumOfLines,
  type EstimateLine,
  type RepairEstimates,
  type saveActualLinesInput,
  type saveEstimateInput,
} from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { Call } from '~/server/call'
import { estimateSent, furtherEstimate } from '~/server/cases/quote-email-templates'
import { auditCase } from '~/server/cases/update-case'
import { settleParts } from '~/server/stock/parts/settle-parts'
import { billDeposit, fitDeposits } from '~/server/billing/invoices/deposits'
import { fitRepairPayments } from '~/server/billing/store-credit/pay-with-credit'
import { changedFields } from '~/server/platform/audit/record-audit'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { lockDraft, writeDraft } from './quote-draft'
import { noDraft, type QuoteKind, type Tx } from './quote-kind'
import {
  acceptedTotal,
  addEuro,
  addLines,
  checkAccepted,
  checkPartTypes,
  checkedCost,
  linesOfEstimate,
  linesOfRepair,
  readEstimates,
  replaceLines,
  setActualCost,
} from '../base/repair-lines'

/** @throws BAD_REQUEST where plain SQL has left what no form would take */
async function linesToSend(tx: Tx, draftId: string) {
  const lines = await linesOfEstimate(tx, draftId)
  if (lines.length === 0) throw fieldError('validation_failed', 'lines', 'Add a line before you send the estimate')
  const checked = estimateLines.safeParse({ lines })
  if (!checked.success)
    throw fieldError('validation_failed', 'lines', 'A line of this estimate is not complete. Edit it and save the draft first.')
  return checked.data.lines
}

const costWith = async (tx: Tx, repairId: string, total: number) => checkedCost(addEuro((await acceptedTotal(tx, repairId)) ?? 0, total))

/** Copies the accepted estimate to the actual cost; a further one is appended. Lines written before stay. */
async function beginActualLines(tx: Tx, { id, caseId }: { id: string; caseId: string }): Promise<void> {
  const there = await linesOfRepair(tx, caseId)
  const isFirst = (await tx.caseQuote.count({ where: { caseId, state: 'accepted', id: { not: id } } })) === 0
  if (isFirst && there.length > 0) return
  const added = await linesOfEstimate(tx, id)
  await addLines(tx, { repairId: caseId, estimateId: null }, added, there.length)
  await setActualCost(tx, caseId, [...there, ...added])
}

async function actualWork(tx: Tx, repairId: string) {
  const lines = await tx.repairLine.findMany({ where: { repairId, estimateId: null }, select: { id: true } })
  const { actualCost } = await tx.repair.findUniqueOrThrow({ where: { id: repairId }, select: { actualCost: true } })
  return { ids: lines.map(({ id }) => id), actualCost: toAmountOrNull(actualCost) }
}

const SHOP = { userId: null, email: null }

/** 'Hashboard repair: €150.00'; several are '2 × €20.00 = €40.00'. */
const lineText = (line: EstimateLine) => {
  const sum = formatEuro(lineTotal(line))
  return `${line.label}: ${line.quantity === 1 ? sum : `${line.quantity.toLocaleString('en-GB')} × ${formatEuro(line.price)} = ${sum}`}`
}

/** Estimates accepted before are part of the repair's `estimated_cost`. */
export const repairEstimates: QuoteKind<RepairEstimates> = {
  noun: 'repairs',
  word: 'estimate',
  days: ({ estimateDays }) => estimateDays,
  answers: estimateAnswers,
  otherAnswer: 'An estimate is accepted or declined',
  whyNoDraft: 'nothing has been saved yet',
  nothingToPreview: () => notFound({ one: 'draft' }),
  afterwards:
    'we will not start the repair, and it costs you nothing. Your machine stays with us until we hear from you: ask us for a new estimate, or to send it back.',
  amount: formatEuro,
  told: (estimate, total) => ({ estimate, total }),

  async freeze(tx, { actor }, draft, { id }) {
    if (!draft) throw noDraft(repairEstimates)
    const total = sumOfLines(await linesToSend(tx, draft.id))
    await costWith(tx, id, total)
    return { ...draft, total: new Prisma.Decimal(total), createdBy: actor.userId }
  },

  async settleSent(tx, { actor }, { caseId: id, number, ...quote }, at) {
    await fitRepairPayments(tx, { actor, at, repairId: id })
    const total = toAmount(quote.total)
    const estimatedCost = await costWith(tx, id, total)
    const before = await tx.repair.findUniqueOrThrow({ where: { id }, select: { estimatedCost: true } })
    await tx.repair.update({ where: { id }, data: { estimatedCost } })
    return { before: { estimatedCost: toAmountOrNull(before.estimatedCost) }, after: { estimatedCost, estimate: number, total } }
  },

  /** The estimated cost becomes the accepted sum; before that it is the last one sent. */
  async settle(tx, quote, given) {
    const id = quote.caseId
    const before = await actualWork(tx, id)
    if (given?.answer === 'accepted') await beginActualLines(tx, quote)
    const accepted = await acceptedTotal(tx, id)
    if (accepted !== null) await tx.repair.update({ where: { id }, data: { estimatedCost: checkedCost(accepted) } })
    if (given?.answer === 'declined') await fitRepairPayments(tx, { ...given, repairId: id })
    await settleParts(tx, given?.actor ?? SHOP, [id])
    const { ids } = await actualWork(tx, id)
    return { lines: ids.filter((line) => !before.ids.includes(line)), count: ids.length, actualCost: before.actualCost }
  },

  async bill(tx, call, quote) {
    await fitDeposits(tx, call, quote.caseId)
    await billDeposit(tx, call, quote)
  },

  /** An edit replaces the lines. */
  async hasGoneOn(tx, repairId, { lines, count }) {
    const now = await tx.repairLine.findMany({ where: { repairId, estimateId: null }, select: { id: true } })
    return now.length !== count || !lines.every((line) => now.some(({ id }) => id === line))
  },

  /** The estimated cost stays as last sent. Credit held beyond the accepted sum is released. */
  async unsettle(tx, repairId, { lines, actualCost }, by) {
    await tx.repairLine.deleteMany({ where: { id: { in: lines } } })
    await tx.repair.update({ where: { id: repairId }, data: { actualCost } })
    await fitRepairPayments(tx, { ...by, repairId })
    await settleParts(tx, by.actor, [repairId])
  },

  async text(tx, { id, caseId }) {
    const lines = await linesOfEstimate(tx, id)
    const accepted = await acceptedTotal(tx, caseId)
    return {
      template: accepted === null ? estimateSent : furtherEstimate,
      values: {
        lines: lines.map(lineText).join('\n'),
        total: formatEuro(sumOfLines(lines)),
        accepted: accepted === null ? '' : formatEuro(accepted),
      },
    }
  },

  read: (tx, { now }, id) => readEstimates(tx, id, now()),
}

/** @throws NOT_FOUND */
export const estimatesOf = ({ db, now }: Pick<Services, 'db' | 'now'>, { id }: { id: string }): Promise<RepairEstimates> =>
  readEstimates(db.prisma, id, now())

/** @throws NOT_FOUND; CONFLICT if the draft was changed, sent or begun meanwhile */
export function saveEstimate(
  { db, now, actor }: Call<'db' | 'now'>,
  { id, version, lines }: z.output<typeof saveEstimateInput>,
): Promise<RepairEstimates> {
  return db.prisma.$transaction(async (tx) => {
    const draft = await lockDraft(tx, repairEstimates, { id, version }, 'estimate')
    await checkPartTypes(tx, lines)
    const total = sumOfLines(lines)
    const saved = await writeDraft(tx, repairEstimates, draft, { caseId: id, total, createdBy: actor.userId })
    await replaceLines(tx, { repairId: id, estimateId: saved.id }, lines)
    const told = (amount: number) => ({ estimate: saved.number, total: amount })
    await auditCase('repairs')(tx, actor, id, 'estimate_saved', {
      ...(draft && { before: told(toAmount(draft.total)) }),
      after: told(total),
    })
    return readEstimates(tx, id, now())
  })
}

/** Their sum is the actual cost. @throws NOT_FOUND; CONFLICT for a stale `version`; BAD_REQUEST above what the customer has accepted */
export function saveActualLines(
  { db, now, actor }: Call<'db' | 'now'>,
  { id, version, lines }: z.output<typeof saveActualLinesInput>,
): Promise<RepairEstimates> {
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.repairs, id, version)
    await checkAccepted(tx, id, sumOfLines(lines), 'lines')
    await checkPartTypes(tx, lines)
    const was = await tx.repair.findUniqueOrThrow({ where: { id }, select: { actualCost: true } })
    await replaceLines(tx, { repairId: id, estimateId: null }, lines)
    const actualCost = await setActualCost(tx, id, lines)
    const told = changedFields({ actualCost: toAmountOrNull(was.actualCost) }, { actualCost }) ?? { after: { lines: lines.length } }
    await auditCase('repairs')(tx, actor, id, 'lines_saved', told)
    await settleParts(tx, actor, [id])
    return readEstimates(tx, id, now())
  })
}
