import { ACCESS_TOKEN_SECONDS } from './auth/signing-keys'
import { KEY_KEPT_MS } from './db/once'
import { removeOldImports } from './import/batch'
import type { Services } from './services'
import { DELIVERY_KEPT_MS } from './shop/shopify/webhooks/receive'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const EVERY_MS = 10 * MINUTE_MS
/** What has ended stays this long, for whoever asks what became of it. */
const KEPT_MS = 24 * HOUR_MS
/** One process of a database at a time: 'tidy' in ASCII. */
const LOCK = 0x74_69_64_79

type Deps = Pick<Services, 'db' | 'now' | 'log'>

/**
 * Removes what has expired: sessions with their refresh tokens, links of letters, challenges, counters
 * of limits (by the wall clock, as they are counted), signing keys whose tokens are all gone, webhooks
 * dealt with, keys of creating calls, imports that nobody has applied.
 * @returns how many rows went; null when another process is at it
 */
export async function removeExpired({ db, now }: Deps): Promise<number | null> {
  const at = now().getTime()
  const before = new Date(at - KEPT_MS)
  return db.prisma.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS taken`
    if (!lock?.taken) return null
    const gone = [
      await tx.session.deleteMany({ where: { OR: [{ expiresAt: { lte: before } }, { revokedAt: { lte: before } }] } }),
      await tx.mailToken.deleteMany({ where: { expiresAt: { lte: before } } }),
      await tx.mfaChallenge.deleteMany({ where: { expiresAt: { lte: before } } }),
      await tx.rateLimit.deleteMany({ where: { expire: { lte: new Date() } } }),
      await tx.webhookDelivery.deleteMany({ where: { receivedAt: { lte: new Date(at - DELIVERY_KEPT_MS) } } }),
      await tx.idempotencyKey.deleteMany({ where: { createdAt: { lte: new Date(at - KEY_KEPT_MS) } } }),
      await tx.signingKey.deleteMany({ where: { retiredAt: { lte: new Date(at - KEPT_MS - ACCESS_TOKEN_SECONDS * 1000) } } }),
    ]
    await removeOldImports(tx, now())
    return gone.reduce((sum, { count }) => sum + count, 0)
  })
}

/**
 * Keeps removing what has expired, every ten minutes, without keeping the process alive.
 * @returns the function that ends it; it waits for work under way
 */
export function keepTidy(services: Deps, everyMs = EVERY_MS): () => Promise<void> {
  let work: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    work = removeExpired(services).then(
      (rows) => {
        if (rows) services.log.debug({ rows }, 'Removed what had expired')
      },
      (error: unknown) => {
        services.log.warn({ err: error }, 'What has expired could not be removed; tried again later')
      },
    )
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return work
  }
}
