import { REMOVED_KEPT_DAYS } from '~/contracts/cases/files'
import { MERGE_DAYS } from '~/contracts/identity/customers'
import { LOG_DAYS } from '~/contracts/office/webhooks'
import { Prisma } from '~/generated/prisma/client'
import { insertAudit, removeOldAudit } from '~/server/platform/audit/record-audit'
import { ACCESS_TOKEN_SECONDS } from '~/server/identity/auth/signing-keys'
import { KEY_KEPT_MS } from '~/server/platform/database/idempotency'
import { IMPORT_KEPT_MS } from '~/server/office/import/import-batch'
import { UNDO_KEPT_MS } from '~/server/office/import/undo-import'
import { requestedSince } from '~/server/site/newsletter/subscriptions'
import type { Services } from '~/server/services'
import { EVENT_KEPT_DAYS } from '~/server/billing/card/card-events'
import { DELIVERY_KEPT_MS } from '~/server/stock/sale/shopify/receive-webhook'

/** As long as the latest email's link. */
const WAIT_MS = 24 * 60 * 60 * 1000

const SYSTEM = { userId: null, email: null }

/** After 24 hours; keeps those with an order, a repair, a trade-in or a role. @param limit rows at a time @returns their number */
async function removeUnverified(tx: Pick<Prisma.TransactionClient, '$executeRaw'>, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - WAIT_MS)
  // Skips a locked account, which is being verified.
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
/** Milliseconds that ended rows stay. */
const KEPT_MS = 24 * HOUR_MS
/** 'tidy' in ASCII; one process at a time. */
const LOCK = 0x74_69_64_79
const PORTION = 500
/** Milliseconds after which the rest is left to the next round. */
const LONGEST_MS = 60_000

type Deps = Pick<Services, 'db' | 'now' | 'auditDays'>
type Removal = (tx: Prisma.TransactionClient, limit: number) => Promise<{ count: number }>

/** Everything that expires, by kind. Limit counters go by the wall clock, as they are counted; a trigger queues deleted files. */
function removals(at: number, auditDays: number): Removal[] {
  const before = (ms: number) => ({ lte: new Date(at - ms) })
  const importsBefore = { lt: new Date(at - IMPORT_KEPT_MS) }
  const undoBefore = { lt: new Date(at - UNDO_KEPT_MS) }
  return [
    (tx, limit) => tx.session.deleteMany({ limit, where: { OR: [{ expiresAt: before(KEPT_MS) }, { revokedAt: before(KEPT_MS) }] } }),
    // The merge stays, but can no longer be undone.
    (tx, limit) =>
      tx.customerMerge.updateMany({
        limit,
        where: { mergedAt: before(MERGE_DAYS * 24 * HOUR_MS), profile: { not: Prisma.AnyNull } },
        data: { profile: Prisma.DbNull },
      }),
    (tx, limit) => tx.mailToken.deleteMany({ limit, where: { expiresAt: before(KEPT_MS) } }),
    (tx, limit) => tx.mfaChallenge.deleteMany({ limit, where: { expiresAt: before(KEPT_MS) } }),
    (tx, limit) => tx.rateLimit.deleteMany({ limit, where: { expire: { lte: Date.now() } } }),
    (tx, limit) => tx.webhookDelivery.deleteMany({ limit, where: { receivedAt: before(DELIVERY_KEPT_MS) } }),
    (tx, limit) => tx.stripeEvent.deleteMany({ limit, where: { receivedAt: before(EVENT_KEPT_DAYS * 24 * HOUR_MS) } }),
    (tx, limit) => tx.webhookMessage.deleteMany({ limit, where: { occurredAt: before(LOG_DAYS * 24 * HOUR_MS) } }),
    (tx, limit) => tx.idempotencyKey.deleteMany({ limit, where: { createdAt: before(KEY_KEPT_MS) } }),
    (tx, limit) => tx.signingKey.deleteMany({ limit, where: { retiredAt: before(KEPT_MS + ACCESS_TOKEN_SECONDS * 1000) } }),
    // Before the imports, which would cascade to tens of thousands at once.
    async (tx, limit) => ({
      count: await tx.$executeRaw`
        DELETE FROM import_rows WHERE (batch_id, line) IN (
          SELECT r.batch_id, r.line FROM import_rows AS r JOIN import_batches AS b ON b.id = r.batch_id
          WHERE b.created_at < ${importsBefore.lt} LIMIT ${limit})`,
    }),
    (tx, limit) => tx.importBatch.deleteMany({ limit, where: { createdAt: importsBefore } }),
    (tx, limit) => tx.appliedImportRow.deleteMany({ limit, where: { applied: { createdAt: undoBefore } } }),
    (tx, limit) => tx.appliedImport.deleteMany({ limit, where: { createdAt: undoBefore } }),
    async (tx, limit) => ({ count: await removeUnverified(tx, new Date(at), limit) }),
    (tx, limit) =>
      tx.newsletterSubscriber.deleteMany({ limit, where: { confirmedAt: null, requestedAt: { lte: requestedSince(new Date(at)) } } }),
    (tx, limit) => removeOldAudit(tx, auditDays, limit),
    (tx, limit) => tx.caseRequest.deleteMany({ limit, where: { confirmedAt: null, expiresAt: { lte: new Date(at) } } }),
    // Before their files, without which they would count again.
    (tx, limit) => tx.caseReading.deleteMany({ limit, where: { file: { removedAt: before(REMOVED_KEPT_DAYS * 24 * HOUR_MS) } } }),
    (tx, limit) => tx.caseFile.deleteMany({ limit, where: { removedAt: before(REMOVED_KEPT_DAYS * 24 * HOUR_MS) } }),
  ]
}

const removePortion = ({ db }: Deps, remove: Removal, limit: number): Promise<number | null> =>
  db.prisma.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS taken`
    return lock?.taken ? (await remove(tx, limit)).count : null
  })

/** Finished portions stay done after a failure. @returns the number of rows, and true if nothing is left */
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
