import type { Call } from '~/server/call'
import type { Services } from '~/server/services'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { MOST_SELECTED, type BulkOutcome } from '~/contracts/bulk-inputs'
import type {
  adjustValuesInput,
  AdjustedMachine,
  AdjustmentPreview,
  AdjustmentResult,
  previewAdjustmentInput,
} from '~/contracts/catalogue/machine-values'
import { machineName } from '~/contracts/catalogue/machines'
import { conditionGrades, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { insertAudit, type Actor } from '~/server/platform/audit/record-audit'
import { wrongNumber } from '~/server/platform/records/id-windows'
import { noOutcomes } from '~/server/platform/records/update-statuses'
import { viewCondition } from '~/server/platform/lists/view'
import { machineListing } from './list-machines'

type PreviewInput = z.output<typeof previewAdjustmentInput>
type AdjustInput = z.output<typeof adjustValuesInput>

const columns: Record<ConditionGrade, { column: Prisma.Sql; field: string }> = {
  excellent: { column: Prisma.sql`base_value_excellent`, field: 'baseValueExcellent' },
  good: { column: Prisma.sql`base_value_good`, field: 'baseValueGood' },
  fair: { column: Prisma.sql`base_value_fair`, field: 'baseValueFair' },
  poor: { column: Prisma.sql`base_value_poor`, field: 'baseValuePoor' },
}
const LARGEST = Prisma.sql`9999999999.99`

/** Rounded to cents, half up. */
const adjusted = (column: Prisma.Sql, percent: number) => Prisma.sql`round(t.${column} * (100 + ${String(percent)}::numeric) / 100, 2)`

function chosenCondition(prisma: PrismaClient, { ids, all }: Pick<PreviewInput, 'ids' | 'all'>): Prisma.Sql {
  if (ids) return Prisma.sql`t.id = ANY(${ids.map(({ id }) => id)}::uuid[])`
  return viewCondition(machineListing(all ?? {}))
}

const anyOf = (conditions: Prisma.Sql[]) => Prisma.sql`(${Prisma.join(conditions, ' OR ')})`

const stampOf = Prisma.sql`coalesce(md5(string_agg(t.id || ':' || t.version, ',' ORDER BY t.id)), '')`

interface AdjustedRow {
  id: string
  manufacturer: string
  model: string
  version: number
  before: string[]
  after: string[]
}

export async function previewAdjustment({ db: { prisma } }: Pick<Services, 'db'>, input: PreviewInput): Promise<AdjustmentPreview> {
  const condition = chosenCondition(prisma, input)
  const before = Prisma.join(conditionGrades.map((grade) => Prisma.sql`t.${columns[grade].column}::text`))
  const after = Prisma.join(
    conditionGrades.map((grade) => {
      const { column } = columns[grade]
      return input.grades.includes(grade) ? Prisma.sql`${adjusted(column, input.percent)}::text` : Prisma.sql`t.${column}::text`
    }),
  )
  const [rows, [state]] = await Promise.all([
    prisma.$queryRaw<AdjustedRow[]>`
      SELECT t.id::text AS id, t.manufacturer, t.model, t.version, ARRAY[${before}] AS before, ARRAY[${after}] AS after
      FROM trade_in_machines AS t WHERE ${condition} ORDER BY t.manufacturer, t.model, t.id LIMIT ${MOST_SELECTED}`,
    prisma.$queryRaw<{ matching: number; stamp: string }[]>`
      SELECT count(*)::int AS matching, ${stampOf} AS stamp FROM trade_in_machines AS t WHERE ${condition}`,
  ])
  const values = (amounts: string[]) => {
    const [excellent, good, fair, poor] = amounts.map(Number)
    return { excellent: excellent ?? 0, good: good ?? 0, fair: fair ?? 0, poor: poor ?? 0 }
  }
  const toAdjusted = (row: AdjustedRow): AdjustedMachine => ({
    id: row.id,
    name: machineName(row),
    version: row.version,
    before: values(row.before),
    after: values(row.after),
  })
  return { rows: rows.map(toAdjusted), matching: state?.matching ?? 0, stamp: state?.stamp ?? '' }
}

/** In one statement with the audit of the old values. */
async function setValues(tx: Prisma.TransactionClient, actor: Actor, ids: string[], { percent, grades }: AdjustInput): Promise<void> {
  if (ids.length === 0) return
  const object = (row: Prisma.Sql) =>
    Prisma.sql`jsonb_build_object(${Prisma.join(grades.map((grade) => Prisma.sql`${columns[grade].field}::text, ${row}.${columns[grade].column}`))})`
  const set = Prisma.join(grades.map((grade) => Prisma.sql`${columns[grade].column} = ${adjusted(columns[grade].column, percent)}`))
  await tx.$executeRaw`
    WITH was AS MATERIALIZED (SELECT * FROM trade_in_machines WHERE id = ANY(${ids}::uuid[])),
    changed AS (UPDATE trade_in_machines AS t SET ${set} FROM was WHERE t.id = was.id RETURNING t.*)
    ${insertAudit(
      actor,
      { action: 'machine.updated', subjectType: 'machine' },
      Prisma.sql`
        SELECT changed.id::text AS subject_id, ${object(Prisma.sql`was`)} AS before, ${object(Prisma.sql`changed`)} AS after
        FROM changed JOIN was ON was.id = changed.id ORDER BY changed.id`,
    )}`
}

/** Of a view, all change or none; named machines changed meanwhile stay. @throws BAD_REQUEST above the limit, CONFLICT for another view */
export async function adjustValues({ db, live, actor }: Call<'db' | 'live'>, input: AdjustInput): Promise<AdjustmentResult> {
  const adjusted = await adjustAll(db.prisma, actor, input)
  live.values.machines.changed()
  return adjusted
}

function adjustAll(prisma: PrismaClient, actor: Actor, input: AdjustInput): Promise<AdjustmentResult> {
  const { ids, expected, stamp, percent, grades } = input
  return prisma.$transaction(async (tx) => {
    const now = grades.map((grade) => columns[grade].column)
    const locked = await tx.$queryRaw<{ id: string; version: number; differs: boolean; too_large: boolean }[]>`
      SELECT t.id::text AS id, t.version,
        ${anyOf(now.map((column) => Prisma.sql`${adjusted(column, percent)} <> t.${column}`))} AS differs,
        ${anyOf(now.map((column) => Prisma.sql`${adjusted(column, percent)} > ${LARGEST}`))} AS too_large
      FROM trade_in_machines AS t WHERE ${chosenCondition(prisma, input)} ORDER BY t.id FOR UPDATE OF t`
    const asked = ids ?? locked.map(({ id }) => ({ id, version: undefined }))
    if (!ids && locked.length !== expected) throw wrongNumber(locked.length, expected ?? 0)
    if (!ids && stamp !== undefined) {
      const [state] = await tx.$queryRaw<{ stamp: string }[]>`
        SELECT ${stampOf} AS stamp FROM trade_in_machines AS t WHERE t.id = ANY(${locked.map(({ id }) => id)}::uuid[])`
      if (state?.stamp !== stamp) {
        throw new TRPCError({
          code: 'CONFLICT',
          message: 'Somebody has changed a machine in the meantime, so nothing was adjusted. Look at the preview again.',
        })
      }
    }
    const rows = new Map(locked.map((row) => [row.id, row]))
    const outcomeOf = ({ id, version }: (typeof asked)[number]): BulkOutcome => {
      const row = rows.get(id.toLowerCase())
      if (!row) return 'missing'
      if (version !== undefined && version !== row.version) return 'conflict'
      if (row.too_large) throw new TRPCError({ code: 'BAD_REQUEST', message: 'A value would become too large. Nothing has been changed.' })
      return row.differs ? 'changed' : 'unchanged'
    }
    const results = asked.map((each) => ({ id: each.id, outcome: outcomeOf(each) }))
    const changed = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? [id.toLowerCase()] : []))
    await setValues(tx, actor, changed, input)
    const counts = noOutcomes()
    for (const { outcome } of results) counts[outcome]++
    return { counts, results: ids ? results : [] }
  })
}
