import * as z from 'zod'
import { repairServiceIds } from '~/contracts/cases/repair-services'
import type { Repair } from '~/contracts/cases/repairs'
import { activeRepairStatuses, repairStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { assigneeJson, assigneeShape, caseFilter, caseListSorts } from '~/server/cases/case-list'
import { repairCreditEffect } from '~/server/credit/settle'
import { unreadByDesk } from '~/server/cases/unread'
import { customerRecordRow } from '~/server/office/records/customer-list'
import { statusRecords } from '~/server/office/records/status-records'
import { rowsOfAll } from '~/server/platform/lists/counts'
import { deviceCell } from '~/server/office/export/columns'
import { amountCell } from '~/server/platform/csv/write'
import { jsonAmountOrNull, jsonDay, jsonDocument, jsonTime, type JsonRow } from '~/server/platform/lists/json-row'

/** The trade-in that its customer has turned the repair `t` into. */
const becameTradeIn = Prisma.sql`(SELECT i.trade_in_number FROM trade_ins AS i WHERE i.from_repair = t.id)`

/** A repair as it is answered. */
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
    completedAt: jsonTime.nullable(),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    assignee: assigneeShape,
    unreadMessages: z.int(),
    becameTradeIn: z.string().nullable(),
  },
  { assignee: assigneeJson, unreadMessages: unreadByDesk, becameTradeIn },
)

export const repairs = statusRecords({
  noun: 'repairs',
  effect: repairCreditEffect,
  statuses: repairStatuses,
  row,
  sorts: caseListSorts(activeRepairStatuses),
  narrowed: caseFilter('repairs', activeRepairStatuses),
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
})
