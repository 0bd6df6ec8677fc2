import { caseColumns, type CaseRef } from '~/contracts/cases'
import type { Prisma } from '~/generated/prisma/client'
import { trackingPageOf } from '~/lib/paths'
import { hashToken, randomToken } from '~/server/platform/secrets'

/** The links by which a customer follows a case without signing in. Whoever has one may read and answer; only hashes are kept. */

type Links = Pick<Prisma.TransactionClient, 'caseLink'>

/**
 * Makes a link for an email about a case, in the transaction that posts the email; earlier links stay good. It ends 90 days after the
 * case is done, or once somebody revokes the case's links.
 * @returns the address of the page
 */
export async function createTrackingLink(tx: Links, ref: CaseRef, siteUrl: string): Promise<string> {
  const secret = randomToken()
  await tx.caseLink.create({ data: { ...caseColumns(ref), tokenHash: hashToken(secret) }, select: { id: true } })
  return `${siteUrl}${trackingPageOf(secret)}`
}

/** A link that counts at a moment. */
const goodAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })

/** The case that a link's secret opens; null, whatever the reason, where it opens none. */
export async function caseOfToken(db: Links, now: Date, token: string): Promise<CaseRef | null> {
  const link = await db.caseLink.findFirst({
    where: { tokenHash: hashToken(token), ...goodAt(now) },
    select: { repairId: true, tradeInId: true },
  })
  if (link?.repairId) return { noun: 'repairs', id: link.repairId }
  return link?.tradeInId ? { noun: 'tradeIns', id: link.tradeInId } : null
}
