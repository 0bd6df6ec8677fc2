import * as z from 'zod'
import { pendingTradeInStatuses, tradeInStatuses } from '~/contracts/statuses'
import type { TradeIn } from '~/contracts/trade-ins'
import { customerRecordRow } from '~/server/customer-records/customer'
import { statusRecords } from '~/server/customer-records/status-records'
import { rowsOfAll } from '~/server/platform/lists/counts'
import { jsonAmountOrNull, jsonDocument, type JsonRow } from '~/server/platform/lists/json-row'
import { createdSorts } from '~/server/platform/lists/sorts'

/** A trade-in as it is answered. */
const row: JsonRow<TradeIn> = customerRecordRow({
  tradeInNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(tradeInStatuses),
  deviceInfo: jsonDocument,
  conditionAssessment: z.string().nullable(),
  evaluationNotes: z.string().nullable(),
  estimatedValue: jsonAmountOrNull,
  finalValue: jsonAmountOrNull,
})

export const tradeIns = statusRecords({
  noun: 'tradeIns',
  statuses: tradeInStatuses,
  row,
  sorts: createdSorts,
  figures: (counts) => ({
    pendingEvaluation: rowsOfAll(pendingTradeInStatuses, counts),
    totalValue: counts.amount('completed'),
  }),
})
