import type { CaseRef } from '~/contracts/cases/cases'
import type { Prisma } from '~/generated/prisma/client'
import { trackingPageOf } from '~/lib/paths'
import { hashToken, randomToken } from '~/server/platform/secrets'
import { caseRefOf, findCustomerCase, presentCase, type CustomerCase } from './customer-case'

/** The links by which a customer follows a case without signing in. Whoever has one may read and answer; only hashes are stored. */

type Links = Pick<Prisma.TransactionClient, 'caseLink'>

/** The case that a link leads to, and the id that the link has in common with the email that brings it, if it is known. */
type LinkedCase = CaseRef & { linkId?: string }

/**
 * Makes links for emails about cases, in the transaction that posts the emails; earlier links stay good. One ends 90 days after the
 * case is done, or once somebody revokes the case's links.
 * @returns the addresses of the pages, in the order of the cases
 */
export async function createTrackingLinks(tx: Links, refs: readonly LinkedCase[], siteUrl: string): Promise<string[]> {
  const made = refs.map((ref) => ({ ref, secret: randomToken() }))
  await tx.caseLink.createMany({
    data: made.map(({ ref, secret }) => ({ ...(ref.linkId && { id: ref.linkId }), caseId: ref.id, tokenHash: hashToken(secret) })),
  })
  return made.map(({ secret }) => `${siteUrl}${trackingPageOf(secret)}`)
}

/** One of them. */
export async function createTrackingLink(tx: Links, ref: CaseRef, siteUrl: string): Promise<string> {
  const [href = ''] = await createTrackingLinks(tx, [ref], siteUrl)
  return href
}

/** A link that counts at a moment. */
const goodAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })

/** The case that a link's secret opens, as that of the customer whose link it is; null, whatever the reason, where it opens none. */
export async function caseOfToken(
  db: Pick<Prisma.TransactionClient, 'caseLink' | 'repair' | 'tradeIn' | '$queryRaw'>,
  now: Date,
  token: string,
): Promise<CustomerCase | null> {
  const link = await db.caseLink.findFirst({
    where: { tokenHash: hashToken(token), ...goodAt(now) },
    select: { customerId: true, case: true },
  })
  if (!link) return null
  const ref = caseRefOf(link.case)
  return link.customerId === null ? presentCase(db, ref) : findCustomerCase(db, ref, link.customerId)
}
