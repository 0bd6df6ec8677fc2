import * as z from 'zod'
import { shownLine } from '~/contracts/fields'
import type { ActiveMachine, Machine } from '~/contracts/catalogue/machines'
import { Prisma, type PrismaClient, type TradeInMachine } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import { recordRow, type JsonRow } from '~/server/platform/lists/json-row'

export const toMachine = (row: TradeInMachine): Machine => ({
  id: row.id,
  manufacturer: row.manufacturer,
  model: row.model,
  category: row.category,
  hashrate: row.hashrate,
  powerConsumption: row.powerConsumption,
  baseValueExcellent: toAmount(row.baseValueExcellent),
  baseValueGood: toAmount(row.baseValueGood),
  baseValueFair: toAmount(row.baseValueFair),
  baseValuePoor: toAmount(row.baseValuePoor),
  isActive: row.isActive,
  notes: row.notes,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Plain SQL may have stored NaN. */
const amount = (column: string) => Prisma.sql`coalesce(nullif(${Prisma.raw(column)}, 'NaN'), 0)`
const amounts = {
  baseValueExcellent: amount('t.base_value_excellent'),
  baseValueGood: amount('t.base_value_good'),
  baseValueFair: amount('t.base_value_fair'),
  baseValuePoor: amount('t.base_value_poor'),
}

const fields = {
  manufacturer: z.string(),
  model: z.string(),
  category: z.string(),
  hashrate: z.string(),
  powerConsumption: z.string(),
  baseValueExcellent: z.number(),
  baseValueGood: z.number(),
  baseValueFair: z.number(),
  baseValuePoor: z.number(),
  isActive: z.boolean(),
  notes: z.string().nullable(),
}

export const machineRow: JsonRow<Machine> = recordRow(fields, amounts)

/** More than a selector can offer. */
const MOST_OFFERED = 2_000

/** By manufacturer, then model (requirements §7). */
export async function readActiveMachines(prisma: PrismaClient): Promise<ActiveMachine[]> {
  const rows = await prisma.tradeInMachine.findMany({
    where: { isActive: true },
    orderBy: [{ manufacturer: 'asc' }, { model: 'asc' }, { id: 'asc' }],
    take: MOST_OFFERED,
    select: {
      id: true,
      category: true,
      manufacturer: true,
      model: true,
      hashrate: true,
      powerConsumption: true,
      baseValueExcellent: true,
      baseValueGood: true,
      baseValueFair: true,
      baseValuePoor: true,
    },
  })
  return rows.map((row) => ({
    ...row,
    category: shownLine(row.category),
    manufacturer: shownLine(row.manufacturer),
    model: shownLine(row.model),
    hashrate: shownLine(row.hashrate),
    powerConsumption: shownLine(row.powerConsumption),
    baseValueExcellent: toAmount(row.baseValueExcellent),
    baseValueGood: toAmount(row.baseValueGood),
    baseValueFair: toAmount(row.baseValueFair),
    baseValuePoor: toAmount(row.baseValuePoor),
  }))
}
