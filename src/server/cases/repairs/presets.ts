import type * as z from 'zod'
import { MOST_PRESETS, type Preset, type savePresetInput } from '~/contracts/cases/estimates'
import { shownLine } from '~/contracts/fields'
import { repairServiceIds } from '~/contracts/cases/repair-services'
import type { RepairPreset } from '~/generated/prisma/client'
import type { CreatingCall } from '~/server/identity/auth/call'
import { optionList } from '~/server/cases/option-list'
import { toAmount } from '~/server/platform/database/column-values'

/** Lines that estimates often have, kept by administrators. */

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
