import { REMOVED_KEPT_DAYS } from '~/contracts/cases/files'
import { Prisma } from '~/generated/prisma/client'
import { insertAudit, removeOldAudit } from '~/server/platform/audit/record'
import { ACCESS_TOKEN_SECONDS } from '~/server/identity/auth/signing-keys'
import { KEY_KEPT_MS } from '~/server/platform/database/idempotency'
import { IMPORT_KEPT_MS } from '~/server/catalogue/import/batch'
import { requestedSince } from '~/server/site/newsletter/subscriptions'
import type { Services } from '~/server/services'
import { DELIVERY_KEPT_MS } from '~/server/catalogue/shop/shopify/webhooks/receive'

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
async function removeUnverified(tx: Pick<Prisma.TransactionClient, '$executeRaw'>, now: Date, limit: number): Promise<number> {
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

const HOUR_MS = 60 * 60 * 1000
/** What has ended stays this long, for whoever asks what became of it. */
const KEPT_MS = 24 * HOUR_MS
/** One process of a database at a time: 'tidy' in ASCII. */
const LOCK = 0x74_69_64_79
/** Rows that go in one transaction: nobody waits long for it, however much there is to remove. */
const PORTION = 500
/** After so long the rest is left for the next round (ms). */
const LONGEST_MS = 60_000

type Deps = Pick<Services, 'db' | 'now' | 'auditDays'>
type Removal = (tx: Prisma.TransactionClient, limit: number) => Promise<{ count: number }>

/**
 * What goes, by kind: sessions with their refresh tokens, links of emails, challenges, counters of limits (by the wall
 * clock, as they are counted), webhooks dealt with, keys of creating calls, signing keys whose tokens are all gone,
 * imports that nobody has applied, accounts that nobody has verified, newsletter addresses and requests that nobody has
 * confirmed (these with their files), old entries of the audit log, files of cases that were removed
 * (their rows; a trigger sees to it that the files follow).
 */
function removals(at: number, auditDays: number): Removal[] {
  const before = (ms: number) => ({ lte: new Date(at - ms) })
  const importsBefore = { lt: new Date(at - IMPORT_KEPT_MS) }
  return [
    (tx, limit) => tx.session.deleteMany({ limit, where: { OR: [{ expiresAt: before(KEPT_MS) }, { revokedAt: before(KEPT_MS) }] } }),
    (tx, limit) => tx.mailToken.deleteMany({ limit, where: { expiresAt: before(KEPT_MS) } }),
    (tx, limit) => tx.mfaChallenge.deleteMany({ limit, where: { expiresAt: before(KEPT_MS) } }),
    (tx, limit) => tx.rateLimit.deleteMany({ limit, where: { expire: { lte: new Date() } } }),
    (tx, limit) => tx.webhookDelivery.deleteMany({ limit, where: { receivedAt: before(DELIVERY_KEPT_MS) } }),
    (tx, limit) => tx.idempotencyKey.deleteMany({ limit, where: { createdAt: before(KEY_KEPT_MS) } }),
    (tx, limit) => tx.signingKey.deleteMany({ limit, where: { retiredAt: before(KEPT_MS + ACCESS_TOKEN_SECONDS * 1000) } }),
    // Before the imports themselves, which would take tens of thousands with them at once.
    (tx, limit) => tx.importRow.deleteMany({ limit, where: { batch: { createdAt: importsBefore } } }),
    (tx, limit) => tx.importBatch.deleteMany({ limit, where: { createdAt: importsBefore } }),
    async (tx, limit) => ({ count: await removeUnverified(tx, new Date(at), limit) }),
    (tx, limit) =>
      tx.newsletterSubscriber.deleteMany({ limit, where: { confirmedAt: null, requestedAt: { lte: requestedSince(new Date(at)) } } }),
    (tx, limit) => removeOldAudit(tx, auditDays, limit),
    (tx, limit) => tx.caseRequest.deleteMany({ limit, where: { confirmedAt: null, expiresAt: { lte: new Date(at) } } }),
    (tx, limit) => tx.caseFile.deleteMany({ limit, where: { removedAt: before(REMOVED_KEPT_DAYS * 24 * HOUR_MS) } }),
  ]
}

/** Removes one portion; null while another process removes. */
const removePortion = ({ db }: Deps, remove: Removal, limit: number): Promise<number | null> =>
  db.prisma.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS taken`
    return lock?.taken ? (await remove(tx, limit)).count : null
  })

/**
 * Removes what has expired, in portions, each a transaction of its own. What is done stays done, whatever becomes of the rest.
 * @returns how many rows went, and whether nothing is left of what this process could remove
 */
export async function removeExpired(
  deps: Deps,
  { portion = PORTION, longestMs = LONGEST_MS } = {},
): Promise<{ rows: number; isDone: boolean }> {
  const until = performance.now() + longestMs
  let rows = 0
  for (const remove of removals(deps.now().getTime(), deps.auditDays)) {
    for (;;) {
      if (performance.now() > until) return { rows, isDone: false }
      const gone = await removePortion(deps, remove, portion)
      if (gone === null) return { rows, isDone: true }
      rows += gone
      if (gone < portion) break
    }
  }
  return { rows, isDone: true }
}
