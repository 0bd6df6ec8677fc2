import type { SuggestedModel } from '~/contracts/catalogue/models'
import { hashrateOf } from '~/contracts/catalogue/hashrate'
import { boardsOfModel } from '~/contracts/stock/miners/models'
import { efficiencyOf } from '~/contracts/stock/miners/shape'
import { Prisma, type DeviceModel } from '~/generated/prisma/client'
import { substringPattern } from '~/server/platform/lists/like-pattern'
import { rateText, toModel } from './read-model'

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

const MOST_WORDS = 5

const everyWordFits = (words: readonly string[]) =>
  Prisma.join(
    words.slice(0, MOST_WORDS).map((word) => {
      const pattern = substringPattern(word)
      return Prisma.sql`(m.manufacturer ILIKE ${pattern} OR m.name ILIKE ${pattern})`
    }),
    ' AND ',
  )

/** Each word is a whole word of the name: for 'S19 Pro' an S19 Pro stands before an S19j Pro. */
const isWholeName = (words: readonly string[]) => {
  const typed = words.slice(0, MOST_WORDS).map((word) => word.toLowerCase())
  return Prisma.sql`(${typed}::text[] <@ regexp_split_to_array(lower(t.manufacturer || ' ' || t.name), '\\s+'))`
}

/** In any spelling; whole words first, then models of the trade-in catalogue, then by name. */
export async function suggestModels(tx: Reader, search: string, most: number): Promise<SuggestedModel[]> {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const found = await tx.$queryRaw<(Omit<SuggestedModel, 'power' | 'efficiency'> & { watts: number | null })[]>`
    SELECT t.id::text AS id, t.manufacturer, t.name AS model, t.category,
      t.algorithm, ${rateText} AS hashrate, t.power_watts AS watts, machine.id::text AS "machineId"
    FROM device_models AS t LEFT JOIN LATERAL (
      SELECT c.id, c.is_active FROM trade_in_machines AS c WHERE c.model_id = t.id ORDER BY c.is_active DESC, c.manufacturer, c.model, c.id LIMIT 1
    ) AS machine ON TRUE
    WHERE t.is_active AND t.merged_into IS NULL AND t.manufacturer <> '' AND t.name <> ''
      AND t.id IN (SELECT coalesce(m.merged_into, m.id) FROM device_models AS m WHERE ${everyWordFits(words)})
    ORDER BY ${isWholeName(words)} DESC, machine.is_active DESC NULLS LAST, t.manufacturer, t.name, t.hashrate, t.id LIMIT ${most}`
  return found.map(({ watts, ...model }) => {
    const joules = efficiencyOf(watts, model.hashrate === null ? null : hashrateOf(model.hashrate))
    return {
      ...model,
      power: watts === null ? null : `${watts}W`,
      // Other algorithms are not measured in J/TH.
      efficiency: joules === null || !/ [TPE]H\/s$/.test(model.hashrate ?? '') ? null : `${joules.toFixed(1)} J/TH`,
    }
  })
}

export interface ModelFigures {
  /** Null if the name fits models of different hashrates. */
  id: string | null
  /** H/s */
  hashrate: number | null
  watts: number | null
  boards: number | null
  chipsPerBoard: number | null
  algorithm: string | null
  checklist: string[]
  loadTestMinutes: number
  tolerancePercent: number
}

function figuresOf(row: DeviceModel): ModelFigures {
  const { id, algorithm, hashrate, powerWatts, boards, chipsPerBoard, checklist, loadTestMinutes, tolerancePercent, model } = toModel(row)
  return {
    id,
    hashrate: hashrate === null ? null : hashrateOf(hashrate),
    watts: powerWatts,
    boards: boards ?? boardsOfModel(model),
    chipsPerBoard,
    algorithm,
    checklist,
    loadTestMinutes,
    tolerancePercent,
  }
}

const same = <Value>(values: readonly (Value | null)[]): Value | null => {
  const [first = null] = values
  return values.every((value) => value === first) ? first : null
}

/**
 * If its name fits several hashrates, the figures that they share. @param named with `id` if its row names its model
 * @returns null if unknown
 */
export async function modelOf(
  tx: Pick<Prisma.TransactionClient, '$queryRaw' | 'deviceModel'>,
  named: { id?: string | null | undefined; manufacturer: string; model: string },
): Promise<ModelFigures | null> {
  const { id = null, manufacturer, model } = named
  const ids = await idsOf(tx, id === null ? isSpelled(manufacturer, model) : Prisma.sql`id = ${id}::uuid`)
  const rows = await tx.deviceModel.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
  const all = rows.map(figuresOf)
  const [first] = all
  if (!first || all.length === 1) return first ?? null
  return {
    ...first,
    id: null,
    hashrate: same(all.map((each) => each.hashrate)),
    watts: same(all.map((each) => each.watts)),
    boards: same(all.map((each) => each.boards)),
    chipsPerBoard: same(all.map((each) => each.chipsPerBoard)),
    algorithm: same(all.map((each) => each.algorithm)),
  }
}

const isSpelled = (manufacturer: string, model: string) =>
  Prisma.sql`maker_key(manufacturer) = maker_key(${manufacturer}) AND model_key(name) = model_key(${model})`

async function idsOf(tx: Reader, condition: Prisma.Sql): Promise<string[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT coalesce(merged_into, id)::text AS id FROM device_models WHERE ${condition} LIMIT 20`
  return found.map(({ id }) => id)
}

export async function nameModel(tx: Reader, device: { manufacturer: string; model: string } | undefined): Promise<void> {
  if (device) await tx.$queryRaw`SELECT name_device_model(${device.manufacturer}, ${device.model})::text AS id`
}
