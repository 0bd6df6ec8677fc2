import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { ApprovalKind, ApprovalRequest as Answer, decideApprovalInput, refuseApprovalInput } from '~/contracts/billing/approvals'
import type { ApprovalRequest, Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import type { Billing } from '~/server/billing/invoices/issue-invoice'
import { issueWaitingNote, withdrawNote } from '~/server/billing/invoices/credit-notes'
import { applyPayee } from '~/server/billing/invoices/payee'
import { releaseApproved } from '~/server/billing/store-credit/release-payment'
import { lockDecider, mustBeAnother } from '~/server/identity/users/second-administrator'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { auditApproval } from './ask-approval'
import { readApproval } from './read-approvals'

type Tx = Prisma.TransactionClient
type Deciding = SignedInCall<'db' | Exclude<keyof Billing, 'actor' | 'tells'>>

interface Effect {
  approved: (tx: Tx, call: Deciding, request: ApprovalRequest) => Promise<void>
  refused?: (tx: Tx, request: ApprovalRequest) => Promise<unknown>
}

const effects: Record<ApprovalKind, Effect> = {
  credit_note: { approved: issueWaitingNote, refused: (tx, { subjectId }) => withdrawNote(tx, subjectId ?? '') },
  release: { approved: releaseApproved },
  payee: { approved: applyPayee },
}

const REQUEST = { one: 'request' }

/** @throws NOT_FOUND, also for a request of another kind; CONFLICT if it no longer waits, or for a stale version */
async function lockRequest(tx: Tx, kinds: readonly ApprovalKind[], id: string, version: number | undefined): Promise<ApprovalRequest> {
  await tx.$queryRaw`SELECT id FROM approval_requests WHERE id = ${id}::uuid FOR UPDATE`
  const request = await tx.approvalRequest.findFirst({ where: { id, kind: { in: [...kinds] } } })
  if (!request) throw notFound(REQUEST)
  if (request.state !== 'waiting') throw new TRPCError({ code: 'CONFLICT', message: `This request has already been ${request.state}.` })
  if (version !== undefined && version !== request.version) throw conflict(REQUEST)
  return request
}

/** @throws NOT_FOUND; FORBIDDEN for the requester; CONFLICT if it no longer waits, or its subject has changed */
export function approveWaiting(
  call: Deciding,
  kinds: readonly ApprovalKind[],
  { id, version }: z.output<typeof decideApprovalInput>,
): Promise<Answer> {
  return call.db.prisma.$transaction(async (tx) => {
    const at = call.now()
    await lockDecider(tx, call.viewer)
    const known = await tx.approvalRequest.findFirst({ where: { id, kind: { in: [...kinds] } } })
    if (!known) throw notFound(REQUEST)
    if (known.state !== 'waiting') throw new TRPCError({ code: 'CONFLICT', message: `This request has already been ${known.state}.` })
    await mustBeAnother(tx, known.requestedBy, call.viewer, at)
    // Locks the repair, order or document before the request, as asking and withdrawing do.
    await effects[known.kind].approved(tx, call, known)
    const request = await lockRequest(tx, kinds, id, version)
    await tx.approvalRequest.update({ where: { id }, data: { state: 'approved', decidedBy: call.viewer.userId, decidedAt: at } })
    await auditApproval(tx, call, request, 'approved')
    return readApproval(tx, call, id)
  })
}

/** Any administrator may refuse; the requester withdraws a request this way. @throws NOT_FOUND, CONFLICT */
export function refuseWaiting(
  call: Deciding,
  kinds: readonly ApprovalKind[],
  { id, version, note }: z.output<typeof refuseApprovalInput>,
): Promise<Answer> {
  return call.db.prisma.$transaction(async (tx) => {
    const request = await lockRequest(tx, kinds, id, version)
    await effects[request.kind].refused?.(tx, request)
    const decided = { state: 'refused', decidedBy: call.viewer.userId, decidedAt: call.now(), decisionNote: note } as const
    await tx.approvalRequest.update({ where: { id }, data: decided })
    await auditApproval(tx, call, request, 'refused', note)
    return readApproval(tx, call, id)
  })
}
