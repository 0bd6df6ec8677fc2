import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { MOST_REASONS, type DeductionReason, type saveDeductionReasonInput } from '~/contracts/cases/deductions'
import { LARGEST_NUMBER, MOST_PRESETS, type Preset, type savePresetInput } from '~/contracts/cases/estimates'
import { repairServiceIds } from '~/contracts/repair-services'
import { shownLine } from '~/contracts/fields'
import { Prisma, type DeductionReason as ReasonRow, type RepairPreset } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

interface Option {
  id: string
  version: number
}

interface OptionRows<Row extends Option, Fields> {
  list: () => Promise<Row[]>
  byId: (id: string) => Promise<Row>
  add: (data: Fields & { position: number }) => Promise<Row>
  update: (id: string, data: Fields) => Promise<Row>
  remove: (id: string) => Promise<Row>
}

interface OptionList<Row extends Option, Fields> {
  /** In messages, such as 'preset', and in the audit log, such as 'repair_preset'. */
  one: string
  subject: string
  table: 'repair_presets' | 'deduction_reasons'
  most: number
  rows: (tx: Prisma.TransactionClient) => OptionRows<Row, Fields>
  audited: (row: Row) => Prisma.InputJsonObject
}

interface Saved<Fields> {
  id?: string | undefined
  version?: number | undefined
  idempotencyKey?: string | undefined
  fields: Fields
}

function optionList<Row extends Option, Fields extends object>(definition: OptionList<Row, Fields>) {
  const { one, subject, table, most, rows, audited } = definition
  const record = { one, table }

  async function add(tx: Prisma.TransactionClient, actor: Actor, data: Fields): Promise<Row> {
    // Simultaneous additions wait for each other, so that the limit holds.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${table}))::text`
    const [extent] = await tx.$queryRaw<{ count: number; last: number }[]>`
      SELECT count(*)::int AS count, coalesce(max(position), 0)::int AS last FROM ${Prisma.raw(table)}`
    const { count, last } = extent ?? { count: 0, last: 0 }
    if (count >= most) throw new TRPCError({ code: 'CONFLICT', message: `There are ${most} ${one}s already. Remove one first.` })
    const row = await rows(tx).add({ ...data, position: Math.min(last + 1, LARGEST_NUMBER) })
    await recordAudit(tx, actor, { action: `${subject}.created`, subjectType: subject, subjectId: row.id, after: audited(row) })
    return row
  }

  return {
    list: ({ db }: Pick<Services, 'db'>): Promise<Row[]> => rows(db.prisma).list(),

    /** @throws NOT_FOUND; CONFLICT for a stale version, an idempotency key with another input, or too many options */
    save: (call: CreatingCall<never>, input: Saved<Fields>): Promise<Row> =>
      createOnce(call, input, async (tx, { id, version, fields }) => {
        if (id === undefined) return add(tx, call.actor, fields)
        await lockRow(tx, record, id, version)
        const was = await rows(tx).byId(id)
        const row = await rows(tx).update(id, fields)
        const changed = changedFields(audited(was), audited(row))
        if (changed) await recordAudit(tx, call.actor, { action: `${subject}.updated`, subjectType: subject, subjectId: id, ...changed })
        return row
      }),

    /** Records made with it keep it. @throws NOT_FOUND, CONFLICT for a stale version */
    remove: ({ db, actor }: Call<'db'>, { id, version }: { id: string; version?: number | undefined }): Promise<{ id: string }> =>
      db.prisma.$transaction(async (tx) => {
        await lockRow(tx, record, id, version)
        const was = await rows(tx).remove(id)
        await recordAudit(tx, actor, { action: `${subject}.removed`, subjectType: subject, subjectId: id, before: audited(was) })
        return { id }
      }),
  }
}

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

type SavedPreset = z.output<typeof savePresetInput>

const presets = optionList<Preset, Omit<SavedPreset, 'idempotencyKey' | 'id' | 'version'>>({
  one: 'preset',
  subject: 'repair_preset',
  table: 'repair_presets',
  most: MOST_PRESETS,
  rows: ({ repairPreset }) => ({
    list: async () => (await repairPreset.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], take: MOST_PRESETS })).map(toPreset),
    byId: async (id) => toPreset(await repairPreset.findUniqueOrThrow({ where: { id } })),
    add: async (data) => toPreset(await repairPreset.create({ data })),
    update: async (id, data) => toPreset(await repairPreset.update({ where: { id }, data })),
    remove: async (id) => toPreset(await repairPreset.delete({ where: { id } })),
  }),
  audited: ({ id: _id, version: _version, ...fields }) => fields,
})

export const { list: listPresets, remove: removePreset } = presets

export const savePreset = (call: CreatingCall<never>, { id, version, idempotencyKey, ...fields }: SavedPreset) =>
  presets.save(call, { id, version, idempotencyKey, fields })

const LONGEST_EXPLANATION = 1000

const toReason = ({ id, version, label, explanation, kind, amount, isActive }: ReasonRow): DeductionReason => ({
  id,
  version,
  label: shownLine(label),
  explanation: explanation.slice(0, LONGEST_EXPLANATION).trim(),
  kind,
  amount: toAmount(amount),
  isActive,
})

type SavedReason = z.output<typeof saveDeductionReasonInput>

const reasons = optionList<DeductionReason, Omit<SavedReason, 'idempotencyKey' | 'id' | 'version'>>({
  one: 'reason',
  subject: 'deduction_reason',
  table: 'deduction_reasons',
  most: MOST_REASONS,
  rows: ({ deductionReason }) => ({
    list: async () => (await deductionReason.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], take: MOST_REASONS })).map(toReason),
    byId: async (id) => toReason(await deductionReason.findUniqueOrThrow({ where: { id } })),
    add: async (data) => toReason(await deductionReason.create({ data })),
    update: async (id, data) => toReason(await deductionReason.update({ where: { id }, data })),
    remove: async (id) => toReason(await deductionReason.delete({ where: { id } })),
  }),
  audited: ({ id: _id, version: _version, ...fields }) => fields,
})

export const { list: listDeductionReasons, remove: removeDeductionReason } = reasons

export const saveDeductionReason = (call: CreatingCall<never>, { id, version, idempotencyKey, ...fields }: SavedReason) =>
  reasons.save(call, { id, version, idempotencyKey, fields })
