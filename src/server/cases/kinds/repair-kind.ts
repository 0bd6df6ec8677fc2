import * as z from 'zod'
import type { createRepairInput, updateRepairInput } from '~/contracts/cases/repair-inputs'
import { isUnderWarranty, unrepairedReasons, withoutWarranty } from '~/contracts/repair-outcomes'
import { repairServiceIds } from '~/contracts/repair-services'
import type { Repair, RepairPage } from '~/contracts/cases/repairs'
import type { RequestRepair } from '~/contracts/cases/requests'
import { quoteStates } from '~/contracts/status-inputs'
import { records } from '~/contracts/records'
import { activeRepairStatuses, repairStatuses, type RepairStatus } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { assigneeJson, assigneeShape, deviceCell, locationJson, quoteStateJson } from '~/server/cases/case-list'
import { repairDueOn, warrantyOf } from '~/server/cases/deadlines'
import { claimedSale } from '~/server/cases/warranties'
import { repairDetails } from '~/server/cases/intake/request-details'
import { checkAccepted } from '~/server/cases/base/repair-lines'
import { readOutcome } from '~/server/cases/base/case-standing'
import { unreadByDesk } from '~/server/cases/unread-messages'
import { orNull, toDate, withDevice } from '~/server/cases/update-case'
import { withUnitsOfRepairs } from '~/server/stock/units/status-of-cases'
import { withParts } from '~/server/stock/parts/settle-parts'
import { whereMoneyIs, withInvoices } from '~/server/billing/invoices/bill-completed'
import { withReceipts } from '~/server/billing/receipts/receipt-emails'
import { repairCreditEffect } from '~/server/billing/store-credit/release-payment'
import { settlePayments } from '~/server/billing/store-credit/settle-credit'
import { customerRecordRow } from '~/server/platform/records/customer-list'
import { readStored } from '~/server/platform/records/status-records'
import { amountCell } from '~/server/platform/csv/write-csv'
import { definedFields } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { rowsOfAll } from '~/server/platform/lists/counts'
import { jsonAmountOrNull, jsonDay, jsonDocument, jsonTime, type JsonRow } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { caseKind } from './case-kind'
import { repairsToEmail, serviceOf } from './repair-emails'
import { documentedRepair, trackedRepair } from './repair-views'

type Tx = Prisma.TransactionClient

/** The number of the trade-in that the repair `t` became. */
const becameTradeIn = Prisma.sql`(SELECT i.trade_in_number FROM trade_ins AS i WHERE i.from_repair = t.id)`

const row: JsonRow<Repair> = customerRecordRow(
  {
    repairNumber: z.string(),
    userId: z.string().nullable(),
    status: z.enum(repairStatuses),
    deviceInfo: jsonDocument,
    problemDescription: z.string().nullable(),
    diagnosis: z.string().nullable(),
    repairNotes: z.string().nullable(),
    estimatedCost: jsonAmountOrNull,
    actualCost: jsonAmountOrNull,
    service: z.enum(repairServiceIds).nullable().catch(null),
    accessories: z.string().nullable(),
    arrivalCondition: z.string().nullable(),
    dueOn: jsonDay,
    assignedTo: z.string().nullable(),
    warrantyOf: z.string().nullable(),
    warrantySale: z.string().nullable(),
    warrantyDays: z.int(),
    completedAt: jsonTime.nullable(),
    unrepairedReason: z.enum(unrepairedReasons).nullable(),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    returnAddress: z.string().nullable(),
    assignee: assigneeShape,
    unreadMessages: z.int(),
    becameTradeIn: z.string().nullable(),
    isExpedited: z.boolean(),
    quoteState: z.enum(quoteStates).nullable(),
    location: z.string().nullable(),
  },
  { assignee: assigneeJson, unreadMessages: unreadByDesk, becameTradeIn, quoteState: quoteStateJson, location: locationJson },
)

interface RepairTypes {
  row: Repair
  status: RepairStatus
  figures: { active: number }
  create: z.output<typeof createRepairInput>
  update: z.output<typeof updateRepairInput>
  request: RequestRepair
  beside: Omit<RepairPage, 'repair' | 'owner' | 'warranty'>
  page: RepairPage
}

