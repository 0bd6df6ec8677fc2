import type { BilledNoun } from '~/contracts/billing/invoices'
import { Prisma } from '~/generated/prisma/client'
import { notFound } from '~/server/platform/database/conflict'
import type { Movement } from '~/server/credit/credit-account'
import { cents, writeEntries } from '~/server/credit/credit-entries'

/** `owed` is what invoices are owed, `on_account` unassigned payments; the others are their sources (docs/decisions/020). */

type Tx = Prisma.TransactionClient

export type MoneyMovement = Omit<Movement, 'cause'>

/** EUR above 0, of an invoice, a payment or both. */
export type MoneyMove = { amount: number } & (
  | { kind: 'bill' | 'correct' | 'settle' | 'unsettle'; documentId: string; receiptId?: undefined }
  | { kind: 'allocate' | 'release'; documentId: string; receiptId: string }
  | { kind: 'receive' | 'unreceive' | 'refund' | 'unrefund'; receiptId: string; documentId?: undefined }
)

/** The sides that an amount leaves and goes to. */
const sides = {
  bill: ['bill', 'billed', 'owed'],
  correct: ['correct', 'owed', 'billed'],
  settle: ['settle', 'owed', 'store_credit'],
  unsettle: ['reverse', 'store_credit', 'owed'],
  allocate: ['allocate', 'owed', 'on_account'],
  release: ['reverse', 'on_account', 'owed'],
  receive: ['receive', 'on_account', 'received'],
  unreceive: ['reverse', 'received', 'on_account'],
  refund: ['refund', 'received', 'on_account'],
  unrefund: ['reverse', 'on_account', 'received'],
} as const satisfies Record<MoneyMove['kind'], readonly [string, string, string]>

export interface MoneyAccount {
  id: string
  buyerId: string
  /** EUR. */
  owed: number
  onAccount: number
  entries: number
}

interface Work {
  noun: BilledNoun
  nounIds: readonly string[]
}

/** In a fixed order. @param buyerId locked too; locks nothing if it has no account yet, so that its opening holds no other locks */
export const lockBuyers = (tx: Tx, { noun, nounIds }: Work, buyerId: string | null = null): Promise<MoneyAccount[]> =>
  tx.$queryRaw<MoneyAccount[]>`
    SELECT id::text AS id, buyer_id::text AS "buyerId", owed::float8 AS owed, on_account::float8 AS "onAccount", entries
    FROM credit_accounts WHERE buyer_id = ANY(${buyerId}::uuid || ARRAY(
      SELECT buyer_id FROM billing_documents WHERE noun = ${noun} AND noun_id = ANY(${[...nounIds]}::uuid[]) AND state = 'issued'))
      AND (${buyerId}::uuid IS NULL OR EXISTS (SELECT FROM credit_accounts WHERE buyer_id = ${buyerId}::uuid))
    ORDER BY buyer_id FOR UPDATE`

/** Comes after the case or order and store credit accounts. @param work also locks everybody billed for it */
export async function lockMoney(tx: Tx, buyerId: string, work: Work = { noun: 'repairs', nounIds: [] }): Promise<MoneyAccount> {
  const find = async () => (await lockBuyers(tx, work, buyerId)).find((account) => account.buyerId === buyerId)
  const known = await find()
  if (known) return known
  await tx.$executeRaw`
    INSERT INTO credit_accounts (buyer_id, email, full_name)
    SELECT id, email, coalesce(company, full_name) FROM buyers WHERE id = ${buyerId}::uuid
    ON CONFLICT (buyer_id) DO NOTHING`
  const account = await find()
  if (!account) throw notFound({ one: 'customer' })
  return account
}

/** Needs the account's lock. */
export async function moveMoney(
  tx: Tx,
  account: Pick<MoneyAccount, 'id'>,
  movement: MoneyMovement,
  moves: readonly MoneyMove[],
): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ kind, amount, documentId, receiptId }, index) => {
    const [named, debit, credit] = sides[kind]
    return { kind: named, debit, credit, amount: cents(amount), document: documentId ?? null, receipt: receiptId ?? null, part: index + 1 }
  })
  const given = Prisma.sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS given (kind text, debit text, credit text, amount numeric, document uuid, receipt uuid, part int)`
  await writeEntries(tx, movement, account.id, given, {
    kind: Prisma.sql`kind::credit_entry_kind`,
    debit: Prisma.sql`debit::credit_book`,
    credit: Prisma.sql`credit::credit_book`,
    document_id: Prisma.sql`document`,
    receipt_id: Prisma.sql`receipt`,
    cause_noun: Prisma.sql`CASE WHEN document IS NULL THEN 'payment' ELSE 'invoice' END`,
    cause_id: Prisma.sql`coalesce(document, receipt)::text`,
  })
}
