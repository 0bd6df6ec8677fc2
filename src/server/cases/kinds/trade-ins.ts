import * as z from 'zod'
import { pendingTradeInStatuses, tradeInStatuses } from '~/contracts/statuses'
import { conditionGrades } from '~/contracts/cases/trade-in-estimate'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { assigneeJson, assigneeShape, caseFilter, caseListSorts } from '~/server/cases/case-list'
import { issueEmails, tradeInCreditEffect } from '~/server/credit/trade-in-credit'
import { unreadByDesk } from '~/server/cases/unread'
import { customerRecordRow } from '~/server/office/records/customer-list'
import { statusRecords } from '~/server/office/records/status-records'
import { rowsOfAll } from '~/server/platform/lists/counts'
import { deviceCell } from '~/server/office/export/columns'
import { amountCell } from '~/server/platform/csv/write'
import { jsonAmountOrNull, jsonDay, jsonDocument, jsonTime, type JsonRow } from '~/server/platform/lists/json-row'

/** A trade-in as it is answered. */
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
    assignee: assigneeShape,
    unreadMessages: z.int(),
  },
  { assignee: assigneeJson, unreadMessages: unreadByDesk('tradeIns') },
)

export const tradeIns = statusRecords({
  noun: 'tradeIns',
  effect: tradeInCreditEffect,
  effectEmails: issueEmails,
  statuses: tradeInStatuses,
  row,
  sorts: caseListSorts(pendingTradeInStatuses),
  narrowed: caseFilter('tradeIns', pendingTradeInStatuses),
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
})