/** A warranty claim is free unless staff set a cost later (requirements §9). */
const AT_NO_COST = { estimatedCost: 0, actualCost: 0 } as const

/** @throws NOT_FOUND; BAD_REQUEST `warrantyOf` for a repair that is not the customer's, not completed, or out of warranty */
async function claimOf(tx: Tx, services: Pick<Services, 'now' | 'businessTimeZone'>, id: string | null | undefined, userId: string) {
  if (!id) return {}
  const [claimed] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM repairs WHERE id = ${id}::uuid FOR SHARE`
  if (!claimed) throw notFound(records.repairs)
  const repair = await readStored(tx, repairs, claimed.id)
  if (repair.userId !== userId) {
    const whose = repair.userId === null ? 'no longer has a customer' : 'belongs to another customer'
    throw fieldError('validation_failed', 'warrantyOf', `Only a customer's own repair can be claimed: ${repair.repairNumber} ${whose}`)
  }
  const outcome = await readOutcome(tx, claimed.id)
  const warranty = warrantyOf(services, { ...repair, outcome })
  if (repair.completedAt !== null && !isUnderWarranty(outcome)) {
    throw fieldError('validation_failed', 'warrantyOf', `${withoutWarranty[outcome]}, so that there is no warranty to claim`)
  }
  if (warranty === null) throw fieldError('validation_failed', 'warrantyOf', 'Only a completed repair has a warranty')
  if (warranty.isOver) {
    throw fieldError('validation_failed', 'warrantyOf', `The warranty of ${repair.warrantyDays} days is over`)
  }
  return { warrantyOf: claimed.id, ...AT_NO_COST }
}

/** A claim on another customer's repair or machine is none, and its cost is open. */
async function claimFor(
  tx: Tx,
  { warrantyOf: claimed, warrantySale: sale, estimatedCost, actualCost }: Repair,
  userId: string | undefined,
) {
  if (userId === undefined || (claimed === null && sale === null)) return {}
  if (claimed !== null && (await tx.repair.count({ where: { id: claimed, userId } })) > 0) return {}
  if (sale !== null && (await tx.orderLineUnit.count({ where: { id: sale, line: { order: { userId } } } })) > 0) return {}
  return {
    warrantyOf: null,
    warrantySale: null,
    ...(estimatedCost === 0 && { estimatedCost: null }),
    ...(actualCost === 0 && { actualCost: null }),
  }
}

/** Follows the promise of another service, unless staff have set a day. Undefined for no change. */
function dueOfService({ createdAt, service: before, dueOn }: Repair, service: Repair['service'] | undefined, timeZone: string) {
  if (service === undefined || service === before) return undefined
  const isPromised = dueOn === null || dueOn === repairDueOn(createdAt, before, timeZone)
  return isPromised ? repairDueOn(createdAt, service, timeZone) : undefined
}

const MOST_CLAIMS = 20
const named = { id: true, repairNumber: true } as const

const problemOf = ({ issues, problemDescription }: RequestRepair) =>
  [issues.map((issue) => `- ${issue}`).join('\n'), problemDescription.trim()].filter((part) => part !== '').join('\n\n')

