import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { approveOfferInput, refuseOfferInput } from '~/contracts/cases/offers'
import { records } from '~/contracts/records'
import type { CaseQuote } from '~/generated/prisma/client'
import { createOnce } from '~/server/call'
import { lockDecider, mustBeAnother } from '~/server/identity/users/second-administrator'
import { auditCase } from '~/server/cases/update-case'
import { toAmount } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { findDraft, unrequested } from './quote-draft'
import { emailOfRequest } from './quote-email'
import { noDraft, type QuoteKind, type SendingCall, type Tx } from './quote-kind'
import { deliver } from './send-quote'

/** @throws NOT_FOUND; CONFLICT for a stale version, where none waits (any more), or nobody knows who has asked */
async function lockWaiting(
  tx: Tx,
  kind: QuoteKind,
  id: string,
  version: number | undefined,
): Promise<{ draft: CaseQuote; requester: string }> {
  await lockRow(tx, records[kind.noun], id)
  const draft = await findDraft(tx, id)
  if (!draft) throw noDraft(kind)
  if (draft.requestedAt === null || draft.requestedBy === null) {
    throw new TRPCError({ code: 'CONFLICT', message: `Nobody has asked for the approval of this ${kind.word}. Send it first.` })
  }
  if (version !== undefined && version !== draft.version) throw conflict({ one: kind.word })
  return { draft, requester: draft.requestedBy }
}

/**
 * Approves a quote above the limit and sends it as frozen. @throws NOT_FOUND; FORBIDDEN unless the caller is a second administrator
 * (`mustBeAnother`); CONFLICT for a stale version, or if none waits; BAD_REQUEST if the customer has no address
 */
export function approveQuote<Page>(kind: QuoteKind<Page>, call: SendingCall, input: z.output<typeof approveOfferInput>): Promise<Page> {
  const { viewer, now } = call
  return createOnce(call, input, async (tx, { id, version }) => {
    await lockDecider(tx, viewer)
    const { draft, requester } = await lockWaiting(tx, kind, id, version)
    await mustBeAnother(tx, requester, viewer, now())
    return deliver(tx, call, kind, draft, emailOfRequest(draft.email), { approvedBy: viewer.userId, approvedAt: now() })
  })
}

/** The requester reads why, or withdraws it so. @throws NOT_FOUND; CONFLICT for a stale version, or if none waits */
export function refuseQuote<Page>(
  kind: QuoteKind<Page>,
  call: SendingCall,
  { id, version, note }: z.output<typeof refuseOfferInput>,
): Promise<Page> {
  const { db, viewer, actor, now } = call
  return db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    const { draft } = await lockWaiting(tx, kind, id, version)
    await tx.caseQuote.update({
      where: { id: draft.id },
      data: { ...unrequested, refusedBy: viewer.userId, refusedAt: now(), refusedNote: note },
    })
    const after = { ...kind.told(draft.number, toAmount(draft.total)), note }
    await auditCase(kind.noun)(tx, actor, id, `${kind.word}_refused`, { after })
    return kind.read(tx, call, id)
  })
}
