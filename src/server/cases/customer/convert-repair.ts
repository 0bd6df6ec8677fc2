import { TRPCError } from '@trpc/server'
import { records } from '~/contracts/records'
import { tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { formatEuro } from '~/lib/money'
import { rowsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { tradeInDueOn } from '~/server/cases/deadlines'
import { emailCaseOpened } from '~/server/cases/status-emails'
import { audited, toDate } from '~/server/cases/update-case'
import { readStored } from '~/server/platform/records/status-records'
import type { Billing } from '~/server/billing/invoices/issue-invoice'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { safeJson } from '~/server/platform/database/column-values'
import { writeAnswer } from '~/server/cases/quotes/answer-quote'
import { repairEstimates } from '~/server/cases/quotes/repair-estimates'
import { readEstimates } from '~/server/cases/base/repair-lines'
import { copyOfMachine } from '~/server/cases/kinds/quoted-machine'
import { tradeIns } from '~/server/cases/kinds/trade-in-kind'
import { lockTheirs } from '../base/customer-access'
import { canConvert, machineOfDevice } from './comparison'
import { isFinalStatus } from '~/contracts/statuses'

type Tx = Prisma.TransactionClient

/** The grade of a machine that waits for a repair. */
const GRADE = 'poor'

/** Empty for a machine outside the catalogue: the inspection finds its value. */
async function quoteOf(tx: Tx, deviceInfo: unknown) {
  const machine = await machineOfDevice(tx, safeJson(deviceInfo))
  if (!machine) return {}
  const copy = await copyOfMachine(tx, machine.id)
  return { ...copy, grade: GRADE, estimatedValue: tradeInEstimate(copy.machineSnapshot, GRADE) } as const
}

async function openTradeIn(tx: Tx, { actor, now, businessTimeZone }: Call<'now' | 'businessTimeZone'>, repairId: string) {
  const repair = await tx.repair.findUniqueOrThrow({ where: { id: repairId } })
  const { repairNumber, userId, deviceInfo, accessories, arrivalCondition, assignedTo } = repair
  const { id } = await tx.tradeIn.create({
    data: {
      fromRepair: repairId,
      userId,
      deviceInfo: deviceInfo ?? Prisma.JsonNull,
      accessories,
      arrivalCondition,
      assignedTo,
      dueOn: toDate(tradeInDueOn(now(), businessTimeZone)),
      ...(await quoteOf(tx, deviceInfo)),
    },
    select: { id: true },
  })
  await tx.$executeRaw`UPDATE cases SET unit_id = (SELECT c.unit_id FROM cases AS c WHERE c.id = ${repairId}::uuid) WHERE id = ${id}::uuid`
  const tradeIn = await readStored(tx, tradeIns, id)
  const subject = { subjectType: records.tradeIns.auditSubject, subjectId: id }
  await recordAudit(tx, actor, { action: 'trade_in.created', ...subject, after: audited(tradeIn) })
  await recordAudit(tx, actor, { action: 'trade_in.converted', ...subject, after: { convertedFrom: repairNumber } })
  return tradeIn
}

const isSameAmount = (one: number | null, other: number | null) =>
  one === null || other === null ? one === other : Math.round(one * 100) === Math.round(other * 100)

/** The value must not change after the customer has agreed. */
const anotherValue = (value: number | null) =>
  new TRPCError({
    code: 'CONFLICT',
    message:
      value === null
        ? 'This machine is no longer in our trade-in catalogue, so we cannot promise a value. Please look again.'
        : `The value in our trade-in catalogue is now ${formatEuro(value)}. Please look again.`,
  })

async function closeRepair(tx: Tx, call: Billing, repairId: string, tradeInNumber: string): Promise<void> {
  const { actor } = call
  const at = call.now()
  const { estimates } = await readEstimates(tx, repairId, at)
  const open = estimates.find(({ state }) => state === 'sent')
  if (open) {
    const note = `Traded in instead: ${tradeInNumber}`
    const declined = { caseId: repairId, number: open.number, answer: 'declined', note, via: 'online', at } as const
    await writeAnswer(tx, call, repairEstimates, declined)
  }
  const { status } = await tx.repair.findUniqueOrThrow({ where: { id: repairId }, select: { status: true } })
  await tx.repair.update({ where: { id: repairId }, data: { status: 'completed', actualCost: 0 }, select: { id: true } })
  await recordAudit(tx, actor, {
    action: 'repair.converted',
    subjectType: records.repairs.auditSubject,
    subjectId: repairId.toLowerCase(),
    before: { status },
    after: { status: 'completed', actualCost: 0, convertedTo: tradeInNumber },
  })
}

/**
 * Turns a repair into a trade-in of the same machine at its customer's wish: it shows the repair's files and readings, the repair is
 * closed, and the customer's links lead to the trade-in. Idempotent. The customer is emailed its value and next step.
 * @param shown value (EUR) that the customer saw; undefined accepts any
 * @throws CONFLICT for a repair that is over, not estimated, accepted, or no longer theirs, and for another value than the one shown
 */
export function convertRepair(
  call: Call<'db' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'>,
  theirs: CustomerCase,
  shown?: number | null,
): Promise<{ number: string }> {
  const { noun, id: repairId } = theirs.ref
  return call.db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    if (noun !== 'repairs') {
      // The link leads to the trade-in already.
      const { tradeInNumber, fromRepair } = await tx.tradeIn.findUniqueOrThrow({ where: { id: repairId } })
      if (fromRepair !== null) return { number: tradeInNumber }
      throw new TRPCError({ code: 'CONFLICT', message: 'This is a trade-in already.' })
    }
    const made = await tx.tradeIn.findUnique({ where: { fromRepair: repairId }, select: { tradeInNumber: true, userId: true } })
    if (made?.userId === theirs.customerId) return { number: made.tradeInNumber }
    const { status } = await tx.repair.findUniqueOrThrow({ where: { id: repairId }, select: { status: true } })
    if (made || !canConvert(await readEstimates(tx, repairId, call.now(), theirs), isFinalStatus(status))) {
      throw new TRPCError({
        code: 'CONFLICT',
        message: 'This repair can no longer be turned into a trade-in. Contact us, and we find a way.',
      })
    }
    const { id, tradeInNumber, estimatedValue } = await openTradeIn(tx, call, repairId)
    if (shown !== undefined && !isSameAmount(shown, estimatedValue)) throw anotherValue(estimatedValue)
    await closeRepair(tx, call, repairId, tradeInNumber)
    // The conversation moves along; a former customer's part stays with the repair.
    const ofCustomer = { caseId: repairId, ...rowsOf(theirs) }
    await tx.caseMessage.updateMany({ where: ofCustomer, data: { caseId: id } })
    await tx.caseLink.updateMany({ where: ofCustomer, data: { caseId: id, expiresAt: null } })
    // The customer acts, and the shop emails them.
    const shop = { ...call, actor: { ...call.actor, userId: null } }
    await emailCaseOpened(tx, shop, tradeIns, { id, status: 'submitted' })
    return { number: tradeInNumber }
  })
}
