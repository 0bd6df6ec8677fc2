import * as z from 'zod'
import type { Repair } from '~/contracts/repairs'
import { activeRepairStatuses, repairStatuses } from '~/contracts/statuses'
import { customerRecordRow } from '~/server/customer-records/customer'
import { statusRecords } from '~/server/customer-records/status-records'
import { rowsOfAll } from '~/server/platform/lists/counts'
import { jsonAmountOrNull, jsonDocument, type JsonRow } from '~/server/platform/lists/json-row'
import { createdSorts } from '~/server/platform/lists/sorts'

/** A repair as it is answered. */
const row: JsonRow<Repair> = customerRecordRow({
  repairNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(repairStatuses),
  deviceInfo: jsonDocument,
  problemDescription: z.string().nullable(),
  diagnosis: z.string().nullable(),
  repairNotes: z.string().nullable(),
  estimatedCost: jsonAmountOrNull,
  actualCost: jsonAmountOrNull,
})

export const repairs = statusRecords({
  noun: 'repairs',
  statuses: repairStatuses,
  row,
  sorts: createdSorts,
  figures: (counts) => ({ active: rowsOfAll(activeRepairStatuses, counts) }),
})
