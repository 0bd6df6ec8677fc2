import { Prisma } from '~/generated/prisma/client'
import { lockSums, NO_SUMS, windowStart, type Sums } from '~/server/identity/users/limit-sums'

type Tx = Prisma.TransactionClient

/** Begins the key of a movement whose amount was approved with an offer. */
export const APPROVED_KEY = 'approved:'

/**
 * Sums of credit that administrators have added or taken away on their own word, without amounts that a second one has approved. Credit
 * taken back of an issue does not count: the same cause is one amount, and never below 0.
 */
async function readSums(tx: Tx, at: Date, by: Prisma.Sql, ids: readonly string[]): Promise<Map<string, Sums>> {
  const given = Prisma.sql`CASE WHEN e.kind = 'reverse' THEN -e.amount ELSE e.amount END`
  const rows = await tx.$queryRaw<(Sums & { id: string })[]>`
    SELECT id, sum(greatest(day, 0))::float8 AS day, sum(greatest(month, 0))::float8 AS month FROM (
      SELECT ${by}::text AS id, sum(${given}) AS month, sum(${given}) FILTER (WHERE e.at > ${windowStart(at, 'day')}::timestamptz) AS day
      FROM credit_entries AS e
      WHERE ${by} = ANY(${[...ids]}::uuid[]) AND e.at > ${windowStart(at, 'month')}::timestamptz
        AND e.actor_id IS NOT NULL AND e.key NOT LIKE 'request:%' AND e.key NOT LIKE ${`${APPROVED_KEY}%`}
        AND (e.kind IN ('issue', 'adjust') OR (e.kind = 'reverse' AND e.debit = 'available'))
      GROUP BY ${by}, e.account_id, e.cause_noun, e.cause_id
    ) AS causes GROUP BY id`
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

export interface CreditSums {
  administrator: Sums
  /** By account. */
  customers: Map<string, Sums>
}

/** The sums of an administrator, and of locked accounts. */
export async function countCredit(tx: Tx, administrator: string, accountIds: readonly string[], at: Date): Promise<CreditSums> {
  const own = await readSums(tx, at, Prisma.sql`e.actor_id`, [administrator])
  const customers = await readSums(tx, at, Prisma.sql`e.account_id`, accountIds)
  return { administrator: own.get(administrator.toLowerCase()) ?? NO_SUMS, customers }
}

/** Serialises the counts of an administrator's calls; comes before any account's lock. */
export const lockGiver = (tx: Tx, administrator: string): Promise<void> => lockSums(tx, 'credit', administrator)
