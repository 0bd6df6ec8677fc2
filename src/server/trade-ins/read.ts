import * as z from 'zod'
import { tradeInStatuses } from '~/contracts/statuses'
import type { TradeIn } from '~/contracts/trade-ins'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { customerRecordRow, toCustomer, withCustomer } from '~/server/customer-records/customer'
import { toAmountOrNull } from '~/server/platform/database/amount'
import { jsonAmountOrNull, jsonDocument, type JsonRow } from '~/server/platform/lists/json-row'
import { safeJson } from '~/server/platform/database/safe-json'
import { notFound } from '~/server/platform/database/conflict'

type TradeInRow = Prisma.TradeInGetPayload<{ include: typeof withCustomer }>

/** A trade-in as it goes over the wire. */
export const toTradeIn = ({ user, estimatedValue, finalValue, ...row }: TradeInRow): TradeIn => ({
  ...row,
  deviceInfo: safeJson(row.deviceInfo),
  estimatedValue: toAmountOrNull(estimatedValue),
  finalValue: toAmountOrNull(finalValue),
  customer: toCustomer(user),
})

/** The same of a list's row. */
export const tradeInRow: JsonRow<TradeIn> = customerRecordRow({
  tradeInNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(tradeInStatuses),
  deviceInfo: jsonDocument,
  conditionAssessment: z.string().nullable(),
  evaluationNotes: z.string().nullable(),
  estimatedValue: jsonAmountOrNull,
  finalValue: jsonAmountOrNull,
})

/** @throws NOT_FOUND */
export async function tradeInById(prisma: PrismaClient, id: string): Promise<TradeIn> {
  const row = await prisma.tradeIn.findUnique({ where: { id }, include: withCustomer })
  if (!row) throw notFound('trade-in')
  return toTradeIn(row)
}
