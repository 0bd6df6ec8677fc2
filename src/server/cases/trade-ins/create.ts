import type * as z from 'zod'
import { records } from '~/contracts/records'
import { tradeInEstimate, type ConditionGrade } from '~/contracts/cases/trade-in-estimate'
import type { createTradeInInput } from '~/contracts/cases/trade-in-inputs'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import type { Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/identity/auth/call'
import { customerOf, mustBeAdministrator } from '~/server/cases/customers'
import { tradeInDueOn } from '~/server/cases/deadlines'
import { emailCaseOpened } from '~/server/cases/status-emails'
import { audited, toDate, withDevice } from '~/server/cases/update-case'
import { readStored } from '~/server/office/records/status-records'
import { toMachine } from '~/server/catalogue/machines/read'
import { recordAudit } from '~/server/platform/audit/record'
import { notFound } from '~/server/platform/database/conflict'
import { definedFields } from '~/server/platform/database/column-values'
import { tradeIns } from '~/server/cases/kinds/trade-ins'

/** A copy of a machine of the catalogue as it is at this moment, with its version. @throws NOT_FOUND */
export async function copyOfMachine(tx: Prisma.TransactionClient, machineId: string) {
  const row = await tx.tradeInMachine.findUnique({ where: { id: machineId } })
  if (!row) throw notFound(records.machines)
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...machine } = toMachine(row)
  return { machineId: machine.id, machineVersion: machine.version, machineSnapshot: machine }
}

/** What a machine of the catalogue is worth at this moment: a copy of it, and, with a grade, the value. @throws NOT_FOUND */
async function quoteOf(tx: Prisma.TransactionClient, machineId: string | null | undefined, grade: ConditionGrade | null) {
  if (!machineId) return {}
  const copy = await copyOfMachine(tx, machineId)
  return { ...copy, estimatedValue: grade === null ? null : tradeInEstimate(copy.machineSnapshot, grade) }
}

/**
 * Opens a trade-in under the next number, for a customer who is known or invited by it, with the value that the catalogue
 * gives at this moment. Without a day in `dueOn` it is due when it is to be verified.
 * @returns the trade-in as `tradeIns.byId` answers it
 * @throws NOT_FOUND, BAD_REQUEST, CONFLICT for an idempotency key that was sent with another trade-in
 */
export function createTradeIn(
  call: CreatingCall<'outbox' | 'siteUrl' | 'businessTimeZone'>,
  input: z.output<typeof createTradeInInput>,
): Promise<TradeIn> {
  return createOnce(call, input, async (tx, { customer, machineId, deviceInfo, dueOn, assignedTo, ...fields }) => {
    const quote = await quoteOf(tx, machineId, fields.grade)
    await mustBeAdministrator(tx, assignedTo)
    const due = dueOn === undefined ? tradeInDueOn(call.now(), call.businessTimeZone) : dueOn
    const data = { ...definedFields({ ...fields, ...quote, dueOn: toDate(due), assignedTo }), deviceInfo: withDevice({}, deviceInfo) }
    const userId = await customerOf(tx, call, customer)
    const { id } = await tx.tradeIn.create({ data: { ...data, userId }, select: { id: true } })
    const tradeIn = await readStored(tx, tradeIns, id)
    await recordAudit(tx, call.actor, {
      action: 'trade_in.created',
      subjectType: 'trade_in',
      subjectId: id,
      after: audited({ ...tradeIn }),
    })
    await emailCaseOpened(tx, call, { noun: 'tradeIns', id, status: tradeIn.status })
    return tradeIn
  })
}
