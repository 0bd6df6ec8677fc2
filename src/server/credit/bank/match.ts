import type { BankMatch } from '~/contracts/credit/bank'
import { numbersWithin } from '~/contracts/numbers'
import { centsOf } from '~/contracts/credit/vat'
import type { Prisma } from '~/generated/prisma/client'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

/** Finds the invoices that the texts of transfers name: by an invoice's number or a repair's, however it is written. */

interface Texts {
  description: string
  reference: string
  amount: number
}

/** Numbers that a text may name. */
const numbersIn = ({ description, reference }: Pick<Texts, 'description' | 'reference'>): string[] => [
  ...new Set([...numbersWithin(reference), ...numbersWithin(description)]),
]

interface Candidate extends Omit<BankMatch, 'isExact'> {
  names: (string | null)[]
}

/** Most invoices of one repair that are looked at. */
const MOST = 10_000

async function candidatesOf(tx: Tx, numbers: string[]): Promise<Candidate[]> {
  if (numbers.length === 0) return []
  return tx.$queryRaw<Candidate[]>`
    SELECT d.id::text AS "invoiceId", d.number, d.owed::float8 AS owed,
      left(coalesce(nullif(d.buyer ->> 'company', ''), d.buyer ->> 'name'), 200) AS "buyerName",
      ARRAY[d.number, r.repair_number] AS names
    FROM billing_documents AS d LEFT JOIN repairs AS r ON d.noun = 'repairs' AND r.id = d.noun_id
    WHERE d.kind = 'invoice' AND d.state = 'issued' AND d.buyer_id IS NOT NULL AND (d.number = ANY (${numbers}::text[])
      OR (d.noun = 'repairs' AND d.noun_id IN (SELECT id FROM repairs WHERE repair_number = ANY (${numbers}::text[]))))
    ORDER BY d.issued_at, d.id LIMIT ${MOST}`
}

/**
 * The invoice that each line names: of several the one that is owed just as much, then one that is owed anything. Two statements,
 * however many lines there are.
 */
export async function matchLines(tx: Tx, lines: readonly Texts[]): Promise<(BankMatch | null)[]> {
  const numbers = lines.map((line) => numbersIn(line))
  const candidates = await candidatesOf(tx, [...new Set(numbers.flat())])
  const byName = new Map<string, Candidate[]>()
  for (const candidate of candidates)
    for (const name of candidate.names) if (name) byName.set(name, [...(byName.get(name) ?? []), candidate])
  return lines.map(({ amount }, index) => {
    const named = (numbers[index] ?? []).flatMap((number) => byName.get(number) ?? [])
    const isExact = ({ owed }: Candidate) => centsOf(owed) === centsOf(amount)
    const best = named.find(isExact) ?? named.find(({ owed }) => owed > 0) ?? named[0]
    if (!best) return null
    const { invoiceId, number, buyerName, owed } = best
    return { invoiceId, number, buyerName, owed, isExact: isExact(best) }
  })
}
