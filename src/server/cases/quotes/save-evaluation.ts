import type * as z from 'zod'
import { offeredValue, valueOfGrade, type Evaluation, type EvaluationValues, type saveEvaluationInput } from '~/contracts/cases/evaluation'
import { machineSnapshot, type MachineSnapshot } from '~/contracts/cases/trade-in-inputs'
import type { CaseQuote, Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { changedFields } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import { copyOfMachine, quoteSelect, quotedMachine } from '~/server/cases/kinds/quoted-machine'
import { auditCase } from '~/server/cases/update-case'
import { lockDraft, writeDraft } from './quote-draft'
import { readEvaluation } from './read-evaluation'

type Tx = Prisma.TransactionClient
type Values = Omit<EvaluationValues, 'machineId'>

const words = { noun: 'tradeIns', word: 'offer' } as const

const HIGHEST_VALUE = 9_999_999_999.99

/** @throws BAD_REQUEST where a value would not fit into its column */
function checkedValue(value: number): number {
  if (value > HIGHEST_VALUE) throw fieldError('validation_failed', 'override', 'Too large a value')
  return value
}

export async function writeOffer(
  tx: Tx,
  draft: CaseQuote | null,
  { caseId, createdBy }: { caseId: string; createdBy: string | null },
  { machine, values }: { machine: MachineSnapshot; values: Values },
): Promise<CaseQuote> {
  const { grade, checks, deductions, override } = values
  const base = valueOfGrade(machine, grade)
  const baseValue = checkedValue(Math.max(base ?? 0, 0))
  const total = checkedValue(offeredValue(base, values) ?? 0)
  const quote = await writeDraft(tx, words, draft, { caseId, total, createdBy })
  const details = {
    grade,
    baseValue,
    deductions: deductions.map((deduction) => ({ ...deduction })),
    // Staff's notes are no part of the offer.
    checks: checks.map(({ item, result, note }) => ({ item, result, note })),
    overrideReason: override?.reason ?? null,
    internalNote: override?.internalNote || null,
  }
  await tx.tradeInOffer.upsert({ where: { id: quote.id }, create: { id: quote.id, ...details }, update: details, select: { id: true } })
  return quote
}

/** Deleted reasons keep their copies. */
async function writeDeductions(tx: Tx, tradeInId: string, deductions: Values['deductions']): Promise<void> {
  const ids = deductions.flatMap(({ reasonId }) => reasonId ?? [])
  const there = await tx.deductionReason.findMany({ where: { id: { in: ids } }, select: { id: true } })
  const known = new Set(there.map(({ id }) => id))
  await tx.tradeInDeduction.deleteMany({ where: { tradeInId } })
  await tx.tradeInDeduction.createMany({
    data: deductions.map(({ reasonId, ...copied }, position) => ({
      ...copied,
      tradeInId,
      position,
      reasonId: reasonId !== null && known.has(reasonId.toLowerCase()) ? reasonId : null,
    })),
  })
}

async function writeChecks(tx: Tx, tradeInId: string, checks: Values['checks']): Promise<void> {
  const there = await tx.tradeInCheck.findMany({ where: { tradeInId }, select: { item: true, internalNote: true } })
  const kept = new Map(there.map(({ item, internalNote }) => [item, internalNote]))
  await tx.tradeInCheck.deleteMany({ where: { tradeInId } })
  await tx.tradeInCheck.createMany({
    data: checks.map((check) => ({ ...check, internalNote: (check.internalNote ?? kept.get(check.item)) || null, tradeInId })),
  })
}

async function withInternalNote(tx: Tx, tradeInId: string, values: Values): Promise<Values> {
  const { override } = values
  if (override === null || override.internalNote !== undefined) return values
  const ofTradeIn = { where: { quote: { caseId: tradeInId } }, orderBy: { quote: { number: 'desc' } } } as const
  const latest = await tx.tradeInOffer.findFirst({ ...ofTradeIn, select: { internalNote: true } })
  return { ...values, override: { ...override, internalNote: latest?.internalNote ?? '' } }
}

/** A quoted machine stays; otherwise it may be chosen now. */
async function machineFor(tx: Tx, id: string, chosen: string | null, now: Date) {
  const row = await tx.tradeIn.findUniqueOrThrow({
    where: { id },
    select: { machineId: true, foundGrade: true, ...quoteSelect },
  })
  const kept = quotedMachine(row, now)
  if (chosen === null || (kept !== null && row.machineId === chosen.toLowerCase())) return { row, machine: kept, copy: {} }
  if (kept !== null) {
    throw fieldError('validation_failed', 'machineId', 'This trade-in was quoted for a machine. Enter another value with a reason instead.')
  }
  const copy = await copyOfMachine(tx, chosen)
  return { row, machine: machineSnapshot.parse(copy.machineSnapshot), copy }
}

/**
 * Saves the evaluation as the draft of the next offer. Sent offers stay, and a requested approval must be requested again. @throws
 * NOT_FOUND for the trade-in or the machine; BAD_REQUEST for another machine than quoted; CONFLICT if the draft was changed, sent or begun
 * meanwhile
 */
export function saveEvaluation(
  call: SignedInCall<'db' | 'now' | 'offerLimit'>,
  { id, version, machineId, ...values }: z.output<typeof saveEvaluationInput>,
): Promise<Evaluation> {
  const { db, actor } = call
  return db.prisma.$transaction(async (tx) => {
    const draft = await lockDraft(tx, words, { id, version }, 'evaluation')
    const before = draft && (await tx.tradeInOffer.findUnique({ where: { id: draft.id }, select: { deductions: true } }))
    const { row, machine, copy } = await machineFor(tx, id, machineId, call.now())
    if (values.grade !== row.foundGrade || 'machineId' in copy) {
      await tx.tradeIn.update({ where: { id }, data: { ...copy, foundGrade: values.grade } })
    }
    await writeChecks(tx, id, values.checks)
    await writeDeductions(tx, id, values.deductions)
    const written = await withInternalNote(tx, id, values)
    const saved = await writeOffer(tx, draft, { caseId: id, createdBy: actor.userId }, { machine, values: written })
    const told = (offer: CaseQuote | null, foundGrade: string | null, deductions: unknown) => ({
      foundGrade,
      offeredValue: offer ? toAmount(offer.total) : null,
      deductions: Array.isArray(deductions) ? deductions.length : 0,
    })
    const changed = changedFields(told(draft, row.foundGrade, before?.deductions), told(saved, values.grade, values.deductions))
    await auditCase('tradeIns')(tx, actor, id, 'evaluation_saved', changed ?? { after: { offer: saved.number } })
    return readEvaluation(tx, id, call)
  })
}
