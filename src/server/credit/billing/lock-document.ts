import { billedNouns, type BilledNoun } from '~/contracts/credit/invoices'
import type { BillingDocument, Prisma } from '~/generated/prisma/client'
import { lockPayable } from '~/server/credit/settle'
import { lockRow } from '~/server/platform/database/conflict'
import { invoiceNotFound } from './read'

type Tx = Prisma.TransactionClient

/** The repair or order of an invoice, which is locked before it. */
export interface Billed {
  noun: BilledNoun
  nounId: string
}

/** Its row but for `waitsFor`, which Prisma cannot read where plain SQL has put a NULL into it. */
export type DocumentRow = Omit<BillingDocument, 'waitsFor'>

export const readRow = (tx: Tx, id: string): Promise<DocumentRow> =>
  tx.billingDocument.findUniqueOrThrow({ where: { id }, omit: { waitsFor: true } })

/** A stored noun; null for what plain SQL has made of it. */
const billedNoun = (stored: string | null): BilledNoun | null => billedNouns.find((noun) => noun === stored) ?? null

/**
 * Locks what a document is for, and then the document.
 * @throws NOT_FOUND; CONFLICT for a stale version
 */
export async function lockDocument(tx: Tx, id: string, version?: number): Promise<{ document: DocumentRow; billed: Billed | null }> {
  const found = await tx.billingDocument.findUnique({ where: { id }, select: { noun: true, nounId: true } })
  if (!found) throw invoiceNotFound()
  const { nounId } = found
  const noun = billedNoun(found.noun)
  const billed = noun && nounId !== null ? { noun, nounId } : null
  // One that is gone is nobody's to change.
  if (billed) await lockPayable(tx, billed.noun, billed.nounId)
  await lockRow(tx, { one: 'invoice', table: 'billing_documents' }, id, version)
  return { billed, document: await readRow(tx, id) }
}
