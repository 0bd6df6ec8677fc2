import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { RequestTradeIns } from '~/contracts/cases/requests'
import { conditionGrades, tradeInEstimate, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import { machineSnapshot, type createTradeInInput, type updateTradeInInput } from '~/contracts/cases/trade-in-inputs'
import { sentQuoteShape } from '~/contracts/cases/sent-quote'
import type { TradeIn, TradeInPage } from '~/contracts/cases/trade-ins'
import { quoteStates } from '~/contracts/status-inputs'
import { records } from '~/contracts/records'
import { pendingTradeInStatuses, tradeInStatuses, type TradeInStatus } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { assigneeJson, assigneeShape, deviceCell, locationJson, quoteStateJson, sentQuoteJson } from '~/server/cases/case-list'
import { tradeInDueOn } from '~/server/cases/deadlines'
import { tradeInDetails } from '~/server/cases/intake/request-details'
import { readTradeInStandings, type TradeInStanding } from '~/server/cases/base/case-standing'
import { casesToEmail, emailedColumns, type Changing } from '~/server/cases/status-facts'
import { unreadByDesk } from '~/server/cases/unread-messages'
import { orNull, withDevice } from '~/server/cases/update-case'
import { confirmFinalValue } from '~/server/cases/base/agreed-value'
import { issueEmails, tradeInCreditEffect } from '~/server/cases/trade-ins/trade-in-credit'
import { creditAfterUpdate } from '~/server/cases/trade-ins/trade-in-decisions'
import { planIssues, type Planning } from '~/server/cases/trade-ins/trade-in-plan'
import { buyUnits } from '~/server/stock/units/purchases'
import { withUnitsOfTradeIns } from '~/server/stock/units/status-of-cases'
import { customerRecordRow } from '~/server/platform/records/customer-list'
import { amountCell } from '~/server/platform/csv/write-csv'
import { definedFields, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { rowsOfAll } from '~/server/platform/lists/counts'
import { jsonAmountOrNull, jsonDay, jsonDocument, jsonTime, type JsonRow } from '~/server/platform/lists/json-row'
import { caseKind } from './case-kind'
import { copyOfMachine, quotedMachine, quoteSelect } from './quoted-machine'
import { quotedMachines } from './requested-machines'
import { tradeInTexts, type TradeInFacts } from './trade-in-texts'
import { documentedTradeIn, trackedTradeIn } from './trade-in-views'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

const row: JsonRow<TradeIn> = customerRecordRow(
  {
    tradeInNumber: z.string(),
    userId: z.string().nullable(),
    status: z.enum(tradeInStatuses),
    deviceInfo: jsonDocument,
    conditionAssessment: z.string().nullable(),
    evaluationNotes: z.string().nullable(),
    estimatedValue: jsonAmountOrNull,
    finalValue: jsonAmountOrNull,
    machineId: z.string().nullable(),
    machineVersion: z.int().nullable(),
    grade: z.enum(conditionGrades).nullable().catch(null),
    foundGrade: z.enum(conditionGrades).nullable().catch(null),
    accessories: z.string().nullable(),
    arrivalCondition: z.string().nullable(),
    dueOn: jsonDay,
    assignedTo: z.string().nullable(),
    completedAt: jsonTime.nullable(),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    returnAddress: z.string().nullable(),
    assignee: assigneeShape,
    unreadMessages: z.int(),
    quoteState: z.enum(quoteStates).nullable(),
    location: z.string().nullable(),
    offer: sentQuoteShape.nullable(),
  },
  { assignee: assigneeJson, unreadMessages: unreadByDesk, quoteState: quoteStateJson, location: locationJson, offer: sentQuoteJson },
)

interface TradeInTypes {
  row: TradeIn
  status: TradeInStatus
  figures: { pendingEvaluation: number; totalValue: number }
  create: z.output<typeof createTradeInInput>
  update: z.output<typeof updateTradeInInput>
  request: RequestTradeIns
  beside: Omit<TradeInPage, 'tradeIn' | 'owner'>
  page: TradeInPage
}

/** A copy of the catalogue's machine, with the grade's value. @throws NOT_FOUND */
async function quoteOf(tx: Tx, machineId: string | null | undefined, grade: ConditionGrade | null) {
  if (!machineId) return {}
  const copy = await copyOfMachine(tx, machineId)
  return { ...copy, estimatedValue: grade === null ? null : tradeInEstimate(copy.machineSnapshot, grade) }
}

/** @throws BAD_REQUEST `finalValue` above the limit of one administrator (EUR): an offer sets it after approval */
function mustBeWithin(limit: number, finalValue: number): void {
  if (finalValue <= limit) return
  const message = `A value above ${formatEuro(limit)} needs a second administrator: set it in the evaluation and send the offer`
  throw fieldError('validation_failed', 'finalValue', message)
}

const emailed = { ...emailedColumns, tradeInNumber: true, estimatedValue: true, finalValue: true } as const

const emailFacts = (
  row: Prisma.TradeInGetPayload<{ select: typeof emailed }>,
  standing: TradeInStanding,
  credit: TradeInFacts['credit'],
) => ({
  ...standing,
  credit,
  number: row.tradeInNumber,
  estimatedValue: toAmountOrNull(row.estimatedValue),
  finalValue: toAmountOrNull(row.finalValue),
})

async function creditOf(tx: Tx, by: Planning, ids: readonly string[]) {
  const plans = await planIssues(tx, by, ids)
  return new Map(plans.map(({ tradeIn, outcome }) => [tradeIn.id, outcome.unagreed ? 'agreement' : outcome.outcome] as const))
}

async function findToEmail(tx: Tx, ids: readonly string[], { status, by }: Changing) {
  const rows = await tx.tradeIn.findMany({ where: { id: { in: [...ids] } }, select: emailed, orderBy: { id: 'asc' } })
  const standings = await readTradeInStandings(tx, ids)
  const credits = status === 'completed' && by ? await creditOf(tx, by, ids) : null
  return rows.flatMap((row) => {
    const standing = standings.get(row.id)
    return standing ? [{ row, own: emailFacts(row, standing, credits?.get(row.id) ?? null) }] : []
  })
}

export const tradeIns = caseKind<TradeInTypes>({
  noun: 'tradeIns',
  statuses: tradeInStatuses,
  row,
  csv: {
    id: (tradeIn) => tradeIn.id,
    tradeInNumber: (tradeIn) => tradeIn.tradeInNumber,
    customerName: (tradeIn) => tradeIn.customer.fullName,
    customerEmail: (tradeIn) => tradeIn.customer.email,
    manufacturer: (tradeIn) => deviceCell(tradeIn.deviceInfo, 'manufacturer'),
    model: (tradeIn) => deviceCell(tradeIn.deviceInfo, 'model'),
    status: (tradeIn) => tradeIn.status,
    conditionAssessment: (tradeIn) => tradeIn.conditionAssessment,
    evaluationNotes: (tradeIn) => tradeIn.evaluationNotes,
    estimatedValue: (tradeIn) => amountCell(tradeIn.estimatedValue),
    finalValue: (tradeIn) => amountCell(tradeIn.finalValue),
    createdAt: (tradeIn) => tradeIn.createdAt,
    updatedAt: (tradeIn) => tradeIn.updatedAt,
  },
  figures: (counts) => ({
    pendingEvaluation: rowsOfAll(pendingTradeInStatuses, counts),
    totalValue: counts.amount('completed'),
  }),
  effect: withUnitsOfTradeIns(tradeInCreditEffect),
  gives: true,
  effectEmails: issueEmails,
  casesToEmail: casesToEmail(tradeInTexts, findToEmail),
  documented: documentedTradeIn,
  tracked: trackedTradeIn,

  promisedNow: (call) => tradeInDueOn(call.now(), call.businessTimeZone),
  promised: (_tx, _id, arrived, timeZone) => Promise.resolve(tradeInDueOn(arrived, timeZone)),

  async open(tx, _call, { machineId, grade }, columns) {
    const quote = await quoteOf(tx, machineId, grade)
    return tx.tradeIn.create({ data: { ...columns, grade, ...definedFields(quote) }, select: { id: true } })
  },

  async change(tx, call, was, input, columns) {
    const { conditionAssessment, evaluationNotes, estimatedValue, finalValue, confirmsValue, grade, foundGrade } = input
    if (typeof finalValue === 'number' && (finalValue !== was.finalValue || confirmsValue)) {
      if (finalValue !== was.finalValue) mustBeWithin(call.offerLimit, finalValue)
      await confirmFinalValue(tx, call, { id: was.id, value: finalValue, isConfirmed: confirmsValue === true })
    }
    const fields = definedFields({ conditionAssessment, evaluationNotes, estimatedValue, finalValue, grade, foundGrade })
    await tx.tradeIn.update({ where: { id: was.id }, data: { ...fields, ...columns } })
  },

  settle: async (tx, call, was, row) => {
    const notices = await creditAfterUpdate(tx, call, was, row)
    return row.status === 'completed' ? [...notices, ...(await buyUnits(tx, call.actor, [row.id]))] : notices
  },

  async beside({ db: { prisma } }, id) {
    const found = await prisma.tradeIn.findUnique({
      where: { id },
      select: { machineSnapshot: true, repair: { select: { id: true, repairNumber: true } } },
    })
    if (!found) throw notFound(records.tradeIns)
    return { machine: machineSnapshot.parse(found.machineSnapshot), fromRepair: found.repair }
  },
  page: (_services, tradeIn, owner, beside) => ({ tradeIn, owner, ...beside }),

  requestDetails: async (tx, { now, quoteDays }, { machines, accessories, remarks, files }) => ({
    noun: 'tradeIns',
    ...(await quotedMachines(tx, { machines, files })),
    quotedUntil: new Date(now().getTime() + quoteDays * DAY_MS),
    accessories,
    remarks,
  }),

  async openRequested(tx, _services, { id: requestId, userId }, details) {
    const { machines, quotedUntil, accessories } = tradeInDetails.parse(details)
    const asked = machines.flatMap(({ machineId }) => machineId ?? [])
    const known = await tx.tradeInMachine.findMany({ where: { id: { in: asked } }, select: { id: true } })
    const stillThere = new Set(known.map(({ id }) => id))
    const rows = machines.map(({ machineId, machineSnapshot: snapshot, device, serialNumber, ...quote }) => ({
      ...quote,
      id: randomUUID(),
      machineId: machineId !== null && stillThere.has(machineId) ? machineId : null,
      machineSnapshot: snapshot === null ? Prisma.DbNull : (snapshot as Prisma.InputJsonObject),
      deviceInfo: withDevice({}, { manufacturer: snapshot?.manufacturer, model: snapshot?.model, ...device, serialNumber }),
      requestId,
      userId,
      // A machine without a value has no guarantee.
      quotedUntil: quote.estimatedValue === null ? null : quotedUntil,
      accessories: orNull(accessories),
    }))
    await tx.tradeIn.createMany({ data: rows })
    return rows.map(({ id }) => id)
  },

  async requested({ db: { prisma }, now }, id) {
    const row = await prisma.tradeIn.findUniqueOrThrow({ where: { id }, select: { ...quoteSelect, grade: true, estimatedValue: true } })
    const grade = conditionGrades.find((each) => each === row.grade)
    const counting = tradeInEstimate(quotedMachine(row, now()) ?? undefined, grade)
    const value = toAmountOrNull(row.estimatedValue) ?? 0
    return { isExpedited: false, quotedUntil: row.quotedUntil, betterValue: counting > value ? counting : null }
  },
})
