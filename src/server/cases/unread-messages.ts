import * as z from 'zod'
import { caseNouns } from '~/contracts/case-ref'
import { MOST_UNREAD, type UnreadCases } from '~/contracts/cases/messages'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { writtenOut } from '~/server/platform/database/column-values'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'

/** The case's row is `t`; indexes hold unread messages only. */

const MOST_UNREAD_CASES = 1_000

export const unreadByDesk = Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM case_messages AS m WHERE m.case_id = t.id AND m.side = 'customer' AND m.read_at IS NULL LIMIT ${writtenOut(MOST_UNREAD)}
  ) AS unread)`

export const unreadByCustomer = Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM case_messages AS m WHERE m.case_id = t.id AND m.side = 'desk' AND m.read_at IS NULL
      AND customer_of_row(m.customer_id, m.case_id) = t.user_id LIMIT ${writtenOut(MOST_UNREAD)}
  ) AS unread)`

export const hasUnreadByDesk = Prisma.sql`t.id IN (
    SELECT m.case_id FROM case_messages AS m WHERE m.side = 'customer' AND m.read_at IS NULL)`

const counted = z.record(z.enum(caseNouns), z.int())

/** Exact up to 1,000 of both kinds together; 0 of a kind that the caller may not read. */
export async function countUnreadCases({ db, viewer }: SignedInCall<'db'>): Promise<UnreadCases> {
  const may = mayRead(viewer)
  const ofEachKind = caseNouns.map(
    (noun) => Prisma.sql`${noun}::text, count(*) FILTER (WHERE c.kind = ${records[noun].table}::case_kind AND ${may(noun)}::boolean)`,
  )
  return counted.parse(
    await db.readJson(Prisma.sql`
      SELECT json_build_object(${Prisma.join(ofEachKind)})::text
      FROM (
        SELECT DISTINCT m.case_id FROM case_messages AS m WHERE m.side = 'customer' AND m.read_at IS NULL LIMIT ${writtenOut(MOST_UNREAD_CASES)}
      ) AS unread JOIN cases AS c ON c.id = unread.case_id`),
  )
}
