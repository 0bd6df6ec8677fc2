import { Prisma } from '~/generated/prisma/client'
import { insertAudit } from '~/server/platform/audit/record-many'

/** As long as the link of the latest email. */
const WAIT_MS = 24 * 60 * 60 * 1000

const SYSTEM = { userId: null, email: null }

/**
 * Removes the accounts that a sign-up has made and nobody has verified within 24 hours of the latest one. Accounts that
 * were made otherwise stay, and so do those that the business has put something beside: an order, a repair, a trade-in,
 * a role.
 * @param limit so many at a time
 * @returns how many went
 */
export async function removeUnverified(tx: Pick<Prisma.TransactionClient, '$executeRaw'>, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - WAIT_MS)
  // One that is being verified at this moment is locked: it is passed over.
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM users WHERE id IN (
        SELECT id FROM users u
        WHERE signed_up_at <= ${before} AND email_verified_at IS NULL
          AND NOT EXISTS (SELECT FROM orders WHERE user_id = u.id)
          AND NOT EXISTS (SELECT FROM repairs WHERE user_id = u.id)
          AND NOT EXISTS (SELECT FROM trade_ins WHERE user_id = u.id)
          AND NOT EXISTS (SELECT FROM profiles WHERE user_id = u.id AND role <> 'customer')
        ORDER BY signed_up_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING id, email
    )
    ${insertAudit(
      SYSTEM,
      { action: 'account.expired', subjectType: 'user' },
      Prisma.sql`SELECT id::text AS subject_id, jsonb_build_object('email', email) AS before, NULL::jsonb AS after FROM gone`,
    )}`
}
