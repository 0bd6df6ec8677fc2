import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Viewer } from '~/server/identity/auth/read-session'
import { keyedHash } from '~/server/platform/secrets'

/** Valid for five minutes, in one session. */

const SECONDS = 5 * 60

type Session = Pick<Viewer, 'userId' | 'sessionId'>

const signatureOf = (secret: string, { userId, sessionId }: Session, until: number) =>
  keyedHash(secret, 'own-data', [userId, sessionId, until].join(' '))

/** @param now seconds since 1970 */
export function downloadAddress(secret: string, session: Session, now: number): string {
  const until = Math.floor(now) + SECONDS
  return `/api/account/data.zip?${new URLSearchParams({ until: String(until), signature: signatureOf(secret, session, until) }).toString()}`
}

const linkQuery = z.object({ until: z.coerce.number().int().positive(), signature: z.string().max(100) })

/** @param now seconds since 1970 */
export function isGoodLink(secret: string, session: Session, query: unknown, now: number): boolean {
  const parsed = linkQuery.safeParse(query)
  if (!parsed.success || now > parsed.data.until) return false
  const right = Buffer.from(signatureOf(secret, session, parsed.data.until))
  const given = Buffer.from(parsed.data.signature)
  return right.length === given.length && timingSafeEqual(right, given)
}
