import * as z from 'zod'
import {
  MOST_UNREAD,
  messageSides,
  type CaseMessage,
  type MessageSide,
  type MessagesPosition,
  type MessageThread,
  type ThreadEnd,
} from '~/contracts/cases/messages'
import type { CaseRef } from '~/contracts/case-ref'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { madeWith, type CustomerCase } from '~/server/cases/base/customer-case'
import { fileAddress } from '~/server/cases/base/file-access'
import { caseTables } from '~/server/cases/base/case-standing'
import type { JsonReader } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { createdSorts } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'
import type { CaseViewer } from '~/server/cases/base/customer-access'
import { pictureAddress, uploadAddress } from '~/server/cases/customer/attachments'

export type Correspondent = { side: 'desk'; userId: string } | { side: 'customer'; audience: CaseViewer; theirs: CustomerCase }
type Side = { side: 'desk' } | Pick<Extract<Correspondent, { side: 'customer' }>, 'side' | 'theirs'>

const otherSide = { customer: 'desk', desk: 'customer' } as const satisfies Record<MessageSide, MessageSide>

/** A customer sees only messages `t` written while the case was theirs. */
const shownTo = (of: CaseRef, reader: Side): Prisma.Sql => {
  const ofCase = Prisma.sql`t.case_id = ${of.id}::uuid`
  return reader.side === 'desk' ? ofCase : Prisma.sql`${ofCase} AND ${madeWith(of, reader.theirs.customerId)}`
}

const endJson = z.object({ endsAt: jsonTime.nullable(), movedTo: z.string().nullable() }).nullable()

/** Null while both sides may write. Writing ends with the links, 90 days after the case (`link_end`). @throws NOT_FOUND */
export async function threadEnd(
  db: JsonReader,
  now: Date,
  { noun, id }: CaseRef,
): Promise<Exclude<ThreadEnd, { reason: 'passed' }> | null> {
  const { movedTo } = caseTables[noun]
  const found = endJson.parse(
    await db.readJson(Prisma.sql`
      SELECT ${jsonObject({ endsAt: Prisma.sql`link_end(t.status::text, t.completed_at, t.updated_at)`, movedTo })}::text
      FROM ${Prisma.raw(records[noun].table)} AS t WHERE t.id = ${id}::uuid`),
  )
  if (!found) throw notFound(records[noun])
  if (found.movedTo !== null) return { reason: 'moved', number: found.movedTo }
  return found.endsAt !== null && found.endsAt <= now ? { reason: 'ended', at: found.endsAt } : null
}

const MOST_SHOWN = 20
const pictures = Prisma.sql`(SELECT json_agg(json_build_object('id', f.id, 'name', f.name, 'hasThumbnail', f.thumbnail_key IS NOT NULL))
  FROM (SELECT * FROM case_files AS f WHERE f.message_id = t.id AND f.kind = 'picture' AND f.removed_at IS NULL AND (f.from_customer OR f.is_shared)
    ORDER BY f.created_at, f.id LIMIT ${MOST_SHOWN}) AS f)`
const jsonPictures = z.array(z.object({ id: z.string(), name: z.string(), hasThumbnail: z.boolean() })).nullable()

type Deps = Pick<Services, 'db' | 'now' | 'secret'>
type Size = 'full' | 'thumbnail'

function rowFor({ secret, now }: Deps, reader: Correspondent): JsonRow<CaseMessage> {
  const seconds = now().getTime() / 1000
  const address = (id: string, size: Size) =>
    reader.side === 'desk'
      ? fileAddress(secret, { fileId: id, size, userId: reader.userId }, seconds)
      : pictureAddress(reader.audience, id, size)
  const author = Prisma.sql`CASE WHEN t.side = 'desk' THEN (SELECT left(u.email, 254) FROM users AS u WHERE u.id = t.author_id) END`
  return rowOf(
    {
      id: z.string(),
      side: z.enum(messageSides),
      author: z.string().nullable(),
      body: z.string(),
      createdAt: jsonTime,
      readAt: jsonTime.nullable(),
      pictures: jsonPictures.transform((rows) =>
        (rows ?? []).map(({ id, name, hasThumbnail }) => ({
          id,
          name: shownLine(name) || 'Picture',
          address: address(id, 'full'),
          thumbnailAddress: hasThumbnail ? address(id, 'thumbnail') : null,
        })),
      ),
    },
    {
      author: reader.side === 'desk' ? author : Prisma.sql`NULL`,
      pictures,
    },
  )
}

const table = { table: Prisma.sql`case_messages AS t`, matches: () => Prisma.sql`FALSE`, found: () => [] }

async function countUnread(db: JsonReader, of: CaseRef, reader: Side): Promise<number> {
  const found = await db.readJson(Prisma.sql`
    SELECT count(*)::text FROM (SELECT FROM case_messages AS t WHERE ${shownTo(of, reader)}
      AND t.side = ${otherSide[reader.side]}::message_side AND t.read_at IS NULL LIMIT ${MOST_UNREAD}) AS unread`)
  return z.int().parse(found)
}

/** @throws NOT_FOUND; BAD_REQUEST for a foreign cursor */
export async function readThread(
  services: Deps,
  of: CaseRef,
  reader: Correspondent,
  { cursor, limit }: MessagesPosition,
): Promise<MessageThread> {
  const { db, now } = services
  const passedAt = reader.side === 'customer' ? reader.theirs.endedAt : null
  const end: ThreadEnd | null = passedAt ? { reason: 'passed', at: passedAt } : await threadEnd(db, now(), of)
  const filter = shownTo(of, reader)
  const request = { source: table, keyset: createdSorts['-created'], filter, cursor, limit, counted: null, row: rowFor(services, reader) }
  const { rows, nextCursor } = await readPageOfRows(db, request)
  const upload =
    reader.side === 'desk' ? `/api/case-files?${new URLSearchParams(of).toString()}` : uploadAddress(reader.audience, of, 'message')
  return { rows, nextCursor, unread: await countUnread(db, of, reader), end, uploadAddress: end ? null : upload }
}

/** Marks messages up to the last visible one as read. @returns the number still unread */
export async function markRead(
  { db, now }: Pick<Services, 'db' | 'now'>,
  of: CaseRef,
  reader: Side,
  until: string,
): Promise<{ unread: number }> {
  const shown = shownTo(of, reader)
  await db.prisma.$executeRaw`
    UPDATE case_messages AS t SET read_at = ${now()}
    WHERE ${shown} AND t.side = ${otherSide[reader.side]}::message_side AND t.read_at IS NULL
      AND (t.created_at, t.id) <= (
        SELECT t.created_at, t.id FROM case_messages AS t WHERE t.id = ${until}::uuid AND ${shown})`
  return { unread: await countUnread(db, of, reader) }
}
