import { billedNoun, type BilledNoun } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { lockSums } from '~/server/identity/users/limit-sums'

/**
 * Lock order: payments, repairs and orders, sums of a limit, store credit accounts, money accounts, documents; all before the first
 * movement.
 */

type Tx = Prisma.TransactionClient

export interface Of {
  noun: string | null
  nounId: string | null
}

interface Work {
  noun: BilledNoun
  nounId: string
}

interface Moved {
  payments?: readonly string[]
  documents?: readonly string[]
  works?: readonly Of[]
  buyers?: readonly string[]
  users?: readonly string[]
  /** The work may be billed, so its customer's account is locked too. */
  bills?: boolean
  /** Administrator and customer whose sums for the limit are locked (`lockLimit`). */
  sums?: readonly (string | null)[]
}

function worksOf(subjects: readonly Of[]): Work[] {
  const works = new Map<string, Work>()
  for (const { noun: stored, nounId } of subjects) {
    const noun = billedNoun(stored)
    if (noun && nounId !== null) works.set(`${noun} ${nounId}`, { noun, nounId: nounId.toLowerCase() })
  }
  return [...works.values()]
}

/** Locks in a fixed order, before everything else. Rows deleted meanwhile need no lock. */
async function lockWorks(tx: Tx, works: readonly Work[]): Promise<void> {
  for (const noun of ['orders', 'repairs'] as const) {
    const ids = works.flatMap((one) => (one.noun === noun ? one.nounId : []))
    if (ids.length > 0)
      await tx.$queryRaw`
        SELECT id FROM ${Prisma.raw(records[noun].table)} WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`
  }
}

const rowsOf = (works: readonly Work[]) => {
  const nouns = works.map(({ noun }) => noun)
  const ids = works.map(({ nounId }) => nounId)
  return Prisma.sql`unnest(${nouns}::text[], ${ids}::uuid[]) AS w (noun, noun_id)`
}

/** Store credit accounts first, then money accounts; the works are locked already. `lockMoney` locks accounts opened later. */
export async function lockAccountsOf(
  tx: Tx,
  { works: subjects = [], documents = [], payments = [], buyers = [], users = [], bills = false }: Moved,
): Promise<void> {
  const rows = rowsOf(worksOf(subjects))
  await tx.$queryRaw`
    SELECT id FROM credit_accounts WHERE buyer_id IS NULL AND id IN (
      SELECT p.account_id FROM ${rows} JOIN credit_payments AS p ON p.noun = w.noun AND p.noun_id = w.noun_id::text
      UNION SELECT id FROM credit_accounts WHERE user_id = ANY (${[...users]}::uuid[]))
    ORDER BY id FOR UPDATE`
  await tx.$queryRaw`
    SELECT id FROM credit_accounts WHERE buyer_id IN (
      SELECT unnest(${[...buyers]}::uuid[])
      UNION SELECT buyer_id FROM payments WHERE id = ANY (${[...payments]}::uuid[])
      UNION SELECT buyer_id FROM billing_documents WHERE id = ANY (${[...documents]}::uuid[])
      UNION SELECT p.buyer_id FROM ${rows} JOIN payments AS p USING (noun, noun_id)
      UNION SELECT d.buyer_id FROM ${rows} JOIN billing_documents AS d USING (noun, noun_id) WHERE d.state = 'issued'
      UNION SELECT b.id FROM ${rows} JOIN repairs AS c ON w.noun = 'repairs' AND c.id = w.noun_id JOIN buyers AS b USING (user_id) WHERE ${bills}
      UNION SELECT b.id FROM ${rows} JOIN orders AS c ON w.noun = 'orders' AND c.id = w.noun_id JOIN buyers AS b USING (user_id) WHERE ${bills})
    ORDER BY buyer_id FOR UPDATE`
}

const readSubjects = (tx: Tx, payments: readonly string[], documents: readonly string[]) =>
  tx.$queryRaw<Of[]>`
    SELECT noun, noun_id::text AS "nounId" FROM payments WHERE id = ANY (${[...payments]}::uuid[])
    UNION SELECT noun, noun_id::text FROM billing_documents WHERE id = ANY (${[...documents]}::uuid[])
    UNION SELECT d.noun, d.noun_id::text FROM credit_entries AS e JOIN billing_documents AS d ON d.id = e.document_id
      WHERE e.receipt_id = ANY (${[...payments]}::uuid[])`

/** Comes after the caller's role, and before all other locks. @returns the repairs and orders involved */
export async function lockBilling(tx: Tx, moved: Moved): Promise<Work[]> {
  const { payments = [], documents = [], works: given = [], sums = [] } = moved
  // A payment's invoices cannot change without this lock, so the next read stays true.
  for (const id of payments.map((one) => one.toLowerCase()).toSorted())
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('payment'), hashtext(${id}))::text`
  const read = payments.length + documents.length > 0 ? await readSubjects(tx, payments, documents) : []
  const works = worksOf([...given, ...read])
  await lockWorks(tx, works)
  const counted = sums.flatMap((id) => id?.toLowerCase() ?? [])
  if (counted.length > 0) await lockSums(tx, 'credit', ...counted)
  await lockAccountsOf(tx, { ...moved, works })
  if (documents.length > 0)
    await tx.$queryRaw`SELECT id FROM billing_documents WHERE id = ANY (${[...documents]}::uuid[]) ORDER BY id FOR UPDATE`
  return works
}
