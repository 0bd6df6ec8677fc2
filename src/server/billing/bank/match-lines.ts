import type { BankMatch } from '~/contracts/billing/bank'
import { numbersWithin } from '~/contracts/numbers'
import { centsOf } from '~/contracts/billing/vat'
import { Prisma } from '~/generated/prisma/client'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

interface Texts {
  description: string
  reference: string
  amount: number
}

const numbersIn = ({ description, reference }: Pick<Texts, 'description' | 'reference'>): string[] => [
  ...new Set([...numbersWithin(reference), ...numbersWithin(description)]),
]

interface Candidate extends Omit<BankMatch, 'isExact'> {
  names: (string | null)[]
}

const MOST = 10_000

async function candidatesOf(tx: Tx, numbers: readonly string[]): Promise<Candidate[]> {
  if (numbers.length === 0) return []
  const of = (prefix: string) => numbers.filter((number) => number.startsWith(prefix))
  const columns = Prisma.sql`d.id::text AS "invoiceId", d.number, d.owed::float8 AS owed,
    coalesce(nullif(d.buyer ->> 'company', ''), d.buyer ->> 'name') AS "buyerName",
    ARRAY[d.number, r.repair_number] AS names, d.issued_at, d.id AS row_id`
  const isIssued = Prisma.sql`d.kind = 'invoice' AND d.state = 'issued' AND d.buyer_id IS NOT NULL`
  // Two queries, each answered by an index; for one, the planner would use the search index for each element.
  return tx.$queryRaw<Candidate[]>`
    SELECT DISTINCT ON (issued_at, row_id) "invoiceId", number, owed, "buyerName", names FROM (
      SELECT ${columns} FROM billing_documents AS d LEFT JOIN repairs AS r ON d.noun = 'repairs' AND r.id = d.noun_id
      WHERE ${isIssued} AND d.number IN (SELECT unnest(${of('INV-')}::text[]))
      UNION ALL
      SELECT ${columns} FROM repairs AS r JOIN billing_documents AS d ON d.noun = 'repairs' AND d.noun_id = r.id
      WHERE ${isIssued} AND r.repair_number IN (SELECT unnest(${of('REP-')}::text[]))) AS found
    ORDER BY issued_at, row_id LIMIT ${MOST}`
}

/** Each line's invoice: first the one that owes exactly the amount, then any that is owed. Two statements for any number of lines. */
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
