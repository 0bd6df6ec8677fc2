import * as z from 'zod'
import { tradeInStatuses } from '~/contracts/statuses'
import type { TradeIn } from '~/contracts/trade-ins'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { customerJson, toCustomer, withCustomer } from '~/server/customers/customer'
import { toAmountOrNull } from '~/server/db/amount'
import { jsonObject, recordFields, recordShape, type JsonRow } from '~/server/db/json-row'
import { notFound } from '~/server/db/stale'

type TradeInRow = Prisma.TradeInGetPayload<{ include: typeof withCustomer }>

/** A trade-in as it goes over the wire. */
export const toTradeIn = ({ user, estimatedValue, finalValue, ...row }: TradeInRow): TradeIn => ({
  ...row,
  estimatedValue: toAmountOrNull(estimatedValue),
  finalValue: toAmountOrNull(finalValue),
  customer: toCustomer(user),
})

/** The same of a list's row. */
export const tradeInRow: JsonRow<TradeIn> = {
  json: jsonObject({
    ...recordFields,
    tradeInNumber: Prisma.sql`t.trade_in_number`,
    userId: Prisma.sql`t.user_id`,
    status: Prisma.sql`t.status`,
    deviceInfo: Prisma.sql`t.device_info`,
    conditionAssessment: Prisma.sql`t.condition_assessment`,
    evaluationNotes: Prisma.sql`t.evaluation_notes`,
    estimatedValue: Prisma.sql`t.estimated_value`,
    finalValue: Prisma.sql`t.final_value`,
    customer: customerJson.json,
  }),
  schema: z.object({
    ...recordShape,
    tradeInNumber: z.string(),
    userId: z.string().nullable(),
    status: z.enum(tradeInStatuses),
    deviceInfo: z.json(),
    conditionAssessment: z.string().nullable(),
    evaluationNotes: z.string().nullable(),
    estimatedValue: z.number().nullable(),
    finalValue: z.number().nullable(),
    customer: customerJson.schema,
  }),
}

/** @throws NOT_FOUND */
export async function tradeInById(prisma: PrismaClient, id: string): Promise<TradeIn> {
  const row = await prisma.tradeIn.findUnique({ where: { id }, include: withCustomer })
  if (!row) throw notFound('trade-in')
  return toTradeIn(row)
}
