import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { estimateLines, sumOfLines, type CaseEmailText, type RepairEstimates, type sendEstimateInput } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/identity/auth/call'
import { caseRecipient, queueCaseEmail } from '~/server/cases/emails'
import { fitRepairPayments } from '~/server/credit/pay'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { auditRepair } from '~/server/cases/update-case'
import { addEuro, checkedCost } from './costs'
import { expiryOf, writeEstimateEmail } from './email'
import { acceptedTotal, linesOfEstimate, readEstimates } from './read'
import { findDraft } from './save'

type Tx = Prisma.TransactionClient
type SendingCall = CreatingCall<'outbox' | 'siteUrl' | 'businessTimeZone'>

/** Two who send the same draft: the later one finds none. */
const noDraft = () =>
  new TRPCError({ code: 'CONFLICT', message: 'There is no draft to send: it was sent meanwhile, or nothing has been saved yet.' })

/** The draft's lines as they will be frozen. @throws BAD_REQUEST where plain SQL has left what no form would take */
async function linesToSend(tx: Tx, draftId: string) {
  const lines = await linesOfEstimate(tx, draftId)
  if (lines.length === 0) throw fieldError('validation_failed', 'lines', 'Add a line before you send the estimate')
  const checked = estimateLines.safeParse({ lines })
  if (!checked.success)
    throw fieldError('validation_failed', 'lines', 'A line of this estimate is not complete. Edit it and save the draft first.')
  return checked.data.lines
}

/** A sent estimate that a later one takes the place of is over at that moment. */
const replaceSent = (tx: Tx, repairId: string, at: Date) =>
  tx.repairEstimate.updateMany({ where: { repairId, state: 'sent' }, data: { state: 'expired', expiresAt: at } })

/**
 * Sends the draft of a repair's estimate: from then on it stays as it is, the customer can accept it for 14 days, and its
 * sum (with what they have accepted before) is the repair's estimated cost. Estimate, email and costs are written together
 * or not at all.
 * @throws NOT_FOUND; CONFLICT for a stale version, or where there is no draft (any more); BAD_REQUEST without a line, or
 * for `email` where the repair has no customer with an address
 */
export function sendEstimate(call: SendingCall, input: z.output<typeof sendEstimateInput>): Promise<RepairEstimates> {
  const { actor, now } = call
  return createOnce(call, input, async (tx, { id, version, email }) => {
    await lockRow(tx, records.repairs, id)
    const draft = await findDraft(tx, id)
    if (!draft) throw noDraft()
    if (version !== undefined && version !== draft.version) throw conflict({ one: 'estimate' })
    const lines = await linesToSend(tx, draft.id)
    const sentAt = now()
    const total = sumOfLines(lines)
    const estimatedCost = checkedCost(addEuro((await acceptedTotal(tx, id)) ?? 0, total))
    if (email !== null)
      await write(tx, call, { id, number: draft.number }, email ?? (await writeEstimateEmail(tx, call, { repairId: id, lines, sentAt })))
    await replaceSent(tx, id, sentAt)
    await fitRepairPayments(tx, { actor, at: sentAt, repairId: id })
    await tx.repairEstimate.update({
      where: { id: draft.id },
      data: { state: 'sent', total, sentAt, expiresAt: expiryOf(sentAt), createdBy: actor.userId },
    })
    const before = await tx.repair.findUniqueOrThrow({ where: { id }, select: { estimatedCost: true } })
    await tx.repair.update({ where: { id }, data: { estimatedCost } })
    await auditRepair(tx, actor, id, 'estimate_sent', {
      before: { estimatedCost: toAmountOrNull(before.estimatedCost) },
      after: { estimatedCost, estimate: draft.number, total },
    })
    return readEstimates(tx, id, sentAt)
  })
}

async function write(tx: Tx, call: SendingCall, { id, number }: { id: string; number: number }, text: CaseEmailText): Promise<void> {
  const of = { noun: 'repairs', id } as const
  const recipient = await caseRecipient(tx, of)
  if (!recipient) {
    throw fieldError(
      'validation_failed',
      'email',
      'This repair has no customer with an email address. Send the estimate without an email, and tell the customer in another way.',
    )
  }
  await queueCaseEmail(tx, call, {
    of,
    kind: 'estimate',
    ...recipient,
    ...text,
    authorId: call.actor.userId,
    document: { kind: 'estimate', number },
  })
}
