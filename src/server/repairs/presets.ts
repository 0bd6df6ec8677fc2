import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { LARGEST_NUMBER, MOST_PRESETS, type Preset, type removePresetInput, type savePresetInput } from '~/contracts/estimates'
import { shownLine } from '~/contracts/fields'
import { repairServiceIds } from '~/contracts/repair-services'
import type { Prisma, RepairPreset } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/auth/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** Lines that estimates often have, kept by administrators. */

const PRESET = { one: 'preset', table: 'repair_presets' }
const SUBJECT = 'repair_preset'

const toPreset = ({ id, version, service, kind, label, quantity, price, isActive }: RepairPreset): Preset => ({
  id,
  version,
  service: repairServiceIds.find((known) => known === service) ?? null,
  kind,
  label: shownLine(label),
  quantity: toAmount(quantity),
  price: toAmount(price),
  isActive,
})

const audited = ({ id: _id, version: _version, ...fields }: Preset) => fields

/** In the order in which they were added, those that are not offered any more too. */
export async function listPresets({ db }: Pick<Services, 'db'>): Promise<Preset[]> {
  const rows = await db.prisma.repairPreset.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], take: MOST_PRESETS })
  return rows.map(toPreset)
}

type Fields = Omit<z.output<typeof savePresetInput>, 'idempotencyKey' | 'id' | 'version'>

async function add(tx: Prisma.TransactionClient, call: Call<never>, data: Fields): Promise<Preset> {
  // Two that add at once wait for each other, so that neither goes beyond the most there may be.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('repair_presets'))::text`
  const { _count: count, _max: last } = await tx.repairPreset.aggregate({ _count: true, _max: { position: true } })
  if (count >= MOST_PRESETS)
    throw new TRPCError({ code: 'CONFLICT', message: `There are ${MOST_PRESETS} presets already. Remove one first.` })
  const position = Math.min((last.position ?? 0) + 1, LARGEST_NUMBER)
  const preset = toPreset(await tx.repairPreset.create({ data: { ...data, position } }))
  await recordAudit(tx, call.actor, { action: 'repair_preset.created', subjectType: SUBJECT, subjectId: preset.id, after: audited(preset) })
  return preset
}

/**
 * Adds a preset, or changes the one with the id.
 * @throws NOT_FOUND; CONFLICT for a stale version, an idempotency key that was sent with another input, or one preset too many
 */
export function savePreset(call: CreatingCall<never>, input: z.output<typeof savePresetInput>): Promise<Preset> {
  return createOnce(call, input, async (tx, { id, version, ...data }) => {
    if (id === undefined) return add(tx, call, data)
    await lockRow(tx, PRESET, id, version)
    const was = toPreset(await tx.repairPreset.findUniqueOrThrow({ where: { id } }))
    const preset = toPreset(await tx.repairPreset.update({ where: { id }, data }))
    const changed = changedFields(audited(was), audited(preset))
    if (changed) await recordAudit(tx, call.actor, { action: 'repair_preset.updated', subjectType: SUBJECT, subjectId: id, ...changed })
    return preset
  })
}

/** Removes a preset; estimates that were made with it stay as they are. @throws NOT_FOUND, CONFLICT for a stale version */
export function removePreset({ db, actor }: Call<'db'>, { id, version }: z.output<typeof removePresetInput>): Promise<{ id: string }> {
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, PRESET, id, version)
    const was = toPreset(await tx.repairPreset.delete({ where: { id } }))
    await recordAudit(tx, actor, { action: 'repair_preset.removed', subjectType: SUBJECT, subjectId: id, before: audited(was) })
    return { id }
  })
}
