import { billedNoun, type BilledNoun } from '~/contracts/billing/invoices'
import type { BillingDocument, Prisma } from '~/generated/prisma/client'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { lockRow } from '~/server/platform/database/conflict'
import { invoiceNotFound } from './read-invoice'

type Tx = Prisma.TransactionClient

export interface Billed {
  noun: BilledNoun
  nounId: string
}

export function billedOf({ noun, nounId }: { noun: string | null; nounId: string | null }): Billed | null {
  const known = billedNoun(noun)
  return known && nounId !== null ? { noun: known, nounId } : null
}

/** Without `waitsFor`: Prisma cannot read a NULL in it, which plain SQL may have left. */
export type DocumentRow = Omit<BillingDocument, 'waitsFor'>

export const readRow = (tx: Tx, id: string): Promise<DocumentRow> =>
  tx.billingDocument.findUniqueOrThrow({ where: { id }, omit: { waitsFor: true } })

const userOf = async (tx: Tx, buyerId: string | null): Promise<string | null> =>
  buyerId === null ? null : ((await tx.buyer.findUnique({ where: { id: buyerId }, select: { userId: true } }))?.userId ?? null)

interface Locking {
  version?: number | undefined
  /** The administrator whose sums for the limit are locked, with the buyer's. */
  giver?: string
}

/** @throws NOT_FOUND; CONFLICT for a stale version */
export async function lockDocument(
  tx: Tx,
  id: string,
  { version, giver }: Locking = {},
): Promise<{ document: DocumentRow; billed: Billed | null }> {
  const found = await tx.billingDocument.findUnique({ where: { id }, select: { noun: true, nounId: true, state: true, buyerId: true } })
  if (!found) throw invoiceNotFound()
  const billed = billedOf(found)
  await lockBilling(tx, { documents: [id], bills: found.state === 'waiting', sums: giver ? [giver, await userOf(tx, found.buyerId)] : [] })
  await lockRow(tx, { one: 'invoice', table: 'billing_documents' }, id, version)
  return { billed, document: await readRow(tx, id) }
}
