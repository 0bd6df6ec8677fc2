import * as z from 'zod'
import type { SignedInCall } from '~/server/call'
import { creditKinds } from '~/contracts/credit/credit'
import { creditRequestStates, type CreditRequest, type creditRequestsInput, type ListedRequest } from '~/contracts/credit/requests'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { timeColumn, byId } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'
import { nameOfProfile } from '~/server/platform/records/customer-list'
import { addressOrNull } from '~/server/identity/users/no-address'
import { addressOf, isSameNetwork, whyNotBy } from '~/server/identity/users/second-administrator'
import { causeNumber } from './cause-number'

/** Credit above the limit that waits for a second administrator, or did. */

const emailOf = (user: Prisma.Sql) =>
  Prisma.sql`(SELECT left(${addressOrNull(Prisma.sql`u.email`)}, 254) FROM users AS u WHERE u.id = ${user})`

export type RequestReader = Pick<SignedInCall<never>, 'viewer' | 'actor'>

type Stored = Omit<ListedRequest, 'isMine' | 'isFromOwnNetwork' | 'whyNot'> & { requestedIp: string | null }

const row: JsonRow<Stored> = rowOf(
  {
    id: z.string(),
    userId: z.string(),
    email: z.string().nullable(),
    customerName: z.string().nullable(),
    kind: z.enum(creditKinds),
    amount: z.number(),
    reason: z.string(),
    causeNoun: z.string(),
    causeId: z.string(),
    causeNumber: z.string().nullable(),
    state: z.enum(creditRequestStates),
    requestedBy: z.string().nullable(),
    requestedByEmail: z.string().nullable(),
    requestedAt: jsonTime.nullable(),
    requestedIp: z.string().nullable(),
    because: z.string().nullable(),
    decidedByEmail: z.string().nullable(),
    decidedAt: jsonTime.nullable(),
    note: z.string().nullable(),
    createdAt: jsonTime,
    version: z.int(),
  },
  {
    email: emailOf(Prisma.sql`t.user_id`),
    customerName: Prisma.sql`(SELECT left(${nameOfProfile(Prisma.sql`p`)}, 200) FROM profiles AS p WHERE p.user_id = t.user_id)`,
    causeNumber: causeNumber(Prisma.sql`t.cause_noun`, Prisma.sql`t.cause_id`),
    requestedByEmail: emailOf(Prisma.sql`t.requested_by`),
    decidedByEmail: emailOf(Prisma.sql`t.decided_by`),
    note: Prisma.sql`t.decision_note`,
  },
)

const toRequest = ({ viewer, actor }: RequestReader, { requestedIp, ...stored }: Stored): Omit<ListedRequest, 'whyNot'> => ({
  ...stored,
  isMine: stored.requestedBy === viewer.userId,
  isFromOwnNetwork: isSameNetwork(requestedIp, addressOf(actor)),
})

const table = Prisma.sql`credit_requests AS t`
const keyset = { name: '-created', columns: [timeColumn(Prisma.sql`t.created_at`), byId], descending: true }

/** The requests of a state, or all, the latest first. @throws BAD_REQUEST for a foreign cursor */
export async function listRequests(
  { db, now, ...reader }: Pick<Services, 'db' | 'now'> & RequestReader,
  { state, cursor, limit }: z.output<typeof creditRequestsInput>,
): Promise<{ rows: ListedRequest[]; nextCursor: string | null }> {
  const filter = state ? Prisma.sql`t.state = ${state}::credit_request_state` : Prisma.sql`TRUE`
  const source = { table, matches: () => Prisma.sql`FALSE`, found: () => [] }
  const { rows, nextCursor } = await readPageOfRows(db, { source, keyset, filter, cursor, limit, counted: null, row })
  const whyNot = await whyNotBy(db.prisma, reader.viewer, rows, now())
  return { rows: rows.map((stored) => ({ ...toRequest(reader, stored), whyNot: whyNot(stored) })), nextCursor }
}

/** One request, by id or by the cause that it waits for. */
export async function readRequest(db: JsonReader, reader: RequestReader, where: Prisma.Sql): Promise<CreditRequest | null> {
  const found = await db.readJson(
    Prisma.sql`SELECT ${row.json}::text FROM ${table} WHERE ${where} ORDER BY t.created_at DESC, t.id LIMIT 1`,
  )
  return found === null ? null : toRequest(reader, row.schema.parse(found))
}
