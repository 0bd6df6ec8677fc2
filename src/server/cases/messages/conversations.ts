import * as z from 'zod'
import { messageSides, MOST_UNREAD, type Conversation } from '~/contracts/cases/messages'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import type { OwnPage, ownRecordsInput } from '~/contracts/cases/own-records'
import { Prisma } from '~/generated/prisma/client'
import { casesOf } from '~/server/cases/base/customer-case'
import { jsonDocument, jsonObject, jsonTime, type JsonRow } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'

const EXCERPT = 160

const source = {
  table: Prisma.sql`case_messages AS t`,
  matches: () => Prisma.sql`FALSE`,
  found: () => [],
}
const theirs = (userId: string) => Prisma.sql`t.customer_id = ${userId}::uuid`

const latest = Prisma.sql`NOT EXISTS (
  SELECT FROM case_messages AS n WHERE n.case_id = t.case_id AND n.customer_id = t.customer_id AND (n.created_at, n.id) > (t.created_at, t.id))`

/** Plain SQL may have named a person who never had the case. */
const hasCase = (userId: string, of: readonly CaseNoun[]) =>
  of.length === 0
    ? Prisma.sql`FALSE`
    : Prisma.sql`(${Prisma.join(
        of.map((noun) => Prisma.sql`EXISTS (SELECT FROM ${casesOf(noun, userId)} WHERE id = t.case_id)`),
        ' OR ',
      )})`

const rowFor = (userId: string): JsonRow<Conversation> => ({
  json: Prisma.sql`(SELECT ${jsonObject({
    id: Prisma.sql`t.id`,
    noun: Prisma.sql`c.noun`,
    number: Prisma.sql`c.number`,
    deviceInfo: Prisma.sql`c.device_info`,
    side: Prisma.sql`t.side`,
    excerpt: Prisma.sql`left(t.body, ${EXCERPT}::int)`,
    createdAt: Prisma.sql`t.created_at`,
    unread: Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM case_messages AS m WHERE m.customer_id = t.customer_id AND m.side = 'desk'
      AND m.read_at IS NULL AND m.case_id = t.case_id LIMIT ${MOST_UNREAD}) AS unread)`,
  })} FROM (
    SELECT 'repairs' AS noun, repair_number AS number, device_info FROM ${casesOf('repairs', userId)} WHERE id = t.case_id
    UNION ALL SELECT 'tradeIns', trade_in_number, device_info FROM ${casesOf('tradeIns', userId)} WHERE id = t.case_id) AS c)`,
  schema: z.object({
    id: z.string(),
    noun: z.enum(caseNouns),
    number: z.string(),
    deviceInfo: jsonDocument,
    side: z.enum(messageSides),
    excerpt: z.string(),
    createdAt: jsonTime,
    unread: z.int(),
  }),
})

/** @param of the kinds of cases to list @throws BAD_REQUEST for a foreign cursor */
export async function listConversations(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { cursor, limit }: z.output<typeof ownRecordsInput>,
  of: readonly CaseNoun[] = caseNouns,
): Promise<OwnPage<Conversation>> {
  const filter = Prisma.sql`${theirs(userId)} AND ${latest} AND ${hasCase(userId, of)}`
  const page = await readPageOfRows(db, {
    source,
    keyset: createdSorts['-created'],
    filter,
    cursor,
    limit,
    counted: null,
    row: rowFor(userId),
  })
  const total = await db.readJson(Prisma.sql`SELECT count(*)::text FROM ${source.table} WHERE ${filter}`)
  return { rows: page.rows, nextCursor: page.nextCursor, total: z.int().parse(total) }
}

export async function countOwnUnread({ db }: Pick<Services, 'db'>, userId: string): Promise<{ unread: number }> {
  const found = await db.readJson(Prisma.sql`
    SELECT count(*)::text FROM (SELECT FROM ${source.table}
      WHERE ${theirs(userId)} AND t.side = 'desk' AND t.read_at IS NULL LIMIT ${MOST_UNREAD}) AS unread`)
  return { unread: z.int().parse(found) }
}
