import { TRPCError } from '@trpc/server'
import type { ApprovalKind } from '~/contracts/billing/approvals'
import type { ApprovalRequest, Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { tellApprovers } from '~/server/identity/users/approvers'
import { addressOf } from '~/server/identity/users/second-administrator'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { cents } from '~/server/credit/credit-entries'

type Tx = Prisma.TransactionClient
export type AskingCall = SignedInCall<'now' | 'outbox' | 'siteUrl'>

interface Asked {
  kind: ApprovalKind
  subjectId: string | null
  userId: string | null
  /** EUR. */
  amount: number | null
  reason: string
  details?: Prisma.InputJsonObject
  because: string | null
}

const auditSubjects = { credit_note: 'invoice', release: 'credit_payment', payee: 'seller' } as const satisfies Record<ApprovalKind, string>

export const auditApproval = (
  tx: Tx,
  { actor }: Pick<AskingCall, 'actor'>,
  { kind, subjectId, amount, reason, id }: Pick<ApprovalRequest, 'kind' | 'subjectId' | 'amount' | 'reason' | 'id'>,
  state: string,
  note?: string,
): Promise<void> =>
  recordAudit(tx, actor, {
    action: `${auditSubjects[kind]}.${kind}_${state}`,
    subjectType: auditSubjects[kind],
    subjectId: subjectId ?? '1',
    after: { request: id, amount: toAmountOrNull(amount), reason, ...(note ? { note } : {}) },
  })

export async function askForApproval(tx: Tx, call: AskingCall, { amount, details = {}, ...asked }: Asked): Promise<ApprovalRequest> {
  const by = { requestedBy: call.viewer.userId, requestedAt: call.now(), requestedIp: addressOf(call.actor) }
  const request = await tx.approvalRequest.create({ data: { ...asked, ...by, details, amount: amount === null ? null : cents(amount) } })
  await auditApproval(tx, call, request, 'requested')
  return request
}

export const tellOfWaiting = (
  tx: Tx,
  call: AskingCall,
  { router, what, because }: { router: 'invoices' | 'credit'; what: string; because: string },
): Promise<void> => tellApprovers(tx, call, { router, requestedBy: call.viewer.userId, at: call.now(), what, because })

export const waitingFor = (
  tx: Pick<Tx, 'approvalRequest'>,
  kind: ApprovalKind,
  subjectId: string | null,
): Promise<ApprovalRequest | null> => tx.approvalRequest.findFirst({ where: { kind, subjectId, state: 'waiting' } })

export async function withdrawApproval(
  tx: Tx,
  call: Pick<AskingCall, 'actor' | 'now'>,
  kind: ApprovalKind,
  subjectId: string | null,
): Promise<void> {
  const withdrawn = await tx.approvalRequest.updateManyAndReturn({
    where: { kind, subjectId, state: 'waiting' },
    data: { state: 'withdrawn', decidedBy: call.actor.userId, decidedAt: call.now() },
  })
  for (const request of withdrawn) await auditApproval(tx, call, request, 'withdrawn')
}

/** For an approval whose subject has changed since the request. */
export const askAgain = (message: string) => new TRPCError({ code: 'CONFLICT', message: `${message} Refuse this request.` })
