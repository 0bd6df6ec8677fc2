import { trackingPageOf } from '~/lib/record-paths'
import { caseNouns, type CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { randomUUID } from 'node:crypto'
import { tokenParts } from '~/contracts/link-token'
import { Prisma } from '~/generated/prisma/client'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { caseRefOf, casesOf, findCustomerCase, presentCase, type CustomerCase } from './customer-case'

/** Only hashes are stored. A link to a case of a request opens all of its cases of the same customer. */

type Links = Pick<Prisma.TransactionClient, 'caseLink' | '$queryRaw'>

async function requestsOf(tx: Links, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const selects = caseNouns.map(
    (noun) => Prisma.sql`SELECT id::text AS id, request_id::text AS "requestId" FROM ${Prisma.raw(records[noun].table)}
      WHERE id = ANY (${[...ids]}::uuid[]) AND request_id IS NOT NULL`,
  )
  const found = await tx.$queryRaw<{ id: string; requestId: string }[]>`${Prisma.join(selects, ' UNION ALL ')}`
  return new Map(found.map(({ id, requestId }) => [id, requestId]))
}

/** `linkId` is shared with the email that carries the link. */
type LinkedCase = CaseRef & { linkId?: string }

/** Earlier links stay valid; one ends 90 days after the case is done, or when revoked. @returns the pages' addresses in order */
export async function createTrackingLinks(tx: Links, refs: readonly LinkedCase[], siteUrl: string): Promise<string[]> {
  const made = refs.map((ref) => ({ ref, secret: randomToken() }))
  const requests = await requestsOf(
    tx,
    refs.map(({ id }) => id),
  )
  await tx.caseLink.createMany({
    data: made.map(({ ref, secret }) => ({
      ...(ref.linkId && { id: ref.linkId }),
      caseId: ref.id,
      requestId: requests.get(ref.id.toLowerCase()) ?? null,
      tokenHash: hashToken(secret),
    })),
  })
  return made.map(({ secret }) => `${siteUrl}${trackingPageOf(secret)}`)
}

export async function createTrackingLink(tx: Links, ref: CaseRef, siteUrl: string): Promise<string> {
  const [href = ''] = await createTrackingLinks(tx, [ref], siteUrl)
  return href
}

const goodAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })

/**
 * The link that staff may copy or print, the same until it is revoked or the case changes hands. Its secret is derived from its id and the
 * installation's secret, so it can be shown again although only hashes are stored. Needs the case's lock. @returns null once the case has
 * been over for 90 days
 */
export async function staffLink(
  tx: Links,
  { secret, siteUrl, now }: Pick<Services, 'secret' | 'siteUrl' | 'now'>,
  ref: CaseRef,
): Promise<{ href: string; isNew: boolean } | null> {
  const secretOf = (id: string) => keyedHash(secret, 'staff-link', id)
  const pageOf = (id: string) => `${siteUrl}${trackingPageOf(secretOf(id))}`
  const good = await tx.caseLink.findMany({
    where: { caseId: ref.id, customerId: null, ...goodAt(now()) },
    select: { id: true, tokenHash: true },
  })
  const known = good.find(({ id, tokenHash }) => hashToken(secretOf(id)) === tokenHash)
  if (known) return { href: pageOf(known.id), isNew: false }
  const id = randomUUID()
  const requests = await requestsOf(tx, [ref.id])
  const { expiresAt } = await tx.caseLink.create({
    data: { id, caseId: ref.id, requestId: requests.get(ref.id.toLowerCase()) ?? null, tokenHash: hashToken(secretOf(id)) },
    select: { expiresAt: true },
  })
  if (expiresAt === null || expiresAt > now()) return { href: pageOf(id), isNew: true }
  await tx.caseLink.delete({ where: { id } })
  return null
}

/** Opens a case for the link's customer; null for any invalid link. */
export async function caseOfToken(
  db: Pick<Prisma.TransactionClient, 'caseLink' | 'repair' | 'tradeIn' | '$queryRaw'>,
  now: Date,
  token: string,
): Promise<CustomerCase | null> {
  const { secret, number } = tokenParts(token)
  const link = await db.caseLink.findFirst({
    where: { tokenHash: hashToken(secret), ...goodAt(now) },
    select: { customerId: true, requestId: true, case: true },
  })
  if (!link) return null
  const ref = caseRefOf(link.case)
  const theirs = link.customerId === null ? await presentCase(db, ref) : await findCustomerCase(db, ref, link.customerId)
  if (number === undefined || !theirs) return theirs && { ...theirs, isAlone: link.requestId === null }
  return link.requestId === null || theirs.customerId === null ? null : ofRequest(db, ref.noun, theirs.customerId, link.requestId, number)
}

async function ofRequest(
  db: Parameters<typeof caseOfToken>[0],
  noun: CaseRef['noun'],
  customerId: string,
  requestId: string,
  number: string,
): Promise<CustomerCase | null> {
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${casesOf(noun, customerId)} AS t
    WHERE t.request_id = ${requestId}::uuid AND t.${Prisma.raw(records[noun].status.number)} = ${number}`
  return found ? findCustomerCase(db, { noun, id: found.id }, customerId) : null
}
