import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { caseNouns } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Viewer } from '~/server/identity/auth/read-session'
import { mayRead, requireScope } from '~/server/identity/auth/scopes'
import { keyedHash } from '~/server/platform/secrets'
import { isWith } from './customer-case'

/** A link opens one file for some minutes, to one person, who must be signed in. */

const PURPOSE = 'case-file'
const MINUTE = 60

/** Seconds that a link is valid at least. */
const LEAST_SECONDS = 10 * MINUTE
/** Links made within this step (s) are the same, so that browsers can cache pictures. */
const STEP_SECONDS = 5 * MINUTE

export const fileSizes = ['full', 'thumbnail'] as const
export type FileSize = (typeof fileSizes)[number]

interface Link {
  fileId: string
  size: FileSize
  userId: string
}

const signatureOf = (secret: string, { fileId, size, userId }: Link, until: number) =>
  keyedHash(secret, PURPOSE, [fileId, size, userId, until].join(' '))

/** @param now seconds since 1970 */
export function fileAddress(secret: string, link: Link, now: number): string {
  const until = (Math.floor(now / STEP_SECONDS) + 1) * STEP_SECONDS + LEAST_SECONDS
  const query = new URLSearchParams({ size: link.size, until: String(until), signature: signatureOf(secret, link, until) })
  return `/api/case-files/${link.fileId}?${query.toString()}`
}

export const linkQuery = z.object({
  fileId: z.guid(),
  size: z.enum(fileSizes),
  until: z.coerce.number().int().positive(),
  signature: z.string().max(100),
})

/** @param now seconds since 1970 */
export function linkState(secret: string, userId: string, query: z.output<typeof linkQuery>, now: number): 'good' | 'expired' | 'foreign' {
  const { fileId, size, until, signature } = query
  const right = Buffer.from(signatureOf(secret, { fileId, size, userId }, until))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given)) return 'foreign'
  return now > until ? 'expired' : 'good'
}

/** The present customer of the row `t`. */
export const ofPresent = Prisma.sql`customer_of_row(NULL, t.case_id)`

/** `FileVisibility` of the row `t`. A picture of the checklist is part of each offer sent afterwards, and shows its item. */
export const fileVisibility = (customer: Prisma.Sql) => Prisma.sql`CASE
  WHEN t.from_customer THEN CASE WHEN ${isWith(customer)} THEN 'customer' ELSE 'former' END
  WHEN t.kind <> 'picture' THEN 'internal'
  WHEN EXISTS (
    SELECT FROM case_quotes AS q JOIN trade_in_offers AS o ON o.id = q.id
    WHERE q.case_id = t.case_id AND q.state <> 'draft' AND q.sent_at >= t.created_at
      AND customer_of_row(q.customer_id, q.case_id) IS NOT DISTINCT FROM ${customer}
      AND o.checks @> jsonb_build_array(jsonb_build_object('item', t.check_item))) THEN 'offer'
  WHEN t.is_shared AND ${isWith(customer)} THEN 'shared'
  ELSE 'internal' END`

export const customerSees = (customerId: string | null) =>
  Prisma.sql`(t.removed_at IS NULL AND (${fileVisibility(Prisma.sql`${customerId}::uuid`)}) IN ('customer', 'offer', 'shared'))`

/** Its case, and the trade-in that its repair became, which shows it too. @throws FORBIDDEN for staff who may read neither kind */
export async function mustSeeFile(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, viewer: Viewer, fileId: string): Promise<void> {
  const [file] = await tx.$queryRaw<{ kind: string; isTradedIn: boolean }[]>`
    SELECT c.kind::text AS kind, EXISTS (SELECT FROM trade_ins AS t WHERE t.from_repair = c.id) AS "isTradedIn"
    FROM case_files AS f JOIN cases AS c ON c.id = f.case_id WHERE f.id = ${fileId}::uuid`
  if (!file || (file.isTradedIn && mayRead(viewer)('tradeIns'))) return
  const noun = caseNouns.find((each) => records[each].table === file.kind)
  if (noun) requireScope(viewer, noun, 'read')
}
