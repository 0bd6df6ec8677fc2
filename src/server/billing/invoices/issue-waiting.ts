import { INVOICE_DAYS } from '~/contracts/billing/tax-point'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { lockDocument } from './lock-document'
import { issueDocument } from './issue-invoice'
import { RATE_DAYS } from './prepare-invoice'

const PORTION = 200

const SHOP = { userId: null, email: null }

const has = (missing: string, isThere: Prisma.Sql) => Prisma.sql`(NOT ${missing} = ANY (t.waits_for) OR ${isThere})`

/** As `taxPointOf`, but for what was paid before: a rate that is new by then lets it try. */
const taxDay = (today: string) =>
  Prisma.sql`(CASE WHEN t.supplied_on >= ${today}::date - ${INVOICE_DAYS}::int THEN ${today}::date ELSE t.supplied_on END)`

/** True if a missing fact may have come; a document that lacks nothing was started with many others. */
const mayGo = (today: string) =>
  Prisma.join(
    [
      has('customer', Prisma.sql`w.user_id IS NOT NULL`),
      has(
        'exchange_rate',
        Prisma.sql`NOT s.is_registered OR EXISTS (
        SELECT FROM exchange_rates AS r WHERE r.created_at > t.updated_at OR (r.day <= ${taxDay(today)} AND r.day > ${taxDay(today)} - ${RATE_DAYS}::int))`,
      ),
      has(
        'address',
        Prisma.sql`NOT s.is_registered OR w.return_address IS NOT NULL OR EXISTS (
        SELECT FROM buyers AS b WHERE b.user_id = w.user_id AND b.billing_address IS NOT NULL)`,
      ),
      has('vat_rate', Prisma.sql`EXISTS (SELECT FROM vat_rates AS v WHERE v.valid_from <= t.supplied_on)`),
      has('amount', Prisma.sql`w.updated_at > t.updated_at`),
    ],
    ' AND ',
  )

type Issuing = Pick<Services, 'db' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'>

/** One transaction each; runs after a rate, an address or the seller is saved, and every ten minutes. @returns the number of issued ones */
export async function issueWaiting(services: Issuing): Promise<number> {
  const { db, log, now, businessTimeZone, outbox, secret, siteUrl } = services
  const due = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM billing_documents AS t
    LEFT JOIN LATERAL (
      SELECT user_id, return_address, updated_at FROM repairs WHERE t.noun = 'repairs' AND id = t.noun_id
      UNION ALL SELECT user_id, NULL, updated_at FROM orders WHERE t.noun = 'orders' AND id = t.noun_id
    ) AS w ON TRUE
    CROSS JOIN (SELECT EXISTS (SELECT FROM seller_details WHERE vat_number IS NOT NULL) AS is_registered) AS s
    WHERE t.state = 'waiting' AND t.kind = 'invoice' AND ${mayGo(calendarDay(now(), businessTimeZone))}
    ORDER BY t.updated_at, t.id LIMIT ${PORTION}`
  return eachApart(log, due, ({ id }) =>
    db.prisma.$transaction(async (tx) => {
      await lockDocument(tx, id)
      const { state } = await issueDocument(tx, { actor: SHOP, now, businessTimeZone, outbox, secret, siteUrl }, id)
      return state !== 'waiting' && state !== 'withdrawn'
    }),
  )
}

/** A failure does not affect what was saved; the job of every ten minutes tries again. */
export async function issueAfterSaving(services: Issuing): Promise<void> {
  try {
    await issueWaiting(services)
  } catch (err) {
    services.log.error({ err }, 'Documents that wait could not be tried')
  }
}
