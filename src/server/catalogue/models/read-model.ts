import * as z from 'zod'
import type { Model, ModelUses } from '~/contracts/catalogue/models'
import { records } from '~/contracts/records'
import { Prisma, type DeviceModel } from '~/generated/prisma/client'
import { notFound } from '~/server/platform/database/conflict'
import { jsonTexts, recordRow, type JsonRow } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

/** Plain SQL may have stored NaN. */
const numberOrNull = (decimal: Prisma.Decimal | null) => (decimal?.isFinite() ? decimal.toNumber() : null)

/** '110 TH/s' */
const writtenRate = (rate: number | null, unit: string) => (rate === null ? null : `${rate} ${unit}`)

export const toModel = (row: DeviceModel): Model => ({
  id: row.id,
  manufacturer: row.manufacturer,
  model: row.name,
  category: row.category,
  algorithm: row.algorithm,
  hashrate: writtenRate(numberOrNull(row.hashrate), row.hashrateUnit),
  powerWatts: row.powerWatts,
  boards: row.boards,
  chipsPerBoard: row.chipsPerBoard,
  checklist: row.checklist,
  loadTestMinutes: row.loadTestMinutes,
  tolerancePercent: numberOrNull(row.tolerancePercent) ?? 0,
  isActive: row.isActive,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** SQL for the row `t`; null if unknown. */
export const rateText = Prisma.sql`trim_scale(t.hashrate)::text || ' ' || t.hashrate_unit`

const fields = {
  manufacturer: z.string(),
  model: z.string(),
  category: z.string(),
  algorithm: z.string().nullable(),
  hashrate: z.string().nullable(),
  powerWatts: z.int().nullable(),
  boards: z.int().nullable(),
  chipsPerBoard: z.int().nullable(),
  checklist: jsonTexts,
  loadTestMinutes: z.int(),
  tolerancePercent: z.number(),
  isActive: z.boolean(),
}

export const modelRow: JsonRow<Model> = recordRow(fields, {
  model: Prisma.sql`t.name`,
  hashrate: rateText,
  tolerancePercent: Prisma.sql`coalesce(t.tolerance_percent, 0)`,
})

/** @throws NOT_FOUND, also for a merged model */
export async function modelById({ db: { prisma } }: Pick<Services, 'db'>, { id }: { id: string }): Promise<Model> {
  const row = await prisma.deviceModel.findUnique({ where: { id, mergedInto: null } })
  if (!row) throw notFound(records.models)
  return toModel(row)
}

export async function usesOfModel(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, id: string): Promise<ModelUses> {
  const [found] = await tx.$queryRaw<ModelUses[]>`
    SELECT (SELECT count(*)::int FROM products WHERE model_id = ${id}::uuid) AS products,
      (SELECT count(*)::int FROM trade_in_machines WHERE model_id = ${id}::uuid) AS machines,
      (SELECT count(*)::int FROM units WHERE model_id = ${id}::uuid) AS units,
      ARRAY(SELECT concat_ws(' ', manufacturer, name) FROM device_models WHERE merged_into = ${id}::uuid ORDER BY 1 LIMIT 20) AS spellings`
  return found ?? { products: 0, machines: 0, units: 0, spellings: [] }
}
