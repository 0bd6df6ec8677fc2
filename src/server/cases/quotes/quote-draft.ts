import { TRPCError } from '@trpc/server'
import { LARGEST_NUMBER } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import { Prisma, type CaseQuote } from '~/generated/prisma/client'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import type { QuoteKind, Tx } from './quote-kind'

export const findDraft = (tx: Tx, caseId: string): Promise<CaseQuote | null> =>
  tx.caseQuote.findFirst({ where: { caseId, state: 'draft' }, orderBy: { number: 'desc' } })

/** @param edited version of the draft; 0 for none @throws NOT_FOUND; CONFLICT if the draft was changed, sent or begun meanwhile */
export async function lockDraft(
  tx: Tx,
  { noun }: Pick<QuoteKind, 'noun'>,
  { id, version }: { id: string; version?: number | undefined },
  edited: string,
): Promise<CaseQuote | null> {
  await lockRow(tx, records[noun], id)
  const draft = await findDraft(tx, id)
  if (version !== undefined && version !== (draft?.version ?? 0)) throw conflict({ one: edited })
  return draft
}

/** @throws CONFLICT if plain SQL has used the highest number */
async function nextNumber(tx: Tx, { noun, word }: Pick<QuoteKind, 'noun' | 'word'>, caseId: string): Promise<number> {
  const last = await tx.caseQuote.findFirst({ where: { caseId }, orderBy: { number: 'desc' }, select: { number: true } })
  const number = Math.max(last?.number ?? 0, 0) + 1
  if (number > LARGEST_NUMBER) {
    throw new TRPCError({ code: 'CONFLICT', message: `This ${records[noun].one} has no number left for another ${word}.` })
  }
  return number
}

/** A change ends an earlier request for approval. */
export const unrequested = { requestedBy: null, requestedAt: null, requestedIp: null, because: null, email: Prisma.DbNull }

export async function writeDraft(
  tx: Tx,
  kind: Pick<QuoteKind, 'noun' | 'word'>,
  draft: CaseQuote | null,
  { caseId, total, createdBy }: { caseId: string; total: number; createdBy: string | null },
): Promise<CaseQuote> {
  if (draft) return tx.caseQuote.update({ where: { id: draft.id }, data: { total, ...unrequested } })
  return tx.caseQuote.create({ data: { caseId, number: await nextNumber(tx, kind, caseId), total, createdBy } })
}