export const repairs = caseKind<RepairTypes>({
  noun: 'repairs',
  statuses: repairStatuses,
  row,
  csv: {
    id: (repair) => repair.id,
    repairNumber: (repair) => repair.repairNumber,
    customerName: (repair) => repair.customer.fullName,
    customerEmail: (repair) => repair.customer.email,
    manufacturer: (repair) => deviceCell(repair.deviceInfo, 'manufacturer'),
    model: (repair) => deviceCell(repair.deviceInfo, 'model'),
    status: (repair) => repair.status,
    problemDescription: (repair) => repair.problemDescription,
    diagnosis: (repair) => repair.diagnosis,
    repairNotes: (repair) => repair.repairNotes,
    estimatedCost: (repair) => amountCell(repair.estimatedCost),
    actualCost: (repair) => amountCell(repair.actualCost),
    createdAt: (repair) => repair.createdAt,
    updatedAt: (repair) => repair.updatedAt,
  },
  figures: (counts) => ({ active: rowsOfAll(activeRepairStatuses, counts) }),
  effect: withUnitsOfRepairs(withParts(whereMoneyIs(withReceipts('repairs', withInvoices(repairCreditEffect))))),
  gives: true,
  casesToEmail: repairsToEmail(),
  documented: documentedRepair,
  tracked: trackedRepair,

  promisedNow: (call, { service }) => repairDueOn(call.now(), service, call.businessTimeZone),
  async promised(tx, id, arrived, timeZone) {
    const { service } = await tx.repair.findUniqueOrThrow({ where: { id }, select: { service: true } })
    return repairDueOn(arrived, serviceOf(service), timeZone)
  },

  async open(tx, call, { problemDescription, service, warrantyOf: claimed, warrantySale: sale }, columns) {
    const claim = sale
      ? { warrantySale: await claimedSale(tx, call, sale, columns.userId), ...AT_NO_COST }
      : await claimOf(tx, call, claimed, columns.userId)
    return tx.repair.create({
      data: { ...columns, problemDescription, service, warrantyDays: call.warrantyDays, ...claim },
      select: { id: true },
    })
  },

  async change(tx, call, was, { problemDescription, diagnosis, repairNotes, estimatedCost, actualCost, service }, columns) {
    if (typeof actualCost === 'number' && actualCost !== was.actualCost) await checkAccepted(tx, was.id, actualCost, 'actualCost')
    const dueOn = toDate(dueOfService(was, service, call.businessTimeZone))
    const fields = definedFields({ problemDescription, diagnosis, repairNotes, estimatedCost, actualCost, service, dueOn })
    const claim = await claimFor(tx, was, columns.userId)
    await tx.repair.update({ where: { id: was.id }, data: { ...claim, ...fields, ...columns } })
  },

  settle: async (tx, call, was, { id, userId }) =>
    userId === was.userId ? [] : settlePayments(tx, call.actor, call.now(), 'repairs', [id]),

  async beside({ db: { prisma } }, id) {
    const found = await prisma.repair.findUnique({
      where: { id },
      select: {
        warrantyRepair: { select: named },
        soldUnit: { select: { line: { select: { order: { select: { orderNumber: true } } } } } },
        tradeIn: { select: { id: true, tradeInNumber: true } },
        warrantyClaims: { select: named, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MOST_CLAIMS },
      },
    })
    if (!found) throw notFound(records.repairs)
    const { tradeIn: turnedInto, soldUnit, ...warranty } = found
    return { ...warranty, warrantyOrder: soldUnit?.line.order.orderNumber ?? null, turnedInto, outcome: await readOutcome(prisma, id) }
  },
  page: (services, repair, owner, beside) => ({
    repair,
    owner,
    warranty: warrantyOf(services, { ...repair, outcome: beside.outcome }),
    ...beside,
  }),

  requestDetails: (_tx, _services, input) =>
    Promise.resolve({
      noun: 'repairs',
      deviceInfo: input.deviceInfo,
      service: input.service,
      problemDescription: problemOf(input),
      isExpedited: input.isExpedited,
      accessories: input.accessories,
      remarks: '',
      files: input.files,
    }),

  async openRequested(tx, { warrantyDays }, { id: requestId, userId }, details) {
    const { deviceInfo, accessories, service, problemDescription, isExpedited } = repairDetails.parse(details)
    const device = { deviceInfo: withDevice({}, deviceInfo), accessories: orNull(accessories) }
    const { id } = await tx.repair.create({
      data: { requestId, userId, ...device, service, problemDescription, isExpedited, warrantyDays },
      select: { id: true },
    })
    return [id]
  },

  async requested({ db: { prisma } }, id) {
    const { isExpedited } = await prisma.repair.findUniqueOrThrow({ where: { id }, select: { isExpedited: true } })
    return { isExpedited, quotedUntil: null, betterValue: null }
  },
})
