import * as z from 'zod'
import { partTypeInput } from '~/contracts/stock/part-types'
import type { Prisma } from '~/generated/prisma/client'
import { lockPartType } from '~/server/stock/parts/lock-part'
import { giveToWaiting } from '~/server/stock/parts/settle-parts'
import { addParts, checkSerial } from '~/server/stock/parts/write-part'
import { changePartType, insertPartType } from '~/server/stock/parts/part-types'
import type { Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { SLICE } from './compare-rows'

type Tx = Prisma.TransactionClient

const stagedPart = z.object({
  line: z.number(),
  target_id: z.string().nullable(),
  before: z.record(z.string(), z.json()).nullable(),
  data: z
    .object({
      quantity: z.number().nullish(),
      serialNumber: z.string().nullish(),
      location: z.string().nullish(),
      notes: z.string().nullish(),
    })
    .and(z.record(z.string(), z.json())),
})

/** Without the defaults of a new type. */
const changeable = z.object(
  Object.fromEntries(Object.entries<z.ZodType>(partTypeInput.shape).map(([field, each]) => [field, each.optional()])),
)

const typeFields = new Set<string>(Object.keys(partTypeInput.shape))

async function typeOf(tx: Tx, { name, sku }: Record<string, unknown>): Promise<string | null> {
  const named = typeof name === 'string' ? name : ''
  const number = typeof sku === 'string' ? sku : null
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM part_types WHERE lower(sku) = lower(${number}) OR (lower(name) = lower(${named}) AND (sku IS NULL OR ${number}::text IS NULL))
    ORDER BY sku IS NULL LIMIT 1`
  return found?.id ?? null
}

interface Kept {
  subjectType: 'part_type' | 'part'
  subjectId: string
  before: Record<string, unknown> | null
}

async function writePart(tx: Tx, actor: Actor, row: z.output<typeof stagedPart>): Promise<Kept[]> {
  const fields = Object.fromEntries(Object.entries(row.data).filter(([field]) => typeFields.has(field)))
  const kept: Kept[] = []
  let typeId = row.target_id ?? (await typeOf(tx, fields))
  if (typeId === null) {
    typeId = (await insertPartType(tx, actor, partTypeInput.parse(fields))).id
    kept.push({ subjectType: 'part_type', subjectId: typeId, before: null })
  } else {
    const before = Object.fromEntries(Object.entries(row.before ?? {}).filter(([field]) => typeFields.has(field)))
    const changes = Object.fromEntries(Object.keys(before).map((field) => [field, fields[field]]))
    if (Object.keys(before).length > 0) {
      await changePartType({ readJson: readJsonWithin(tx) }, actor, { id: typeId, ...changeable.parse(changes) })
      kept.push({ subjectType: 'part_type', subjectId: typeId, before })
    }
  }
  const { cost, inStock, reserved } = await lockPartType(tx, typeId)
  const { serialNumber = null, location = null, notes = null } = row.data
  const quantity = serialNumber === null ? (row.data.quantity ?? 0) - inStock - reserved : 1
  if (quantity <= 0) return kept
  await checkSerial(tx, typeId, serialNumber)
  const parts = await addParts(tx, actor, { typeId, serialNumber, quantity, location, cost: cost?.toNumber() ?? null, notes })
  await giveToWaiting(tx, actor, typeId)
  return [...kept, ...parts.map(({ id }) => ({ subjectType: 'part' as const, subjectId: id, before: null }))]
}

/** In order, since a row may need the type of an earlier one. */
export async function applyParts(tx: Tx, actor: Actor, batchId: string): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT line, target_id::text, before, data FROM import_rows
      WHERE batch_id = ${batchId}::uuid AND verdict IN ('new', 'changed') AND line > ${after} ORDER BY line LIMIT ${SLICE}`
    for (const each of rows) {
      const row = stagedPart.parse(each)
      after = row.line
      await keep(tx, batchId, await writePart(tx, actor, row))
    }
    if (rows.length < SLICE) return
  }
}

/** Of a record written by two rows, the state before the first. */
async function keep(tx: Tx, batchId: string, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return
  await tx.$executeRaw`
    INSERT INTO applied_import_rows (import_id, subject_type, subject_id, version, before)
    SELECT ${batchId}::uuid, k."subjectType", k."subjectId", coalesce(t.version, p.version, 1), k.before
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS k("subjectType" text, "subjectId" uuid, before jsonb)
    LEFT JOIN part_types AS t ON t.id = k."subjectId" LEFT JOIN parts AS p ON p.id = k."subjectId"
    ON CONFLICT (import_id, subject_id) DO UPDATE SET version = EXCLUDED.version,
      before = CASE WHEN applied_import_rows.before IS NULL THEN NULL ELSE EXCLUDED.before || applied_import_rows.before END`
}
