import type * as z from 'zod'
import { MOST_REASONS, type DeductionReason, type saveDeductionReasonInput } from '~/contracts/cases/deductions'
import { shownLine } from '~/contracts/fields'
import type { DeductionReason as Row } from '~/generated/prisma/client'
import type { CreatingCall } from '~/server/identity/auth/call'
import { optionList } from '~/server/cases/option-list'
import { toAmount } from '~/server/platform/database/column-values'

/** Why something is taken off the value of a machine, kept by administrators. */

const LONGEST_EXPLANATION = 1000

const toReason = ({ id, version, label, explanation, kind, amount, isActive }: Row): DeductionReason => ({
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
